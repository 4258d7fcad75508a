#include "expr/build.hpp"
#include "kernel/selftest/mutate.hpp"

#include <algorithm>
#include <array>
#include <utility>

#include <fmt/format.h>

namespace mapwright::kernel {

namespace {

constexpr int group_size = 64;

/// The words in which the device languages differ.
struct Dialect {
  const char* kernel;
  const char* global;
  const char* thread;
  const char* integer;
};

Dialect dialect_of(Backend backend) {
  if (backend == Backend::opencl) {
    return {"__kernel void", "__global ", "get_global_id(0)", "long"};
  }
  return {"extern \"C\" __global__ void", "", "(long long)blockIdx.x * blockDim.x + threadIdx.x", "long long"};
}

std::string type_name(Element type, Backend backend) {
  const bool opencl = backend == Backend::opencl;
  switch (type) {
  case Element::i8:
    return "signed char";
  case Element::u8:
  case Element::f8_e4m3:
    return "unsigned char";
  case Element::i32:
    return "int";
  case Element::u32:
    return "unsigned int";
  case Element::i64:
    return opencl ? "long" : "long long";
  case Element::u64:
    return opencl ? "unsigned long" : "unsigned long long";
  case Element::f32:
    return "float";
  case Element::f64:
    return "double";
  case Element::f16:
  case Element::bf16:
    return "unsigned short";
  }
  return {};
}

expr::Expr count_of(const Argument& argument) {
  expr::Expr count = 1;
  for (const expr::Expr& extent : argument.shape) {
    count = count * extent;
  }
  return count;
}

/// Adds kernels of the mutant's own, and launches of them.
class Mutator {
public:
  Mutator(const Task& task, KernelCandidate& kernel)
      : task_(task), kernel_(kernel), words_(dialect_of(kernel.backend)), original_(std::move(kernel.launches)) {
    kernel_.launches.clear();
    kernel_.source += "\n";
  }

  void launch_original() {
    for (const LaunchPlan& plan : original_) {
      kernel_.launches.push_back(plan);
      for (LaunchArgument& argument : kernel_.launches.back().arguments) {
        auto* const buffer = std::get_if<BufferUse>(&argument);
        const auto renamed = buffer == nullptr ? renamed_.end() : renamed_.find(buffer->name);
        if (renamed != renamed_.end()) {
          buffer->name = renamed->second;
        }
      }
    }
  }

  void fill(int value) {
    for_outputs([&](const Argument& output) { run(output, "", fmt::format("if (i < n) x[i] = {};", value), {}); });
  }

  void copy_input() {
    for (const Argument& input : task_.arguments) {
      if (input.intent == Intent::out || input.shape.empty()) {
        continue;
      }
      for_outputs([&](const Argument& output) {
        run(output, fmt::format("{}const {}* from, {} m, ", words_.global, name_of(input.type), words_.integer),
            "if (i < n && m > 0) x[i] = from[i % m];", {BufferUse{input.name}, count_of(input)});
      });
      return;
    }
  }

  void spoil_last() {
    const Argument* last = nullptr;
    for_outputs([&](const Argument& output) { last = &output; });
    run(*last, "", fmt::format("if (i + 1 == n) {}", off_by_much(last->type, "x[i]")), {});
  }

  /// Copies the last sixteenth of each output to scratch memory, or back.
  void copy_tails(bool back) {
    for_outputs([&](const Argument& output) {
      const std::string tail = "mapwright_tail_" + output.name;
      if (!back) {
        kernel_.scratch.push_back({tail, output.type, {expr::maximum(count_of(output), 1)}});
      }
      run(output, fmt::format("{}{}* tail, ", words_.global, name_of(output.type)),
          fmt::format("if (i < n && i >= n - n / 16 - 1) {};", back ? "x[i] = tail[i]" : "tail[i] = x[i]"),
          {BufferUse{tail}});
    });
  }

