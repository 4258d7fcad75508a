// C11: one self-contained header of static inline functions.
#include "emit/plain_c.hpp"

namespace mapwright::emit {

namespace {

constexpr const char* c_count_leading_zeros = R"(#if defined(__GNUC__) || defined(__clang__)
  return 63 - __builtin_clzll((unsigned long long)x);
#else
  int e = 0;
  for (; x > 1; x >>= 1) {
    ++e;
  }
  return e;
#endif)";

/// The digits of CppLike::multiply_high_text.
constexpr const char* c_multiply_high_64 = R"(#ifdef __SIZEOF_INT128__
  __extension__ typedef unsigned __int128 wide;
  return (uint64_t)(((wide)a * b) >> 64);
#else
  const uint64_t low = 4294967295;
  const uint64_t cross = (a >> 32) * (b & low) + (((a & low) * (b & low)) >> 32);
  const uint64_t middle = (a & low) * (b >> 32) + (cross & low);
  return (a >> 32) * (b >> 32) + (cross >> 32) + (middle >> 32);
#endif)";

class C final : public PlainC {
public:
  [[nodiscard]] std::string_view name() const override { return "c"; }
  [[nodiscard]] std::string_view extension() const override { return ".h"; }

protected:
  [[nodiscard]] Spelling spelling(const Unit& unit, int bits) const override {
    Spelling s = plain_spelling(unit, bits);
    s.index = "int" + std::to_string(bits) + "_t";
    s.natural = "u" + s.index;
    s.float_suffix = "f";
    s.count_leading_zeros = c_count_leading_zeros;
    s.multiply_high = bits == 32 ? "  return (uint32_t)(((uint64_t)a * b) >> 32);" : c_multiply_high_64;
    return s;
  }

  [[nodiscard]] std::string open_file(const Unit& unit) const override {
    return file_comment(unit, "C11") + "#ifndef MAPWRIGHT_MAPS_" + unit.identifier + "_H\n#define MAPWRIGHT_MAPS_" +
           unit.identifier + "_H\n\n#include <math.h>\n#include <stdint.h>\n\n";
  }

  [[nodiscard]] std::string close_file(const Unit&) const override { return "#endif\n"; }

  [[nodiscard]] std::string launch(const Unit&) const override { return ""; }

  [[nodiscard]] std::string table(const expr::Table& table, const std::string& name) const override {
    return "static const int" + std::to_string(entry_bits(table)) + "_t " + name + "[] = {\n" + entry_list(table) +
           "};\n";
  }

  [[nodiscard]] std::string runtime_table(const Spelling& spelling) const override {
    return "const " + spelling.index + " *";
  }
};

} // namespace

std::unique_ptr<Dialect> new_c() {
  return std::make_unique<C>();
}

} // namespace mapwright::emit
