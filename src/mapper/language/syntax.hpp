// The syntax tree of a mapper. Plain data; every node knows its bytes in the text.
#pragma once

#include "mapper/kinds.hpp"
#include "mapper/language/diagnostic.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <variant>
#include <vector>

namespace mapwright::mapper::language {

enum class ExpressionKind : std::uint8_t {
  integer,        ///< 12                           value
  boolean,        ///< True                         value is 0 or 1
  name,           ///< x                            name
  processor_kind, ///< GPU, of Machine(GPU)         processor
  memory_kind,    ///< FBMEM, of p.has(FBMEM)       memory
  any,            ///< *, of m[i, *]
  unpack,         ///< *x, of m[*x] or f(*x)        operands: x
  negate,         ///< -x                           operands: x
  binary,         ///< x + y                        operation; operands: x, y
  conditional,    ///< c ? x : y                    operands: c, x, y
  index,          ///< x[i, j]                      operands: x, then the indices
  slice,          ///< x[a:b]                       operands: x, a, b; a missing end is `omitted`
  omitted,        ///< no expression
  member,         ///< x.size                       name; operands: x
  method,         ///< x.split(a, b)                name; operands: x, then the arguments
  call,           ///< f(a, b)                      name; operands: the arguments
  tuple,          ///< (a, b)                       operands
  comprehension,  ///< tuple(x for v in (a, b))     name: v; operands: x, then the items
};

enum class BinaryOperator : std::uint8_t {
  logical_or,
  logical_and,
  equal,
  not_equal,
  less,
  greater,
  less_equal,
  greater_equal,
  add,
  subtract,
  multiply,
  divide,
  modulo,
};

/// As it is written: "||".
std::string_view to_string(BinaryOperator operation);

struct Expression {
  ExpressionKind kind = ExpressionKind::omitted;
  Span span{};
  std::int64_t value = 0;
  std::string name{};
  Span name_span{};
  BinaryOperator operation = BinaryOperator::add;
  ProcessorKind processor = ProcessorKind::cpu;
  MemoryKind memory = MemoryKind::sysmem;
  std::vector<Expression> operands{};
  int depth = 1; ///< levels of the tree; kept by the parser, which limits it
};

/// A name of a task, region, variable or function; "*" stands for all.
struct Name {
  std::string text{};
  Span span{};
  [[nodiscard]] bool is_any() const { return text == "*"; }
};

/// Task NAMES KIND, KIND, ...
struct TaskStatement {
  std::vector<Name> tasks;
  std::vector<ProcessorKind> kinds;
};

/// Region TASK REGION KIND MEMORY, MEMORY, ...   The region is a name, or the index of an argument from 0.
struct RegionStatement {
  Name task;
  Name region;
  std::optional<ProcessorKind> processor; ///< nothing: *
  std::vector<MemoryKind> memories;
};

/// One constraint of a Layout.
struct Constraint {
  enum class Kind : std::uint8_t { soa, aos, c_order, f_order, compact, exact, align };
  Kind kind = Kind::soa;
  BinaryOperator comparison = BinaryOperator::equal; ///< of align
  std::int64_t bytes = 0;                            ///< of align
  Span span{};
};

/// Layout TASK REGION MEMORY CONSTRAINT ...
struct LayoutStatement {
  Name task;
  Name region;
  std::optional<MemoryKind> memory; ///< nothing: *
  std::vector<Constraint> constraints;
};

/// InstanceLimit TASK LIMIT
struct InstanceLimitStatement {
  Name task;
  std::int64_t limit = 1;
};

/// CollectMemory TASK REGION
struct CollectStatement {
  Name task;
  Name region;
};

/// IndexTaskMap TARGETS FUNCTION, or SingleTaskMap with `single`. A target is a task, a processor kind or *.
struct MapStatement {
  bool single = false;
  std::vector<Name> targets;
  Name function;
};

/// ControlReplicate TASK, ...
struct ReplicateStatement {
  std::vector<Name> tasks;
};

/// TaskSteal TASKS KIND SAME_NODE | ANY_NODE
struct StealStatement {
  std::vector<Name> tasks;
  ProcessorKind processor = ProcessorKind::cpu;
  bool any_node = false;
};

/// NAME = VALUE
struct Assignment {
  Name name;
  Expression value;
};

/// print("text with {}", VALUE, ...)
struct PrintStatement {
  std::string text; ///< without the quotes
  std::vector<Expression> values;
};

/// return VALUE
struct ReturnStatement {
  Expression value;
};

/// What a parameter may be.
enum class ParameterType : std::uint8_t { task, integer, boolean, point, extents, space, tuple };

/// As it is written: "Task".
std::string_view to_string(ParameterType type);

struct Parameter {
  ParameterType type = ParameterType::task;
  Name name{};
};

struct Statement;

/// def NAME(TYPE NAME, ...) { assignments, prints, returns }
struct FunctionDefinition {
  Name name;
  std::vector<Parameter> parameters;
  std::vector<Statement> body;
  std::vector<std::string> closing_comments; ///< between the last statement and the brace
};

/// Comments and the empty line that belong to a statement.
struct Surroundings {
  bool blank_before = false;
  std::vector<std::string> comments{};   ///< on lines of their own before it
  std::optional<std::string> trailing{}; ///< on its last line
};

struct Statement {
  Span span{};
  Surroundings surroundings{};
  std::variant<TaskStatement, RegionStatement, LayoutStatement, InstanceLimitStatement, CollectStatement, MapStatement,
               ReplicateStatement, StealStatement, Assignment, PrintStatement, ReturnStatement, FunctionDefinition>
      is{};
};

/// A whole mapper.
struct MapperSyntax {
  std::vector<Statement> statements;
  std::vector<std::string> closing_comments; ///< after the last statement
  bool complete = true;                      ///< false: a definition or a return could not be read
};

} // namespace mapwright::mapper::language
