#include "llm/metered.hpp"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

namespace mapwright::llm {

Result<IdlePower> measure_idle_power(measure::EnergyMeter& meter, measure::Clock& clock,
                                     const std::function<void(Seconds)>& wait) {
  const Seconds wanted = 1.1 * measure::min_window(meter);
  const measure::EnergyReading reading = measure::measure_energy(&meter, clock, [&] { wait(wanted); });
  if (!reading.energy) {
    return fail(ErrorKind::machine, "the idle power cannot be measured: " + reading.detail);
  }
  return IdlePower{reading.energy->count() / reading.window.count(), reading.window};
}

MeteredProvider::MeteredProvider(std::unique_ptr<Provider> provider, std::unique_ptr<measure::EnergyMeter> meter,
                                 std::unique_ptr<measure::Clock> clock, IdlePower idle, EnergyAssumptions assumptions)
    : provider_(std::move(provider)), meter_(std::move(meter)), clock_(std::move(clock)), idle_(idle),
      assumptions_(assumptions) {}

Answer MeteredProvider::ask(const Request& request, std::stop_token stop) {
  const std::uint64_t question = begin();
  Answer answer = provider_->ask(request, std::move(stop));
  Result<InferenceEnergy> energy = end(question, answer ? answer->usage.output : answer.error().usage.output);
  if (answer && energy) {
    answer->energy = std::move(*energy);
  } else if (answer) {
    answer->energy = estimate_energy(answer->usage, assumptions_);
    answer->energy->method += fmt::format("; not measured: {}", energy.error().message);
  }
  return answer;
}

void MeteredProvider::read_meter() {
  const Result<Joules> total = meter_->total();
  const Seconds now = clock_->now();
  if (!total) {
    failure_ = total.error().message;
  } else {
    pool_ = pool_ + (*total - total_) - Joules(idle_.watts * (now - read_at_).count());
    total_ = *total;
  }
  read_at_ = now;
}

std::uint64_t MeteredProvider::begin() {
  const std::lock_guard lock(mutex_);
  if (in_flight_.empty()) {
    failure_.clear();
    read_meter();
    pool_ = Joules(0);
    busy_since_ = read_at_;
  } else {
    read_meter();
    for (auto& [number, other] : in_flight_) {
      other.shared = true;
    }
  }
  in_flight_[next_] = InFlight{read_at_, !in_flight_.empty()};
  return next_++;
}

Result<InferenceEnergy> MeteredProvider::end(std::uint64_t question, std::uint64_t tokens) {
  const std::lock_guard lock(mutex_);
  read_meter();
  const InFlight own = in_flight_.at(question);
  in_flight_.erase(question);

  // What the questions still in flight have written is not known: it is taken from the mean rate so far.
  ended_tokens_ += static_cast<double>(tokens);
  ended_time_ += read_at_ - own.begun;
  Seconds others{0};
  for (const auto& [number, other] : in_flight_) {
    others += read_at_ - other.begun;
  }
  const double written = ended_time_.count() > 0 ? others / ended_time_ * ended_tokens_ : 0;
  const double part = tokens == 0 ? 0 : static_cast<double>(tokens) / (static_cast<double>(tokens) + written);
  const Joules energy(pool_.count() * part);
  pool_ = pool_ - energy;

  const Seconds window = read_at_ - busy_since_;
  if (!failure_.empty()) {
    return fail(ErrorKind::machine, failure_);
  }
  if (window < measure::min_window(*meter_)) {
    return fail(ErrorKind::machine, fmt::format("the window lasted {:.3g} s, this meter needs at least {:.3g} s",
                                                window.count(), measure::min_window(*meter_).count()));
  }
  if (energy.count() <= 0) {
    return fail(ErrorKind::machine,
                fmt::format("{} read no more than the idle power of {:.3g} W", meter_->method(), idle_.watts));
  }
  std::string method = fmt::format("{} over {:.3g} s, less {:.3g} W measured idle over {:.3g} s", meter_->method(),
                                   window.count(), idle_.watts, idle_.window.count());
  if (own.shared) {
    method += "; questions overlapped: split by output tokens, those of unfinished ones by the mean rate so far";
  }
  return InferenceEnergy{energy, false, std::move(method)};
}

} // namespace mapwright::llm
