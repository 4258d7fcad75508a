#include "kernel/judge/runner.hpp"

#include "kernel/judge/shim.hpp"
#include "kernel/judge/worker_policy.hpp"
#include "kernel/judge/worker_runner.hpp"
#include "sandbox/compile.hpp"
#include "sandbox/namespaces.hpp"
#include "sandbox/scratch.hpp"

#include <fstream>
#include <future>
#include <iterator>

#include <fmt/format.h>

namespace mapwright::kernel {
namespace {

constexpr std::size_t most_log = 16'000;

struct Code {
  RunStatus status = RunStatus::done;
  std::string log{};
  sandbox::FileDescriptor file{}; ///< when done
};

/// The compiler's words without our paths, cut.
std::string tidy(std::string text, const std::string& scratch) {
  const std::string path = scratch + "/";
  for (std::size_t at = text.find(path); at != std::string::npos; at = text.find(path, at)) {
    text.erase(at, path.size());
  }
  if (text.size() > most_log) {
    text.resize(most_log);
    text += "\n...";
  }
  return text;
}

/// What a compiler that made no binary says about the source.
RunStatus status_of(sandbox::Ending ending) {
  switch (ending) {
  case sandbox::Ending::timed_out:
  case sandbox::Ending::cpu_limit:
    return RunStatus::timed_out;
  case sandbox::Ending::memory_limit:
    return RunStatus::out_of_memory;
  case sandbox::Ending::blocked_syscall:
    return RunStatus::forbidden;
  case sandbox::Ending::exited:
  case sandbox::Ending::signalled:
  case sandbox::Ending::output_limit:
    break;
  }
  return RunStatus::not_compiled;
}

/// What a candidate's choice of compiler lacks here; empty when it can be had. That it cannot be built here is the
/// candidate's affair.
std::string lacks(const KernelCandidate& candidate, const sandbox::Policy& policy) {
  const bool missing = !candidate.compiler.empty() &&
                       sandbox::find_executable(candidate.compiler, policy.environment.at("PATH")).empty();
  return missing ? fmt::format("the kernel asks for {}, which is not installed", candidate.compiler) : "";
}

/// The flags a candidate chose, as its compiler takes them.
void add_chosen_flags(const KernelCandidate& candidate, std::vector<std::string>& flags) {
  for (const std::string& flag : candidate.flags) {
    if (flag == "polly") { // part of Debian's clang, off unless asked for
      flags.insert(flags.end(), {"-mllvm", "-polly"});
    } else {
      flags.push_back(flag);
    }
  }
}

Result<Code> compile(const Task& task, const KernelCandidate& candidate, const Tuning& tuning,
                     const RunnerSettings& settings) {
  const Result<sandbox::ScratchDirectory> scratch = sandbox::ScratchDirectory::create();
  if (!scratch) {
    return forward(scratch);
  }
  sandbox::Policy policy;
  policy.minimum = settings.least;
  policy.wall_time = policy.cpu_time = settings.compile_time;
  policy.scratch = scratch->path();
  if (std::string why = lacks(candidate, policy); !why.empty()) {
    return Code{.status = RunStatus::not_compiled, .log = std::move(why)};
  }
  std::vector<std::string> flags = settings.cpp_flags;
  add_chosen_flags(candidate, flags);
  for (std::string& macro : macros(tuning)) {
    flags.push_back(std::move(macro));
  }
  const Result<sandbox::Compiled> compiled =
      sandbox::compile_cxx({.source = with_shim(task, candidate.source),
                            .binary = sandbox::Binary::shared_object,
                            .compiler = candidate.compiler.empty() ? settings.compiler : candidate.compiler,
                            .flags = std::move(flags)},
                           policy, settings.interrupt);
  if (!compiled) {
    return forward(compiled);
  }
  Code code{.log = tidy(compiled->diagnostics, scratch->path().string())};
  if (!compiled->binary) {
    code.status = status_of(compiled->outcome.ending);
    if (compiled->outcome.ending != sandbox::Ending::exited) {
      code.log = fmt::format("the compiler {}\n{}", compiled->outcome.evidence, code.log);
    }
    return code;
  }
  std::ifstream file(*compiled->binary, std::ios::binary);
  const std::string bytes{std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
  Result<sandbox::FileDescriptor> sealed = sealed_file(std::as_bytes(std::span(bytes)));
  if (!sealed) {
    return forward(sealed);
  }
  code.file = std::move(*sealed);
  return code;
}

Result<Code> source_of(const KernelCandidate& candidate) {
  Result<sandbox::FileDescriptor> source = sealed_file(std::as_bytes(std::span(candidate.source)));
  return source ? Result<Code>(Code{.file = std::move(*source)}) : forward(source);
}

} // namespace

std::string_view to_string(RunStatus status) {
  switch (status) {
  case RunStatus::done:
    return "done";
  case RunStatus::not_compiled:
    return "not-compiled";
  case RunStatus::crashed:
    return "crashed";
  case RunStatus::timed_out:
    return "timed-out";
  case RunStatus::out_of_memory:
    return "out-of-memory";
  case RunStatus::forbidden:
    return "forbidden";
  case RunStatus::changed_input:
    return "changed-input";
  case RunStatus::wrote_outside:
    return "wrote-outside";
  case RunStatus::deferred:
    break;
  }
  return "deferred";
}

Result<BuildResult> build(const Task& task, const KernelCandidate& candidate, const Tuning& tuning,
                          const RunnerSettings& settings) {
  auto runner = std::make_unique<WorkerRunner>(task, candidate, tuning, settings);
  // The worker comes up while the compiler works.
  std::future<Result<void>> start = std::async(std::launch::async, [&] { return runner->start(); });
  Result<Code> code =
      candidate.backend == Backend::cpp ? compile(task, candidate, tuning, settings) : source_of(candidate);
  const Result<void> started = start.get();
  if (!code) {
    return forward(code);
  }
  if (code->status != RunStatus::done) {
    return BuildResult{code->status, std::move(code->log)};
  }
  if (!started) {
    return forward(started);
  }
  const Result<WorkerRunner::Loaded> loaded = runner->load(std::move(code->file));
  if (!loaded) {
    return forward(loaded);
  }
  const std::string gap = code->log.empty() || loaded->log.empty() ? "" : "\n";
  BuildResult result{loaded->status, code->log + gap + loaded->log};
  if (loaded->status == RunStatus::done) {
    result.runner = std::move(runner);
  }
  return result;
}

} // namespace mapwright::kernel
