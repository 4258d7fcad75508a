// A kernel of a device source beside its launch: which work item it is, and when it has nothing to do.
#pragma once

#include "kernel/candidate/candidate.hpp"
#include "kernel/rewrite/syntax.hpp"

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

namespace mapwright::kernel::rewrite {

/// What a work item asks about its place.
enum class IdKind : std::uint8_t {
  global,      ///< its number along an axis
  group,       ///< of its group
  local,       ///< within its group
  group_size,  ///< items of a group
  groups,      ///< groups along the axis
  global_size, ///< items along the axis
};

struct IdUse {
  IdKind kind = IdKind::global;
  int axis = 0; ///< -1: not a literal
  const Expression* expression = nullptr;
};

/// `const long i = get_global_id(1);`: on top level, never changed.
struct IdVariable {
  std::string name;
  int axis = 0;
  const Statement* declaration = nullptr;
  const Variable* variable = nullptr;
};

/// A condition on top level that decides whether an item does anything.
struct Guard {
  const Statement* statement = nullptr;
  bool leaves = false; ///< `if (c) return;`; false: `if (c) { all that is left }`
};

struct DeviceKernel {
  const Function* function = nullptr;
  std::size_t launch = 0; ///< in the candidate's list
  const LaunchPlan* plan = nullptr;
  std::vector<IdUse> uses{}; ///< in the order of the source; a global id of CUDA counts as one use
  std::vector<IdVariable> ids{};
  std::vector<Guard> guards{};
  bool synchronises = false; ///< barriers, fences or memory of a group: items of a group need each other

  [[nodiscard]] const Statement& block() const { return function->body.front(); }
  /// The text of what the launch passes for a parameter; empty when that is no integer expression.
  [[nodiscard]] std::string passed(std::size_t parameter) const;
};

/// The kernels that are launched exactly once, in the order of the launches.
std::vector<DeviceKernel> kernels_of(const Source& source, const KernelCandidate& candidate);

/// Without parentheses and casts around it.
const Expression& stripped(const Expression& e);

/// Each expression of a statement, outermost first; `visit` answers whether its parts are visited too.
void each_expression(const Statement& statement, const std::function<bool(const Expression&)>& visit);
void each_expression(const Expression& expression, const std::function<bool(const Expression&)>& visit);
/// Each statement, outermost first, `statement` itself included.
void each_statement(const Statement& statement, const std::function<void(const Statement&)>& visit);

/// Whether the variable is assigned to, incremented, or has its address taken within the statement.
bool changes(const Statement& statement, const std::string& name);

/// Whether a branch does nothing but `return;`.
bool only_returns(const Statement& branch);

/// How an id is written in a language: "get_global_id(0)"; in CUDA and HIP a global id is a sum in parentheses.
std::string id_text(Backend backend, IdKind kind, int axis);

/// A canonical type without const, restrict and the name of an address space: "float".
std::string unqualified(std::string type);

/// The type of indices in a language: "long", "long long", "std::int64_t".
std::string index_type(Backend backend);

} // namespace mapwright::kernel::rewrite
