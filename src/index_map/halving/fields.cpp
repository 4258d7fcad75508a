#include "index_map/halving/fields.hpp"

#include "expr/operators.hpp"
#include "expr/text.hpp"

#include <algorithm>
#include <type_traits>
#include <utility>

namespace mapwright::index_map {

using expr::Expr;
using expr::Int;
using expr::Op;

namespace {

constexpr Int most_shift = 126;

std::optional<FieldForm> scaled(const FieldForm& form, Int by) {
  FieldForm out;
  const auto constant = expr::checked_mul(form.constant, by);
  bool fits = constant.has_value();
  out.constant = constant.value_or(0);
  for (std::size_t k = 0; k < out.factors.size(); ++k) {
    const auto factor = expr::checked_mul(form.factors[k], by);
    fits = fits && factor.has_value();
    out.factors[k] = factor.value_or(0);
  }
  return fits ? std::optional(out) : std::nullopt;
}

std::optional<FieldForm> sum(const FieldForm& a, const FieldForm& b) {
  FieldForm out;
  const auto constant = expr::checked_add(a.constant, b.constant);
  bool fits = constant.has_value();
  out.constant = constant.value_or(0);
  for (std::size_t k = 0; k < out.factors.size(); ++k) {
    const auto factor = expr::checked_add(a.factors[k], b.factors[k]);
    fits = fits && factor.has_value();
    out.factors[k] = factor.value_or(0);
  }
  return fits ? std::optional(out) : std::nullopt;
}

Int floor_log2(Int x) {
  Int e = 0;
  for (; x > 1; x /= 2) {
    ++e;
  }
  return e;
}

class Evaluation {
public:
  explicit Evaluation(const FieldTops& tops) : tops_(tops) {}

  void bind(expr::Symbol name, const FieldValue& value) { names_.emplace_back(name, value); }

  /// Nothing, with trouble() set, when the value cannot be found.
  std::optional<FieldValue> value(const Expr& e) {
    switch (e.op()) {
    case Op::constant:
      return known(e.value());
    case Op::variable: {
      const auto found =
          std::find_if(names_.rbegin(), names_.rend(), [&](const auto& n) { return n.first == e.name(); });
      return found != names_.rend() ? std::optional(found->second) : refuse(e, "an unknown name");
    }
    case Op::load:
    case Op::root:
      return refuse(e, "not understood");
    case Op::select:
    case Op::logical_and:
    case Op::logical_or:
      return chosen(e);
    default:
      break;
    }
    const auto a = value(e.operand(0));
    if (!a || e.operands().size() == 1) {
      return a ? unary(e, *a) : std::nullopt;
    }
    const auto b = value(e.operand(1));
    return b ? binary(e, *a, *b) : std::nullopt;
  }

  bool run(const expr::Block& body) {
    return std::all_of(body.begin(), body.end(), [&](const expr::Statement& statement) {
      if (const auto* let = std::get_if<expr::Let>(&statement.is)) {
        const auto v = value(let->value);
        if (v) {
          bind(let->name, *v);
        }
        return v.has_value();
      }
      if (const auto* stated = std::get_if<expr::Assume>(&statement.is)) {
        return holds(*stated);
      }
      trouble_ = "a statement that is not understood";
      return false;
    });
  }

  [[nodiscard]] const std::string& trouble() const { return trouble_; }

private:
  static FieldValue known(Int value) { return {FieldForm{value, {}}, value, value}; }
  static std::optional<Int> constant(const FieldValue& v) {
    return v.low == v.high ? std::optional(v.low) : std::nullopt;
  }

  std::nullopt_t refuse(const Expr& e, const std::string& why) {
    trouble_ = expr::to_text(e) + ": " + why;
    return std::nullopt;
  }

  std::optional<FieldValue> of_form(const Expr& e, const std::optional<FieldForm>& form) {
    const auto v = form ? value_of(*form, tops_) : std::nullopt;
    return v ? v : refuse(e, "beyond the range of an integer");
  }

  /// The range of a - b.
  std::optional<FieldValue> difference(const FieldValue& a, const FieldValue& b) const {
    if (a.form && b.form) {
      const auto negative = scaled(*b.form, -1);
      const auto form = negative ? sum(*a.form, *negative) : std::nullopt;
      return form ? value_of(*form, tops_) : std::nullopt;
    }
    const auto low = expr::checked_sub(a.low, b.high);
    const auto high = expr::checked_sub(a.high, b.low);
    return low && high ? std::optional(FieldValue{std::nullopt, *low, *high}) : std::nullopt;
  }

