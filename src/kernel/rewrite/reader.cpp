#include "kernel/rewrite/reader.hpp"

#include "kernel/rewrite/scan.hpp"

#include <algorithm>

namespace mapwright::kernel::rewrite {

std::vector<CXCursor> Reader::children(CXCursor cursor) {
  std::vector<CXCursor> result;
  api_.visitChildren(
      cursor,
      [](CXCursor child, CXCursor, CXClientData found) {
        static_cast<std::vector<CXCursor>*>(found)->push_back(child);
        return CXChildVisit_Continue;
      },
      &result);
  return result;
}

std::vector<CXCursor> Reader::operands(CXCursor cursor) {
  std::vector<CXCursor> result = children(cursor);
  std::erase_if(result, [this](const CXCursor& child) {
    return api_.isExpression(api_.getCursorKind(child)) == 0 || span(child).size() == 0;
  });
  return result;
}

std::string Reader::take(CXString text) {
  const char* bytes = api_.getCString(text);
  std::string result = bytes == nullptr ? "" : bytes;
  api_.disposeString(text);
  return result;
}

std::size_t Reader::offset(CXSourceLocation location) {
  unsigned result = 0;
  api_.getExpansionLocation(location, nullptr, nullptr, nullptr, &result);
  return std::min<std::size_t>(result, source_.text.size());
}

Span Reader::span(CXCursor cursor) {
  const CXSourceRange range = api_.getCursorExtent(cursor);
  const Span result{offset(api_.getRangeStart(range)), offset(api_.getRangeEnd(range))};
  return result.end < result.begin ? Span{result.begin, result.begin} : result;
}

std::string Reader::canonical_type(CXCursor cursor) {
  std::string type = take(api_.getTypeSpelling(api_.getCanonicalType(api_.getCursorType(cursor))));
  constexpr std::string_view own = "__private "; // OpenCL's default address space
  for (std::size_t at = type.find(own); at != std::string::npos; at = type.find(own)) {
    type.erase(at, own.size());
  }
  return type;
}

Declaration Reader::declaration_of(CXCursor cursor) {
  const CXCursor declared = api_.getCursorReferenced(cursor);
  if (api_.Cursor_isNull(declared) != 0) {
    return 0;
  }
  const CXSourceLocation location = api_.getCursorLocation(declared);
  return api_.Location_isFromMainFile(location) != 0 ? offset(location) + 1 : 0;
}

Function Reader::function(CXCursor cursor) {
  Function result;
  result.name = take(api_.getCursorSpelling(cursor));
  result.span = span(cursor);
  result.result = take(api_.getTypeSpelling(api_.getCanonicalType(api_.getCursorResultType(cursor))));
  const std::size_t named = offset(api_.getCursorLocation(cursor));
  result.declaration = named + 1;
  const std::string_view before =
      named > result.span.begin ? source_.at({result.span.begin, named}) : std::string_view();
  result.is_kernel = source_.backend == Backend::opencl && before.find("kernel") != std::string_view::npos;
  for (const CXCursor& child : children(cursor)) {
    switch (api_.getCursorKind(child)) {
    case CXCursor_ParmDecl:
      result.parameters.push_back(variable(child));
      break;
    case CXCursor_AnnotateAttr:
      result.is_kernel = result.is_kernel || take(api_.getCursorSpelling(child)) == "kernel";
      break;
    case CXCursor_CompoundStmt: {
      const std::size_t begin = span(child).begin;
      while (claimed_ < source_.pragmas.size() && source_.pragmas[claimed_].span.begin < begin) {
        ++claimed_; // those between functions belong to no statement
      }
      result.body.push_back(statement(child));
      break;
    }
    default:
      break;
    }
  }
  return result;
}

void Reader::read_declarations(CXCursor parent) {
  for (const CXCursor& child : children(parent)) {
    if (api_.Location_isFromMainFile(api_.getRangeStart(api_.getCursorExtent(child))) == 0) {
      continue;
    }
    switch (api_.getCursorKind(child)) {
    case CXCursor_FunctionDecl:
    case CXCursor_FunctionTemplate:
      source_.functions.push_back(function(child));
      break;
    case CXCursor_VarDecl:
      source_.globals.push_back(variable(child));
      break;
    case CXCursor_Namespace:
    case CXCursor_LinkageSpec:
    case CXCursor_UnexposedDecl:
      read_declarations(child);
      break;
    default:
      break;
    }
  }
}

} // namespace mapwright::kernel::rewrite
