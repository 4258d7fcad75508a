#include "kernel/selftest/mutant.hpp"

#include "kernel/selftest/mutate.hpp"

#include <algorithm>

#include <fmt/format.h>

namespace mapwright::kernel {

std::string_view to_string(Mutation mutation) {
  switch (mutation) {
  case Mutation::zero:
    return "zero";
  case Mutation::constant:
    return "constant";
  case Mutation::input_copy:
    return "input-copy";
  case Mutation::one_wrong:
    return "one-wrong";
  case Mutation::partial:
    return "partial";
  case Mutation::stale:
    return "stale";
  case Mutation::imprecise:
    return "imprecise";
  case Mutation::crash:
    return "crash";
  case Mutation::endless:
    return "endless";
  case Mutation::slow:
    return "slow";
  }
  return "unknown";
}

std::vector<Mutation> all_mutations() {
  return {Mutation::zero,  Mutation::constant,  Mutation::input_copy, Mutation::one_wrong, Mutation::partial,
          Mutation::stale, Mutation::imprecise, Mutation::crash,      Mutation::endless,   Mutation::slow};
}

std::string off_by_much(Element type, const std::string& x) {
  switch (type) {
  case Element::f32:
  case Element::f64:
    return fmt::format("{0} = {0} * 5 / 4 + 1;", x);
  case Element::bf16: // the number with another sign; 1 in the place of 0
    return fmt::format("{0} = {0} == 0 ? 0x3f80 : {0} ^ 0x8000;", x);
  case Element::f16:
    return fmt::format("{0} = {0} == 0 ? 0x3c00 : {0} ^ 0x8000;", x);
  case Element::f8_e4m3:
    return fmt::format("{0} = {0} == 0 ? 0x40 : {0} ^ 0x80;", x);
  default:
    return fmt::format("{} ^= 1;", x);
  }
}

Mutant mutate(const Task& task, const KernelCandidate& kernel, Mutation mutation) {
  const bool has_array_input = std::any_of(task.arguments.begin(), task.arguments.end(), [](const Argument& a) {
    return a.intent != Intent::out && !a.shape.empty();
  });
  const bool has_f32_input = std::any_of(task.arguments.begin(), task.arguments.end(), [](const Argument& a) {
    return a.intent == Intent::in && !a.shape.empty() && a.type == Element::f32;
  });
  if (mutation == Mutation::input_copy && !has_array_input) {
    return {.why_not = "the task has no input to copy"};
  }
  if (mutation == Mutation::imprecise && !has_f32_input) {
    return {.why_not = "the task has no input in single precision"};
  }
  return kernel.backend == Backend::cpp ? mutate_cpp(task, kernel, mutation) : mutate_device(task, kernel, mutation);
}

} // namespace mapwright::kernel
