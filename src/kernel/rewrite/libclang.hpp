// libclang, opened at run time: a machine without it runs everything but rewriting.
#pragma once

#include "core/error.hpp"

#include <clang-c/Index.h>

namespace mapwright::kernel::rewrite {

/// The functions of libclang that are used, under its own names without "clang_".
struct Libclang {
  // NOLINTBEGIN(readability-identifier-naming): libclang's names
  decltype(&clang_createIndex) createIndex = nullptr;
  decltype(&clang_disposeIndex) disposeIndex = nullptr;
  decltype(&clang_parseTranslationUnit2) parseTranslationUnit2 = nullptr;
  decltype(&clang_disposeTranslationUnit) disposeTranslationUnit = nullptr;
  decltype(&clang_getTranslationUnitCursor) getTranslationUnitCursor = nullptr;
  decltype(&clang_getNumDiagnostics) getNumDiagnostics = nullptr;
  decltype(&clang_getDiagnostic) getDiagnostic = nullptr;
  decltype(&clang_getDiagnosticSeverity) getDiagnosticSeverity = nullptr;
  decltype(&clang_formatDiagnostic) formatDiagnostic = nullptr;
  decltype(&clang_disposeDiagnostic) disposeDiagnostic = nullptr;
  decltype(&clang_visitChildren) visitChildren = nullptr;
  decltype(&clang_getCursorKind) getCursorKind = nullptr;
  decltype(&clang_getCursorSpelling) getCursorSpelling = nullptr;
  decltype(&clang_getCursorExtent) getCursorExtent = nullptr;
  decltype(&clang_getCursorLocation) getCursorLocation = nullptr;
  decltype(&clang_getCursorReferenced) getCursorReferenced = nullptr;
  decltype(&clang_getCursorType) getCursorType = nullptr;
  decltype(&clang_getCursorResultType) getCursorResultType = nullptr;
  decltype(&clang_getCanonicalType) getCanonicalType = nullptr;
  decltype(&clang_getTypeSpelling) getTypeSpelling = nullptr;
  decltype(&clang_getRangeStart) getRangeStart = nullptr;
  decltype(&clang_getRangeEnd) getRangeEnd = nullptr;
  decltype(&clang_getExpansionLocation) getExpansionLocation = nullptr;
  decltype(&clang_Location_isFromMainFile) Location_isFromMainFile = nullptr;
  decltype(&clang_isExpression) isExpression = nullptr;
  decltype(&clang_isStatement) isStatement = nullptr;
  decltype(&clang_Cursor_getNumArguments) Cursor_getNumArguments = nullptr;
  decltype(&clang_Cursor_getArgument) Cursor_getArgument = nullptr;
  decltype(&clang_Cursor_isNull) Cursor_isNull = nullptr;
  decltype(&clang_Cursor_getStorageClass) Cursor_getStorageClass = nullptr;
  decltype(&clang_getCString) getCString = nullptr;
  decltype(&clang_disposeString) disposeString = nullptr;
  // NOLINTEND(readability-identifier-naming)
};

/// Opens it, once per process. Machine error naming the package when it is missing. Thread-safe.
const Result<Libclang>& libclang();

} // namespace mapwright::kernel::rewrite
