// Rewrites within straight stretches of the body, between operations of control. Each keeps every value that is read
// later, modulo 2^W for words of W bits:
//   - a division and the remainder of the same operands by a literal: the remainder is a - q*d;
//   - a product that only a sum or a difference reads becomes part of it;
//   - a value that is only made to be copied into a loop's register is made there.
#include "expr/batch/program.hpp"

#include <algorithm>
#include <bit>
#include <optional>
#include <tuple>
#include <utility>
#include <vector>

namespace mapwright::expr::batch {

namespace {

bool reads(const Operation& o, int r) {
  return o.a == r || o.b == r || o.c == r;
}

class Peephole {
public:
  explicit Peephole(Program& program) : program_(program), body_(program.body) {}

  void run() {
    for (std::size_t i = 0; i < body_.size(); ++i) {
      remainder(i);
    }
    for (std::size_t i = 0; i < body_.size(); ++i) {
      absorb_product(i);
    }
    for (std::size_t i = 0; i < body_.size(); ++i) {
      make_in_place(i);
    }
    drop_idle();
  }

private:
  /// An operation that does nothing: one that is to be dropped.
  static bool is_idle(const Operation& o) { return o.code == Code::copy && o.d == o.a; }

  [[nodiscard]] std::size_t begin_of_stretch(std::size_t i) const {
    while (i > 0 && !is_control(body_[i - 1].code)) {
      --i;
    }
    return i;
  }

  /// One past the last operation of the stretch that i belongs to.
  [[nodiscard]] std::size_t end_of_stretch(std::size_t i) const {
    while (i < body_.size() && !is_control(body_[i].code)) {
      ++i;
    }
    return i;
  }

  /// Whether some operation with first < index < last writes r.
  [[nodiscard]] bool written_between(int r, std::size_t first, std::size_t last) const {
    return std::any_of(body_.begin() + at(first + 1), body_.begin() + at(last),
                       [r](const Operation& o) { return o.d == r; });
  }

  static std::ptrdiff_t at(std::size_t i) { return static_cast<std::ptrdiff_t>(i); }

  [[nodiscard]] bool is_result(int r) const {
    return std::find(program_.results.begin(), program_.results.end(), r) != program_.results.end();
  }

  /// The register of a literal, if it has one.
  [[nodiscard]] std::optional<int> literal(std::int64_t value) const {
    const auto found = std::find_if(program_.constants.begin(), program_.constants.end(),
                                    [value](const auto& entry) { return entry.second == value; });
    return found != program_.constants.end() ? std::optional<int>(found->first) : std::nullopt;
  }
  [[nodiscard]] std::optional<std::int64_t> literal_in(int r) const {
    const auto found = std::find_if(program_.constants.begin(), program_.constants.end(),
                                    [r](const auto& entry) { return entry.first == r; });
    return found != program_.constants.end() ? std::optional<std::int64_t>(found->second) : std::nullopt;
  }

  /// The literal divisor whose reciprocal register r holds; not where a mask makes the remainder, or for divisors <= 0.
  [[nodiscard]] std::optional<int> literal_divisor(int r) const {
    const auto made = std::find_if(program_.prologue.begin(), program_.prologue.end(),
                                   [r](const Operation& o) { return o.d == r && o.code == Code::reciprocal; });
    const auto divisor = made != program_.prologue.end() ? literal_in(made->a) : std::nullopt;
    return divisor && *divisor > 0 && !std::has_single_bit(static_cast<std::uint64_t>(*divisor))
               ? std::optional<int>(made->a)
               : std::nullopt;
  }

  static std::optional<Code> quotient_of(Code remainder) {
    return remainder == Code::floor_mod_by    ? std::optional(Code::floor_div_by)
           : remainder == Code::nonneg_mod_by ? std::optional(Code::nonneg_div_by)
                                              : std::nullopt;
  }

  /// With the quotient of the same operands in this stretch as well: first the quotient, then a - quotient * divisor.
  void remainder(std::size_t i) {
    const Operation o = body_[i];
    const auto code = quotient_of(o.code);
    const auto divisor = code ? literal_divisor(o.b) : std::nullopt;
    if (!divisor) {
      return;
    }
    const std::size_t begin = begin_of_stretch(i);
    const std::size_t end = end_of_stretch(i);
    std::size_t q = begin;
    while (q < end && !(body_[q].code == *code && body_[q].a == o.a && body_[q].b == o.b)) {
      ++q;
    }
    if (q == end || written_between(o.a, std::min(i, q), std::max(i, q))) {
      return;
    }
    const int quotient = body_[q].d;
    if (q > i) {
      std::rotate(body_.begin() + at(i), body_.begin() + at(q), body_.begin() + at(q + 1));
      ++i;
    }
    body_[i].code = Code::subtract_product;
    body_[i].a = quotient;
    body_[i].b = *divisor;
    body_[i].c = o.a;
  }

