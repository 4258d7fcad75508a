// Attention by tiles, CUDA C++: softmax(scale * q k^T) v under any mask, by thread blocks that stay and take one row of
// tiles after the other. The text of
//
//   mapwright map tiles MASK --tile 16,16 --edges padded --order longest-first --emit cuda --name attn
//
// goes before it; MASK is causal, window(left=256,right=0), prefix(prefix=64) or any other.
//
// q, out [batch][heads][queries][HEAD_DIM]; k, v [batch][heads][keys][HEAD_DIM]; blocks of attn's tile_queries threads, as
// many as run at once. A query that sees no key has the result 0. A host that includes the same header would pass
// Params, and Arguments with cu_seqlens for sequences of different lengths.

namespace attn = mapwright_tiles::attn::w32;
constexpr int head_dim = 32;

extern "C" __global__ void attention(const float *q, const float *k, const float *v, float *out, int batch, int heads,
                                     int queries, int keys, float scale) {
  __shared__ float k_block[attn::tile_keys * head_dim];
  __shared__ float v_block[attn::tile_keys * head_dim];
  using Scheduler = attn::PersistentScheduler;
  Scheduler::Arguments arguments;
  arguments.batch = batch;
  arguments.heads = heads;
  arguments.seqlen_q = queries;
  arguments.seqlen_k = keys;
  const Scheduler::Params params = Scheduler::to_underlying_arguments(arguments);
  const attn::sequence s = Scheduler::sequence_of(arguments, 0);
  const int lane = int(threadIdx.x);

  for (auto work = Scheduler::get_initial_work(params); work.is_valid(); work = Scheduler::get_next_work(params, work)) {
    const int i = work.m_block * attn::tile_queries + lane;
    const long long matrix = (long long)work.bidb * heads + work.bidh;
    const long long query = (matrix * queries + i) * head_dim;
    float row[head_dim];
    float sum[head_dim];
    for (int d = 0; d < head_dim; ++d) {
      row[d] = i < queries ? q[query + d] * scale : 0.0f;
      sum[d] = 0.0f;
    }
    float most = -3.0e38f;
    float weight = 0.0f;
    for (int n = 0; n < work.n_block_count(); ++n) {
      const int block = work.n_block_at(n);
      const bool full = work.is_full(block);
      __syncthreads();
      for (int e = lane; e < attn::tile_keys * head_dim; e += attn::tile_queries) {
        const int j = block * attn::tile_keys + e / head_dim;
        const long long at = (matrix * keys + j) * head_dim + e % head_dim;
        k_block[e] = j < keys ? k[at] : 0.0f;
        v_block[e] = j < keys ? v[at] : 0.0f;
      }
      __syncthreads();
      for (int b = 0; b < attn::tile_keys; ++b) {
        if (!full && !attn::sees(s, i, block * attn::tile_keys + b)) {
          continue;
        }
        float score = 0.0f;
        for (int d = 0; d < head_dim; ++d) {
          score += row[d] * k_block[b * head_dim + d];
        }
        const float above = fmaxf(most, score);
        const float old = expf(most - above);
        const float fresh = expf(score - above);
        weight = weight * old + fresh;
        for (int d = 0; d < head_dim; ++d) {
          sum[d] = sum[d] * old + fresh * v_block[b * head_dim + d];
        }
        most = above;
      }
    }
    if (i < queries) {
      for (int d = 0; d < head_dim; ++d) {
        out[query + d] = weight > 0.0f ? sum[d] / weight : 0.0f;
      }
    }
  }
}