  bool holds(const expr::Assume& stated) {
    const auto v = value(Expr::variable(stated.name));
    const auto low = v ? value(stated.low) : v;
    const auto high = low ? value(stated.high) : v;
    if (!v || !low || !high) {
      return false;
    }
    const auto above = difference(*v, *low);
    const auto below = difference(*high, *v);
    if (above && below && above->low >= 0 && below->low >= 0) {
      return true;
    }
    trouble_ = "the assumption on " + stated.name.name() + " may fail";
    return false;
  }

  /// Operators that evaluate only some operands.
  std::optional<FieldValue> chosen(const Expr& e) {
    const auto first = value(e.operand(0));
    if (!first) {
      return std::nullopt;
    }
    const bool is_zero = first->low == 0 && first->high == 0;
    if (!is_zero && first->low <= 0 && first->high >= 0) {
      return refuse(e, "a condition that depends on the fields");
    }
    if (e.op() == Op::select) {
      return value(e.operand(is_zero ? 2 : 1));
    }
    if (is_zero == (e.op() == Op::logical_and)) {
      return known(is_zero ? 0 : 1);
    }
    const auto second = value(e.operand(1));
    if (!second || (second->low <= 0 && second->high >= 0 && second->low != second->high)) {
      return second ? refuse(e, "a condition that depends on the fields") : std::nullopt;
    }
    return known(second->low == 0 && second->high == 0 ? 0 : 1);
  }

  std::optional<FieldValue> unary(const Expr& e, const FieldValue& a) {
    if (e.op() == Op::floor_log2 && a.low >= 1) {
      const Int least = floor_log2(a.low);
      return least == floor_log2(a.high) ? std::optional(known(least)) : refuse(e, "the highest bit is not the same");
    }
    const auto only = constant(a);
    const auto result = only ? expr::apply(e.op(), *only, 0) : tl::unexpected(expr::FaultKind::unbound);
    return result ? std::optional(known(*result)) : refuse(e, "not understood");
  }

  std::optional<FieldValue> binary(const Expr& e, const FieldValue& a, const FieldValue& b) {
    const auto x = constant(a);
    const auto y = constant(b);
    if (x && y) {
      const auto result = expr::apply(e.op(), *x, *y);
      return result ? std::optional(known(*result)) : refuse(e, "a fault");
    }
    switch (e.op()) {
    case Op::less:
    case Op::less_equal:
    case Op::equal:
    case Op::not_equal:
    case Op::minimum:
    case Op::maximum:
      return compared(e, a, b);
    case Op::bit_xor:
      return exclusive(e, a, b);
    default:
      break;
    }
    if (!a.form || !b.form) {
      return refuse(e, "an operand is known by its range alone");
    }
    switch (e.op()) {
    case Op::add:
      return of_form(e, sum(*a.form, *b.form));
    case Op::sub: {
      const auto v = difference(a, b);
      return v ? v : refuse(e, "beyond the range of an integer");
    }
    case Op::mul:
      return x || y ? of_form(e, scaled(x ? *b.form : *a.form, x ? *x : *y)) : refuse(e, "a product of fields");
    case Op::shift_left:
    case Op::shift_right:
    case Op::bit_and:
      return bits(e, a, y);
    default:
      return refuse(e, "not understood");
    }
  }

  std::optional<FieldValue> compared(const Expr& e, const FieldValue& a, const FieldValue& b) {
    const auto d = difference(a, b);
    if (!d) {
      return refuse(e, "beyond the range of an integer");
    }
    const bool less = d->high < 0;
    const bool greater = d->low > 0;
    const bool at_most = d->high <= 0;
    const bool at_least = d->low >= 0;
    switch (e.op()) {
    case Op::less:
      return less || at_least ? std::optional(known(less ? 1 : 0)) : refuse(e, "depends on the fields");
    case Op::less_equal:
      return at_most || greater ? std::optional(known(at_most ? 1 : 0)) : refuse(e, "depends on the fields");
    case Op::minimum:
      return at_most || at_least ? std::optional(at_most ? a : b) : refuse(e, "depends on the fields");
    case Op::maximum:
      return at_most || at_least ? std::optional(at_most ? b : a) : refuse(e, "depends on the fields");
    default:
      break;
    }
    const bool decided = less || greater || (at_most && at_least);
    const bool is_equal = at_most && at_least;
    return decided ? std::optional(known(is_equal == (e.op() == Op::equal) ? 1 : 0))
                   : refuse(e, "depends on the fields");
  }

  /// form = quotient * 2^k + rest with 0 <= rest < 2^k for all fields.
  struct Split {
    FieldForm quotient;
    FieldValue rest;
  };

