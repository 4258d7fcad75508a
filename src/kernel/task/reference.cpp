#include "kernel/task/reference.hpp"

#include "kernel/task/reference_source.hpp"
#include "kernel/task/text_file.hpp"
#include "kernel/task/values.hpp"
#include "sandbox/compile.hpp"
#include "sandbox/run.hpp"
#include "sandbox/scratch.hpp"

#include <cmath>
#include <cstring>
#include <mutex>

#include <fmt/format.h>

namespace mapwright::kernel {

namespace {

constexpr double compile_seconds = 60;
constexpr double run_seconds = 120;
constexpr std::size_t most_diagnostics = 4000;

template <class T> void append(std::string& text, const T* items, std::size_t count) {
  text.append(reinterpret_cast<const char*>(items), count * sizeof(T));
}

/// The first few diagnostics.
std::string tidy(std::string text) {
  if (text.size() > most_diagnostics) {
    text.resize(std::min(text.rfind('\n', most_diagnostics), most_diagnostics));
    text += "\n...";
  }
  while (!text.empty() && text.back() == '\n') {
    text.pop_back();
  }
  return text;
}

class CompiledReference : public Reference {
public:
  CompiledReference(Task task, sandbox::ScratchDirectory scratch, sandbox::Level least)
      : task_(std::move(task)), file_((task_.folder / "reference.cpp").string()), scratch_(std::move(scratch)) {
    policy_.minimum = least;
    policy_.scratch = scratch_.path();
  }

  Result<void> compile() {
    const auto text = read_text_file(file_, "the judge needs the task's reference in double precision "
                                            "(docs/kernel-tasks.md); an evaluator needs none (--evaluator)");
    if (!text) {
      return forward(text);
    }
    sandbox::Policy policy = policy_;
    policy.wall_time = policy.cpu_time = Seconds(compile_seconds);
    const auto compiled = sandbox::compile_cxx({.source = reference_program(task_, *text),
                                                .name = "program", // no file the diagnostics could quote from
                                                .flags = {"-std=c++20", "-O2", "-ffp-contract=off", "-w"}},
                                               policy);
    if (!compiled) {
      return forward(compiled);
    }
    if (compiled->binary) {
      binary_ = *compiled->binary;
      return {};
    }
    if (compiled->outcome.ending != sandbox::Ending::exited) {
      return fail(ErrorKind::input,
                  fmt::format("{} cannot be compiled: the compiler {}", file_, compiled->outcome.evidence));
    }
    return fail(ErrorKind::input, fmt::format("{} does not compile\n{}", file_, tidy(compiled->diagnostics)),
                "it must define " + reference_declaration(task_));
  }

  Result<Expectation> compute(const Inputs& inputs) override {
    const auto counts = extents(task_, inputs.shape.sizes);
    if (!counts) {
      return forward(counts);
    }
    std::string input;
    append(input, inputs.shape.sizes.data(), inputs.shape.sizes.size());
    append(input, counts->data(), counts->size());
    for (const Elements& elements : inputs.values) {
      append(input, elements.data(), elements.size());
    }
    const std::uint64_t results = result_bytes(*counts);
    sandbox::Policy policy = policy_;
    policy.wall_time = policy.cpu_time = Seconds(run_seconds);
    policy.output = Bytes(results) + mebibytes(1);
    policy.memory = Bytes(2 * (results + input.size())) + gibibytes(4);
    std::unique_lock running(running_); // the scratch directory serves one run at a time
    auto outcome = sandbox::run(policy, {binary_.string()}, input);
    running.unlock();
    if (!outcome) {
      return forward(outcome);
    }
    if (std::string what = failure(*outcome, results); !what.empty()) {
      return fail(ErrorKind::input, fmt::format("{} {} at {}", file_, what, place(inputs)));
    }
    return unpack(inputs, *counts, outcome->standard_output);
  }

private:
  [[nodiscard]] std::string place(const Inputs& inputs) const {
    const std::string scenario =
        inputs.scenario < task_.scenarios.size() ? task_.scenarios[inputs.scenario].name : std::string();
    return fmt::format("{}, inputs '{}'", describe(task_, inputs.shape), scenario);
  }

  [[nodiscard]] std::uint64_t result_bytes(const std::vector<std::uint64_t>& counts) const {
    std::uint64_t bytes = sizeof reference_magic;
    for (std::size_t a = 0; a < counts.size(); ++a) {
      const Argument& argument = task_.arguments[a];
      if (argument.intent != Intent::in) {
        bytes += counts[a] * (is_float(argument.type) ? 2 * sizeof(double) : size_of(argument.type));
      }
    }
    return bytes;
  }

  /// What went wrong; empty when nothing did.
  static std::string failure(const sandbox::Outcome& outcome, std::uint64_t bytes) {
    switch (outcome.ending) {
    case sandbox::Ending::timed_out:
    case sandbox::Ending::cpu_limit:
      return fmt::format("does not end within {:g} s", run_seconds);
    case sandbox::Ending::exited:
      break;
    default:
      return "crashes (" + outcome.evidence + ")";
    }
    const bool whole = outcome.standard_output.size() == bytes &&
                       std::memcmp(outcome.standard_output.data(), &reference_magic, sizeof reference_magic) == 0;
    if (outcome.code == 0 && whole) {
      return {};
    }
    return outcome.code == 0 ? "ends the program" : "ends the program (" + outcome.evidence + ")";
  }

  Result<Expectation> unpack(const Inputs& inputs, const std::vector<std::uint64_t>& counts,
                             const std::string& bytes) const {
    Expectation expectation(task_.arguments.size());
    const char* at = bytes.data() + sizeof reference_magic;
    const auto take = [&](void* to, std::size_t size) {
      if (size != 0) {
        std::memcpy(to, at, size);
        at += size;
      }
    };
    for (std::size_t a = 0; a < counts.size(); ++a) {
      const Argument& argument = task_.arguments[a];
      Expected& expected = expectation[a];
      if (argument.intent == Intent::in) {
        continue;
      }
      if (!is_float(argument.type)) {
        expected.exact.resize(counts[a] * size_of(argument.type));
        take(expected.exact.data(), expected.exact.size());
        continue;
      }
      expected.values.resize(counts[a]);
      expected.scales.resize(counts[a]);
      take(expected.values.data(), expected.values.size() * sizeof(double));
      take(expected.scales.data(), expected.scales.size() * sizeof(double));
      for (std::size_t i = 0; i < expected.scales.size(); ++i) {
        const double scale = expected.scales[i];
        if (!(scale >= 0 && std::isfinite(scale))) {
          return fail(ErrorKind::input,
                      fmt::format("{} gives {}_scale[{}] = {} at {}", file_, argument.name, i, scale, place(inputs)),
                      "a scale is at least 0 and finite; one that was not set is not a number");
        }
      }
    }
    return expectation;
  }

  Task task_;
  std::string file_;
  sandbox::ScratchDirectory scratch_;
  sandbox::Policy policy_;
  std::filesystem::path binary_;
  std::mutex running_;
};

} // namespace

Result<std::unique_ptr<Reference>> compile_reference(const Task& task, sandbox::Level least) {
  auto scratch = sandbox::ScratchDirectory::create();
  if (!scratch) {
    return forward(scratch);
  }
  auto reference = std::make_unique<CompiledReference>(task, std::move(*scratch), least);
  if (auto compiled = reference->compile(); !compiled) {
    return forward(compiled);
  }
  return reference;
}

} // namespace mapwright::kernel
