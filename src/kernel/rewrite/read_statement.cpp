#include "kernel/rewrite/reader.hpp"
#include "kernel/rewrite/scan.hpp"

#include <algorithm>

namespace mapwright::kernel::rewrite {

std::vector<Pragma> Reader::claim_pragmas(std::size_t before) {
  std::vector<Pragma> result;
  while (claimed_ < source_.pragmas.size() && source_.pragmas[claimed_].span.begin < before) {
    result.push_back(source_.pragmas[claimed_++]);
  }
  return result;
}

Variable Reader::variable(CXCursor cursor) {
  Variable result;
  result.name = take(api_.getCursorSpelling(cursor));
  result.type = canonical_type(cursor);
  result.span = span(cursor);
  const std::size_t at = offset(api_.getCursorLocation(cursor));
  result.declaration = at + 1;
  if (at >= result.span.begin) {
    result.written = squeezed(source_.at({result.span.begin, at}));
  }
  result.is_static = api_.Cursor_getStorageClass(cursor) == CX_SC_Static;
  const std::vector<CXCursor> inner = operands(cursor);
  const bool array = result.type.find('[') != std::string::npos;
  if (!inner.empty()) {
    const CXCursorKind kind = api_.getCursorKind(inner.back());
    if (!array || kind == CXCursor_InitListExpr || kind == CXCursor_StringLiteral) { // else the array's extent
      result.init.push_back(expression(inner.back()));
    }
  }
  return result;
}

std::vector<Variable> Reader::variables(CXCursor cursor) {
  std::vector<Variable> result;
  for (const CXCursor& child : children(cursor)) {
    if (api_.getCursorKind(child) == CXCursor_VarDecl) {
      result.push_back(variable(child));
      if (result.size() > 1 && result.back().written.empty()) {
        result.back().written = result.front().written;
      }
    }
  }
  return result;
}

void Reader::read_block(CXCursor cursor, Statement& result) {
  result.kind = Kind::block;
  for (const CXCursor& child : children(cursor)) {
    result.body.push_back(statement(child));
  }
  result.trailing = claim_pragmas(result.span.end);
}

void Reader::read_for(CXCursor cursor, Statement& result) {
  const std::string& text = source_.text;
  const std::size_t open = text.find('(', result.span.begin);
  const std::size_t first = find_outside(text, open + 1, ';');
  const std::size_t second = find_outside(text, std::min(first + 1, text.size()), ';');
  const std::size_t close = closing(text, open);
  result.kind = Kind::loop;
  for (const CXCursor& child : children(cursor)) {
    const std::size_t begin = span(child).begin;
    if (begin > close) {
      result.body.push_back(statement(child));
    } else if (begin <= first) {
      result.init.push_back(statement(child));
    } else if (begin <= second) {
      result.condition.push_back(expression(child));
    } else {
      result.step.push_back(expression(child));
    }
  }
}

void Reader::read_range_for(CXCursor cursor, Statement& result) {
  result.kind = Kind::range_loop;
  for (const CXCursor& child : children(cursor)) {
    const CXCursorKind kind = api_.getCursorKind(child);
    if (kind == CXCursor_VarDecl) {
      result.variables.push_back(variable(child));
      result.variables.back().init.clear(); // libclang's own iterators
    } else if (api_.isExpression(kind) != 0 && result.condition.empty()) {
      result.condition.push_back(expression(child));
    } else {
      result.body.push_back(statement(child));
    }
  }
}

/// if, while and do: what stands within the parentheses, and the statements outside.
void Reader::read_condition_and_bodies(CXCursor cursor, Statement& result) {
  const std::string& text = source_.text;
  const bool do_loop = result.kind == Kind::do_loop;
  std::size_t open = text.find('(', result.span.begin);
  std::size_t close = do_loop ? result.span.end : closing(text, open);
  for (const CXCursor& child : children(cursor)) {
    const CXCursorKind kind = api_.getCursorKind(child);
    const bool outside = do_loop ? result.body.empty() : span(child).begin > close;
    if (outside && result.body.empty()) {
      result.body.push_back(statement(child));
    } else if (outside) {
      result.otherwise.push_back(statement(child));
    } else if (api_.isExpression(kind) != 0) {
      result.condition = {expression(child)};
    } else {
      result.init.push_back(statement(child));
    }
  }
}

void Reader::read_leave(CXCursor cursor, Statement& result, const char* word) {
  result.kind = Kind::leave;
  result.text = word;
  for (const CXCursor& child : operands(cursor)) {
    result.condition = {expression(child)};
  }
}

Statement Reader::statement(CXCursor cursor) {
  const CXCursorKind kind = api_.getCursorKind(cursor);
  if (kind == CXCursor_UnexposedStmt) { // one with an attribute, such as #pragma unroll
    for (const CXCursor& child : children(cursor)) {
      if (api_.isStatement(api_.getCursorKind(child)) != 0) {
        return statement(child);
      }
    }
  }
  Statement result;
  result.span = span(cursor);
  result.pragmas = claim_pragmas(result.span.begin);
  switch (kind) {
  case CXCursor_CompoundStmt:
    read_block(cursor, result);
    break;
  case CXCursor_DeclStmt:
    result.kind = Kind::declaration;
    result.variables = variables(cursor);
    break;
  case CXCursor_ForStmt:
    read_for(cursor, result);
    break;
  case CXCursor_CXXForRangeStmt:
    read_range_for(cursor, result);
    break;
  case CXCursor_IfStmt:
    result.kind = Kind::branch;
    read_condition_and_bodies(cursor, result);
    break;
  case CXCursor_WhileStmt:
    result.kind = Kind::while_loop;
    read_condition_and_bodies(cursor, result);
    break;
  case CXCursor_DoStmt:
    result.kind = Kind::do_loop;
    read_condition_and_bodies(cursor, result);
    break;
  case CXCursor_ReturnStmt:
    read_leave(cursor, result, "return");
    break;
  case CXCursor_BreakStmt:
    read_leave(cursor, result, "break");
    break;
  case CXCursor_ContinueStmt:
    read_leave(cursor, result, "continue");
    break;
  case CXCursor_NullStmt:
    result.kind = Kind::empty;
    break;
  default:
    if (api_.isExpression(kind) != 0) {
      result.kind = Kind::expression;
      result.condition.push_back(expression(cursor));
    }
    break;
  }
  for (const std::vector<Statement>* inner : {&result.body, &result.otherwise}) {
    if (!inner->empty()) {
      result.span.end = std::max(result.span.end, inner->back().span.end);
    }
  }
  const bool ends_itself = !result.body.empty() && result.kind != Kind::do_loop;
  const std::size_t next = skip_blanks(source_.text, result.span.end);
  if (!ends_itself && next < source_.text.size() && source_.text[next] == ';' && result.kind != Kind::empty &&
      result.kind != Kind::block) {
    const bool has_one = source_.text[result.span.end - 1] == ';';
    result.span.end = has_one ? result.span.end : next + 1;
  }
  return result;
}

} // namespace mapwright::kernel::rewrite
