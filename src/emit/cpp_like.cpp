#include "emit/cpp_like.hpp"

#include "emit/launch.hpp"
#include "emit/prepared_text.hpp"

#include <cctype>

namespace mapwright::emit {

namespace {

std::string upper(std::string text) {
  for (char& c : text) {
    c = static_cast<char>(std::toupper(static_cast<unsigned char>(c)));
  }
  return text;
}

std::string formal(const Formal& f, const std::string& type) {
  return f.used ? type + " " + f.name : type + " /*" + f.name + "*/";
}

std::string template_head(const std::vector<Formal>& tables) {
  std::string types;
  for (std::size_t i = 0; i < tables.size(); ++i) {
    append_item(types, "class Table" + std::to_string(i + 1));
  }
  return types.empty() ? "" : "template <" + types + ">\n";
}

std::string common_formals(const FunctionText& f, bool all_used) {
  std::string out = f.prepared.empty() ? "" : "const prepared& " + f.prepared;
  for (const Formal& parameter : f.parameters) {
    append_item(out, formal({parameter.name, parameter.used || all_used}, "index_t"));
  }
  for (std::size_t i = 0; i < f.tables.size(); ++i) {
    append_item(out,
                formal({f.tables[i].name, f.tables[i].used || all_used}, "const Table" + std::to_string(i + 1) + "*"));
  }
  return out;
}

std::string returned(const FunctionText& f) {
  const std::vector<std::string>& r = f.results;
  std::string point;
  for (std::size_t i = f.role == Role::successor ? 1 : 0; i < r.size(); ++i) {
    append_item(point, r[i]);
  }
  switch (f.role) {
  case Role::unrank:
    return "{" + point + "}";
  case Role::successor:
    return "{" + r[0] + ", {" + point + "}}";
  default:
    return r[0];
  }
}

std::string result_type(Role role) {
  switch (role) {
  case Role::count:
  case Role::rank:
    return "index_t";
  case Role::unrank:
    return "point";
  case Role::contains:
    return "bool";
  default:
    return "step";
  }
}

/// rank(n, p) for rank(n, i, j), and so on.
std::string overload_for_points(const FunctionText& f, const std::string& qualifier) {
  std::string formals = common_formals(f, true);
  std::string actuals;
  for (const std::vector<Formal>* list : {&f.parameters, &f.tables}) {
    for (const Formal& one : *list) {
      append_item(actuals, one.name);
    }
  }
  append_item(formals, "point at");
  for (const std::string& field : f.fields) {
    append_item(actuals, "at." + field);
  }
  return template_head(f.tables) + qualifier + " " + result_type(f.role) + " " + f.name + "(" + formals +
         ") {\n  return " + f.name + "(" + actuals + ");\n}\n";
}

} // namespace

Spelling CppLike::common_spelling(int bits) {
  Spelling s;
  s.bits = bits;
  s.index = "index_t";
  s.natural = "natural_t";
  s.helper_prefix = "detail::";
  return s;
}

std::string CppLike::open(const Unit& unit, std::string_view language, std::string_view guard_suffix,
                          std::string_view after_guard) const {
  const std::string guard = "MAPWRIGHT_MAPS_" + upper(unit.identifier) + std::string(guard_suffix);
  return file_comment(unit, language) + "#ifndef " + guard + "\n#define " + guard + "\n\n" + std::string(after_guard) +
         "\nnamespace mapwright_maps::" + unit.identifier + " {\n\n";
}

std::string CppLike::close_file(const Unit& unit) const {
  return "} // namespace mapwright_maps::" + unit.identifier + "\n\n#endif\n";
}

std::string CppLike::open_variant(const Unit&, const Spelling& spelling) const {
  const std::string bits = std::to_string(spelling.bits);
  return "namespace w" + bits + " {\n\nusing index_t = " + integer(spelling.bits) +
         ";\nusing natural_t = " + natural(spelling.bits) + ";\n\n";
}

std::string CppLike::close_variant(const Unit&, const Spelling& spelling) const {
  return "} // namespace w" + std::to_string(spelling.bits) + "\n\n";
}

std::string CppLike::helpers(const std::string& text) const {
  return "namespace detail {\n\n" + text + "} // namespace detail\n\n";
}

std::string CppLike::declarations(const Unit& unit, const Spelling& spelling, const std::vector<std::string>& fields,
                                  const LimitsText& limits) const {
  std::string out = "struct point {\n";
  for (const std::string& field : fields) {
    out += "  index_t " + field + ";\n";
  }
  out += "};\n\nstruct step {\n  bool has_next;\n  point next;\n};\n\n";
  out += unit.proved ? "// Certified: within these sizes no intermediate leaves the word.\n"
                     : "// UNPROVED. Sizes within which no intermediate leaves the word.\n";
  std::string formals;
  std::string test;
  for (std::size_t i = 0; i < limits.names.size(); ++i) {
    const std::string& name = limits.names[i];
    out += constant() + " index_t " + limits.constants[i] + " = " + limits.at_most[i] + ";\n";
    append_item(formals, "index_t " + name);
    test += (test.empty() ? "" : " && ") + ("0 <= " + name) + " && " + name + " <= " + limits.constants[i];
  }
  return out + "\n" + spelling.qualifier + " bool fits(" + formals + ") {\n  return " + (test.empty() ? "true" : test) +
         ";\n}\n\n";
}

std::string CppLike::function(const Unit&, const Spelling& spelling, const FunctionText& f) const {
  std::string formals = common_formals(f, false);
  for (const Formal& argument : f.arguments) {
    append_item(formals, formal(argument, "index_t"));
  }
  std::string out = f.comment + template_head(f.tables) + spelling.qualifier + " " + result_type(f.role) + " " +
                    f.name + "(" + formals + ") {\n" + f.body + "  return " + returned(f) + ";\n}\n";
  if (f.role == Role::rank || f.role == Role::contains || f.role == Role::successor) {
    out += overload_for_points(f, spelling.qualifier);
  }
  return out;
}

std::string CppLike::prepared(const Unit&, const Spelling& spelling, const PreparedText& text) const {
  std::string formals;
  for (const Formal& parameter : text.formals) {
    append_item(formals, formal(parameter, "index_t"));
  }
  return text.comment + struct_text(spelling, "prepared", member_lines(text, "index_t", "detail::divisor")) + "\n" +
         spelling.qualifier + " prepared prepare(" + formals + ") {\n" + text.body + "  return {" +
         member_values(text) + "};\n}\n";
}

/// Without a 128-bit type by digits in base B = 2^32, a = a1*B + a0 and b = b1*B + b0: floor(a*b / B^2) is
/// a1*b1 + floor((a1*b0 + floor(a0*b0 / B) + a0*b1) / B). The first two terms of the sum are below B^2 together, as
/// (B - 1)^2 + (B - 1) < B^2, and so is their lower digit with the third.
std::string CppLike::multiply_high_text(int bits) const {
  const std::string wide = natural(64);
  if (bits == 32) {
    return "  return natural_t((static_cast<" + wide + ">(a) * b) >> 32);";
  }
  return R"(#ifdef __SIZEOF_INT128__
  __extension__ typedef unsigned __int128 wide;
  return natural_t((wide(a) * b) >> 64);
#else
  const natural_t low = 4294967295;
  const natural_t cross = (a >> 32) * (b & low) + (((a & low) * (b & low)) >> 32);
  const natural_t middle = (a & low) * (b >> 32) + (cross & low);
  return (a >> 32) * (b >> 32) + (cross >> 32) + (middle >> 32);
#endif)";
}

std::string CppLike::split_text(std::string_view qualifier) const {
  return launch_split_text(qualifier, integer(64));
}

} // namespace mapwright::emit
