// The [[model]] sections of a problem file: which models a run may ask, and how.
//
//   [[model]]
//   name = "small"                          # what reports call it; default: the model's name
//   provider = "openai"                     # or anthropic, command, files, replay
//   model = "qwen3:8b"
//   base_url = "http://localhost:11434/v1"
//
// Keys are never written down: a file names the environment variable that holds one.
#pragma once

#include "core/settings.hpp"
#include "llm/energy_estimate.hpp"
#include "llm/price.hpp"
#include "llm/provider_settings.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace mapwright::llm {

/// The energy meter to read around a model's questions; only sensible for a model on this machine.
enum class Meter : std::uint8_t { none, rapl, nvml };

/// "none", "rapl" or "nvml".
std::string_view to_string(Meter meter);

/// One model and how it is used.
struct ModelSettings {
  std::string name{}; ///< unique among the models of a run
  ProviderSettings provider{};
  std::optional<std::uint64_t> max_output_tokens{}; ///< none: what the question says
  std::uint64_t concurrency = 4;                    ///< questions at once
  double weight = 1;                                ///< how often it is chosen against the others, where that is fixed
  Meter meter = Meter::none;
  EnergyAssumptions energy{};
  std::optional<Price> price{}; ///< replaces the price table

  /// The price of its tokens: its own, else the table's; none: not known.
  [[nodiscard]] std::optional<Price> price_in(const PriceTable& table) const;
};

/// Providers of servers, and those that need none: what ProviderSettings::kind may be.
const std::vector<std::string>& provider_kinds();

/// All [[model]] of a file; what a section leaves out is as in `defaults` (its provider's members only where the
/// section means the same provider). Mistakes are told by Settings::check.
std::vector<ModelSettings> read_models(Section& root, const ModelSettings& defaults = {});

} // namespace mapwright::llm
