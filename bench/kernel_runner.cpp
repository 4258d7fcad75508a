// What judging a kernel costs besides compiling and running it: build beyond the compiler, a new worker, a null call
// and how widely its time spreads, the whole of a call with all that is not timed. Usage: bench_kernel_runner
// PATH_OF_MAPWRIGHT [ROUNDS]
#include "kernel/judge/opened_worker.hpp"
#include "kernel/judge/runner.hpp"
#include "kernel/judge/shim.hpp"
#include "sandbox/compile.hpp"
#include "sandbox/scratch.hpp"
#include "support/checked.hpp"

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <functional>
#include <iostream>
#include <stdexcept>
#include <string>
#include <vector>

#include <fmt/format.h>

namespace {

using namespace mapwright;
using bench::checked;
using namespace mapwright::kernel;
using Clock = std::chrono::steady_clock;

double seconds_of(const std::function<void()>& work) {
  const auto began = Clock::now();
  work();
  return std::chrono::duration<double>(Clock::now() - began).count();
}

/// "name: median 1.23 ms (min, quartiles, max)".
void report(const std::string& name, std::vector<double> times) {
  std::sort(times.begin(), times.end());
  const auto at = [&](double q) {
    return 1e3 * times[static_cast<std::size_t>(q * static_cast<double>(times.size() - 1))];
  };
  std::cout << fmt::format("{:44} median {:8.3f} ms   min {:8.3f}   quartiles {:8.3f} {:8.3f}   max {:8.3f}\n", name,
                           at(0.5), at(0), at(0.25), at(0.75), at(1));
}

Task task() {
  Task task;
  task.name = task.entry = "scale";
  task.sizes = {"n"};
  const expr::Expr n = expr::Expr::variable("n");
  task.arguments = {{"a", Element::f32, Intent::in, {n}}, {"b", Element::f32, Intent::out, {n}}};
  return task;
}

Inputs inputs(std::int64_t n) {
  return {.shape = {Use::test, {n}}, .values = {Elements(static_cast<std::size_t>(n) * 4, std::byte{1}), {}}};
}

constexpr const char* cpp_source =
    "#include <cstdint>\nextern \"C\" void scale(std::int64_t n, const float* a, float* b)"
    " { for (std::int64_t i = 0; i < n; ++i) b[i] = 2 * a[i]; }\n";
constexpr const char* cl_source = R"cl(/*mapwright
[[launch]]
kernel = "scale"
groups = ["floor_div(n + 63, 64)"]
group = [64]
arguments = ["n", "a", "b"]
*/
__kernel void scale(long n, __global const float* a, __global float* b) {
  const long i = get_global_id(0);
  if (i < n) b[i] = 2 * a[i];
}
)cl";

void calls(const std::string& name, Runner& runner, std::int64_t n, int rounds) {
  const Inputs given = inputs(n);
  for (const bool skip : {true, false}) {
    for (const CacheState caches : {CacheState::hot, CacheState::cold}) {
      std::vector<double> timed;
      std::vector<double> whole;
      for (int i = 0; i < rounds; ++i) {
        CallResult result;
        whole.push_back(seconds_of([&] { result = checked(runner.call(given, {.caches = caches, .skip = skip})); }));
        if (result.status != RunStatus::done) {
          throw std::runtime_error(fmt::format("{}: {}", to_string(result.status), result.evidence));
        }
        timed.push_back(result.time.count());
      }
      const std::string which =
          fmt::format("{} n={} {} {}", name, n, skip ? "null" : "call", caches == CacheState::hot ? "hot" : "cold");
      report(which + " timed", timed);
      report(which + " whole", whole);
    }
  }
}

