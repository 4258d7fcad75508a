#include "emit/plain_c.hpp"

#include "emit/prepared_text.hpp"

namespace mapwright::emit {

std::string width_suffix(int bits) {
  return "_i" + std::to_string(bits);
}

Spelling PlainC::plain_spelling(const Unit& unit, int bits) {
  Spelling s;
  s.bits = bits;
  s.functional_casts = false;
  s.qualifier = "static inline";
  s.helper_prefix = unit.identifier + "_";
  s.definition_prefix = s.helper_prefix;
  s.helper_suffix = width_suffix(bits);
  s.typedef_structs = true;
  return s;
}

std::string PlainC::table_name(const Unit& unit, const std::string& name) const {
  return unit.identifier + "_" + name;
}

std::string PlainC::open_variant(const Unit&, const Spelling&) const {
  return "";
}

std::string PlainC::close_variant(const Unit&, const Spelling&) const {
  return "";
}

std::string PlainC::helpers(const std::string& text) const {
  return text;
}

std::vector<std::string> PlainC::taken_names(const std::vector<std::string>& fields) const {
  std::vector<std::string> names;
  for (const std::string& field : fields) {
    names.push_back("out_" + field);
  }
  return names;
}

std::string PlainC::declarations(const Unit& unit, const Spelling& spelling, const std::vector<std::string>&,
                                 const LimitsText& limits) const {
  std::string out = unit.proved ? "// Certified: within these sizes no intermediate leaves the word.\n"
                                : "// UNPROVED. Sizes within which no intermediate leaves the word.\n";
  std::string formals;
  std::string test;
  for (std::size_t i = 0; i < limits.names.size(); ++i) {
    const std::string& name = limits.names[i];
    const std::string limit = unit.identifier + "_" + limits.constants[i] + width_suffix(spelling.bits);
    out += "#define " + limit + " ((" + spelling.index + ")" + limits.at_most[i] + ")\n";
    append_item(formals, spelling.index + " " + name);
    test += (test.empty() ? "" : " && ") + ("0 <= " + name) + " && " + name + " <= " + limit;
  }
  return out + "\n" + spelling.qualifier + " int " + unit.identifier + "_fits" + width_suffix(spelling.bits) + "(" +
         (formals.empty() ? "void" : formals) + ") {\n  return " + (test.empty() ? "1" : test) + ";\n}\n\n";
}

std::string PlainC::function(const Unit& unit, const Spelling& spelling, const FunctionText& f) const {
  std::string formals;
  std::string unused;
  const auto add = [&](const std::vector<Formal>& list, const std::string& type) {
    for (const Formal& one : list) {
      append_item(formals, type + (type.ends_with('*') ? "" : " ") + one.name);
      unused += one.used ? "" : "  (void)" + one.name + ";\n";
    }
  };
  if (!f.prepared.empty()) {
    formals = "const " + unit.identifier + "_prepared" + width_suffix(spelling.bits) + " " + f.prepared;
  }
  add(f.parameters, spelling.index);
  add(f.tables, runtime_table(spelling));
  add(f.arguments, spelling.index);

  const bool has_point = f.role == Role::unrank || f.role == Role::successor;
  std::string stores;
  for (std::size_t i = 0; has_point && i < f.fields.size(); ++i) {
    const std::string target = "out_" + f.fields[i];
    append_item(formals, spelling.index + " *" + target);
    stores += "  *" + target + " = " + f.results[i + (f.role == Role::successor ? 1 : 0)] + ";\n";
  }
  const bool is_truth = f.role == Role::contains || f.role == Role::successor;
  const std::string type = f.role == Role::unrank ? "void" : is_truth ? "int" : spelling.index;
  const std::string value = f.role == Role::unrank ? "" : "  return " + f.results[0] + ";\n";
  const std::string name = unit.identifier + "_" + f.name + (f.prepared.empty() ? "" : "_prepared");
  return f.comment + spelling.qualifier + " " + type + " " + name + width_suffix(spelling.bits) + "(" +
         (formals.empty() ? "void" : formals) + ") {\n" + unused + f.body + stores + value + "}\n";
}

std::string PlainC::prepared(const Unit& unit, const Spelling& spelling, const PreparedText& text) const {
  const std::string type = unit.identifier + "_prepared" + width_suffix(spelling.bits);
  const std::string divisor = unit.identifier + "_divisor" + width_suffix(spelling.bits);
  std::string formals;
  for (const Formal& parameter : text.formals) {
    append_item(formals, spelling.index + " " + parameter.name);
  }
  return text.comment + struct_text(spelling, type, member_lines(text, spelling.index, divisor)) + "\n" +
         spelling.qualifier + " " + type + " " + unit.identifier + "_prepare" + width_suffix(spelling.bits) + "(" +
         formals + ") {\n" + text.body + "  const " + type + " sizes = {" + member_values(text) +
         "};\n  return sizes;\n}\n";
}

} // namespace mapwright::emit
