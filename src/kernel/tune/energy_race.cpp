#include "kernel/tune/energy_race.hpp"

#include "measure/random.hpp"
#include "measure/statistics.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

#include <fmt/format.h>

namespace mapwright::kernel {

namespace {

/// The geometric mean over the shapes of the energy of a call.
Result<CallEnergy> energy_of_shapes(Cases& cases, Runner& runner, Use use, measure::EnergyMeter& meter) {
  double log_energy = 0;
  double shapes = 0;
  for (const Shape& shape : cases.task().shapes) {
    if (shape.use != use) {
      continue;
    }
    auto energy = energy_of_call(cases, runner, shape, meter);
    if (!energy || energy->flaw) {
      return energy;
    }
    log_energy += std::log(energy->joules.count());
    ++shapes;
  }
  return CallEnergy{.joules = Joules(std::exp(log_energy / std::max(shapes, 1.0)))};
}

} // namespace

std::string_view energy_text(SpeedVerdict verdict) {
  switch (verdict) {
  case SpeedVerdict::faster:
    return "LESS";
  case SpeedVerdict::slower:
    return "MORE";
  case SpeedVerdict::same:
  case SpeedVerdict::unclear:
    break;
  }
  return to_string(verdict);
}

std::size_t energy_pairs(double confidence, std::size_t challengers) {
  const double all = static_cast<double>(std::max<std::size_t>(challengers, 1)) / (1 - confidence);
  return static_cast<std::size_t>(std::ceil(1 + std::log2(all)));
}

EnergyResult energy_result(const std::string& name, std::span<const double> ratios, double equivalence) {
  const auto [least, greatest] = std::minmax_element(ratios.begin(), ratios.end());
  const Interval interval{*least, *greatest};
  return {.name = name,
          .ratio = measure::median(ratios),
          .ratio_interval = interval,
          .verdict = measure::judge(interval, equivalence),
          .pairs = ratios.size()};
}

Result<std::vector<EnergyResult>> race_energy(Cases& cases, const Racer& baseline, std::span<const Racer> challengers,
                                              Use use, measure::EnergyMeter& meter, const RaceRule& rule) {
  std::vector<EnergyResult> results;
  std::vector<std::vector<double>> ratios(challengers.size());
  for (const Racer& challenger : challengers) {
    results.push_back({.name = challenger.name});
  }
  measure::Random random(rule.seed);
  std::vector<std::size_t> order(challengers.size() + 1); // the last one is the baseline
  std::iota(order.begin(), order.end(), std::size_t{0});
  for (std::size_t pair = 0; pair < energy_pairs(rule.confidence, challengers.size()); ++pair) {
    random.shuffle(std::span(order));
    std::vector<double> joules(order.size());
    for (const std::size_t who : order) {
      const bool is_baseline = who == challengers.size();
      if (!is_baseline && results[who].flaw) {
        continue;
      }
      auto energy = energy_of_shapes(cases, is_baseline ? *baseline.runner : *challengers[who].runner, use, meter);
      if (!energy) {
        return forward(energy);
      }
      if (energy->flaw && is_baseline) {
        return fail(ErrorKind::input, fmt::format("the baseline is not valid: {}", energy->flaw->evidence),
                    "mapwright kernel check tells more");
      }
      if (energy->flaw) {
        results[who].flaw = energy->flaw;
      }
      joules[who] = energy->joules.count();
    }
    for (std::size_t i = 0; i < challengers.size(); ++i) {
      ratios[i].push_back(joules[i] / joules.back());
    }
  }
  for (std::size_t i = 0; i < results.size(); ++i) {
    if (!results[i].flaw) {
      results[i] = energy_result(results[i].name, ratios[i], rule.equivalence);
    }
  }
  return results;
}

} // namespace mapwright::kernel
