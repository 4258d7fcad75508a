// OpenCL C 1.2: plain functions with the map's name in front and the word's width behind.
#include "emit/dialects.hpp"
#include "emit/launch.hpp"
#include "emit/plain_c.hpp"

namespace mapwright::emit {

namespace {

constexpr const char* opencl_prologue = R"(
// Define MAPWRIGHT_NO_FP64 for devices with slow double: every function keeps its values.
#if defined(cl_khr_fp64) && !defined(MAPWRIGHT_NO_FP64) && !defined(MAPWRIGHT_FP64)
#pragma OPENCL EXTENSION cl_khr_fp64 : enable
#define MAPWRIGHT_FP64 1
#endif

)";

class OpenCl final : public PlainC {
public:
  [[nodiscard]] std::string_view name() const override { return "opencl"; }
  [[nodiscard]] std::string_view extension() const override { return ".cl"; }

protected:
  [[nodiscard]] Spelling spelling(const Unit& unit, int bits) const override {
    Spelling s = plain_spelling(unit, bits);
    s.index = bits == 32 ? "int" : "long";
    s.natural = bits == 32 ? "uint" : "ulong";
    s.fp64_macro = "MAPWRIGHT_FP64";
    s.count_leading_zeros = "  return " + std::to_string(bits - 1) + " - clz(x);";
    s.multiply_high = "  return mul_hi(a, b);";
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

  [[nodiscard]] std::string table(const expr::Table& table, const std::string& name) const override {
    const int bits = entry_bits(table);
    const std::string type = bits == 8 ? "char" : bits == 16 ? "short" : bits == 32 ? "int" : "long";
    return "__constant " + type + " " + name + "[] = {\n" + entry_list(table) + "};\n";
  }

  [[nodiscard]] std::string runtime_table(const Spelling& spelling) const override {
    return "__global const " + spelling.index + " *";
  }
};

} // namespace

std::unique_ptr<Dialect> new_opencl() {
  return std::make_unique<OpenCl>();
}

} // namespace mapwright::emit
