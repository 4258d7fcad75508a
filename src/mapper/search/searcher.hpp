// Who proposes mappings: one interface for all ways to search.
//
// A searcher proposes, then is told what came of it; both in one thread, in an order that depends on nothing else, so a
// search with the same seed does the same again. Simulations it makes for itself (of parts, or to train) go through
// SideSimulations: they are counted and limited apart from evaluations.
#pragma once

#include "mapper/plan/plan.hpp"
#include "mapper/search/decision_space.hpp"
#include "mapper/simulate/simulate.hpp"
#include "measure/random.hpp"

#include <cstdint>
#include <functional>
#include <limits>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace mapwright::mapper {

/// A proposed mapping: an assignment of the space, the text of a mapper, or a plan point by point (list scheduling).
struct Mapping {
  std::optional<Assignment> assignment{};
  std::optional<std::string> text{};
  std::optional<Plan> plan{};
};

/// What an evaluation gave.
struct Trial {
  Mapping mapping;
  std::string searcher;                                      ///< who proposed it
  double makespan = std::numeric_limits<double>::infinity(); ///< seconds; infinite when it did not run
  std::string failure{};                                     ///< why not, or empty
};

/// Simulations that are no evaluations.
class SideSimulations {
public:
  SideSimulations(const SearchScene& scene, std::uint64_t most)
      : simulator_(scene.program, scene.graph, scene.machine), most_(most) {}

  /// The whole result, by incremental simulation from the last call; nothing when the limit is reached or nothing can
  /// run the plan. An assignment of the space always runs.
  std::optional<Simulation> run(const Plan& plan);
  /// Counts simulations that were made elsewhere. Throws std::logic_error for more than are left.
  void charge(std::uint64_t simulations);
  [[nodiscard]] std::uint64_t used() const { return used_; }
  [[nodiscard]] std::uint64_t left() const { return most_ - used_; }

private:
  Simulator simulator_;
  std::uint64_t most_;
  std::uint64_t used_ = 0;
};

class DecisionPolicy;

class Searcher {
public:
  virtual ~Searcher() = default;
  [[nodiscard]] virtual std::string_view name() const = 0;
  /// The next mapping to evaluate; nothing when there is nothing more to propose.
  virtual std::optional<Mapping> propose(measure::Random& random) = 0;
  /// What came of a proposal, its own or another searcher's.
  virtual void observe(const Trial& trial) = 0;
  /// The policy as trained so far; null for a searcher that trains none, or has not begun to. Valid until the next
  /// call.
  [[nodiscard]] virtual const DecisionPolicy* policy() const { return nullptr; }
};

/// What a searcher is made from; all of it outlives the searcher.
struct SearcherScene {
  SearchScene scene;
  const DecisionSpace& space;
  SideSimulations& side;
  double gap = 0.01;                          ///< a searcher that knows the lower bound may end at (1 + gap) times it
  const DecisionPolicy* begin_with = nullptr; ///< what searchers with a policy begin with; null: a new one
};

/// A searcher of the catalogue (searcher_catalogue.hpp).
struct SearcherInfo {
  std::string name;    ///< on the command line
  std::string summary; ///< one line
  std::function<std::unique_ptr<Searcher>(const SearcherScene&)> make;
  bool has_policy = false; ///< begins with that of the scene and trains it
};

} // namespace mapwright::mapper
