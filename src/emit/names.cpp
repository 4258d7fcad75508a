#include "emit/names.hpp"

#include <algorithm>
#include <array>
#include <cctype>

namespace mapwright::emit {

namespace {

using std::string_view;

constexpr auto keywords = std::to_array<string_view>({
    "alignas",   "alignof",   "and",           "and_eq",       "asm",
    "atomic",    "auto",      "bitand",        "bitor",        "bool",
    "break",     "case",      "catch",         "char",         "class",
    "co_await",  "co_return", "co_yield",      "compl",        "complex",
    "concept",   "const",     "const_cast",    "consteval",    "constexpr",
    "constinit", "continue",  "decltype",      "default",      "delete",
    "do",        "double",    "dynamic_cast",  "else",         "enum",
    "explicit",  "export",    "extern",        "false",        "final",
    "float",     "for",       "friend",        "goto",         "if",
    "import",    "inline",    "int",           "long",         "module",
    "mutable",   "namespace", "new",           "noexcept",     "not",
    "not_eq",    "nullptr",   "operator",      "or",           "or_eq",
    "override",  "private",   "protected",     "public",       "register",
    "requires",  "restrict",  "return",        "short",        "signed",
    "sizeof",    "static",    "static_assert", "static_cast",  "struct",
    "switch",    "template",  "this",          "thread_local", "throw",
    "true",      "try",       "typedef",       "typeid",       "typename",
    "typeof",    "union",     "unsigned",      "using",        "virtual",
    "void",      "volatile",  "wchar_t",       "while",        "xor",
    "xor_eq",    "char8_t",   "char16_t",      "char32_t",     "reinterpret_cast",
    "linux",     "unix",      "i386",          "assert",       "NULL",
    "EOF",       "I",         "True",          "False",        "None",
    "def",       "lambda",    "pass",          "raise",        "yield",
    "elif",      "except",    "finally",       "from",         "global",
    "in",        "is",        "nonlocal",      "with",         "as",
    "async",     "await",     "del",           "print",        "main",
});

// OpenCL C and CUDA: address spaces, types, built-in variables and the functions the emitted text may call.
constexpr auto device_words = std::to_array<string_view>({
    "kernel",    "local",     "constant", "generic",   "pipe",      "read_only", "write_only", "read_write",
    "uchar",     "ushort",    "uint",     "ulong",     "half",      "quad",      "size_t",     "ptrdiff_t",
    "intptr_t",  "uintptr_t", "event_t",  "sampler_t", "image2d_t", "image3d_t", "min",        "max",
    "clamp",     "mix",       "abs",      "sqrt",      "cbrt",      "pow",       "rootn",      "floor",
    "ceil",      "round",     "exp",      "log",       "sin",       "cos",       "tan",        "erf",
    "fma",       "dot",       "cross",    "length",    "distance",  "normalize", "select",     "shuffle",
    "barrier",   "rotate",    "clz",      "popcount",  "any",       "all",       "sign",       "step",
    "threadIdx", "blockIdx",  "blockDim", "gridDim",   "warpSize",  "dim3",      "sqrtf",      "cbrtf",
    "powf",      "floorf",    "y0",       "y1",        "yn",        "j0",        "j1",         "jn",
    "std",       "sycl",      "hip",      "tl",        "gamma",     "lgamma",    "signbit",    "isnan",
    "isinf",
});

// The words of the emitted text itself.
constexpr auto own_words = std::to_array<string_view>({
    "count",        "unrank",         "rank",     "contains", "successor", "fits",    "point", "step",
    "index_t",      "natural_t",      "detail",   "w32",      "w64",       "launch",  "split", "covers",
    "global_index", "mapwright_maps", "has_next", "next",     "prepared",  "prepare",
});

template <std::size_t N> bool lists(const std::array<string_view, N>& words, string_view name) {
  return std::find(words.begin(), words.end(), name) != words.end();
}

bool is_letter_or_digit(char c) {
  return std::isalnum(static_cast<unsigned char>(c)) != 0;
}

/// int4, float16 and so on: built-in vectors of OpenCL and CUDA.
bool is_vector_type(string_view name) {
  constexpr auto elements = std::to_array<string_view>({"char", "uchar", "short", "ushort", "int", "uint", "long",
                                                        "ulong", "longlong", "ulonglong", "half", "float", "double"});
  const std::size_t digits = name.find_first_of("0123456789");
  if (digits == string_view::npos) {
    return false;
  }
  const string_view width = name.substr(digits);
  return lists(elements, name.substr(0, digits)) &&
         (width == "1" || width == "2" || width == "3" || width == "4" || width == "8" || width == "16");
}

/// Macros and typedefs of <stdint.h> and <limits.h>: int64_t, INT_MAX, M_PI.
bool looks_predefined(string_view name) {
  return name.ends_with("_t") || name.ends_with("_MAX") || name.ends_with("_MIN") || name.ends_with("_WIDTH") ||
         name.starts_with("M_") || name.starts_with("CL_") || name.starts_with("FLT_") || name.starts_with("DBL_") ||
         name.starts_with("CLK_") || name.starts_with("cl_") || name.starts_with("MAPWRIGHT_") ||
         name.starts_with("as_") || name.starts_with("convert_") || name.starts_with("get_") ||
         name.starts_with("native_") || name.starts_with("half_");
}

} // namespace

bool is_reserved(string_view name) {
  return lists(keywords, name) || lists(device_words, name) || lists(own_words, name) || is_vector_type(name) ||
         looks_predefined(name);
}

std::string to_identifier(string_view name) {
  std::string out;
  for (const char c : name) {
    if (is_letter_or_digit(c)) {
      out += c;
    } else if (!out.empty() && out.back() != '_') {
      out += '_';
    }
  }
  if (out.empty() || std::isdigit(static_cast<unsigned char>(out.front())) != 0) {
    out.insert(0, "v");
  }
  return is_reserved(out) ? (out.back() == '_' ? out + "v" : out + "_") : out;
}

std::string NameSet::take(string_view wanted) {
  const std::string base = to_identifier(wanted);
  std::string name = base;
  for (int n = 1; !taken_.insert(name).second; ++n) {
    const std::string joint = base.back() == '_' ? "" : "_";
    name = n == 1 && !joint.empty() ? base + "_" : base + joint + std::to_string(n);
  }
  return name;
}

} // namespace mapwright::emit
