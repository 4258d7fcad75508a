// Which configuration needs less energy: interleaved pairs, an interval that assumes nothing about the noise.
#pragma once

#include "kernel/judge/race.hpp"
#include "kernel/tune/call_energy.hpp"

namespace mapwright::kernel {

/// What came out for one challenger. The verdict is that of the energies: `faster` means less.
struct EnergyResult {
  std::string name;
  std::optional<Validity> flaw{}; ///< set when a call was not valid: then there is no verdict
  double ratio = 1;               ///< median over the pairs of challenger energy / baseline energy
  Interval ratio_interval{0, 0};  ///< from the least to the greatest ratio
  SpeedVerdict verdict = SpeedVerdict::unclear;
  std::size_t pairs = 0;
};

/// "LESS", "MORE", "SAME" or "UNCLEAR".
std::string_view energy_text(SpeedVerdict verdict);

/// How many pairs are needed so that the least and the greatest of their ratios enclose the median with at least this
/// confidence for all of `challengers` together: n with challengers * 2^(1 - n) <= 1 - confidence.
std::size_t energy_pairs(double confidence, std::size_t challengers);

/// The result from one ratio for each pair. REQUIRES: at least one ratio.
EnergyResult energy_result(const std::string& name, std::span<const double> ratios, double equivalence);

/// Meters the baseline and every challenger in turn, in random order, on all shapes of one use; a ratio is the
/// geometric mean over the shapes. Input error when the baseline is not valid; otherwise as energy_of_call.
Result<std::vector<EnergyResult>> race_energy(Cases& cases, const Racer& baseline, std::span<const Racer> challengers,
                                              Use use, measure::EnergyMeter& meter, const RaceRule& rule = {});

} // namespace mapwright::kernel
