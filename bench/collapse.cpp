// The start of a thread's share of a three-deep non-rectangular nest (i >= j >= k): the compiler's `collapse(3)`
// against the emitted loops, and how evenly both share the points.
//
// A start is the CPU time of one thread from the entry into the work-sharing construct to its first iteration. Nobody
// can leave such a construct, so every start is measured in a process of its own, which ends at that iteration. Starts
// of the two ways alternate; medians and the median of the ratios are printed.
#include "index_map/chunk/cuts.hpp"
#include "index_map/chunk/nest.hpp"
#include "support/native.hpp"

#include <array>
#include <string>

#include <fmt/format.h>

namespace {

using namespace mapwright;

constexpr const char* program = R"program(
#include "nest.hpp"
#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <sys/wait.h>
#include <unistd.h>
#include <vector>

namespace map = mapwright_maps::nest::w64;
using i64 = std::int64_t;

static double cpu_time() {
  std::timespec now{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  return double(now.tv_sec) + 1e-9 * double(now.tv_nsec);
}

static double start_time;
static int to_parent;
static thread_local bool measured = false;

static __attribute__((noinline)) void first_iteration() {
  const double seconds = cpu_time() - start_time;
  if (write(to_parent, &seconds, sizeof seconds) != sizeof seconds) { std::abort(); }
  _exit(0);
}

static thread_local volatile i64 sink;
static inline void body(i64 i, i64 j, i64 k) {
  if (measured) { first_iteration(); }
  sink = i + j + k;
}

static void by_collapse(i64 n) {
#pragma omp for collapse(3) nowait
  for (i64 i = 0; i < n; ++i)
    for (i64 j = 0; j <= i; ++j)
      for (i64 k = 0; k <= j; ++k) body(i, j, k);
}

static void by_count(i64 n) { map::share(n, mapwright_maps::schedule::even{}, body); }
static void by_cost(i64 n) { map::share(n, mapwright_maps::schedule::equal_cost{}, body); }

using Way = void (*)(i64);

// CPU seconds from the entry to the first iteration of one thread of a team.
static double start_of(Way way, i64 n, int threads, int which) {
  int ends[2];
  if (pipe(ends) != 0) { std::abort(); }
  const pid_t child = fork();
  if (child == 0) {
    to_parent = ends[1];
#pragma omp parallel num_threads(threads)
    {
      if (omp_get_thread_num() == which) {
        measured = true;
        start_time = cpu_time();
      }
      way(n);
    }
    _exit(1);
  }
  close(ends[1]);
  double seconds = -1;
  if (read(ends[0], &seconds, sizeof seconds) != sizeof seconds) { seconds = -1; }
  close(ends[0]);
  int status = 0;
  waitpid(child, &status, 0);
  return seconds;
}

static double median(std::vector<double> v) {
  std::sort(v.begin(), v.end());
  return v[v.size() / 2];
}

static void compare(const char* name, Way ours, i64 n, int threads, int which) {
  std::vector<double> theirs_s, ours_s, ratios;
  for (int round = 0; round < 11; ++round) {
    double a = 0, b = 0;
    if (round % 2 == 0) { a = start_of(by_collapse, n, threads, which); b = start_of(ours, n, threads, which); }
    else { b = start_of(ours, n, threads, which); a = start_of(by_collapse, n, threads, which); }
    theirs_s.push_back(a);
    ours_s.push_back(b);
    ratios.push_back(a / b);
  }
  std::printf("  n = %6d, thread %d of %d, %-12s collapse %12.3f us   emitted %9.3f us   ratio %.0f\n", int(n), which,
              threads, name, median(theirs_s) * 1e6, median(ours_s) * 1e6, median(ratios));
}

// How many points each thread of a team gets, over the mean.
static double imbalance(i64 n, int threads, bool emitted) {
  std::vector<i64> points(std::size_t(threads) * 16);
#pragma omp parallel num_threads(threads)
  {
    i64 mine = 0;
    if (emitted) {
      map::share(n, mapwright_maps::schedule::even{}, [&](i64, i64, i64) { ++mine; });
    } else {
#pragma omp for collapse(3) nowait
      for (i64 i = 0; i < n; ++i)
        for (i64 j = 0; j <= i; ++j)
          for (i64 k = 0; k <= j; ++k) ++mine;
    }
    points[std::size_t(omp_get_thread_num()) * 16] = mine;
  }
  i64 most = 0, all = 0;
  for (const i64 p : points) { most = std::max(most, p); all += p; }
  return double(most) * threads / double(all) - 1;
}

// The whole nest in one thread, its body a product: the nest as written against the emitted walk.
static void compare_whole(i64 n) {
  std::vector<double> a(std::size_t(n), 1.5), sums(std::size_t(n), 0.0);
  std::vector<double> nest_s, walk_s, ratios;
  for (int round = 0; round < 11; ++round) {
    double t[2] = {0, 0};
    for (int turn = 0; turn < 2; ++turn) {
      const bool emitted = (round + turn) % 2 == 1;
      const double begin = cpu_time();
      if (emitted) {
        map::walk(n, 0, map::count(n), [&](i64 i, i64 j, i64 k) { sums[std::size_t(k)] += a[std::size_t(i)] * a[std::size_t(j)]; });
      } else {
        for (i64 i = 0; i < n; ++i)
          for (i64 j = 0; j <= i; ++j)
            for (i64 k = 0; k <= j; ++k) sums[std::size_t(k)] += a[std::size_t(i)] * a[std::size_t(j)];
      }
      t[emitted] = cpu_time() - begin;
    }
    nest_s.push_back(t[0]);
    walk_s.push_back(t[1]);
    ratios.push_back(t[0] / t[1]);
  }
  std::printf("  n = %6d, all of it by one thread: nest %8.2f ms   emitted %8.2f ms   ratio %.2f\n", int(n),
              median(nest_s) * 1e3, median(walk_s) * 1e3, median(ratios));
}

int main() {
  for (const i64 n : {i64(30), i64(200), i64(600)}) { compare_whole(n); }
  for (const i64 n : {i64(1000), i64(10000)}) {
    for (const int which : {1, 7}) {
      compare("equal counts", by_count, n, 8, which);
      compare("equal cost", by_cost, n, 8, which);
    }
  }
  std::printf("  n = 1000, 8 threads: the fullest thread has more points than the mean by: collapse %.4f %%, emitted %.4f %%\n",
              100 * imbalance(1000, 8, false), 100 * imbalance(1000, 8, true));
}
)program";

struct Weighed {
  index_map::Certified certified;
  index_map::chunk::Costs costs;
  std::string header;
};

Weighed weighed() {
  const auto domain = domain::parse_domain("tetrahedron").value();
  const std::string weight = "i + 1";
  auto certified = index_map::derive_certified(domain).value();
  auto costs = index_map::chunk::derive_costs(domain, index_map::chunk::parse_weight(weight, domain).value()).value();
  const auto unit = index_map::chunk::nest_unit(certified, &costs, weight, "nest").value();
  std::string header = emit::emit_nest(unit, "cpp").value();
  return {std::move(certified), std::move(costs), std::move(header)};
}

/// How far the heaviest chunk lies above the mean, in percent of it; the cuts weigh by the cumulative weight.
double above_mean(const index_map::chunk::Cuts& cuts) {
  expr::Int heaviest = 0;
  for (std::size_t c = 0; c + 1 < cuts.at.size(); ++c) {
    heaviest = std::max(heaviest, cuts.at[c + 1].before - cuts.at[c].before);
  }
  return 100 * (static_cast<double>(heaviest) * static_cast<double>(cuts.at.size() - 1) /
                    static_cast<double>(cuts.at.back().before) -
                1);
}

} // namespace

int main() {
  try {
    const Weighed nest = weighed();
    for (const int chunks : {2, 8, 64, 1024}) {
      const std::array<expr::Int, 1> sizes{10'000};
      const auto cuts = index_map::chunk::cut_by_costs(nest.certified.derived, nest.costs, sizes, chunks).value();
      std::cout << fmt::format("n = 10000, weight i + 1, {} chunks: the heaviest is {:.2g} % above the mean\n", chunks,
                               above_mean(cuts));
    }
    const bench::Workshop workshop;
    workshop.write("nest.hpp", nest.header);
    workshop.write("main.cpp", program);
    return workshop.run_everywhere("-fopenmp");
  } catch (const std::exception& problem) {
    std::cerr << problem.what() << "\n";
    return 4;
  }
}
