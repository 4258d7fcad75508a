#include "expr/interval.hpp"
#include "expr/interval_rules.hpp"

#include <algorithm>

namespace mapwright::expr {

std::optional<Int> largest_size(std::span<const SizedFunction> functions, Tables tables, int bits, Int least) {
  const Int word_max = bits >= 128 ? int_max : (static_cast<Int>(1) << (bits - 1)) - 1;
  const auto fits = [&](Int size) {
    return std::all_of(functions.begin(), functions.end(), [&](const SizedFunction& use) {
      const auto box = use.at(size);
      return box && analyse(*use.function, *box, tables).fits(bits);
    });
  };
  if (least > word_max || !fits(least)) {
    return std::nullopt;
  }
  Int good = least;
  Int step = 1;
  while (good < word_max && fits(std::min(word_max, saturating_add(least, step)))) {
    good = std::min(word_max, saturating_add(least, step));
    step = saturating_mul(step, 2);
  }
  Int bad = std::min(word_max, saturating_add(least, step)); // good < bad: does not fit, unless good is word_max
  while (bad - good > 1) {
    const Int middle = good + (bad - good) / 2;
    (fits(middle) ? good : bad) = middle;
  }
  return good;
}

} // namespace mapwright::expr
