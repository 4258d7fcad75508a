// C++20: one self-contained constexpr header.
#include "emit/dialects.hpp"
#include "emit/standard_cpp.hpp"

namespace mapwright::emit {

namespace {

constexpr const char* count_leading_zeros = R"(#if defined(__GNUC__) || defined(__clang__)
  return 63 - __builtin_clzll(static_cast<unsigned long long>(x));
#else
  index_t e = 0;
  for (; x > 1; x >>= 1) {
    ++e;
  }
  return e;
#endif)";

class Cpp final : public StandardCpp {
public:
  [[nodiscard]] std::string_view name() const override { return "cpp"; }
  [[nodiscard]] std::string_view extension() const override { return ".hpp"; }

protected:
  [[nodiscard]] Spelling spelling(const Unit&, int bits) const override {
    Spelling s = common_spelling(bits);
    s.qualifier = "constexpr";
    s.math_prefix = "std::";
    s.constant_evaluation = "std::is_constant_evaluated()";
    s.count_leading_zeros = count_leading_zeros;
    s.multiply_high = multiply_high_text(bits);
    return s;
  }

  [[nodiscard]] std::string open_file(const Unit& unit) const override {
    return open(unit, "C++20", "_HPP", "#include <cmath>\n#include <cstdint>\n#include <type_traits>\n");
  }

  [[nodiscard]] std::string launch(const Unit&) const override {
    return "namespace launch {\n\n" + split_text("constexpr") + "\n} // namespace launch\n\n";
  }
};

} // namespace

std::unique_ptr<Dialect> new_cpp() {
  return std::make_unique<Cpp>();
}

} // namespace mapwright::emit
