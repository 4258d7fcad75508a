#include "kernel/scientist/built_in_roles.hpp"
#include "kernel/scientist/chance.hpp"
#include "kernel/scientist/lineage.hpp"

#include <algorithm>
#include <cmath>
#include <set>

#include <fmt/format.h>

namespace mapwright::kernel::scientist {

namespace {

constexpr double first_temperature = 0.1;       ///< share of the best score by which others may be worse
constexpr std::uint64_t island_patience = 3;    ///< generations after which other islands are preferred
constexpr double weight_of_stuck_island = 0.25; ///< of the champion's island then
constexpr double tolerated_failures = 6;        ///< changes of a base that came to nothing and halve its weight
constexpr double clearly_better = 1.02;         ///< ratio from which a shape counts as weak

double score_of(const Ranked& version) {
  return *version.version->score;
}

std::uint64_t step_of(const Ranked& version) {
  return version.version->step;
}

/// The index of the least score, the first of equals. REQUIRES: not empty.
std::size_t best_of(const std::vector<Ranked>& versions, const std::vector<std::size_t>& among) {
  return *std::min_element(among.begin(), among.end(),
                           [&](std::size_t a, std::size_t b) { return score_of(versions[a]) < score_of(versions[b]); });
}

double fruitless_changes(const Situation& situation, std::uint64_t step) {
  return static_cast<double>(
      std::count_if(situation.versions.begin(), situation.versions.end(), [&](const Version& version) {
        return version.base == step && !(version.measured && version.measured->verdict == SpeedVerdict::faster);
      }));
}

std::vector<std::size_t> selectable(const Situation& situation, const std::vector<Ranked>& versions) {
  std::vector<std::size_t> indices;
  for (std::size_t i = 0; i < versions.size(); ++i) {
    const auto& gone = situation.exhausted;
    if (std::find(gone.begin(), gone.end(), step_of(versions[i])) == gone.end()) {
      indices.push_back(i);
    }
  }
  return indices;
}

tl::unexpected<loop::Setback> nothing_left(std::size_t versions) {
  return tl::make_unexpected(
      loop::Setback{fmt::format("nothing is left to try on any of the {} measured versions", versions), {}});
}

class BuiltInSelector : public Selector {
public:
  explicit BuiltInSelector(const Learning& learning) : learning_(learning) {}

  [[nodiscard]] std::string name() const override { return "built-in"; }

  Answer<Selection> select(const Situation& situation, loop::StepContext& context) override {
    const std::vector<Ranked> versions = ranked(situation.versions);
    const std::vector<std::size_t> open = selectable(situation, versions);
    if (open.empty()) {
      return nothing_left(versions.size());
    }
    Selection selection;
    const std::size_t base = choose_base(situation, versions, open, context.random(), selection.rationale);
    const std::size_t reference = choose_reference(versions, base, selection.rationale);
    selection.base = step_of(versions[base]);
    selection.reference = step_of(versions[reference]);
    return selection;
  }

private:
  [[nodiscard]] std::size_t choose_base(const Situation& situation, const std::vector<Ranked>& versions,
                                        const std::vector<std::size_t>& open, measure::Random& random,
                                        std::string& rationale) const {
    const std::size_t best = best_of(versions, open);
    if (situation.stagnation == 0) {
      rationale = fmt::format("Version {} takes {:.3f} of the start's time, the least of {}.", step_of(versions[best]),
                              score_of(versions[best]), open.size());
      return best;
    }
    const std::vector<std::size_t> elite = elite_among(versions, open);
    const double temperature = first_temperature * static_cast<double>(1 + situation.stagnation);
    std::vector<double> weights;
    for (const std::size_t index : elite) {
      const double worse = score_of(versions[index]) / score_of(versions[best]) - 1;
      double weight = std::exp(-worse / temperature);
      weight /= 1 + fruitless_changes(situation, step_of(versions[index])) / tolerated_failures;
      const bool stuck = situation.stagnation >= island_patience && versions[index].island == versions[best].island;
      weights.push_back(stuck ? weight * weight_of_stuck_island : weight);
    }
    const std::size_t chosen = elite[draw_weighted(random, weights)];
    const Ranked& version = versions[chosen];
    rationale = fmt::format("No new best for {} generation{}: version {} was drawn among the {} that are best at "
                            "something; it takes {:.3f} "
                            "of the start's time (the best {:.3f}), uses the machine as {}{}.",
                            situation.stagnation, situation.stagnation == 1 ? "" : "s", step_of(version), elite.size(),
                            score_of(version), score_of(versions[best]), to_text(version.version->behaviour),
                            version.island.empty() ? "" : fmt::format(", island '{}'", version.island));
    return chosen;
  }

