// Types of expressions, and what is wrong with an expression before anything runs.
#pragma once

#include "mapper/language/diagnostic.hpp"
#include "mapper/language/syntax.hpp"

#include <cstddef>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace mapwright::mapper::language {

enum class TypeKind : std::uint8_t {
  unknown, ///< after an error, or not known before the mapper runs; goes with everything
  integer,
  boolean,
  tuple,
  space,
  task,
  points, ///< one processor, or a set of them
};

struct Type {
  TypeKind kind = TypeKind::unknown;
  std::optional<std::size_t> length{}; ///< elements of a tuple, dimensions of a space, where known
};

/// With its article: "an integer".
std::string_view describe(TypeKind kind);

/// The type a parameter has inside its function.
Type type_of(ParameterType type);

/// A function as its callers see it.
struct FunctionSignature {
  std::vector<Type> parameters;
  Type result{};                     ///< unknown while its own body is checked
  std::optional<Span> index_only{};  ///< where it asks a task for what only tasks of index launches have
  std::optional<Span> single_only{}; ///< where it asks a task for what only single tasks have
};

/// The names in scope.
struct Scope {
  std::map<std::string, Type, std::less<>> globals;                ///< defined above
  std::map<std::string, FunctionSignature, std::less<>> functions; ///< defined above
  std::map<std::string, Span, std::less<>> all_globals;            ///< of the whole mapper, where first defined
  std::map<std::string, Span, std::less<>> all_functions;          ///< of the whole mapper, where first defined
  std::vector<std::pair<std::string, Type>> locals;                ///< parameters and variables of the function
  bool in_function = false;
  std::optional<Span> index_only{};  ///< first use of such an attribute in this function
  std::optional<Span> single_only{}; ///< first use of such an attribute in this function
};

class TypeChecker {
public:
  TypeChecker(Scope& scope, Diagnostics& diagnostics) : scope_(scope), diagnostics_(diagnostics) {}

  /// The type of `e`; everything wrong inside it is reported.
  Type type(const Expression& e);
  /// The type of `e`, which must be of this kind; `what` names it in errors: "an index".
  Type require(const Expression& e, TypeKind kind, std::string_view what);

private:
  Type name(const Expression& e);
  Type negate(const Expression& e);
  Type binary(const Expression& e);
  Type arithmetic(const Expression& e, const Type& left, const Type& right);
  Type conditional(const Expression& e);
  Type index(const Expression& e);
  Type slice(const Expression& e);
  Type member(const Expression& e);
  Type method(const Expression& e);
  Type space_method(const Expression& e, const Type& base);
  Type call(const Expression& e);
  Type machine(const Expression& e);
  Type tuple(const Expression& e);
  Type comprehension(const Expression& e);
  Type task_attribute(const Expression& e);
  Type unknown_attribute(const Expression& e, const Type& base);

  /// Types of operands from `from` on; nothing for what an unpacked tuple of unknown length leaves open.
  std::optional<std::vector<Type>> arguments(const Expression& e, std::size_t from);
  Type wrong_count(const Expression& e, std::string_view what, std::size_t expected, std::size_t found);

  Scope& scope_;
  Diagnostics& diagnostics_;
};

} // namespace mapwright::mapper::language