void cpp(const RunnerSettings& settings, int rounds) {
  const KernelCandidate candidate{Backend::cpp, cpp_source};
  std::vector<double> compiler;
  std::vector<double> whole;
  std::vector<double> worker;
  std::vector<double> beyond;
  for (int i = 0; i < rounds; ++i) {
    const sandbox::ScratchDirectory scratch = checked(sandbox::ScratchDirectory::create());
    sandbox::Policy policy;
    policy.wall_time = policy.cpu_time = Seconds(60);
    policy.scratch = scratch.path();
    compiler.push_back(seconds_of([&] {
      checked(sandbox::compile_cxx({.source = with_shim(task(), cpp_source),
                                    .binary = sandbox::Binary::shared_object,
                                    .flags = settings.cpp_flags},
                                   policy));
    }));
    BuildResult built;
    CallResult called;
    whole.push_back(seconds_of([&] { built = checked(build(task(), candidate, {}, settings)); }));
    const double first = seconds_of([&] { called = checked(built.runner->call(inputs(64))); });
    beyond.push_back(whole.back() - compiler.back() + first - called.time.count());
    const double second = seconds_of([&] { checked(built.runner->call(inputs(64))); });
    built.runner->forget();
    worker.push_back(seconds_of([&] { checked(built.runner->call(inputs(64))); }) - second);
  }
  report("compiler in its sandbox", compiler);
  report("build", whole);
  report("build and first call beyond compiler and call", beyond);
  report("a new worker", worker);
  const BuildResult built = checked(build(task(), candidate, {}, settings));
  calls("C++", *built.runner, 64, 20 * rounds);
  calls("C++", *built.runner, 1 << 22, rounds);
}

void opencl(const RunnerSettings& settings, int rounds) {
  const KernelCandidate candidate = checked(parse_candidate(task(), Backend::opencl, cl_source, "scale.cl"));
  std::vector<double> whole;
  std::vector<double> first;
  std::vector<double> kept;
  std::vector<double> worker;
  std::vector<double> opened;
  std::vector<double> with_spare;
  RunnerSettings sparing = settings;
  sparing.spare = std::make_shared<SpareWorker>();
  checked(build(task(), candidate, {}, sparing));
  for (int i = 0; i < std::max(rounds / 4, 1); ++i) {
    BuildResult built;
    opened.push_back(seconds_of([&] { checked(checked(OpenedWorker::start(Backend::opencl, settings)).wait()); }));
    with_spare.push_back(seconds_of([&] { built = checked(build(task(), candidate, {}, sparing)); }));
    whole.push_back(seconds_of([&] { built = checked(build(task(), candidate, {}, settings)); }));
    first.push_back(seconds_of([&] { checked(built.runner->call(inputs(64))); }));
    kept.push_back(seconds_of([&] {
      if (const auto done = built.runner->compile_for(inputs(64)); !done) {
        throw std::runtime_error(done.error().format());
      }
    }));
    checked(built.runner->call(inputs(64)));
    const double second = seconds_of([&] { checked(built.runner->call(inputs(64))); });
    for (int again = 0; again < 4; ++again) {
      built.runner->forget();
      worker.push_back(seconds_of([&] { checked(built.runner->call(inputs(64))); }) - second);
    }
  }
  report("OpenCL, a worker that waits for code", opened);
  report("OpenCL build", whole);
  report("OpenCL build with a worker kept ready", with_spare);
  report("OpenCL first call", first);
  report("OpenCL, a form compiled and kept", kept);
  report("OpenCL, a new worker with what was kept", worker);
  const BuildResult built = checked(build(task(), candidate, {}, settings));
  for (const std::int64_t n : {64, 1 << 22}) {
    checked(built.runner->call(inputs(n))); // compiles for this shape
    calls("OpenCL", *built.runner, n, n == 64 ? 20 * rounds : rounds);
  }
}

} // namespace

int main(int argc, char** argv) {
  try {
    RunnerSettings settings;
    settings.worker = argc > 1 ? argv[1] : "";
    settings.least = sandbox::Level::seccomp;
    const int rounds = argc > 2 ? std::atoi(argv[2]) : 10;
    cpp(settings, rounds);
    opencl(settings, rounds);
  } catch (const std::exception& error) {
    std::cerr << error.what() << '\n';
    return 1;
  }
  return 0;
}
