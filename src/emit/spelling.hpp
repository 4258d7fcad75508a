// How one word width of one C-like dialect spells things: plain data that the shared printers read.
#pragma once

#include <string>

namespace mapwright::emit {

struct Spelling {
  int bits = 64;                   ///< of the index word
  std::string index;               ///< its signed type: "index_t", "long"
  std::string natural;             ///< the unsigned type of the same width
  bool functional_casts = true;    ///< index_t(x); false: (long)(x)
  std::string qualifier;           ///< before every function: "constexpr", "inline"
  std::string helper_prefix;       ///< helper "floor_div" is called "detail::floor_div" or "triangle_floor_div_i64"
  std::string helper_suffix;       ///<
  std::string definition_prefix;   ///< the prefix where the helper is defined: "" inside namespace detail
  bool table_calls = false;        ///< a fixed table is a function: table(i) in place of table[i]
  std::string table_prefix;        ///< before the name of a fixed table
  std::string math_prefix;         ///< before sqrt, cbrt: "std::", ""
  std::string float_suffix;        ///< after them for float operands: "f", ""
  std::string fp64_macro;          ///< macro defined where double may be used; empty: always
  std::string constant_evaluation; ///< condition that is true in constant evaluation; empty: there is none
  std::string count_leading_zeros; ///< text of a function body for floor_log2(x)
  std::string multiply_high;       ///< text of a function body for the upper word of a * b, a and b natural
  bool typedef_structs = false;    ///< the name of a struct is a type only by a typedef
};

/// `value` converted to `type`.
inline std::string cast(const Spelling& spelling, const std::string& type, const std::string& value) {
  return spelling.functional_casts ? type + "(" + value + ")" : "(" + type + ")(" + value + ")";
}

/// The definition of a struct, `name` its type; `members` are lines.
inline std::string struct_text(const Spelling& spelling, const std::string& name, const std::string& members) {
  return spelling.typedef_structs ? "typedef struct {\n" + members + "} " + name + ";\n"
                                  : "struct " + name + " {\n" + members + "};\n";
}

} // namespace mapwright::emit
