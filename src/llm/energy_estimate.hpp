// Joules of inference from tokens, where nothing was measured. An estimate is good to an order of magnitude, is marked
// as one and carries its assumptions.
//
//   E = (computed input tokens / prefill utilisation + output tokens / generation utilisation)
//       * 2 * active parameters * joules per flop * PUE
//
// A token costs about 2 flops per active parameter (Kaplan et al., "Scaling Laws for Neural Language Models", 2020,
// section 2.1; attention over the context is left out). Input taken from a cache costs nothing. Output tokens include
// those of the reasoning.
#pragma once

#include "llm/chat.hpp"

#include <optional>

namespace mapwright::llm {

/// What the estimate assumes. The defaults describe a large model on a server of the H100 class.
struct EnergyAssumptions {
  /// Parameters that take part in one token (all of a dense model). None: not known, taken as 1e11, as Epoch AI does
  /// for GPT-4o ("How much energy does ChatGPT use?", 2025).
  std::optional<double> active_parameters{};
  /// Energy of an operation at full rate: 10.2 kW of a DGX H100 (NVIDIA's data sheet, maximum) shared by 8 GPUs of
  /// 989 Tflop/s (dense BF16).
  double joules_per_flop = 1.29e-12;
  /// Part of the peak rate reached on input: 0.38 to 0.43 in training, which is as dense ("The Llama 3 Herd of Models",
  /// 2024, table 4).
  double prefill_utilisation = 0.4;
  /// Part of the peak rate reached on output, which waits for memory: 0.1, as Epoch AI takes it.
  double generation_utilisation = 0.1;
  /// Energy of the whole site to that of its computers: between 1.1 (Google's fleet, 2024) and the industry's mean of
  /// 1.56 (Uptime Institute, 2024).
  double site_overhead = 1.2;
  /// Known energies of a token, in joules, of the whole site. They replace the formula; where only one is given the
  /// formula still yields the other.
  std::optional<double> joules_per_input_token{};
  std::optional<double> joules_per_output_token{};
};

/// The estimate for `usage`, with the assumptions as its method. REQUIRES: utilisations above 0.
InferenceEnergy estimate_energy(const Usage& usage, const EnergyAssumptions& assumptions);

} // namespace mapwright::llm
