// OpenCL C 1.2: plain functions with the map's name in front and the word's width behind.
#include "emit/c_like.hpp"
#include "emit/dialects.hpp"
#include "emit/launch.hpp"
#include "emit/prepared_text.hpp"

namespace mapwright::emit {

namespace {

constexpr const char* opencl_prologue = R"(
// Define MAPWRIGHT_NO_FP64 for devices with slow double: every function keeps its values.
#if defined(cl_khr_fp64) && !defined(MAPWRIGHT_NO_FP64) && !defined(MAPWRIGHT_FP64)
#pragma OPENCL EXTENSION cl_khr_fp64 : enable
#define MAPWRIGHT_FP64 1
#endif

)";

std::string suffix(int bits) {
  return "_i" + std::to_string(bits);
}

class OpenCl final : public CLike {
public:
  [[nodiscard]] std::string_view name() const override { return "opencl"; }
  [[nodiscard]] std::string_view extension() const override { return ".cl"; }

protected:
  [[nodiscard]] Spelling spelling(const Unit& unit, int bits) const override {
    Spelling s;
    s.bits = bits;
    s.index = bits == 32 ? "int" : "long";
    s.natural = bits == 32 ? "uint" : "ulong";
    s.functional_casts = false;
    s.qualifier = "static inline";
    s.helper_prefix = unit.identifier + "_";
    s.definition_prefix = s.helper_prefix;
    s.helper_suffix = suffix(bits);
    s.fp64_macro = "MAPWRIGHT_FP64";
    s.count_leading_zeros = "  return " + std::to_string(bits - 1) + " - clz(x);";
    s.multiply_high = "  return mul_hi(a, b);";
    s.typedef_structs = true;
    return s;
  }

  [[nodiscard]] std::string open_file(const Unit& unit) const override {
    return file_comment(unit, "OpenCL C 1.2") + opencl_prologue;
  }

  [[nodiscard]] std::string close_file(const Unit&) const override { return ""; }

  [[nodiscard]] std::string launch(const Unit& unit) const override {
    const std::string name = unit.identifier + "_global_index";
    return launch_split_words(name) + "static inline long " + name +
           "(void) {\n  return (long)((get_global_id(2) * (ulong)get_global_size(1) + get_global_id(1)) *\n"
           "                (ulong)get_global_size(0) + get_global_id(0));\n}\n\n";
  }

  [[nodiscard]] std::string table_name(const Unit& unit, const std::string& name) const override {
    return unit.identifier + "_" + name;
  }

  [[nodiscard]] std::string table(const expr::Table& table, const std::string& name) const override {
    const int bits = entry_bits(table);
    const std::string type = bits == 8 ? "char" : bits == 16 ? "short" : bits == 32 ? "int" : "long";
    return "__constant " + type + " " + name + "[] = {\n" + entry_list(table) + "};\n";
  }

  [[nodiscard]] std::string open_variant(const Unit&, const Spelling&) const override { return ""; }
  [[nodiscard]] std::string close_variant(const Unit&, const Spelling&) const override { return ""; }
  [[nodiscard]] std::string helpers(const std::string& text) const override { return text; }

  [[nodiscard]] std::vector<std::string> taken_names(const std::vector<std::string>& fields) const override {
    std::vector<std::string> names;
    for (const std::string& field : fields) {
      names.push_back("out_" + field);
    }
    return names;
  }

  [[nodiscard]] std::string declarations(const Unit& unit, const Spelling& spelling, const std::vector<std::string>&,
                                         const LimitsText& limits) const override {
    std::string out = unit.proved ? "// Certified: within these sizes no intermediate leaves the word.\n"
                                  : "// UNPROVED. Sizes within which no intermediate leaves the word.\n";
    std::string formals;
    std::string test;
    for (std::size_t i = 0; i < limits.names.size(); ++i) {
      const std::string& name = limits.names[i];
      const std::string limit = unit.identifier + "_" + limits.constants[i] + suffix(spelling.bits);
      out += "#define " + limit + " ((" + spelling.index + ")" + limits.at_most[i] + ")\n";
      append_item(formals, spelling.index + " " + name);
      test += (test.empty() ? "" : " && ") + ("0 <= " + name) + " && " + name + " <= " + limit;
    }
    return out + "\n" + spelling.qualifier + " int " + unit.identifier + "_fits" + suffix(spelling.bits) + "(" +
           (formals.empty() ? "void" : formals) + ") {\n  return " + (test.empty() ? "1" : test) + ";\n}\n\n";
  }

  [[nodiscard]] std::string function(const Unit& unit, const Spelling& spelling, const FunctionText& f) const override {
    std::string formals;
    std::string unused;
    const auto add = [&](const std::vector<Formal>& list, const std::string& type) {
      for (const Formal& one : list) {
        append_item(formals, type + (type.ends_with('*') ? "" : " ") + one.name);
        unused += one.used ? "" : "  (void)" + one.name + ";\n";
      }
    };
    if (!f.prepared.empty()) {
      formals = "const " + unit.identifier + "_prepared" + suffix(spelling.bits) + " " + f.prepared;
    }
    add(f.parameters, spelling.index);
    add(f.tables, "__global const " + spelling.index + " *");
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
    return f.comment + spelling.qualifier + " " + type + " " + name + suffix(spelling.bits) + "(" +
           (formals.empty() ? "void" : formals) + ") {\n" + unused + f.body + stores + value + "}\n";
  }

  [[nodiscard]] std::string prepared(const Unit& unit, const Spelling& spelling,
                                     const PreparedText& text) const override {
    const std::string type = unit.identifier + "_prepared" + suffix(spelling.bits);
    const std::string divisor = unit.identifier + "_divisor" + suffix(spelling.bits);
    std::string formals;
    for (const Formal& parameter : text.formals) {
      append_item(formals, spelling.index + " " + parameter.name);
    }
    return text.comment + struct_text(spelling, type, member_lines(text, spelling.index, divisor)) + "\n" +
           spelling.qualifier + " " + type + " " + unit.identifier + "_prepare" + suffix(spelling.bits) + "(" +
           formals + ") {\n" + text.body + "  const " + type + " sizes = {" + member_values(text) +
           "};\n  return sizes;\n}\n";
  }
};

} // namespace

std::unique_ptr<Dialect> new_opencl() {
  return std::make_unique<OpenCl>();
}

} // namespace mapwright::emit
