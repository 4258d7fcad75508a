#include "kernel/scientist/lineage.hpp"

#include <algorithm>
#include <cstdlib>

#include <fmt/format.h>

namespace mapwright::kernel::scientist {

namespace {

bool excludes_one(const Interval& interval) {
  return interval.low > 0 && (interval.high < 1 || interval.low > 1);
}

/// What a version's own race showed, on top of what its base is worth.
ShapeRatios on_top_of(const ShapeRatios& base, const Version& version) {
  ShapeRatios ratios = base;
  if (version.base && version.measured) {
    for (const ShapeTime& shape : version.measured->shapes) {
      double& ratio = ratios.try_emplace(shape.shape, 1).first->second;
      ratio *= excludes_one(shape.ratio_interval) ? shape.ratio : 1;
    }
  }
  return ratios;
}

std::string island_of(const std::string& base_island, const Version& version) {
  return base_island.empty() && version.plan ? version.plan->name : base_island;
}

} // namespace

bool was_timed(const Measurement& measured) {
  return measured.ratio > 0 && measured.ratio_interval.low > 0;
}

const Version* find_version(const std::vector<Version>& versions, std::uint64_t step) {
  const auto found =
      std::find_if(versions.begin(), versions.end(), [step](const Version& version) { return version.step == step; });
  return found == versions.end() ? nullptr : &*found;
}

std::vector<Ranked> ranked(const std::vector<Version>& versions) {
  std::vector<Ranked> all;
  for (const Version& version : versions) {
    if (!version.score) {
      continue;
    }
    const auto base = std::find_if(all.begin(), all.end(), [&](const Ranked& other) {
      return version.base && other.version->step == *version.base;
    });
    const Ranked none;
    const Ranked& from = base == all.end() ? none : *base;
    Ranked rank{&version, on_top_of(from.ratios, version), island_of(from.island, version)};
    all.push_back(std::move(rank));
  }
  return all;
}

std::vector<std::uint64_t> ancestry(const std::vector<Version>& versions, std::uint64_t step) {
  std::vector<std::uint64_t> steps;
  const Version* version = find_version(versions, step);
  while (version != nullptr) {
    steps.push_back(version->step);
    const bool older = version->base && *version->base < version->step;
    version = older ? find_version(versions, *version->base) : nullptr;
  }
  return steps;
}

std::optional<std::uint64_t> common_ancestor(const std::vector<Version>& versions, std::uint64_t a, std::uint64_t b) {
  const std::vector<std::uint64_t> of_b = ancestry(versions, b);
  for (const std::uint64_t step : ancestry(versions, a)) {
    if (std::find(of_b.begin(), of_b.end(), step) != of_b.end()) {
      return step;
    }
  }
  return std::nullopt;
}

double ratio_on(const Ranked& version, const std::string& shape) {
  const auto found = version.ratios.find(shape);
  return found == version.ratios.end() ? 1 : found->second;
}

bool dominates(const Ranked& a, const Ranked& b) {
  bool faster = false;
  for (const ShapeRatios* side : {&a.ratios, &b.ratios}) {
    for (const auto& [shape, ratio] : *side) {
      const double of_a = ratio_on(a, shape);
      const double of_b = ratio_on(b, shape);
      if (of_a > of_b) {
        return false;
      }
      faster = faster || of_a < of_b;
    }
  }
  return faster;
}

std::vector<std::size_t> front_of(const std::vector<Ranked>& versions) {
  std::vector<std::size_t> front;
  for (std::size_t i = 0; i < versions.size(); ++i) {
    const bool beaten = std::any_of(versions.begin(), versions.end(),
                                    [&](const Ranked& other) { return dominates(other, versions[i]); });
    if (!beaten) {
      front.push_back(i);
    }
  }
  return front;
}

std::map<Behaviour, std::size_t> cells_of(const std::vector<Ranked>& versions) {
  std::map<Behaviour, std::size_t> cells;
  for (std::size_t i = 0; i < versions.size(); ++i) {
    const auto [cell, fresh] = cells.try_emplace(versions[i].version->behaviour, i);
    if (!fresh && *versions[i].version->score < *versions[cell->second].version->score) {
      cell->second = i;
    }
  }
  return cells;
}

int distance(const Behaviour& a, const Behaviour& b) {
  return std::abs(a.memory - b.memory) + std::abs(a.compute - b.compute) + std::abs(a.parallelism - b.parallelism);
}

std::string to_text(const Behaviour& behaviour) {
  return fmt::format("[{}, {}, {}]", behaviour.memory, behaviour.compute, behaviour.parallelism);
}

} // namespace mapwright::kernel::scientist
