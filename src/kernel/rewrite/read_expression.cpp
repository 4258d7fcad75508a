#include "kernel/rewrite/reader.hpp"
#include "kernel/rewrite/scan.hpp"

#include <algorithm>
#include <array>
#include <cctype>
#include <string_view>

namespace mapwright::kernel::rewrite {
namespace {

constexpr std::array<std::string_view, 32> operators{
    "+",  "-",  "*", "/",  "%",  "<<", ">>", "<",  ">",  "<=", ">=", "==",  "!=",  "&", "|",   "^",
    "&&", "||", "=", "+=", "-=", "*=", "/=", "%=", "&=", "|=", "^=", "<<=", ">>=", ",", "<=>", ".*"};

bool is_literal(CXCursorKind kind) {
  switch (kind) {
  case CXCursor_IntegerLiteral:
  case CXCursor_FloatingLiteral:
  case CXCursor_StringLiteral:
  case CXCursor_CharacterLiteral:
  case CXCursor_CXXBoolLiteralExpr:
  case CXCursor_CXXNullPtrLiteralExpr:
    return true;
  default:
    return false;
  }
}

} // namespace

void Reader::read_parts(CXCursor cursor, Expression& result) {
  for (const CXCursor& operand : operands(cursor)) {
    result.parts.push_back(expression(operand));
  }
}

/// Conversions that are not written have the span of what they convert.
Expression Reader::unexposed(CXCursor cursor, Expression result) {
  const std::vector<CXCursor> inner = operands(cursor);
  if (inner.size() != 1) {
    read_parts(cursor, result);
    return result;
  }
  Expression only = expression(inner.front());
  const std::string_view rest = only.span.end < result.span.end && only.span.begin == result.span.begin
                                    ? source_.at({only.span.end, result.span.end})
                                    : std::string_view();
  if (!rest.starts_with('.')) { // an element of a vector is not exposed either
    return only;
  }
  result.form = Form::member;
  result.text = rest.substr(1);
  result.parts.push_back(std::move(only));
  return result;
}

Expression Reader::call(CXCursor cursor, Expression result) {
  const std::string callee = take(api_.getCursorSpelling(cursor));
  const int count = std::max(0, api_.Cursor_getNumArguments(cursor));
  for (int i = 0; i < count; ++i) {
    const CXCursor argument = api_.Cursor_getArgument(cursor, static_cast<unsigned>(i));
    if (result.span.holds(span(argument)) && span(argument).size() > 0) { // not a default argument
      result.parts.push_back(expression(argument));
    }
  }
  if (callee == "operator[]" && result.parts.size() == 2) {
    result.form = Form::index;
    return result;
  }
  if (callee.starts_with("operator")) {
    return result;
  }
  result.form = Form::call;
  result.text = callee;
  result.declared = declaration_of(cursor);
  for (const CXCursor& child : operands(cursor)) {
    const Span named = span(child);
    if (named.begin == result.span.begin && named.end < result.span.end) {
      result.text = squeezed(source_.at(named));
      break;
    }
  }
  return result;
}

Expression Reader::unary(CXCursor cursor, Expression result) {
  read_parts(cursor, result);
  if (result.parts.size() != 1) {
    return result;
  }
  const Span& inner = result.parts.front().span;
  result.postfix = inner.begin == result.span.begin;
  result.text = result.postfix ? squeezed(source_.at({inner.end, result.span.end}))
                               : squeezed(source_.at({result.span.begin, inner.begin}));
  result.form = Form::unary;
  return result;
}

Expression Reader::binary(CXCursor cursor, Expression result, Form form) {
  read_parts(cursor, result);
  if (result.parts.size() != 2 || result.parts[0].span.end > result.parts[1].span.begin) {
    return result;
  }
  const std::string written = squeezed(source_.at({result.parts[0].span.end, result.parts[1].span.begin}));
  if (std::find(operators.begin(), operators.end(), written) == operators.end()) {
    return result; // from within a macro
  }
  result.text = written;
  result.form = written == "=" ? Form::assign : form;
  return result;
}

Expression Reader::expression(CXCursor cursor) {
  Expression result;
  result.span = span(cursor);
  result.type = canonical_type(cursor);
  const CXCursorKind kind = api_.getCursorKind(cursor);
  const std::string_view written = source_.at(result.span);
  if (kind == CXCursor_DeclRefExpr) {
    result.form = Form::name;
    result.text = squeezed(written);
    result.declared = declaration_of(cursor);
    return result;
  }
  if (is_literal(kind)) {
    const bool word =
        is_identifier(written) && kind != CXCursor_CXXBoolLiteralExpr && kind != CXCursor_CXXNullPtrLiteralExpr;
    result.form = word ? Form::name : Form::literal; // a macro that stands for a number is a name here
    result.text = written;
    return result;
  }
  if (kind != CXCursor_UnexposedExpr && is_identifier(written)) { // a macro that stands for more
    result.form = Form::name;
    result.text = written;
    return result;
  }
  switch (kind) {
  case CXCursor_UnexposedExpr:
    return unexposed(cursor, std::move(result));
  case CXCursor_CallExpr:
    return call(cursor, std::move(result));
  case CXCursor_UnaryOperator:
    return unary(cursor, std::move(result));
  case CXCursor_BinaryOperator:
    return binary(cursor, std::move(result), Form::binary);
  case CXCursor_CompoundAssignOperator:
    return binary(cursor, std::move(result), Form::assign);
  default:
    break;
  }
  read_parts(cursor, result);
  const std::size_t count = result.parts.size();
  switch (kind) {
  case CXCursor_ParenExpr:
    result.form = count == 1 && written.starts_with('(') ? Form::parenthesis : Form::other;
    break;
  case CXCursor_ConditionalOperator:
    result.form = count == 3 ? Form::conditional : Form::other;
    break;
  case CXCursor_ArraySubscriptExpr:
    result.form = count == 2 ? Form::index : Form::other;
    break;
  case CXCursor_MemberRefExpr:
    result.form = count == 1 ? Form::member : Form::other;
    result.text = take(api_.getCursorSpelling(cursor));
    break;
  case CXCursor_CStyleCastExpr:
  case CXCursor_CXXStaticCastExpr:
  case CXCursor_CXXFunctionalCastExpr:
  case CXCursor_CXXConstCastExpr:
  case CXCursor_CXXReinterpretCastExpr: {
    const std::size_t open = written.find(kind == CXCursor_CStyleCastExpr          ? '('
                                          : kind == CXCursor_CXXFunctionalCastExpr ? written.front()
                                                                                   : '<');
    const char close = kind == CXCursor_CStyleCastExpr ? ')' : kind == CXCursor_CXXFunctionalCastExpr ? '(' : '>';
    const std::size_t begin = kind == CXCursor_CXXFunctionalCastExpr ? 0 : open + 1;
    const std::size_t end = written.find(close, begin);
    result.form = count == 1 && end != std::string_view::npos ? Form::cast : Form::other;
    result.text = end == std::string_view::npos ? "" : squeezed(written.substr(begin, end - begin));
    break;
  }
  case CXCursor_InitListExpr:
    result.form = Form::list;
    break;
  default:
    break;
  }
  return result;
}

} // namespace mapwright::kernel::rewrite
