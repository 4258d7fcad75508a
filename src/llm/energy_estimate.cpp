#include "llm/energy_estimate.hpp"

#include <algorithm>

#include <fmt/format.h>

namespace mapwright::llm {
namespace {

constexpr double unknown_active_parameters = 1e11;

std::string formula(const EnergyAssumptions& assumptions) {
  return fmt::format("2 flop per token and parameter, {:.3g} active parameters{}, {:.3g} J/flop, utilisation {:.2g} "
                     "(input) and {:.2g} (output), site overhead {:.3g}",
                     assumptions.active_parameters.value_or(unknown_active_parameters),
                     assumptions.active_parameters ? "" : " (assumed: the model's size is not known)",
                     assumptions.joules_per_flop, assumptions.prefill_utilisation, assumptions.generation_utilisation,
                     assumptions.site_overhead);
}

} // namespace

InferenceEnergy estimate_energy(const Usage& usage, const EnergyAssumptions& assumptions) {
  const double token = 2 * assumptions.active_parameters.value_or(unknown_active_parameters) *
                       assumptions.joules_per_flop * assumptions.site_overhead;
  const double input = assumptions.joules_per_input_token.value_or(token / assumptions.prefill_utilisation);
  const double output = assumptions.joules_per_output_token.value_or(token / assumptions.generation_utilisation);
  const double computed = static_cast<double>(usage.input - std::min(usage.cached_input, usage.input));

  std::string method = fmt::format("estimated: {:.3g} J per input token, {:.3g} J per output token", input, output);
  if (assumptions.joules_per_input_token && assumptions.joules_per_output_token) {
    method += " (as configured)";
  } else {
    method += fmt::format(" ({})", formula(assumptions));
  }
  method += usage.estimated ? "; tokens estimated too" : "";
  return {Joules(computed * input + static_cast<double>(usage.output) * output), true, std::move(method)};
}

} // namespace mapwright::llm
