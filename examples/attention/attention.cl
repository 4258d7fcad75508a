// Attention by tiles, OpenCL C: softmax(scale * q k^T) v under any mask, one work-group per row of tiles. The text of
//
//   mapwright map tiles MASK --tile 16,16 --edges padded --order longest-first --emit opencl --name attn
//
// goes before it; MASK is causal, window(left=256,right=0), prefix(prefix=64) or any other.
//
// q, out [batch][heads][queries][HEAD_DIM]; k, v [batch][heads][keys][HEAD_DIM]; groups of attn_tile_queries work-items,
// batch * heads * attn_rows groups. A query that sees no key has the result 0.

#define HEAD_DIM 32
#define TILE_QUERIES 16
#define TILE_KEYS 16

__kernel void attention(__global const float *q, __global const float *k, __global const float *v,
                        __global float *out, const int heads, const int queries, const int keys, const float scale) {
  __local float k_block[TILE_KEYS * HEAD_DIM];
  __local float v_block[TILE_KEYS * HEAD_DIM];
  const attn_sequence_i32 s =
      attn_make_sequence_i32(queries, keys, attn_default_left_i32, attn_default_right_i32, attn_default_sink_i32,
                             attn_default_prefix_i32);
  const attn_work_i32 work = attn_row_work_i32(s, heads, (int)get_group_id(0));
  const int lane = (int)get_local_id(0);
  const int i = work.row * TILE_QUERIES + lane;
  const long matrix = (long)work.sequence * heads + work.head;
  const long query = (matrix * queries + i) * HEAD_DIM;
  const long first_key = matrix * keys;

  float row[HEAD_DIM];
  float sum[HEAD_DIM];
  for (int d = 0; d < HEAD_DIM; ++d) {
    row[d] = i < queries ? q[query + d] * scale : 0.0f;
    sum[d] = 0.0f;
  }
  float most = -INFINITY;
  float weight = 0.0f;
  const int blocks = attn_touched_i32(work.blocks);
  for (int n = 0; n < blocks; ++n) {
    const int block = attn_block_at_i32(work.blocks, n);
    const bool full = attn_block_class_i32(work.blocks, block) == 2;
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int e = lane; e < TILE_KEYS * HEAD_DIM; e += TILE_QUERIES) {
      const int j = block * TILE_KEYS + e / HEAD_DIM;
      const long at = (first_key + j) * HEAD_DIM + e % HEAD_DIM;
      k_block[e] = j < keys ? k[at] : 0.0f;
      v_block[e] = j < keys ? v[at] : 0.0f;
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int b = 0; b < TILE_KEYS; ++b) {
      if (!full && !attn_sees_i32(s, i, block * TILE_KEYS + b)) {
        continue;
      }
      float score = 0.0f;
      for (int d = 0; d < HEAD_DIM; ++d) {
        score += row[d] * k_block[b * HEAD_DIM + d];
      }
      const float above = fmax(most, score);
      const float old = exp(most - above);
      const float fresh = exp(score - above);
      weight = weight * old + fresh;
      for (int d = 0; d < HEAD_DIM; ++d) {
        sum[d] = sum[d] * old + fresh * v_block[b * HEAD_DIM + d];
      }
      most = above;
    }
  }
  if (i < queries) {
    for (int d = 0; d < HEAD_DIM; ++d) {
      out[query + d] = weight > 0.0f ? sum[d] / weight : 0.0f;
    }
  }
}
