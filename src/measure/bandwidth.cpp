#include "measure/bandwidth.hpp"

#include <algorithm>
#include <barrier>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <thread>
#include <vector>

namespace mapwright::measure {

namespace {

/// What one load instruction brings, at most.
using Vector = std::uint64_t __attribute__((vector_size(64)));

constexpr std::size_t lanes = 4; ///< independent sums, so that loads decide the time and not the additions
constexpr std::size_t least_vectors = 4 * lanes;
constexpr int rounds = 7;
constexpr double round_seconds = 2e-3;

#if defined(__x86_64__)
__attribute__((target_clones("avx512f", "avx2", "default")))
#endif
std::uint64_t
read_all(const Vector* data, std::size_t count) {
  Vector a{};
  Vector b{};
  Vector c{};
  Vector d{};
  for (std::size_t i = 0; i + lanes <= count; i += lanes) {
    a += data[i];
    b += data[i + 1];
    c += data[i + 2];
    d += data[i + 3];
  }
  const Vector sum = (a + b) + (c + d);
  return sum[0] + sum[1];
}

/// Reads for some milliseconds; bytes per second.
double rate(const std::vector<Vector>& data, std::uint64_t& sink) {
  const auto begin = std::chrono::steady_clock::now();
  double bytes = 0;
  double seconds = 0;
  for (std::uint64_t passes = 1; seconds < round_seconds; passes *= 2) {
    for (std::uint64_t pass = 0; pass < passes; ++pass) {
      sink += read_all(data.data(), data.size());
    }
    bytes += static_cast<double>(passes) * static_cast<double>(data.size() * sizeof(Vector));
    seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
  }
  return bytes / seconds;
}

} // namespace

BytesPerSecond read_bandwidth(Bytes size, unsigned threads) {
  const std::size_t vectors = std::max(size.count() / sizeof(Vector) / threads / lanes * lanes, least_vectors);
  std::vector<std::vector<double>> rates(threads, std::vector<double>(rounds));
  std::vector<std::uint64_t> sinks(threads);
  std::barrier start(static_cast<std::ptrdiff_t>(threads));
  const auto work = [&](unsigned self) {
    const std::vector<Vector> mine(vectors, Vector{1});
    for (double& measured : rates[self]) {
      start.arrive_and_wait();
      measured = rate(mine, sinks[self]);
    }
  };
  std::vector<std::jthread> others;
  for (unsigned i = 1; i < threads; ++i) {
    others.emplace_back(work, i);
  }
  work(0);
  others.clear();
  double best = 0;
  for (std::size_t round = 0; round < rounds; ++round) {
    double together = 0;
    for (const std::vector<double>& of_thread : rates) {
      together += of_thread[round];
    }
    best = std::max(best, together);
  }
  return best;
}

} // namespace mapwright::measure
