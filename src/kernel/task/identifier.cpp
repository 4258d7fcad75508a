#include "kernel/task/identifier.hpp"

#include "expr/text.hpp"

#include <algorithm>
#include <array>

namespace mapwright::kernel {

namespace {

/// The words of C++20 and OpenCL C that a plain identifier could be, sorted.
constexpr auto words = std::to_array<std::string_view>({"__constant",  "__global",
                                                        "__kernel",    "__local",
                                                        "__private",   "alignas",
                                                        "alignof",     "and",
                                                        "asm",         "auto",
                                                        "bool",        "break",
                                                        "case",        "catch",
                                                        "char",        "class",
                                                        "compl",       "concept",
                                                        "const",       "const_cast",
                                                        "consteval",   "constexpr",
                                                        "constant",    "constinit",
                                                        "continue",    "co_await",
                                                        "co_return",   "co_yield",
                                                        "decltype",    "default",
                                                        "delete",      "do",
                                                        "double",      "dynamic_cast",
                                                        "else",        "enum",
                                                        "explicit",    "export",
                                                        "extern",      "false",
                                                        "float",       "for",
                                                        "friend",      "global",
                                                        "goto",        "half",
                                                        "if",          "inline",
                                                        "int",         "kernel",
                                                        "local",       "long",
                                                        "main",        "mutable",
                                                        "namespace",   "new",
                                                        "noexcept",    "not",
                                                        "nullptr",     "operator",
                                                        "or",          "private",
                                                        "protected",   "public",
                                                        "register",    "reinterpret_cast",
                                                        "requires",    "restrict",
                                                        "return",      "short",
                                                        "signed",      "sizeof",
                                                        "static",      "static_assert",
                                                        "static_cast", "struct",
                                                        "switch",      "template",
                                                        "this",        "thread_local",
                                                        "throw",       "true",
                                                        "try",         "typedef",
                                                        "typeid",      "typename",
                                                        "uint",        "ulong",
                                                        "union",       "unsigned",
                                                        "using",       "virtual",
                                                        "void",        "volatile",
                                                        "wchar_t",     "while",
                                                        "xor"});

} // namespace

std::string_view objection_to_name(std::string_view name) {
  if (std::find(words.begin(), words.end(), name) != words.end()) {
    return "is a word of C++ or OpenCL C";
  }
  return expr::is_name(name) ? "" : "is no name: a letter or '_', then letters, digits and '_'";
}

} // namespace mapwright::kernel
