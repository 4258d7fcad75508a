// The decisions that a search makes about a program on a machine, and which of them go together.
//
// A decision is about a kind of task or one of its arguments, as statements of the language are, so every assignment is
// the text of a mapper. Decisions come in an order; which options of one are allowed depends on the options chosen
// before it, and at least one always is. Every complete assignment made so elaborates without errors and without
// warnings about memories: it runs.
#pragma once

#include "core/error.hpp"
#include "mapper/machine/machine.hpp"
#include "mapper/plan/plan.hpp"
#include "mapper/program/graph.hpp"
#include "mapper/program/program.hpp"
#include "measure/random.hpp"

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace mapwright::mapper {

/// What a decision is about.
enum class DecisionSort : std::uint8_t {
  processor, ///< kind of processor of a kind of task
  placement, ///< index function of a kind of task
  memory,    ///< kind of memory of an argument
  layout,    ///< of an argument
  collect,   ///< whether copies made for an argument go when they have been read
  limit,     ///< InstanceLimit of a kind of task
};

/// One decision and what can be decided.
struct Decision {
  DecisionSort sort = DecisionSort::processor;
  std::uint32_t kind = 0;           ///< of tasks, in the program
  std::uint32_t parameter = none;   ///< of the kind; none: the decision is about the task
  std::string name;                 ///< "processor of calc_new_currents", "memory of rp_ghost in calc_new_currents"
  std::vector<std::string> options; ///< as people read them: "GPU", "FBMEM", "SOA C_order", "GPUs in turn"
  std::string group;                ///< decisions that are often made alike: "placement", "memory of rp_ghost"
};

/// The option of each decision, in their order.
using Assignment = std::vector<std::uint16_t>;

/// The three objects that a search is about; they must outlive it.
struct SearchScene {
  const Program& program;
  const TaskGraph& graph;
  const Machine& machine;
};

class DecisionSpace {
public:
  /// Input error: no assignment is legal (a kind of task without a variant for the machine, data that no memory holds).
  static Result<DecisionSpace> make(const SearchScene& scene);

  [[nodiscard]] const std::vector<Decision>& decisions() const;
  /// Of each option of this decision, whether it may follow the options before it. `before` has at least `decision`
  /// entries, themselves allowed.
  [[nodiscard]] std::vector<bool> allowed(const Assignment& before, std::size_t decision) const;
  /// Uniform over the allowed options of one decision after the other.
  [[nodiscard]] Assignment draw(measure::Random& random) const;
  /// What a runtime would decide by itself: the first allowed option of each decision.
  [[nodiscard]] Assignment usual() const;
  /// The legal assignment next to any vector of numbers: each decision in order keeps its option if it is allowed,
  /// otherwise takes the first allowed one. What searchers make by changing or crossing assignments goes through here.
  [[nodiscard]] Assignment legal(Assignment wish) const;
  /// The mapper that decides so.
  [[nodiscard]] std::string text(const Assignment& assignment) const;
  /// The plan of that text. Throws std::logic_error for an assignment that is not legal.
  [[nodiscard]] Plan plan(const Assignment& assignment) const;

private:
  struct Parts;
  explicit DecisionSpace(std::shared_ptr<const Parts> parts) : parts_(std::move(parts)) {}
  std::shared_ptr<const Parts> parts_;
};

} // namespace mapwright::mapper
