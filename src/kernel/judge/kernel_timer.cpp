#include "kernel/judge/kernel_timer.hpp"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

namespace mapwright::kernel {

namespace {

constexpr std::uint64_t least_pool = 4;

/// Times are told apart down to this; a call that takes less than the null call counts as this.
constexpr Seconds resolution{1e-9};

/// Memory of one case: its elements, and two doubles for each element of a float output.
std::uint64_t case_bytes(const Case& one) {
  std::uint64_t bytes = 0;
  for (const Elements& values : one.inputs.values) {
    bytes += values.size();
  }
  for (const Expected& output : one.expected) {
    bytes += output.exact.size() + (output.values.size() + output.scales.size()) * sizeof(double);
  }
  return std::max<std::uint64_t>(bytes, 1);
}

} // namespace

KernelTimer::KernelTimer(Cases& cases, Runner& runner, const Shape& shape, const TimingRule& rule,
                         std::uint64_t first_case)
    : cases_(cases), runner_(runner), shape_(shape), rule_(rule), first_case_(first_case) {}

Result<measure::Sample> KernelTimer::run() {
  if (auto prepared = prepare(); !prepared) {
    return forward(prepared);
  }
  if (!rule_.repeat_inputs) {
    begin_process();
  }
  Seconds all{0};
  Seconds undisturbed{0};
  std::uint64_t counting = 0;
  measure::Taint taint = measure::Taint::none;
  for (std::uint64_t call = 0; call < calls_; ++call) {
    const auto one = one_call();
    if (!one) {
      return forward(one);
    }
    all += one->duration;
    if (one->taint == measure::Taint::none) {
      undisturbed += one->duration;
      ++counting;
    } else {
      taint = one->taint;
    }
  }
  if (2 * counting < calls_) {
    return measure::Sample{all / static_cast<double>(calls_), taint};
  }
  return measure::Sample{undisturbed / static_cast<double>(counting)};
}

void KernelTimer::begin_process() {
  runner_.forget();
  next_ = 0;
}

Result<measure::Sample> KernelTimer::one_call() {
  if (next_ == pool_) {
    next_ = 0; // only where inputs may be repeated: else a sample is shorter than the pool
  }
  // The first calls of a process set things up: threads, pages, code.
  for (bool counts = false; !counts;) {
    counts = next_ >= std::min(rule_.warm_up, pool_ - 1);
    const auto one = cases_.at(shape_, 0, first_case_ + next_++);
    if (!one) {
      return forward(one);
    }
    const auto result = runner_.call((*one)->inputs, {.caches = rule_.caches});
    if (!result) {
      return forward(result);
    }
    if (Validity found = judge_call(cases_.task(), **one, *result); !found.valid()) {
      return blame(std::move(found));
    }
    if (counts) {
      return measure::Sample{std::max(result->time - null_time_, resolution),
                             rule_.keep_disturbed ? measure::Taint::none : result->taint};
    }
  }
  return measure::Sample{};
}

Result<void> KernelTimer::prepare() {
  if (pool_ != 0) {
    return {};
  }
  const auto first = cases_.at(shape_, 0, first_case_);
  if (!first) {
    return forward(first);
  }
  const std::uint64_t affordable = rule_.pool_memory.count() / case_bytes(**first);
  pool_ = std::clamp(affordable, std::min(least_pool, rule_.pool), rule_.pool);
  const auto unjudged = cases_.apart(shape_, 0);
  if (!unjudged) {
    return forward(unjudged);
  }
  if (auto compiled = runner_.compile_for(*unjudged); !compiled) {
    return compiled;
  }
  if (auto measured = measure_null(); !measured) {
    return measured;
  }
  const auto rehearsal = one_call();
  if (!rehearsal) {
    return forward(rehearsal);
  }
  const double wanted = std::ceil(rule_.least_sample / rehearsal->duration);
  const std::uint64_t fresh = pool_ - std::min(rule_.warm_up, pool_ - 1);
  const std::uint64_t most = rule_.repeat_inputs ? rule_.most_calls : std::min(rule_.most_calls, fresh);
  calls_ = static_cast<std::uint64_t>(std::clamp(wanted, 1.0, static_cast<double>(most)));
  return {};
}

Result<void> KernelTimer::measure_null() {
  const auto first = cases_.at(shape_, 0, first_case_);
  if (!first) {
    return forward(first);
  }
  std::optional<Seconds> least;
  for (int call = 0; call < rule_.null_calls; ++call) {
    const auto result = runner_.call((*first)->inputs, {.caches = rule_.caches, .skip = true});
    if (!result) {
      return forward(result);
    }
    if (result->status != RunStatus::done) {
      return blame(judge_call(cases_.task(), **first, *result));
    }
    least = std::min(least.value_or(result->time), result->time);
  }
  null_time_ = least.value_or(Seconds(0));
  if (rule_.repeat_inputs) {
    next_ = 0;
  } else {
    begin_process(); // this one has seen the first case
  }
  return {};
}

tl::unexpected<Error> KernelTimer::blame(Validity flaw) {
  flaw.level = runner_.level();
  flaw_ = std::move(flaw);
  return fail(ErrorKind::answer_no,
              fmt::format("the kernel is not valid ({}): {}", to_string(flaw_->fault), flaw_->evidence));
}

} // namespace mapwright::kernel
