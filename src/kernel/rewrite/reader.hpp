// Reads the cursors of libclang into plain structs; only for the files that implement parse().
#pragma once

#include "kernel/rewrite/libclang.hpp"
#include "kernel/rewrite/syntax.hpp"

#include <string>
#include <vector>

namespace mapwright::kernel::rewrite {

class Reader {
public:
  Reader(const Libclang& api, Source& source) : api_(api), source_(source) {}

  /// Functions and global variables of the main file below this cursor.
  void read_declarations(CXCursor parent);

  Expression expression(CXCursor cursor);
  Statement statement(CXCursor cursor);

private:
  std::vector<CXCursor> children(CXCursor cursor);
  std::vector<CXCursor> operands(CXCursor cursor); ///< the children that are expressions of this file
  std::string take(CXString text);
  Span span(CXCursor cursor);
  std::size_t offset(CXSourceLocation location);
  std::string canonical_type(CXCursor cursor);
  Declaration declaration_of(CXCursor cursor);

  void read_parts(CXCursor cursor, Expression& result);
  Expression unexposed(CXCursor cursor, Expression result);
  Expression call(CXCursor cursor, Expression result);
  Expression unary(CXCursor cursor, Expression result);
  Expression binary(CXCursor cursor, Expression result, Form form);

  Function function(CXCursor cursor);
  Variable variable(CXCursor cursor);
  std::vector<Variable> variables(CXCursor cursor);
  void read_for(CXCursor cursor, Statement& result);
  void read_range_for(CXCursor cursor, Statement& result);
  void read_condition_and_bodies(CXCursor cursor, Statement& result);
  void read_leave(CXCursor cursor, Statement& result, const char* word);
  void read_block(CXCursor cursor, Statement& result);
  std::vector<Pragma> claim_pragmas(std::size_t before);

  const Libclang& api_;
  Source& source_;
  std::size_t claimed_ = 0; ///< pragmas that have found their statement
};

} // namespace mapwright::kernel::rewrite
