#include "kernel/rewrite/libclang.hpp"

#include "core/dynamic_library.hpp"

#include <array>
#include <string>

#include <fmt/format.h>

namespace mapwright::kernel::rewrite {
namespace {

template <class Function> bool bind(const DynamicLibrary& library, const char* symbol, Function*& function) {
  return library.bind(symbol, function);
}

Result<Libclang> load_libclang() {
  const std::array<std::string, 4> names{"libclang-14.so.1", "libclang-14.so.13", "libclang-15.so.1", "libclang.so"};
  const Result<DynamicLibrary> library = DynamicLibrary::open(names);
  if (!library) {
    return fail(ErrorKind::machine, "libclang is not installed: kernels cannot be rewritten",
                "apt install libclang1-14 libclang-common-14-dev");
  }
  Libclang api;
  const bool complete =
      bind(*library, "clang_createIndex", api.createIndex) && bind(*library, "clang_disposeIndex", api.disposeIndex) &&
      bind(*library, "clang_parseTranslationUnit2", api.parseTranslationUnit2) &&
      bind(*library, "clang_disposeTranslationUnit", api.disposeTranslationUnit) &&
      bind(*library, "clang_getTranslationUnitCursor", api.getTranslationUnitCursor) &&
      bind(*library, "clang_getNumDiagnostics", api.getNumDiagnostics) &&
      bind(*library, "clang_getDiagnostic", api.getDiagnostic) &&
      bind(*library, "clang_getDiagnosticSeverity", api.getDiagnosticSeverity) &&
      bind(*library, "clang_formatDiagnostic", api.formatDiagnostic) &&
      bind(*library, "clang_disposeDiagnostic", api.disposeDiagnostic) &&
      bind(*library, "clang_visitChildren", api.visitChildren) &&
      bind(*library, "clang_getCursorKind", api.getCursorKind) &&
      bind(*library, "clang_getCursorSpelling", api.getCursorSpelling) &&
      bind(*library, "clang_getCursorExtent", api.getCursorExtent) &&
      bind(*library, "clang_getCursorLocation", api.getCursorLocation) &&
      bind(*library, "clang_getCursorReferenced", api.getCursorReferenced) &&
      bind(*library, "clang_getCursorType", api.getCursorType) &&
      bind(*library, "clang_getCursorResultType", api.getCursorResultType) &&
      bind(*library, "clang_getCanonicalType", api.getCanonicalType) &&
      bind(*library, "clang_getTypeSpelling", api.getTypeSpelling) &&
      bind(*library, "clang_getRangeStart", api.getRangeStart) &&
      bind(*library, "clang_getRangeEnd", api.getRangeEnd) &&
      bind(*library, "clang_getExpansionLocation", api.getExpansionLocation) &&
      bind(*library, "clang_Location_isFromMainFile", api.Location_isFromMainFile) &&
      bind(*library, "clang_isExpression", api.isExpression) && bind(*library, "clang_isStatement", api.isStatement) &&
      bind(*library, "clang_Cursor_getNumArguments", api.Cursor_getNumArguments) &&
      bind(*library, "clang_Cursor_getArgument", api.Cursor_getArgument) &&
      bind(*library, "clang_Cursor_isNull", api.Cursor_isNull) &&
      bind(*library, "clang_Cursor_getStorageClass", api.Cursor_getStorageClass) &&
      bind(*library, "clang_getCString", api.getCString) && bind(*library, "clang_disposeString", api.disposeString);
  if (!complete) {
    return fail(ErrorKind::machine, fmt::format("{} is too old", library->name()), "apt install libclang1-14");
  }
  return api;
}

} // namespace

const Result<Libclang>& libclang() {
  static const Result<Libclang> loaded = load_libclang();
  return loaded;
}

} // namespace mapwright::kernel::rewrite
