#include "index_map/candidate/execute.hpp"

#include "expr/operators.hpp"
#include "expr/text.hpp"

#include <algorithm>
#include <array>

#include <fmt/format.h>

namespace mapwright::index_map::candidate {

using expr::Expr;
using expr::Op;

namespace {

constexpr int most_paths = 2000;
constexpr Int most_spread = 3;                ///< alternatives of one value, less one
constexpr Int most_exponent = 8;              ///< of a power
constexpr std::array<Int, 3> bases{6, 1, 25}; ///< how far from the borders values are sampled

} // namespace

bool Execution::give_up(std::string why) {
  why_ = why_.empty() ? std::move(why) : why_;
  return false;
}

bool Execution::non_negative(const Path& path, const Polynomial& f) const {
  return region_.non_negative(f) || std::any_of(path.facts.begin(), path.facts.end(),
                                                [&](const Polynomial& fact) { return region_.non_negative(f - fact); });
}

bool Execution::is_impossible(const Path& path) const {
  const Polynomial zero = region_.constant(0);
  return std::any_of(path.facts.begin(), path.facts.end(),
                     [&](const Polynomial& fact) { return region_.non_negative(zero - fact - region_.constant(1)); });
}

bool Execution::all_non_negative(const Path& path, const std::vector<Polynomial>& list) const {
  return std::all_of(list.begin(), list.end(), [&](const Polynomial& f) { return non_negative(path, f); });
}

bool Execution::run(const expr::Function& f, const std::vector<Polynomial>& parameters,
                    const std::vector<Polynomial>& arguments, const Claim& claim) {
  Path path;
  for (std::size_t i = 0; i < f.parameters.size(); ++i) {
    path.values.emplace_back(f.parameters[i], parameters[i]);
  }
  for (std::size_t i = 0; i < f.arguments.size(); ++i) {
    path.values.emplace_back(f.arguments[i], arguments[i]);
  }
  return block(f.body, 0, path, [&](const Path& at) { return results(f.results, {}, at, claim); });
}

bool Execution::results(const std::vector<Expr>& list, std::vector<Polynomial> done, const Path& path,
                        const Claim& claim) {
  if (done.size() == list.size()) {
    ++paths_;
    return claim(path, done) || give_up("a result differs from the coordinate");
  }
  return value(list[done.size()], path, [&](const Path& at, const Polynomial& v) {
    std::vector<Polynomial> more = done;
    more.push_back(v);
    return results(list, std::move(more), at, claim);
  });
}

bool Execution::block(const expr::Block& statements, std::size_t at, const Path& path, const Then& then) {
  if (at == statements.size()) {
    return then(path);
  }
  return statement(statements[at], path, [&](const Path& next) { return block(statements, at + 1, next, then); });
}

bool Execution::statement(const expr::Statement& s, const Path& path, const Then& then) {
  const auto bind = [&](expr::Symbol name, const Expr& e) {
    return value(e, path, [&](const Path& at, const Polynomial& v) {
      Path bound = at;
      bound.values.emplace_back(name, v);
      return then(bound);
    });
  };
  if (const auto* let = std::get_if<expr::Let>(&s.is)) {
    return bind(let->name, let->value);
  }
  if (const auto* declare = std::get_if<expr::Declare>(&s.is)) {
    return bind(declare->name, declare->value);
  }
  if (const auto* assign = std::get_if<expr::Assign>(&s.is)) {
    return value(assign->value, path, [&](const Path& at, const Polynomial& v) {
      Path changed = at;
      const auto held = std::find_if(changed.values.rbegin(), changed.values.rend(),
                                     [&](const auto& binding) { return binding.first == assign->name; });
      if (held == changed.values.rend()) {
        return give_up(assign->name.name() + " is assigned but not declared");
      }
      held->second = v;
      return then(changed);
    });
  }
  if (const auto* branch = std::get_if<expr::If>(&s.is)) {
    return value(branch->condition, path, [&](const Path& at, const Polynomial& condition) {
      return truth(at, condition, [&](const Path& taken, const Polynomial& holds) {
        const std::size_t scope = taken.values.size();
        return block(holds.constant() == Int{1} ? branch->then_block : branch->else_block, 0, taken,
                     [&](const Path& end) {
                       Path after = end;
                       after.values.resize(scope, {expr::Symbol(), region_.constant(0)});
                       return then(after);
                     });
      });
    });
  }
  if (const auto* assume = std::get_if<expr::Assume>(&s.is)) {
    return value(assume->low, path, [&](const Path& with_low, const Polynomial& low) {
      return value(assume->high, with_low, [&](const Path& at, const Polynomial& high) {
        return value(Expr::variable(assume->name), at, [&](const Path& here, const Polynomial& v) {
          return non_negative(here, v - low) && non_negative(here, high - v)
                     ? then(here)
                     : give_up("the bounds stated for " + assume->name.name() + " are not proved");
        });
      });
    });
  }
  return give_up(std::holds_alternative<expr::For>(s.is) ? "it has a loop" : "it has a solve statement");
}

bool Execution::value(const Expr& e, const Path& path, const Next& next) {
  if (paths_ > most_paths) {
    return give_up("too many cases");
  }
  switch (e.op()) {
  case Op::constant:
    return next(path, region_.constant(e.value()));
  case Op::variable: {
    const auto held = std::find_if(path.values.rbegin(), path.values.rend(),
                                   [&](const auto& binding) { return binding.first == e.name(); });
    return held != path.values.rend() ? next(path, held->second) : give_up(e.name().name() + " has no value");
  }
  case Op::load:
    return give_up("it reads a table");
  default:
    break;
  }
  return value(e.operand(0), path, [&](const Path& at, const Polynomial& a) {
    switch (e.op()) {
    case Op::root:
      return root(static_cast<int>(e.value()), at, a, next);
    case Op::select:
      return truth(at, a, [&](const Path& taken, const Polynomial& holds) {
        return value(e.operand(holds.constant() == Int{1} ? 1 : 2), taken, next);
      });
    case Op::logical_and:
    case Op::logical_or:
      return truth(at, a, [&](const Path& taken, const Polynomial& holds) {
        const bool settled = holds.constant() == Int{e.op() == Op::logical_or ? 1 : 0};
        return settled ? next(taken, holds) : value(e.operand(1), taken, [&](const Path& here, const Polynomial& b) {
          return truth(here, b, next);
        });
      });
    case Op::logical_not:
      return truth(
          at, a, [&](const Path& taken, const Polynomial& holds) { return next(taken, region_.constant(1) - holds); });
    case Op::floor_log2:
      return give_up("it uses log2");
    default:
      return value(e.operand(1), at,
                   [&](const Path& here, const Polynomial& b) { return binary(e, here, a, b, next); });
    }
  });
}

bool Execution::binary(const Expr& e, const Path& path, const Polynomial& a, const Polynomial& b, const Next& next) {
  const Polynomial one = region_.constant(1);
  switch (e.op()) {
  case Op::add:
    return next(path, a + b);
  case Op::sub:
    return next(path, a - b);
  case Op::mul:
    return next(path, a * b);
  case Op::exact_div:
    return exact_quotient(path, a, b, next);
  case Op::nonneg_div:
  case Op::nonneg_mod:
    if (!non_negative(path, a)) {
      return give_up("a dividend is not proved to be non-negative: " + expr::to_text(e));
    }
    [[fallthrough]];
  case Op::floor_div:
  case Op::floor_mod:
    return quotient(path, a, b, [&](const Path& at, const Polynomial& q) {
      return next(at, e.op() == Op::floor_div || e.op() == Op::nonneg_div ? q : a - b * q);
    });
  case Op::minimum:
  case Op::maximum:
    return decide(path, b - a, [&](const Path& at, const Polynomial& less_equal) {
      return next(at, (less_equal.constant() == Int{1}) == (e.op() == Op::minimum) ? a : b);
    });
  case Op::less:
    return decide(path, b - a - one, next);
  case Op::less_equal:
    return decide(path, b - a, next);
  case Op::equal:
  case Op::not_equal:
    return equality(path, a - b, e.op() == Op::not_equal, next);
  case Op::power:
  case Op::shift_left:
  case Op::shift_right: {
    const auto exponent = b.constant();
    const Int most = e.op() == Op::power ? most_exponent : 62;
    if (!exponent || *exponent < 0 || *exponent > most || (e.op() != Op::power && !non_negative(path, a))) {
      return give_up("an operand is not covered: " + expr::to_text(e));
    }
    const int k = static_cast<int>(*exponent);
    if (e.op() == Op::power) {
      return next(path, power(a, k));
    }
    const Polynomial scale = region_.constant(Int{1} << k);
    return e.op() == Op::shift_left ? next(path, a * scale) : quotient(path, a, scale, next);
  }
  default:
    return give_up("an operator is not covered: " + expr::to_text(e));
  }
}

bool Execution::exact_quotient(const Path& path, const Polynomial& a, const Polynomial& b, const Next& next) {
  const auto d = b.constant();
  if (!d || *d <= 0) {
    return give_up("an exact division is not by a positive literal");
  }
  const Polynomial q = a.over(*d);
  return q.integer_valued() ? next(path, q) : give_up("an exact division may leave a remainder");
}

bool Execution::quotient(const Path& path, const Polynomial& a, const Polynomial& b, const Next& next) {
  const Polynomial one = region_.constant(1);
  if (!non_negative(path, b - one)) {
    return give_up("a divisor is not proved to be positive");
  }
  Bounds bounds;
  bounds.degree = std::max(0, a.degree() - b.degree());
  bounds.sample = [&](std::span<const Int> v) -> std::optional<Int> {
    const auto dividend = a.at(v);
    const auto divisor = b.at(v);
    return dividend && divisor && *divisor > 0 ? std::optional(expr::floor_div(*dividend, *divisor)) : std::nullopt;
  };
  bounds.lower = [&](const Polynomial& q) { return std::vector{a - q * b}; };
  bounds.upper = [&](const Polynomial& q) { return std::vector{(q + one) * b - a - one}; };
  return alternatives(path, bounds, "a quotient", next);
}

bool Execution::root(int k, const Path& path, const Polynomial& a, const Next& next) {
  const Polynomial one = region_.constant(1);
  if (!non_negative(path, a)) {
    return give_up("a radicand is not proved to be non-negative");
  }
  Bounds bounds;
  bounds.degree = (a.degree() + k - 1) / k;
  bounds.sample = [&](std::span<const Int> v) -> std::optional<Int> {
    const auto radicand = a.at(v);
    return radicand && *radicand >= 0 ? std::optional(expr::integer_root(*radicand, k)) : std::nullopt;
  };
  bounds.lower = [&](const Polynomial& q) { return std::vector{q, a - power(q, k)}; };
  bounds.upper = [&](const Polynomial& q) { return std::vector{q, power(q + one, k) - a - one}; };
  return alternatives(path, bounds, "a root", next);
}

bool Execution::alternatives(const Path& path, const Bounds& bounds, const std::string& what, const Next& next) {
  for (const Int base : bases) {
    for (std::size_t prefix = 1; prefix <= region_.dimensions(); ++prefix) {
      const auto first = region_.fit(prefix, true, base, bounds.degree, bounds.sample);
      const auto last = region_.fit(prefix, false, base, bounds.degree, bounds.sample);
      if (!first || !last) {
        continue;
      }
      for (const auto& [low, high] : {std::pair(*first, *last), std::pair(*last, *first)}) {
        const auto spread = (high - low).constant();
        if (!spread || *spread < 0 || *spread > most_spread || !all_non_negative(path, bounds.lower(low)) ||
            !all_non_negative(path, bounds.upper(high))) {
          continue;
        }
        for (Int a = 0; a <= *spread; ++a) {
          const Polynomial q = low + region_.constant(a);
          Path taken = path;
          if (*spread > 0) {
            for (const auto& facts : {bounds.lower(q), bounds.upper(q)}) {
              taken.facts.insert(taken.facts.end(), facts.begin(), facts.end());
            }
          }
          if (!next(taken, q)) {
            return false;
          }
        }
        return true;
      }
    }
  }
  return give_up(what + " has no polynomial bounds close to each other");
}

/// Passes 1 where difference >= 0 and 0 where it is not.
bool Execution::decide(const Path& path, const Polynomial& difference, const Next& next) {
  const Polynomial one = region_.constant(1);
  const Polynomial otherwise = region_.constant(0) - difference - one;
  if (non_negative(path, difference)) {
    return next(path, one);
  }
  if (non_negative(path, otherwise)) {
    return next(path, region_.constant(0));
  }
  if (!difference.valid()) {
    return give_up("a comparison is too large");
  }
  Path holds = path;
  holds.facts.push_back(difference);
  Path fails = path;
  fails.facts.push_back(otherwise);
  return next(holds, one) && next(fails, region_.constant(0));
}

/// Passes whether a value is not 0, as 1 or 0.
bool Execution::truth(const Path& path, const Polynomial& condition, const Next& next) {
  if (const auto known = condition.constant()) {
    return next(path, region_.constant(*known != 0 ? 1 : 0));
  }
  return equality(path, condition, true, next);
}

bool Execution::equality(const Path& path, const Polynomial& difference, bool negated, const Next& next) {
  const Polynomial yes = region_.constant(negated ? 0 : 1);
  const Polynomial no = region_.constant(negated ? 1 : 0);
  if (const auto known = difference.constant()) {
    return next(path, *known == 0 ? yes : no);
  }
  return decide(path, difference, [&](const Path& at, const Polynomial& at_least) {
    return at_least.constant() == Int{0}
               ? next(at, no)
               : decide(at, region_.constant(0) - difference, [&](const Path& here, const Polynomial& at_most) {
                   return next(here, at_most.constant() == Int{1} ? yes : no);
                 });
  });
}

} // namespace mapwright::index_map::candidate