  /// The best, those on the front, and the best of each cell, as far as they are open.
  [[nodiscard]] std::vector<std::size_t> elite_among(const std::vector<Ranked>& versions,
                                                     const std::vector<std::size_t>& open) const {
    std::vector<Ranked> candidates;
    for (const std::size_t index : open) {
      candidates.push_back(versions[index]);
    }
    std::set<std::size_t> elite{best_of(versions, open)};
    for (const std::size_t index : front_of(candidates)) {
      elite.insert(open[index]);
    }
    if (learning_.behaviour) {
      for (const auto& [cell, index] : cells_of(candidates)) {
        elite.insert(open[index]);
      }
    }
    return {elite.begin(), elite.end()};
  }

  [[nodiscard]] std::size_t choose_reference(const std::vector<Ranked>& versions, std::size_t base,
                                             std::string& rationale) const {
    if (const auto stronger = better_where_weakest(versions, base, rationale)) {
      return *stronger;
    }
    std::size_t chosen = base;
    for (std::size_t i = 0; i < versions.size(); ++i) {
      if (i != base && (chosen == base || is_better_contrast(versions, base, i, chosen))) {
        chosen = i;
      }
    }
    rationale += chosen == base
                     ? " There is no other version to compare it with."
                     : fmt::format(" Version {} contrasts with it: {} against {}, {:.3f} of the start's time.",
                                   step_of(versions[chosen]), to_text(versions[chosen].version->behaviour),
                                   to_text(versions[base].version->behaviour), score_of(versions[chosen]));
    return chosen;
  }

  [[nodiscard]] bool is_better_contrast(const std::vector<Ranked>& versions, std::size_t base, std::size_t candidate,
                                        std::size_t chosen) const {
    const auto how_far = [&](std::size_t index) {
      return learning_.behaviour ? distance(versions[index].version->behaviour, versions[base].version->behaviour) : 0;
    };
    if (how_far(candidate) != how_far(chosen)) {
      return how_far(candidate) > how_far(chosen);
    }
    return score_of(versions[candidate]) < score_of(versions[chosen]);
  }

  /// Who is most ahead of the base on the shape where the base is furthest behind.
  static std::optional<std::size_t> better_where_weakest(const std::vector<Ranked>& versions, std::size_t base,
                                                         std::string& rationale) {
    std::set<std::string> shapes;
    for (const Ranked& version : versions) {
      for (const auto& [shape, ratio] : version.ratios) {
        shapes.insert(shape);
      }
    }
    double widest = clearly_better;
    std::optional<std::size_t> ahead;
    std::string where;
    for (std::size_t i = 0; i < versions.size(); ++i) {
      for (const std::string& shape : shapes) {
        const double gap = ratio_on(versions[base], shape) / ratio_on(versions[i], shape);
        if (i != base && gap > widest) {
          widest = gap;
          ahead = i;
          where = shape;
        }
      }
    }
    if (ahead) {
      rationale +=
          fmt::format(" Version {} is {:.2f}x faster than it at {}.", step_of(versions[*ahead]), widest, where);
    }
    return ahead;
  }

  Learning learning_;
};

class RandomSelector : public Selector {
public:
  [[nodiscard]] std::string name() const override { return "random"; }

  Answer<Selection> select(const Situation& situation, loop::StepContext& context) override {
    const std::vector<Ranked> versions = ranked(situation.versions);
    const std::vector<std::size_t> open = selectable(situation, versions);
    if (open.empty()) {
      return nothing_left(versions.size());
    }
    const std::size_t base = open[context.random().below(open.size())];
    const std::size_t reference = context.random().below(versions.size());
    return Selection{step_of(versions[base]), step_of(versions[reference]), "Drawn at random."};
  }
};

} // namespace

std::unique_ptr<Selector> make_built_in_selector(const Learning& learning) {
  return std::make_unique<BuiltInSelector>(learning);
}

std::unique_ptr<Selector> make_random_selector() {
  return std::make_unique<RandomSelector>();
}

} // namespace mapwright::kernel::scientist
