#include "emit/helpers.hpp"

#include "emit/quotient.hpp"
#include "emit/roots.hpp"

#include <stdexcept>
#include <vector>

namespace mapwright::emit {

namespace {

struct Helper {
  std::string name;
  std::string text; ///< in the notation of fill()
};

const std::vector<Helper>& plain_helpers() {
  static const std::vector<Helper> helpers{
      {"lesser", R"(@Q @I @D{lesser}(@I a, @I b) {
  return a < b ? a : b;
}
)"},
      {"greater", R"(@Q @I @D{greater}(@I a, @I b) {
  return a < b ? b : a;
}
)"},
      {"floor_div", R"(// The quotient rounded down; b != 0.
@Q @I @D{floor_div}(@I a, @I b) {
  return a / b - @I((a % b != 0) & ((a < 0) != (b < 0)));
}
)"},
      {"floor_mod", R"(// a - b * floor(a / b); b != 0.
@Q @I @D{floor_mod}(@I a, @I b) {
  const @I m = a % b;
  return m + (((m != 0) & ((m < 0) != (b < 0))) ? b : 0);
}
)"},
      {"shift_left", R"(// a * 2^b for a, b >= 0.
@Q @I @D{shift_left}(@I a, @I b) {
  return b < @B ? a << b : 0;
}
)"},
      {"shift_right", R"(// floor(a / 2^b) for a, b >= 0.
@Q @I @D{shift_right}(@I a, @I b) {
  return b < @B ? a >> b : 0;
}
)"},
      {"power", R"(// a^b for b >= 0. Unsigned inside: the last squaring is not used and may wrap.
@Q @I @D{power}(@I a, @I b) {
  @U product = 1;
  for (@U square = @U(a); b > 0; b >>= 1) {
    product *= (b & 1) != 0 ? square : @U(1);
    square *= square;
  }
  return @I(product);
}
)"},
      {"floor_log2", "// The greatest e with 2^e <= x; x > 0.\n@Q @I @D{floor_log2}(@I x) {\n@L\n}\n"},
  };
  return helpers;
}

} // namespace

std::string helper_definitions(const HelperSet& used, const Spelling& spelling) {
  std::string out;
  HelperSet left = used;
  for (const Helper& helper : plain_helpers()) {
    if (left.erase(helper.name) != 0) {
      out += fill(helper.text, spelling) + "\n";
    }
  }
  std::erase_if(left, is_quotient_helper);
  out += root_definitions(left, spelling);
  out += quotient_definitions(used, spelling);
  return out;
}

} // namespace mapwright::emit