  /// The operation in this stretch, the only one at all, that reads r; r is written by operation i alone.
  [[nodiscard]] std::optional<std::size_t> only_reader(std::size_t i, int r) const {
    std::optional<std::size_t> reader;
    for (std::size_t k = 0; k < body_.size(); ++k) {
      if (k != i && body_[k].d == r) {
        return std::nullopt;
      }
      if (reads(body_[k], r)) {
        if (reader) {
          return std::nullopt;
        }
        reader = k;
      }
    }
    return reader && *reader > i && *reader < end_of_stretch(i) && !is_result(r) ? reader : std::nullopt;
  }

  /// Operation i as a product a * b: itself, or a shift by a literal whose power of two has a register.
  [[nodiscard]] std::optional<std::pair<int, int>> factors(const Operation& o) const {
    if (o.code == Code::mul) {
      return std::pair(o.a, o.b);
    }
    constexpr std::int64_t most = 62;
    const auto shift = o.code == Code::shift_left ? literal_in(o.b) : std::nullopt;
    const auto power = shift && *shift >= 0 && *shift <= most ? literal(std::int64_t{1} << *shift) : std::nullopt;
    return power ? std::optional(std::pair(o.a, *power)) : std::nullopt;
  }

  void absorb_product(std::size_t i) {
    const auto product = factors(body_[i]);
    const int r = body_[i].d;
    const auto reader = product && !is_one_value(r) ? only_reader(i, r) : std::nullopt;
    if (!reader || written_between(product->first, i, *reader) || written_between(product->second, i, *reader)) {
      return;
    }
    Operation& sum = body_[*reader];
    const bool is_sum = sum.code == Code::add && sum.a != sum.b;
    if (!is_sum && !(sum.code == Code::sub && sum.b == r && sum.a != r)) {
      return;
    }
    sum.c = sum.a == r ? sum.b : sum.a;
    std::tie(sum.a, sum.b) = *product;
    sum.code = is_sum ? Code::add_product : Code::subtract_product;
    make_idle(body_[i]);
  }

  /// For the copy i of a value that is made, copied and read within one stretch: it is made in the copy's register.
  void make_in_place(std::size_t i) {
    const Operation copy = body_[i];
    if (copy.code != Code::copy || is_idle(copy) || is_result(copy.a) || !same_place(copy.a, copy.d)) {
      return;
    }
    std::size_t made = i;
    while (made > 0 && body_[made].d != copy.a && !is_control(body_[made].code)) {
      --made;
    }
    if (body_[made].d != copy.a || is_control(body_[made].code)) {
      return;
    }
    const std::size_t end = end_of_stretch(i);
    for (std::size_t k = 0; k < body_.size(); ++k) {
      const Operation& o = body_[k];
      const bool inside = made < k && k < end;
      if ((k != made && o.d == copy.a) || (reads(o, copy.a) && !inside) || (inside && k != i && o.d == copy.d) ||
          (made < k && k < i && reads(o, copy.d))) {
        return;
      }
    }
    body_[made].d = copy.d;
    for (std::size_t k = made + 1; k < end; ++k) {
      for (int* operand : {&body_[k].a, &body_[k].b, &body_[k].c}) {
        *operand = *operand == copy.a ? copy.d : *operand;
      }
    }
  }

  [[nodiscard]] bool is_one_value(int r) const {
    return program_.registers[static_cast<std::size_t>(r)].place == Place::scalar;
  }

  [[nodiscard]] bool same_place(int r, int other) const {
    const Register& one = program_.registers[static_cast<std::size_t>(r)];
    return one.place == program_.registers[static_cast<std::size_t>(other)].place && !one.once;
  }

  static void make_idle(Operation& o) {
    o.code = Code::copy;
    o.a = o.d;
    o.b = -1;
    o.c = -1;
  }

  void drop_idle() {
    std::vector<int> moved(body_.size() + 1, 0); // where an operation, or the one after it, comes to lie
    for (std::size_t i = 0; i < body_.size(); ++i) {
      moved[i + 1] = moved[i] + (is_idle(body_[i]) ? 0 : 1);
    }
    std::erase_if(body_, is_idle);
    for (Operation& o : body_) {
      o.target = o.target >= 0 ? moved[static_cast<std::size_t>(o.target)] : o.target;
    }
  }

  Program& program_;
  std::vector<Operation>& body_;
};

} // namespace

void peephole(Program& program) {
  Peephole(program).run();
}

} // namespace mapwright::expr::batch
