#include "emit/quotient.hpp"

#include "emit/roots.hpp"

namespace mapwright::emit {

namespace {

std::string struct_divisor(const Spelling& spelling) {
  const std::string n = std::to_string(spelling.bits - 1);
  return "// A number to divide by often: floor(x / value) = floor(x * magic / 2^(" + n + " + shift)) for 0 <= x < 2^" +
         n +
         ".\n// Granlund and Montgomery, Division by Invariant Integers using Multiplication, PLDI 1994, Theorem "
         "4.2.\n" +
         struct_text(spelling, spelling.definition_prefix + "divisor" + spelling.helper_suffix,
                     "  " + spelling.index + " value;\n  " + spelling.natural + " magic; // ceil(2^(" + n +
                         " + shift) / value)\n  " + spelling.index + " shift; // ceil(log2(value))\n");
}

constexpr const char* make_divisor =
    R"(// By long division, once. For d <= 0, by which no index divides, the quotients are 0.
@Q @D{divisor} @D{make_divisor}(@I d) {
  @D{divisor} by = {d, 0, 0};
  if (d <= 0) {
    return by;
  }
  while ((@U(1) << by.shift) < @U(d)) {
    ++by.shift;
  }
  by.magic = 1;
  @U rest = (@U(1) << by.shift) - @U(d);
  for (int bit = 1; bit < @B; ++bit) {
    rest = 2 * rest;
    by.magic = 2 * by.magic;
    if (rest >= @U(d)) {
      rest -= @U(d);
      ++by.magic;
    }
  }
  if (rest != 0) {
    ++by.magic;
  }
  return by;
}
)";

constexpr const char* multiply_high = R"(// The upper word of a * b.
@Q @U @D{multiply_high}(@U a, @U b) {
@P
}
)";

constexpr const char* quotient = R"(// floor(x / d) for 0 <= x and 0 < d.
@Q @I @D{quotient}(@I x, @D{divisor} d) {
  return @I(@H{multiply_high}(2 * @U(x), d.magic) >> d.shift);
}
)";

constexpr const char* remainder = R"(// x - d * floor(x / d) for 0 <= x and 0 < d.
@Q @I @D{remainder}(@I x, @D{divisor} d) {
  return x - @H{quotient}(x, d) * d.value;
}
)";

} // namespace

bool is_quotient_helper(std::string_view name) {
  return name == "quotient" || name == "remainder";
}

std::string quotient_definitions(const HelperSet& used, const Spelling& spelling) {
  const bool remains = used.contains("remainder");
  if (!remains && !used.contains("quotient")) {
    return "";
  }
  const auto text = [&spelling](const std::string& pattern) { return fill(pattern, spelling) + "\n"; };
  return struct_divisor(spelling) + "\n" + text(make_divisor) + text(multiply_high) + text(quotient) +
         (remains ? text(remainder) : "");
}

} // namespace mapwright::emit
