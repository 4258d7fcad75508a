// SYRK by tiles, OpenCL C: one triangle of c = a a^T with a [n][depth], one work-group per tile of the triangle; what lies
// beyond it is not touched. The text of
//
//   mapwright map tiles lower --tile 32,16 --edges masked --unit tile --emit opencl --name tri
//
// goes before it (or `upper`). Groups of tri_tile_queries work-items, each with a row of the tile;
// tri_touched_before_i32(s, tri_rows_i32(s)) groups. SYR2K takes the same schedule: c = a b^T + b a^T.

#define TILE_ROWS 32
#define TILE_COLUMNS 16

__kernel void syrk(__global const float *a, __global float *c, const int n, const int depth) {
  __local float columns[TILE_COLUMNS];
  const tri_sequence_i32 s = tri_make_sequence_i32(n, n, tri_default_left_i32, tri_default_right_i32, 0, 0);
  const tri_work_i32 work = tri_tile_work_i32(s, 1, (int)get_group_id(0));
  const int lane = (int)get_local_id(0);
  const int i = work.row * TILE_ROWS + lane;
  const int first = work.block * TILE_COLUMNS;
  const bool full = tri_block_class_i32(work.blocks, work.block) == 2;

  float sum[TILE_COLUMNS];
  for (int b = 0; b < TILE_COLUMNS; ++b) {
    sum[b] = 0.0f;
  }
  for (int d = 0; d < depth; ++d) {
    barrier(CLK_LOCAL_MEM_FENCE);
    if (lane < TILE_COLUMNS) {
      columns[lane] = full || first + lane < n ? a[(long)(first + lane) * depth + d] : 0.0f;
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    const float x = full || i < n ? a[(long)i * depth + d] : 0.0f;
    for (int b = 0; b < TILE_COLUMNS; ++b) {
      sum[b] += x * columns[b];
    }
  }
  for (int b = 0; b < TILE_COLUMNS; ++b) {
    if (full || (i < n && tri_sees_i32(s, i, first + b))) {
      c[(long)i * n + first + b] = sum[b];
    }
  }
}