  void round_inputs() {
    for (const Argument& input : task_.arguments) {
      if (input.intent != Intent::in || input.shape.empty() || input.type != Element::f32) {
        continue;
      }
      const std::string rounded = "mapwright_rounded_" + input.name;
      kernel_.scratch.push_back({rounded, Element::u32, {expr::maximum(count_of(input), 1)}});
      run(input, fmt::format("{}unsigned int* to, ", words_.global),
          "if (i < n) to[i] = (x[i] + 0x1000u) & 0xffffe000u;", {BufferUse{rounded}}, "unsigned int");
      renamed_[input.name] = rounded;
    }
  }

  void crash() {
    const Argument& output = first_output();
    run(output, fmt::format("{} address, ", words_.integer),
        fmt::format("if (i == 0) *(volatile {}int*)(address) = 1;", words_.global), {expr::Expr(16)});
  }

  void never_end() { run(first_output(), "", "volatile int spin = 1; while (spin) { x[0] = spin; }", {}); }

private:
  [[nodiscard]] std::string name_of(Element type) const { return type_name(type, kernel_.backend); }

  const Argument& first_output() {
    const Argument* first = nullptr;
    for_outputs([&](const Argument& output) { first = first == nullptr ? &output : first; });
    return *first;
  }

  template <class Do> void for_outputs(const Do& act) {
    for (const Argument& argument : task_.arguments) {
      if (argument.intent != Intent::in) {
        act(argument);
      }
    }
  }

  /// A kernel of one thread for each of the n elements x of `argument`, with `parameters` before them.
  void run(const Argument& argument, const std::string& parameters, const std::string& body,
           std::vector<LaunchArgument> arguments, const std::string& type = {}) {
    const std::string name = fmt::format("mapwright_step_{}", steps_++);
    kernel_.source += fmt::format("{} {}({}{}{}* x, {} n) {{ const {} i = {}; {} }}\n", words_.kernel, name, parameters,
                                  words_.global, type.empty() ? name_of(argument.type) : type, words_.integer,
                                  words_.integer, words_.thread, body);
    const expr::Expr count = count_of(argument);
    arguments.emplace_back(BufferUse{argument.name});
    arguments.emplace_back(count);
    kernel_.launches.push_back({.kernel = name,
                                .groups = {expr::floor_div(count + (group_size - 1), group_size), 1, 1},
                                .group = {group_size, 1, 1},
                                .arguments = std::move(arguments)});
  }

  const Task& task_;
  KernelCandidate& kernel_;
  Dialect words_;
  std::vector<LaunchPlan> original_;
  std::map<std::string, std::string> renamed_{};
  int steps_ = 0;
};

} // namespace

Mutant mutate_device(const Task& task, const KernelCandidate& kernel, Mutation mutation) {
  if (mutation == Mutation::stale) {
    return {.why_not = "no memory of a device kernel outlives a call"};
  }
  const bool in_place = std::any_of(task.arguments.begin(), task.arguments.end(),
                                    [](const Argument& argument) { return argument.intent == Intent::in_out; });
  if (mutation == Mutation::slow && in_place) {
    return {.why_not = "what a device kernel computes in place cannot be computed twice"};
  }
  Mutant mutant{.candidate = kernel};
  Mutator mutator(task, *mutant.candidate);
  switch (mutation) {
  case Mutation::zero:
    mutator.fill(0);
    break;
  case Mutation::constant:
    mutator.fill(1);
    break;
  case Mutation::input_copy:
    mutator.copy_input();
    break;
  case Mutation::one_wrong:
    mutator.launch_original();
    mutator.spoil_last();
    break;
  case Mutation::partial:
    mutator.copy_tails(false);
    mutator.launch_original();
    mutator.copy_tails(true);
    break;
  case Mutation::imprecise:
    mutator.round_inputs();
    mutator.launch_original();
    break;
  case Mutation::crash:
    mutator.crash();
    break;
  case Mutation::endless:
    mutator.never_end();
    break;
  case Mutation::stale:
    break;
  case Mutation::slow:
    for (int time = 0; time < 5; ++time) {
      mutator.launch_original();
    }
    break;
  }
  return mutant;
}

} // namespace mapwright::kernel
