// What statements read and write.
#pragma once

#include "kernel/rewrite/polynomial.hpp"
#include "kernel/rewrite/syntax.hpp"

#include <set>
#include <string>
#include <vector>

namespace mapwright::kernel::rewrite {

/// One use of an array's element.
struct Access {
  Declaration array{0};        ///< what is indexed
  std::string name{};          ///< of the array
  const Expression* element{}; ///< the whole a[i]
  const Expression* index{};
  bool reads = false;
  bool writes = false;
  std::string update{}; ///< the operator of an update: "+=", "++"; else empty
};

struct Effects {
  std::vector<Access> accesses{};
  std::set<Declaration> written{};  ///< variables that are no arrays
  std::set<Declaration> declared{}; ///< variables declared within
  bool unknown = false; ///< calls that may do anything, pointers that are followed, statements not understood
  bool leaves = false;  ///< return, break, continue, goto
};

/// Of a statement and all within it.
Effects effects(const Source& source, const Statement& statement);

/// Variables that are assigned to, counted up or down, or whose address is taken, within the statement; arrays when an
/// element is.
std::set<Declaration> written_names(const Statement& statement);

/// Whether calls of this name have no effect and depend on their arguments alone: functions of mathematics, those of
/// the source that only compute.
bool is_pure(const Source& source, const Expression& call);

/// The array a pointer variable points into, and how far: float* out = y + row * n. A name that is no such pointer
/// points to itself.
struct Base {
  Declaration array{0};
  Polynomial offset{};
  bool known = true; ///< false: a pointer of which nothing is known
};
Base base_of(const Source& source, const Function& function, Declaration pointer, const Definitions& definitions);

/// Whether the name is a parameter of a pointer type, so that it points to an argument of its own.
bool is_array_parameter(const Function& function, Declaration name);

} // namespace mapwright::kernel::rewrite
