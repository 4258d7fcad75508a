#include "emit/excerpt.hpp"

#include "emit/c_like.hpp"

#include <fmt/format.h>

namespace mapwright::emit {

namespace {

constexpr std::string_view opencl_double = R"(#if defined(cl_khr_fp64) && !defined(MAPWRIGHT_FP64)
#pragma OPENCL EXTENSION cl_khr_fp64 : enable
#define MAPWRIGHT_FP64 1
#endif

)";

void append_formal(std::string& list, const std::string& type, const Formal& one) {
  list += (list.empty() ? "" : ", ") + type + " " + one.name;
}

class Excerpt final : public CLike {
public:
  explicit Excerpt(std::string_view language) : language_(language) {}
  [[nodiscard]] std::string_view name() const override { return language_; }
  [[nodiscard]] std::string_view extension() const override { return ""; }

protected:
  [[nodiscard]] bool has(Role role) const override {
    return role == Role::unrank || (role == Role::count && !opencl() && !gpu());
  }

  [[nodiscard]] Spelling spelling(const Unit& unit, int bits) const override {
    Spelling s;
    s.bits = bits;
    s.index = excerpt_index(language_, bits);
    s.natural = opencl()             ? (bits == 32 ? "uint" : "ulong")
                : language_ == "cpp" ? (bits == 32 ? "std::uint32_t" : "std::uint64_t")
                                     : (bits == 32 ? "unsigned" : "unsigned long long");
    s.functional_casts = false;
    s.qualifier = gpu() ? "__device__ inline" : "static inline";
    s.helper_prefix = unit.identifier + "_";
    s.definition_prefix = s.helper_prefix;
    s.helper_suffix = suffix(bits);
    s.math_prefix = language_ == "cpp" ? "std::" : "";
    s.float_suffix = gpu() ? "f" : "";
    s.fp64_macro = opencl() ? "MAPWRIGHT_FP64" : "";
    const std::string top = std::to_string(bits - 1);
    s.count_leading_zeros = opencl() ? "  return " + top + " - clz(x);"
                            : gpu()  ? "  return " + top + (bits == 32 ? " - __clz(x);" : " - __clzll(x);")
                                     : "  return " + top + (bits == 32 ? " - __builtin_clz(" : " - __builtin_clzll(") +
                                          "(" + s.natural + ")(x));";
    s.typedef_structs = true;
    return s;
  }

  [[nodiscard]] std::string open_file(const Unit&) const override {
    return opencl() ? std::string(opencl_double) : std::string();
  }
  [[nodiscard]] std::string close_file(const Unit&) const override { return ""; }
  [[nodiscard]] std::string launch(const Unit&) const override { return ""; }
  [[nodiscard]] std::string table(const expr::Table&, const std::string&) const override { return ""; }
  [[nodiscard]] std::string open_variant(const Unit&, const Spelling&) const override { return ""; }
  [[nodiscard]] std::string close_variant(const Unit&, const Spelling&) const override { return ""; }
  [[nodiscard]] std::string helpers(const std::string& text) const override { return text; }
  [[nodiscard]] std::string prepared(const Unit&, const Spelling&, const PreparedText&) const override { return ""; }

  [[nodiscard]] std::string declarations(const Unit& unit, const Spelling& spelling, const std::vector<std::string>&,
                                         const LimitsText& limits) const override {
    if (spelling.bits == 64) { // the widest there is: nothing to choose
      return "";
    }
    std::string formals;
    std::string test;
    for (std::size_t i = 0; i < limits.names.size(); ++i) {
      const std::string& size = limits.names[i];
      append_formal(formals, std::string(excerpt_index(language_, 64)), {size});
      test += (test.empty() ? "" : " && ") + size + " <= " + limits.at_most[i];
    }
    return fmt::format("// Whether no intermediate leaves {} bits at these sizes.\n{} int {}_fits{}({}) {{\n"
                       "  return {};\n}}\n\n",
                       spelling.bits, spelling.qualifier, unit.identifier, suffix(spelling.bits), formals,
                       test.empty() ? "1" : test);
  }

  [[nodiscard]] std::string function(const Unit& unit, const Spelling& spelling, const FunctionText& f) const override {
    std::string formals;
    std::string unused;
    for (const std::vector<Formal>* list : {&f.parameters, &f.arguments}) {
      for (const Formal& one : *list) {
        append_formal(formals, spelling.index, one);
        unused += one.used ? "" : "  (void)" + one.name + ";\n";
      }
    }
    if (f.role == Role::count) {
      return fmt::format("{}{} {} {}_count{}({}) {{\n{}{}  return {};\n}}\n", f.comment, spelling.qualifier,
                         spelling.index, unit.identifier, suffix(spelling.bits), formals, unused, f.body, f.results[0]);
    }
    std::string stores;
    for (std::size_t i = 0; i < f.fields.size(); ++i) {
      append_formal(formals, spelling.index + "*", {"out_" + f.fields[i]});
      stores += "  *out_" + f.fields[i] + " = " + f.results[i] + ";\n";
    }
    return fmt::format("{}{} void {}_unrank{}({}) {{\n{}{}{}}}\n", f.comment, spelling.qualifier, unit.identifier,
                       suffix(spelling.bits), formals, unused, f.body, stores);
  }

  [[nodiscard]] std::vector<std::string> taken_names(const std::vector<std::string>& fields) const override {
    std::vector<std::string> names;
    for (const std::string& field : fields) {
      names.push_back("out_" + field);
    }
    return names;
  }

private:
  [[nodiscard]] bool opencl() const { return language_ == "opencl"; }
  [[nodiscard]] bool gpu() const { return language_ == "cuda" || language_ == "hip"; }
  static std::string suffix(int bits) { return "_i" + std::to_string(bits); }

  std::string_view language_;
};

} // namespace

std::string_view excerpt_index(std::string_view language, int bits) {
  if (language == "cpp") {
    return bits == 32 ? "std::int32_t" : "std::int64_t";
  }
  return bits == 32 ? "int" : language == "opencl" ? "long" : "long long";
}

Result<std::string> excerpt(const Unit& unit, std::string_view language) {
  if (language != "cpp" && language != "opencl" && language != "cuda" && language != "hip") {
    return fail(ErrorKind::input, fmt::format("no kernels are written in '{}'", language));
  }
  if (unit.map != nullptr && !unit.map->tables.empty()) {
    return fail(ErrorKind::input, fmt::format("the map of {} reads a table", unit.map->domain.text));
  }
  return Excerpt(language).emit(unit);
}

} // namespace mapwright::emit
