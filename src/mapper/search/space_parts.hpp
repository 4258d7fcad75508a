// What a decision space knows; only for the files that implement decision_space.hpp.
#pragma once

#include "mapper/search/data_user.hpp"
#include "mapper/search/decision_space.hpp"
#include "mapper/search/memory_fit.hpp"
#include "mapper/search/placement_tables.hpp"

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

namespace mapwright::mapper {

/// A way to place the launches of a kind on processors of one kind.
struct PlacementOption {
  enum class Rule : std::uint8_t {
    usual,       ///< no statement: as runtimes do
    formula,     ///< an index function
    user,        ///< where another kind of task uses the same data, by that kind's formula
    with_parent, ///< single tasks: where the task that launches them runs
    any_of_node, ///< the processor of the node with the fewest tasks so far
  };
  ProcessorKind processor = ProcessorKind::cpu;
  Rule rule = Rule::usual;
  std::string label;
  PlacementFormula formula{};           ///< of Rule::formula, and of index launches any_of_node
  std::vector<PlacementTable> tables{}; ///< of index launches but Rule::user: of each launch of the kind
  DataUser user{};                      ///< of Rule::user
};

/// What can be decided about one parameter of a kind. A decision with one option is none.
struct ParameterChoices {
  std::string name;                                          ///< of its partition or region, for people
  std::string word;                                          ///< what statements call it
  bool touched = false;                                      ///< by a task that does not launch others
  std::vector<MemoryKind> memories{};                        ///< of all kinds of processor
  std::vector<DataLayout> layouts{};                         ///< that some variant can use
  std::vector<std::pair<ProcessorKind, LayoutNeed>> needs{}; ///< of the usable variants
  std::uint32_t memory = none;                               ///< decision
  std::uint32_t layout = none;                               ///< decision
  std::uint32_t collect = none;                              ///< decision
};

/// What can be decided about a kind of task.
struct KindChoices {
  bool launched = false;
  bool spoken = false; ///< its name is no reserved word
  std::vector<ProcessorKind> processors{};
  std::vector<std::uint32_t> index_launches{};
  std::vector<PlacementOption> index_options{};
  std::vector<PlacementOption> single_options{};
  std::vector<ParameterChoices> parameters{};
  std::uint32_t processor = none;        ///< decision
  std::uint32_t index_placement = none;  ///< decision
  std::uint32_t single_placement = none; ///< decision
  std::uint32_t limit = none;            ///< decision
  Coordinates low{};                     ///< from where its formulas count points
};

/// A launch, and where its slots are.
struct LaunchPart {
  std::uint32_t parent = none; ///< launch
  bool inner = false;          ///< its tasks launch others
  std::uint32_t number = 0;    ///< among the index launches of its kind
  std::uint32_t first = 0;     ///< slot
  std::uint32_t end = 0;
};

/// Limits that can be chosen; 0: none.
inline constexpr std::array<std::uint32_t, 4> limit_choices{0, 1, 2, 4};

struct SpaceParts {
  SearchScene scene;
  std::vector<Decision> decisions{};
  std::vector<KindChoices> kinds{}; ///< of the program
  std::vector<LaunchPart> launches{};
  MemoryFit fit;
  bool roomy = false; ///< whatever is decided, everything fits

  /// The option of a decision; 0 for what is not decided.
  static std::size_t option(const Assignment& assignment, std::uint32_t decision) {
    return decision == none ? 0 : assignment[decision];
  }
  [[nodiscard]] ProcessorKind processor(const Assignment& assignment, std::uint32_t kind) const {
    return kinds[kind].processors[option(assignment, kinds[kind].processor)];
  }
};

struct DecisionSpace::Parts : SpaceParts {};

/// All decisions and their options. Input error: a kind of task that nothing runs, or whose data nothing holds.
Result<SpaceParts> find_decisions(const SearchScene& scene);
/// Processors, memories and layouts of each kind that is launched. Errors as above.
Result<void> find_options(SpaceParts& parts);
/// The ways to place the launches of each kind, heavier kinds first in `order`.
void find_placements(SpaceParts& parts, const std::vector<std::uint32_t>& order);
/// Whether processors of the kind see memories of the other.
bool sees_memory(const Machine& machine, ProcessorKind processor, MemoryKind memory);
/// The layout where nothing is said: what is needed, otherwise SOA F_order.
DataLayout unsaid_layout(const LayoutNeed& need);
/// What the variant for this kind of processor needs of the parameter.
LayoutNeed need_of(const ParameterChoices& parameter, ProcessorKind processor);
/// Whether the option may follow the decisions before, if memories were endless.
bool goes_with(const SpaceParts& parts, const Assignment& before, std::size_t decision, std::size_t option);
/// Whether some way to go on after the first `decided` decisions is sure to fit.
bool can_fit(const SpaceParts& parts, const Assignment& before, std::size_t decided);
/// The plan, whether or not it fits.
Plan plan_of(const SpaceParts& parts, const Assignment& assignment);
/// The mapper.
std::string text_of(const SpaceParts& parts, const Assignment& assignment);

} // namespace mapwright::mapper