  [[nodiscard]] std::optional<Split> split(const FieldForm& form, Int k) const {
    const Int unit = Int{1} << k;
    Split out;
    FieldForm rest;
    out.quotient.constant = expr::floor_div(form.constant, unit);
    rest.constant = expr::floor_mod(form.constant, unit);
    for (std::size_t f = 0; f < form.factors.size(); ++f) {
      out.quotient.factors[f] = expr::floor_div(form.factors[f], unit);
      rest.factors[f] = expr::floor_mod(form.factors[f], unit);
    }
    const auto v = value_of(rest, tops_);
    if (!v || v->high >= unit) { // its low is rest.constant >= 0
      return std::nullopt;
    }
    out.rest = *v;
    return out;
  }

  /// A shift by a known number of bits, or a mask of the lowest bits.
  std::optional<FieldValue> bits(const Expr& e, const FieldValue& a, std::optional<Int> by) {
    if (!by || a.low < 0 || *by < 0) {
      return refuse(e, "not a known number of bits");
    }
    const bool is_mask = e.op() == Op::bit_and;
    const Int count = is_mask ? floor_log2(*by + 1) : *by;
    if (count > most_shift || (is_mask && (Int{1} << count) != *by + 1)) {
      return refuse(e, is_mask ? "not a mask of the lowest bits" : "more bits than an integer has");
    }
    if (e.op() == Op::shift_left) {
      return of_form(e, scaled(*a.form, Int{1} << count));
    }
    const auto parts = split(*a.form, count);
    if (!parts) {
      return refuse(e, "the fields do not end at this bit");
    }
    return is_mask ? std::optional(parts->rest) : of_form(e, parts->quotient);
  }

  /// Above the least bit k from which on both agree the bits cancel; the difference below is known by its range.
  std::optional<FieldValue> exclusive(const Expr& e, const FieldValue& a, const FieldValue& b) {
    if (!a.form || !b.form || a.low < 0 || b.low < 0) {
      return refuse(e, "operands that are not known or negative");
    }
    for (Int k = 0; k <= most_shift; ++k) {
      const auto of_a = split(*a.form, k);
      const auto of_b = split(*b.form, k);
      if (of_a && of_b && of_a->quotient == of_b->quotient) {
        const Int half = k == 0 ? 0 : Int{1} << (k - 1);
        const bool top_bit =
            (of_a->rest.low >= half && of_b->rest.high < half) || (of_b->rest.low >= half && of_a->rest.high < half);
        return FieldValue{std::nullopt, top_bit ? half : 0, (Int{1} << k) - 1};
      }
    }
    return refuse(e, "no bit from which on both agree");
  }

  const FieldTops& tops_;
  std::vector<std::pair<expr::Symbol, FieldValue>> names_;
  std::string trouble_;
};

} // namespace

std::optional<FieldValue> value_of(const FieldForm& form, const FieldTops& tops) {
  FieldForm used = form; // a field that is always 0 does not count
  std::optional<Int> low = form.constant;
  std::optional<Int> high = form.constant;
  for (std::size_t k = 0; k < tops.size(); ++k) {
    if (tops[k] == 0) {
      used.factors[k] = 0;
    }
    const auto reach = expr::checked_mul(used.factors[k], tops[k]);
    std::optional<Int>& end = used.factors[k] < 0 ? low : high;
    end = end && reach ? expr::checked_add(*end, *reach) : std::nullopt;
  }
  return low && high ? std::optional(FieldValue{used, *low, *high}) : std::nullopt;
}

FieldResults call_on_fields(const expr::Function& f, const std::vector<Int>& parameters,
                            const std::vector<FieldForm>& arguments, const FieldTops& tops) {
  if (parameters.size() != f.parameters.size() || arguments.size() != f.arguments.size()) {
    return {{}, "another number of parameters or arguments"};
  }
  Evaluation evaluation(tops);
  for (std::size_t i = 0; i < parameters.size(); ++i) {
    evaluation.bind(f.parameters[i], {FieldForm{parameters[i], {}}, parameters[i], parameters[i]});
  }
  for (std::size_t i = 0; i < arguments.size(); ++i) {
    const auto v = value_of(arguments[i], tops);
    if (!v) {
      return {{}, "an argument is beyond the range of an integer"};
    }
    evaluation.bind(f.arguments[i], *v);
  }
  FieldResults out;
  if (!evaluation.run(f.body)) {
    return {{}, evaluation.trouble()};
  }
  for (const Expr& result : f.results) {
    const auto v = evaluation.value(result);
    if (!v || !v->form) {
      return {{}, v ? expr::to_text(result) + ": known by its range alone" : evaluation.trouble()};
    }
    out.forms.push_back(*v->form);
  }
  return out;
}

} // namespace mapwright::index_map
