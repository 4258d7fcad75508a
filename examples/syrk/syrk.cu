// SYRK by tiles, CUDA C++: one triangle of c = a a^T with a [n][depth], by thread blocks that stay and take one tile of
// the triangle after the other; what lies beyond it is not touched. The text of
//
//   mapwright map tiles lower --tile 32,16 --edges masked --unit tile --emit cuda --name tri
//
// goes before it (or `upper`). Blocks of tri's tile_queries threads, each with a row of the tile; as many as run at once.
// SYR2K takes the same schedule: c = a b^T + b a^T.

namespace tri = mapwright_tiles::tri::w32;

extern "C" __global__ void syrk(const float *a, float *c, int n, int depth) {
  __shared__ float columns[tri::tile_keys];
  using Scheduler = tri::TileScheduler<true>;
  Scheduler::Arguments arguments;
  arguments.seqlen_q = n;
  arguments.seqlen_k = n;
  const Scheduler::Params params = Scheduler::to_underlying_arguments(arguments);
  const tri::sequence s = Scheduler::sequence_of(arguments, 0);
  const int lane = int(threadIdx.x);

  for (auto work = Scheduler::get_initial_work(params); work.is_valid(); work = Scheduler::get_next_work(params, work)) {
    const int i = work.m_block * tri::tile_queries + lane;
    const int first = work.n_block * tri::tile_keys;
    const bool full = work.is_full(work.n_block);
    float sum[tri::tile_keys];
    for (int b = 0; b < tri::tile_keys; ++b) {
      sum[b] = 0.0f;
    }
    for (int d = 0; d < depth; ++d) {
      __syncthreads();
      if (lane < tri::tile_keys) {
        columns[lane] = full || first + lane < n ? a[(long long)(first + lane) * depth + d] : 0.0f;
      }
      __syncthreads();
      const float x = full || i < n ? a[(long long)i * depth + d] : 0.0f;
      for (int b = 0; b < tri::tile_keys; ++b) {
        sum[b] += x * columns[b];
      }
    }
    for (int b = 0; b < tri::tile_keys; ++b) {
      if (full || (i < n && tri::sees(s, i, first + b))) {
        c[(long long)i * n + first + b] = sum[b];
      }
    }
  }
}
