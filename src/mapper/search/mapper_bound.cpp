#include "mapper/search/mapper_bound.hpp"

#include <algorithm>
#include <cstdint>
#include <limits>
#include <optional>
#include <queue>
#include <tuple>
#include <utility>

namespace mapwright::mapper {

namespace {

constexpr std::size_t thresholds_of_bound = 6;

bool is_open(std::uint32_t bits) {
  return (bits & (bits - 1)) != 0;
}

std::uint32_t& bits_of(OpenChoices& open, const ChoiceName& choice) {
  return choice.memory ? open.memories[choice.number] : open.processors[choice.number];
}

/// The open choices with one made, in every way there is.
std::vector<OpenChoices> made_in_all_ways(const OpenChoices& open, const ChoiceName& choice) {
  std::vector<OpenChoices> all;
  OpenChoices copy = open;
  const std::uint32_t bits = bits_of(copy, choice);
  for (std::uint32_t bit = 1; bit != 0 && bit <= bits; bit <<= 1U) {
    if ((bits & bit) != 0) {
      bits_of(copy, choice) = bit;
      all.push_back(copy);
    }
  }
  return all;
}

/// All mappings that some open choices allow.
struct BoundPlace {
  double seconds = 0;
  bool by_load = false;
  std::uint64_t number = 0;           ///< in the order they were made
  std::optional<ChoiceName> branch{}; ///< the choice to make next; none: all are made
  OpenChoices open;
};

/// Whether `a` is dealt with after `b`.
bool comes_later(const BoundPlace& a, const BoundPlace& b) {
  return std::tie(a.seconds, b.number) > std::tie(b.seconds, a.number);
}

class MapperBoundFinder {
public:
  MapperBoundFinder(RelaxedRun& run, const std::vector<double>& processors, std::size_t kinds,
                    const MapperBoundEffort& effort)
      : run_(run), processors_(processors), kinds_(kinds),
        left_(std::min(effort.most_runs, effort.most_steps / std::max<std::size_t>(run.effort(), 1) + 1)) {}

  MapperBound find() {
    const OpenChoices all = run_.all();
    run_.run(all);
    windows_ = load_windows(run_, thresholds_of_bound);
    std::priority_queue<BoundPlace, std::vector<BoundPlace>, decltype(&comes_later)> queue(&comes_later);
    queue.push(look(all, BoundPlace()));
    MapperBound bound;
    while (!queue.empty()) {
      const BoundPlace place = queue.top();
      bound.seconds = place.seconds;
      bound.by_load = place.by_load;
      if (left_ == 0 || !place.branch) {
        break;
      }
      queue.pop();
      for (OpenChoices& open : made_in_all_ways(place.open, *place.branch)) {
        BoundPlace next = look(std::move(open), place);
        if (next.seconds < std::numeric_limits<double>::infinity()) {
          queue.push(std::move(next));
        }
      }
    }
    return bound;
  }

private:
  /// What the open choices allow, a part of the place `before`.
  BoundPlace look(OpenChoices open, const BoundPlace& before) {
    left_ -= left_ > 0 ? 1 : 0;
    run_.run(open);
    BoundPlace place{run_.end(), false, ++made_, {}, std::move(open)};
    if (place.seconds == std::numeric_limits<double>::infinity()) {
      return place;
    }
    const LoadBound load = load_bound(run_, windows_, processors_, kinds_, place.seconds);
    if (load.seconds > place.seconds) {
      place.seconds = load.seconds;
      place.by_load = true;
      place.branch = heaviest(place.open, windows_[load.window]);
    }
    if (place.seconds < before.seconds) {
      place.seconds = before.seconds;
      place.by_load = before.by_load;
    }
    if (!place.branch) {
      place.branch = on_chain(place.open);
    }
    if (!place.branch) {
      place.branch = any_open(place.open);
    }
    return place;
  }

  /// The open kind with the most work in the window.
  [[nodiscard]] std::optional<ChoiceName> heaviest(const OpenChoices& open, const LoadWindow& window) const {
    std::optional<ChoiceName> found;
    double most = -1;
    const auto work = work_by_kind(run_, window, processors_.size(), kinds_);
    for (std::uint32_t kind = 0; kind < kinds_; ++kind) {
      if (work[kind].empty() || !is_open(open.processors[kind])) {
        continue;
      }
      const double least = *std::min_element(work[kind].begin(), work[kind].end());
      if (least > most) {
        most = least;
        found = ChoiceName{false, kind};
      }
    }
    return found;
  }

  /// Of the chain that ends last, kinds of processors before kinds of memory.
  [[nodiscard]] std::optional<ChoiceName> on_chain(const OpenChoices& open) const {
    const std::vector<ChoiceName> chain = run_.open_on_chain(open);
    const auto kind = std::find_if(chain.begin(), chain.end(), [](const ChoiceName& choice) { return !choice.memory; });
    if (kind != chain.end()) {
      return *kind;
    }
    return chain.empty() ? std::nullopt : std::optional(chain.front());
  }

  [[nodiscard]] static std::optional<ChoiceName> any_open(const OpenChoices& open) {
    for (const bool memory : {false, true}) {
      const std::vector<std::uint32_t>& bits = memory ? open.memories : open.processors;
      const auto found = std::find_if(bits.begin(), bits.end(), is_open);
      if (found != bits.end()) {
        return ChoiceName{memory, static_cast<std::uint32_t>(found - bits.begin())};
      }
    }
    return std::nullopt;
  }

  RelaxedRun& run_;
  const std::vector<double>& processors_;
  std::size_t kinds_;
  std::size_t left_;
  std::uint64_t made_ = 0;
  std::vector<LoadWindow> windows_;
};

} // namespace

MapperBound mapper_bound(RelaxedRun& run, const std::vector<double>& processors, std::size_t kinds,
                         const MapperBoundEffort& effort) {
  return MapperBoundFinder(run, processors, kinds, effort).find();
}

} // namespace mapwright::mapper
