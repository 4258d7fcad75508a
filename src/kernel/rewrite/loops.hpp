// Loops that count.
#pragma once

#include "kernel/rewrite/syntax.hpp"

#include <optional>
#include <string>
#include <vector>

namespace mapwright::kernel::rewrite {

/// for (T v = first; v < bound; ++v), where neither v nor what the bound is made of changes within the body.
struct CountedLoop {
  const Statement* statement = nullptr;
  Variable variable{};
  const Expression* first = nullptr;
  const Expression* bound = nullptr;
  bool inclusive = false; ///< v <= bound
  const Statement* body = nullptr;

  /// The bound as the exclusive one, as text: "i + 1" for v <= i.
  [[nodiscard]] std::string end(const Source& source) const;
  [[nodiscard]] std::string begin(const Source& source) const { return std::string(source.at(first->span)); }
  /// Its pragma that begins with these words ("omp parallel for"); null when there is none.
  [[nodiscard]] const Pragma* pragma(std::string_view words) const;
  /// One of "omp for", "omp parallel for" with or without simd.
  [[nodiscard]] const Pragma* parallel() const;
};

/// The loop when it is one that counts by one.
std::optional<CountedLoop> counted(const Statement& statement);

/// A loop with those around it.
struct NestedLoop {
  CountedLoop loop{};
  std::vector<CountedLoop> around{}; ///< the outermost first; loops that do not count end the list's beginning
  const Function* function = nullptr;
  bool in_parallel = false; ///< it or one around it is shared among threads
  bool in_block = false;    ///< it stands between braces, so that more statements can stand beside it
};

/// All counting loops of functions with a body, in the order of the source.
std::vector<NestedLoop> counted_loops(const Source& source);

/// Whether a body holds no loop of any kind.
bool is_innermost(const CountedLoop& loop);

/// The only statement of a body when that is a counting loop without pragmas of its own: the nest is perfect.
std::optional<CountedLoop> only_loop_in(const CountedLoop& outer);

/// "the loop over l in line 9".
std::string place_of(const Source& source, const CountedLoop& loop);

} // namespace mapwright::kernel::rewrite
