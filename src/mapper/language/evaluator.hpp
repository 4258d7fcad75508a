// The meaning of a mapper's expressions and functions.
//
// Integers have 64 bits and never wrap; / truncates towards zero. c ? a : b, && and || evaluate what they need. A
// function sees its parameters and variables, then the global variables; a variable keeps its first value. t[i] with
// i < 0 counts from the end; t[a:b] has the elements a to b - 1, where a < 0 and b <= 0 count from the end; of a space
// it has the sizes of these dimensions. m[i, j] is a processor, m[i, *] all those of the dimension.
#pragma once

#include "mapper/language/diagnostic.hpp"
#include "mapper/language/number.hpp"
#include "mapper/language/syntax.hpp"
#include "mapper/language/value.hpp"

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <tl/expected.hpp>

namespace mapwright::mapper::language {

/// What evaluation may cost; beyond, it ends with an error at the place reached.
struct EvaluationLimits {
  std::uint64_t steps = 1'000'000;   ///< expressions evaluated, and elements of tuples made, by one call
  int depth = 500;                   ///< expressions and calls within one another
  std::size_t elements = 4'096;      ///< of a tuple, and processors of a set
  std::size_t printed_lines = 1'000; ///< further ones are dropped
};

/// The global variables and functions a mapper defines.
struct Definitions {
  std::map<std::string, Value, std::less<>> variables;
  std::map<std::string, const FunctionDefinition*, std::less<>> functions;
};

template <class T> using Evaluated = tl::expected<T, Diagnostic>;

class Evaluator {
public:
  Evaluator(const Definitions& definitions, const MachineShape& machine, EvaluationLimits limits = {})
      : definitions_(definitions), machine_(machine), limits_(limits) {}

  /// Where numbers that are expressions come from; empty for plain integers.
  void set_arithmetic(Arithmetic arithmetic) { arithmetic_ = std::move(arithmetic); }
  [[nodiscard]] const Arithmetic& arithmetic() const { return arithmetic_; }

  /// The value of an expression outside functions. Steps count from 0 again.
  Evaluated<Value> evaluate(const Expression& e);
  /// What a mapping function says of a task. Errors point into its body.
  Evaluated<PointsValue> place(const FunctionDefinition& function, const TaskView& task);
  /// The line that a print outside functions prints.
  Evaluated<std::string> line_of(const PrintStatement& print_statement);

  /// Lines printed by functions so far.
  [[nodiscard]] const std::vector<std::string>& printed() const { return printed_; }

private:
  Evaluated<Value> value(const Expression& e);
  Evaluated<Value> value_of(const Expression& e);
  Evaluated<Value> name(const Expression& e);
  Evaluated<Value> negate(const Expression& e);
  Evaluated<Value> binary(const Expression& e);
  Evaluated<Value> connective(const Expression& e);
  Evaluated<Value> conditional(const Expression& e);
  Evaluated<Value> merge(const Expression& e, const Number& condition, const Value& a, const Value& b);
  Evaluated<Value> index(const Expression& e);
  Evaluated<Value> element(const Expression& e, const TupleValue& tuple);
  Evaluated<Value> processors(const Expression& e, const SpaceValue& space);
  Evaluated<Value> slice(const Expression& e);
  Evaluated<Value> member(const Expression& e);
  Evaluated<Value> method(const Expression& e);
  Evaluated<Value> space_method(const Expression& e, const SpaceValue& space);
  Evaluated<Value> task_member(const Expression& e, const TaskView& task);
  Evaluated<Value> task_processor(const Expression& e, const TaskView& task);
  Evaluated<Value> call(const Expression& e);
  Evaluated<Value> call(const FunctionDefinition& function, std::vector<Value> arguments, Span where);
  Evaluated<Value> machine(const Expression& e);
  Evaluated<Value> comprehension(const Expression& e);

  /// The operands from `from` on, tuples unpacked.
  Evaluated<std::vector<Value>> operands(const Expression& e, std::size_t from);
  Evaluated<std::vector<Number>> numbers(const Expression& e, std::size_t from);
  Evaluated<Number> number(const Expression& e, std::string_view what);
  Evaluated<std::int64_t> integer(const Number& number, Span where);
  Evaluated<Number> truth(const Expression& e, std::string_view what);
  Evaluated<std::vector<std::int64_t>> extents(const Expression& e, const Value& value);
  Evaluated<std::string> print(const PrintStatement& print_statement);

  /// Results of Arithmetic and of spaces, with the place where they were asked for.
  template <class T> static Evaluated<T> located(Attempt<T> attempt, Span where);
  Evaluated<Value> as_space(ProcessorKind kind, Result<space::ProcessorSpace> made, Span where);
  bool spend(std::uint64_t steps);

  const Definitions& definitions_;
  const MachineShape& machine_;
  EvaluationLimits limits_;
  Arithmetic arithmetic_;
  std::vector<std::pair<const std::string*, Value>> locals_;
  std::size_t frame_ = 0; ///< of locals_: where those of the running function begin
  std::uint64_t steps_ = 0;
  int depth_ = 0;
  std::vector<std::string> printed_;
};

template <class T> Evaluated<T> Evaluator::located(Attempt<T> attempt, Span where) {
  if (attempt) {
    return *std::move(attempt);
  }
  Trouble& trouble = attempt.error();
  return tl::unexpected<Diagnostic>(
      Diagnostic{Severity::error, where, std::move(trouble.message), std::move(trouble.hint), {}});
}

} // namespace mapwright::mapper::language
