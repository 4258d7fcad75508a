// A parsed kernel source in plain structs: what experiments look at. Everything keeps its place in the text, so that a
// rewrite is a list of edits by offset and all that is not changed stays as it was written.
#pragma once

#include "kernel/task/task.hpp"

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace mapwright::kernel::rewrite {

/// The bytes [begin, end) of the source.
struct Span {
  std::size_t begin = 0;
  std::size_t end = 0;

  [[nodiscard]] std::size_t size() const { return end - begin; }
  [[nodiscard]] bool holds(const Span& other) const { return begin <= other.begin && other.end <= end; }
  friend bool operator==(const Span&, const Span&) = default;
};

/// Names a declaration of the source: one more than the offset of the declared name. 0: declared elsewhere, or a macro.
using Declaration = std::size_t;

/// What an expression is.
enum class Form : std::uint8_t {
  name,        ///< of a variable, function or macro that stands for a value; text: as written
  literal,     ///< text: as written
  unary,       ///< text: the operator; one part
  binary,      ///< text: the operator; two parts. Also the comma
  assign,      ///< text: "=", "+=", ...; two parts
  conditional, ///< three parts
  call,        ///< text: the callee as written; parts: the arguments
  index,       ///< parts: what is indexed, the index. Also operator[] of a container
  member,      ///< text: the member; one part
  cast,        ///< text: the type as written; one part
  parenthesis, ///< one part
  list,        ///< braces; parts: the elements
  other,       ///< anything else; parts: its operands as far as they are known
};

struct Expression {
  Form form = Form::other;
  Span span{};
  std::string text{};
  std::string type{};      ///< canonical: "float", "const float *", "long"
  Declaration declared{0}; ///< of a name, or of a call's callee
  bool postfix = false;    ///< of a unary ++ or --
  std::vector<Expression> parts{};
};

/// A declared variable or parameter.
struct Variable {
  std::string name;
  std::string written{}; ///< its type as written, without the name: "const std::int64_t"
  std::string type{};    ///< canonical: "const long"
  Span span{};           ///< from its type to its initialiser; of a later declarator without the type
  Declaration declaration{0};
  std::vector<Expression> init{}; ///< none or one
  bool is_static = false;
};

/// A #pragma, or a line continued by backslashes.
struct Pragma {
  Span span{};        ///< from '#' to the end of its last line, without the line feed
  std::string text{}; ///< without "#pragma", one line, single blanks: "omp parallel for"
};

enum class Kind : std::uint8_t {
  block,
  declaration, ///< variables
  expression,  ///< condition holds it
  branch,      ///< if: condition, body, otherwise; init when there is one
  loop,        ///< for: init, condition, step, body
  range_loop,  ///< for (x : range): variables has x, condition the range, body
  while_loop,  ///< condition, body
  do_loop,     ///< condition, body
  leave,       ///< return (condition: the value), break, continue, goto; text says which
  empty,       ///< ;
  other,       ///< anything else
};

struct Statement {
  Kind kind = Kind::other;
  Span span{}; ///< with its semicolon
  std::string text{};
  std::vector<Pragma> pragmas{};       ///< directly before it
  std::vector<Variable> variables{};   ///< of a declaration
  std::vector<Statement> init{};       ///< none or one
  std::vector<Expression> condition{}; ///< none or one
  std::vector<Expression> step{};      ///< none or one
  std::vector<Statement> body{};       ///< of a block: its statements; else one
  std::vector<Statement> otherwise{};  ///< none or one
  std::vector<Pragma> trailing{};      ///< of a block: pragmas behind its last statement
};

struct Function {
  std::string name;
  Span span{};
  std::string result{}; ///< canonical result type
  std::vector<Variable> parameters{};
  Declaration declaration{0};
  bool is_kernel = false;        ///< __global__ or kernel
  std::vector<Statement> body{}; ///< none (only declared) or the block
};

struct Source {
  Backend backend = Backend::cpp;
  std::string text;
  std::vector<Function> functions{}; ///< of this file, in its order, also those within namespaces
  std::vector<Variable> globals{};   ///< of this file
  std::vector<Pragma> pragmas{};     ///< all of them

  [[nodiscard]] std::string_view at(const Span& span) const {
    return std::string_view(text).substr(span.begin, span.size());
  }
  /// The line of an offset, from 1.
  [[nodiscard]] std::size_t line(std::size_t offset) const;
  /// The blanks at the beginning of an offset's line.
  [[nodiscard]] std::string indentation(std::size_t offset) const;
};

/// The function of this name that has a body; null when there is none.
const Function* find_function(const Source& source, std::string_view name);

} // namespace mapwright::kernel::rewrite
