// A provider on this machine, with an energy meter read around its questions.
//
// A meter covers everything it is wired to. What the machine uses when idle, measured before, is taken off; what other
// programs used meanwhile is not and cannot be. Questions that overlap share what was measured by their output tokens.
#pragma once

#include "core/error.hpp"
#include "llm/chat.hpp"
#include "llm/energy_estimate.hpp"
#include "measure/clock.hpp"
#include "measure/energy.hpp"

#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <string>

namespace mapwright::llm {

/// What a meter reads while nothing is asked.
struct IdlePower {
  double watts = 0;
  Seconds window{0}; ///< how long it was measured
};

/// Measures it by letting `wait` pass the shortest window in which the meter is believed. Machine error when the meter
/// cannot be read.
Result<IdlePower> measure_idle_power(measure::EnergyMeter& meter, measure::Clock& clock,
                                     const std::function<void(Seconds)>& wait);

/// Gives replies the energy that was measured, or the estimate with the reason why not.
///
/// The windows: the meter is read when a question begins or ends. The energy since the last time nothing was in flight,
/// less idle power, is one pool; a question that ends takes its part by output tokens, those of the questions still in
/// flight taken as coming at the mean rate of all that ended. So the parts add up to what was measured, but for
/// questions that fail without output: theirs goes to the others, and is lost when there are none. A window shorter
/// than the meter's shortest (measure::min_window) is not believed. A question must end before the meter's counter
/// wraps (minutes).
class MeteredProvider final : public Provider {
public:
  MeteredProvider(std::unique_ptr<Provider> provider, std::unique_ptr<measure::EnergyMeter> meter,
                  std::unique_ptr<measure::Clock> clock, IdlePower idle, EnergyAssumptions assumptions);

  [[nodiscard]] std::string_view kind() const override { return provider_->kind(); }
  [[nodiscard]] const std::string& model() const override { return provider_->model(); }
  Answer ask(const Request& request, std::stop_token stop) override;

private:
  struct InFlight {
    Seconds begun{0};
    bool shared = false; ///< was ever in flight together with another
  };

  std::uint64_t begin();
  /// The energy of a question that ended with `tokens` of output, or why there is none.
  Result<InferenceEnergy> end(std::uint64_t question, std::uint64_t tokens);
  /// Brings the pool up to now.
  void read_meter();

  std::unique_ptr<Provider> provider_;
  std::unique_ptr<measure::EnergyMeter> meter_;
  std::unique_ptr<measure::Clock> clock_;
  IdlePower idle_;
  EnergyAssumptions assumptions_;

  std::mutex mutex_; ///< guards what follows, the meter and the clock
  std::map<std::uint64_t, InFlight> in_flight_;
  std::uint64_t next_ = 0;
  Seconds busy_since_{0}; ///< when the first of the questions in flight and their predecessors began
  Seconds read_at_{0};
  Joules total_{};          ///< as read then
  Joules pool_{};           ///< measured since busy_since_, less idle power and what was given to questions
  double ended_tokens_ = 0; ///< of all questions that ended, and how long they took
  Seconds ended_time_{0};
  std::string failure_; ///< why the meter could not be read since busy_since_
};

} // namespace mapwright::llm
