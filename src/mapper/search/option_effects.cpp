#include "mapper/search/option_effects.hpp"

#include <algorithm>
#include <map>
#include <string>
#include <utility>

namespace mapwright::mapper {

namespace {

/// What most of the slots have of something that can be written; empty when there are none.
template <class Text> std::string majority(const std::vector<std::uint32_t>& slots, const Text& text) {
  std::map<std::string, std::size_t> counts;
  for (const std::uint32_t slot : slots) {
    ++counts[text(slot)];
  }
  const auto most =
      std::max_element(counts.begin(), counts.end(), [](const auto& a, const auto& b) { return a.second < b.second; });
  return most == counts.end() ? std::string() : most->first;
}

/// Makes the decisions of one plan as an assignment can.
class Projection {
public:
  Projection(const SearchScene& scene, const DecisionSpace& space, const Plan& plan)
      : scene_(scene), space_(space), plan_(plan), slots_(slots_of_kinds(scene)), wish_(space.usual()) {}

  Assignment run() {
    for (const DecisionSort sort : {DecisionSort::processor, DecisionSort::memory, DecisionSort::layout}) {
      for (std::size_t d = 0; d < wish_.size(); ++d) {
        if (space_.decisions()[d].sort == sort) {
          wish(d);
        }
      }
    }
    const PlacementEffects effects(scene_, space_, space_.legal(wish_));
    for (std::size_t d = 0; d < wish_.size(); ++d) {
      if (space_.decisions()[d].sort == DecisionSort::placement) {
        wish_placement(d, effects);
      }
    }
    return space_.legal(std::move(wish_));
  }

private:
  void wish(std::size_t d) {
    const Decision& decision = space_.decisions()[d];
    const std::string most = majority(slots_[decision.kind], [&](std::uint32_t slot) { return text(decision, slot); });
    if (const auto option = option_named(decision, most)) {
      wish_[d] = *option;
    } else if (decision.sort == DecisionSort::layout) {
      wish_layout(d, most);
    }
  }

  /// An option that says the same in other words.
  void wish_layout(std::size_t d, const std::string& most) {
    const std::vector<std::string>& options = space_.decisions()[d].options;
    for (std::uint16_t option = 0; option < options.size(); ++option) {
      if (data_layout_named(options[option]) && data_layout_named(options[option]) == data_layout_named(most)) {
        wish_[d] = option;
        return;
      }
    }
  }

  [[nodiscard]] std::string text(const Decision& decision, std::uint32_t slot) const {
    if (decision.sort == DecisionSort::processor) {
      return std::string(to_string(plan_.tasks[slot].processor.kind));
    }
    const ArgumentDecision& argument = plan_.arguments[scene_.graph.slots[slot].first_argument + decision.parameter];
    return decision.sort == DecisionSort::memory ? std::string(to_string(argument.memory.kind))
                                                 : to_string(argument.layout);
  }

  void wish_placement(std::size_t d, const PlacementEffects& effects) {
    const Decision& decision = space_.decisions()[d];
    const std::vector<std::uint32_t>& slots = slots_[decision.kind];
    std::size_t best = 0;
    for (std::uint16_t option = 0; option < decision.options.size(); ++option) {
      const PlacementOfSlots* placement = effects.of(d, option);
      std::size_t agreeing = 0;
      for (std::size_t i = 0; placement != nullptr && i < slots.size(); ++i) {
        agreeing += (*placement)[i] == plan_.tasks[slots[i]].processor ? 1U : 0U;
      }
      if (agreeing > best) {
        best = agreeing;
        wish_[d] = option;
      }
    }
  }

  const SearchScene& scene_;
  const DecisionSpace& space_;
  const Plan& plan_;
  std::vector<std::vector<std::uint32_t>> slots_;
  Assignment wish_;
};

} // namespace

std::vector<std::vector<std::uint32_t>> slots_of_kinds(const SearchScene& scene) {
  std::vector<std::vector<std::uint32_t>> slots(scene.program.kinds.size());
  for (std::uint32_t slot = 0; slot < scene.graph.slots.size(); ++slot) {
    slots[scene.program.launches[scene.graph.slots[slot].launch].kind].push_back(slot);
  }
  return slots;
}

std::optional<std::uint16_t> option_named(const Decision& decision, std::string_view name) {
  const auto found = std::find(decision.options.begin(), decision.options.end(), name);
  return found == decision.options.end() ? std::nullopt
                                         : std::optional(static_cast<std::uint16_t>(found - decision.options.begin()));
}

PlacementEffects::PlacementEffects(const SearchScene& scene, const DecisionSpace& space, const Assignment& base) {
  const std::vector<Decision>& decisions = space.decisions();
  const auto slots = slots_of_kinds(scene);
  std::size_t most = 0;
  for (const Decision& decision : decisions) {
    const bool places = decision.sort == DecisionSort::placement;
    effects_.emplace_back(places ? decision.options.size() : 0);
    most = std::max(most, effects_.back().size());
  }
  for (std::size_t option = 0; option < most; ++option) {
    Assignment wish = base;
    for (std::size_t d = 0; d < decisions.size(); ++d) {
      if (option < effects_[d].size()) {
        wish[d] = static_cast<std::uint16_t>(option);
      }
    }
    const Assignment made = space.legal(std::move(wish));
    const Plan plan = space.plan(made);
    for (std::size_t d = 0; d < decisions.size(); ++d) {
      if (option < effects_[d].size() && made[d] == option) {
        PlacementOfSlots& effect = effects_[d][option].emplace();
        for (const std::uint32_t slot : slots[decisions[d].kind]) {
          effect.push_back(plan.tasks[slot].processor);
        }
      }
    }
  }
}

const PlacementOfSlots* PlacementEffects::of(std::size_t decision, std::size_t option) const {
  const auto& options = effects_[decision];
  return option < options.size() && options[option] ? &*options[option] : nullptr;
}

Assignment nearest_assignment(const SearchScene& scene, const DecisionSpace& space, const Plan& plan) {
  return Projection(scene, space, plan).run();
}

} // namespace mapwright::mapper
