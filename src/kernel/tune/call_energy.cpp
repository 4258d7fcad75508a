#include "kernel/tune/call_energy.hpp"

#include "measure/clock.hpp"

#include <fmt/format.h>

namespace mapwright::kernel {

namespace {

constexpr std::uint64_t warm_up = 2;    ///< calls of a new process that do not count
constexpr std::uint64_t in_window = 10; ///< calls of one window
constexpr int most_windows = 400;       ///< of each kind, for kernels that take next to nothing

/// Windows of one kind, added up.
struct Windows {
  Joules energy{0};
  Seconds time{0};
  std::uint64_t calls = 0;

  [[nodiscard]] Joules each() const { return Joules(energy.count() / static_cast<double>(calls)); }
};

/// Calls on cases of one shape.
class MeteredCalls {
public:
  MeteredCalls(Cases& cases, Runner& runner, const Shape& shape, measure::EnergyMeter& meter)
      : cases_(cases), runner_(runner), shape_(shape), meter_(meter) {}

  /// A new process, made ready; then one window with the kernel.
  Result<void> with_kernel() {
    runner_.forget();
    if (auto warm = calls(0, warm_up, false); !warm) {
      return warm;
    }
    return window(with_, false);
  }

  /// One window of the same calls without the kernel.
  Result<void> without_kernel() { return window(without_, true); }

  [[nodiscard]] const Windows& with() const { return with_; }
  [[nodiscard]] const Windows& without() const { return without_; }
  [[nodiscard]] const std::optional<Validity>& flaw() const { return flaw_; }

private:
  Result<void> window(Windows& sum, bool skip) {
    const Result<Joules> before = meter_.total();
    const Seconds begun = clock_.now();
    if (auto done = calls(warm_up, warm_up + in_window, skip); !done) {
      return done;
    }
    const Seconds time = clock_.now() - begun;
    const Result<Joules> after = meter_.total();
    if (!before || !after) {
      return forward(before ? after : before);
    }
    sum.energy = sum.energy + (*after - *before);
    sum.time += time;
    sum.calls += in_window;
    return {};
  }

  /// Outputs are looked at in both kinds, so that both cost the judge the same.
  Result<void> calls(std::uint64_t first, std::uint64_t end, bool skip) {
    for (std::uint64_t number = first; number < end; ++number) {
      const auto one = cases_.at(shape_, 0, number);
      if (!one) {
        return forward(one);
      }
      const auto result = runner_.call((*one)->inputs, {.skip = skip});
      if (!result) {
        return forward(result);
      }
      Validity found = judge_call(cases_.task(), **one, *result);
      if (!found.valid() && (!skip || result->status != RunStatus::done)) {
        flaw_ = std::move(found);
        return fail(ErrorKind::answer_no, fmt::format("the kernel is not valid ({})", to_string(flaw_->fault)));
      }
    }
    return {};
  }

  Cases& cases_;
  Runner& runner_;
  const Shape& shape_;
  measure::EnergyMeter& meter_;
  measure::SteadyClock clock_{};
  Windows with_{};
  Windows without_{};
  std::optional<Validity> flaw_{};
};

} // namespace

Result<CallEnergy> energy_of_call(Cases& cases, Runner& runner, const Shape& shape, measure::EnergyMeter& meter) {
  const Seconds enough = measure::min_window(meter);
  MeteredCalls metered(cases, runner, shape, meter);
  for (int windows = 0; windows < most_windows; ++windows) {
    auto done = metered.with_kernel();
    done = done ? metered.without_kernel() : done;
    if (!done) {
      return metered.flaw() ? Result<CallEnergy>(CallEnergy{.flaw = metered.flaw()}) : forward(done);
    }
    if (metered.with().time >= enough && metered.without().time >= enough) {
      break;
    }
  }
  const Joules joules = metered.with().each() - metered.without().each();
  if (joules <= Joules(0)) {
    return fail(ErrorKind::machine,
                fmt::format("{} cannot tell {} calls of the kernel from as many that do nothing", meter.method(),
                            metered.with().calls),
                "the task's benchmark shapes must be larger");
  }
  return CallEnergy{.joules = joules};
}

} // namespace mapwright::kernel
