#include "emit/sharing.hpp"

#include <map>
#include <optional>
#include <string>
#include <tuple>

namespace mapwright::emit {

using expr::Expr;
using expr::Int;
using expr::Op;
using expr::Symbol;

namespace {

/// Numbers structurally equal expressions alike, counts how often each number is used by distinct parents, and
/// rewrites with the frequent ones named.
class Sharing {
public:
  std::size_t add_root(const Expr& e) {
    const std::size_t id = number(e, true);
    ++values_[id].uses;
    return id;
  }

  Expr rewritten(std::size_t id, Shared& out) {
    Value& value = values_[id];
    if (value.replacement) {
      return *value.replacement;
    }
    std::vector<Expr> operands;
    for (const std::size_t operand : value.operands) {
      operands.push_back(rewritten(operand, out));
    }
    Expr e = with_operands(value.e, std::move(operands));
    if (value.uses > 1 && value.always && deserves_a_name(id)) {
      const Symbol name("$t" + std::to_string(out.bindings.size()));
      out.bindings.emplace_back(name, e);
      e = Expr::variable(name);
    }
    values_[id].replacement = e;
    return e;
  }

private:
  using Key = std::tuple<Op, Int, Symbol, std::vector<std::size_t>>;
  struct Value {
    Expr e;
    std::vector<std::size_t> operands;
    int uses = 0;
    bool always = false;
    std::optional<Expr> replacement{};
  };

  std::size_t number(const Expr& e, bool always) {
    std::vector<std::size_t> operands;
    for (std::size_t i = 0; i < e.operands().size(); ++i) {
      operands.push_back(number(e.operand(i), always && !(i > 0 && is_lazy(e.op()))));
    }
    const auto [at, fresh] = numbers_.try_emplace(Key{e.op(), e.value(), e.name(), operands}, values_.size());
    if (fresh) {
      values_.push_back({e, operands});
      for (const std::size_t operand : operands) {
        ++values_[operand].uses;
      }
    }
    values_[at->second].always |= always;
    return at->second;
  }

  static bool is_lazy(Op op) { return op == Op::select || op == Op::logical_and || op == Op::logical_or; }

  static bool is_leaf(Op op) { return op == Op::constant || op == Op::variable; }

  /// Two operations or more, or a single dear one.
  [[nodiscard]] bool deserves_a_name(std::size_t id) const {
    const Value& value = values_[id];
    switch (value.e.op()) {
    case Op::constant:
    case Op::variable:
      return false;
    case Op::floor_div:
    case Op::floor_mod:
    case Op::nonneg_div:
    case Op::nonneg_mod:
    case Op::exact_div:
    case Op::root:
    case Op::power:
    case Op::floor_log2:
    case Op::load:
      return true;
    default:
      for (const std::size_t operand : value.operands) {
        if (!is_leaf(values_[operand].e.op())) {
          return true;
        }
      }
      return false;
    }
  }

  std::map<Key, std::size_t> numbers_;
  std::vector<Value> values_;
};

} // namespace

Expr with_operands(const Expr& e, std::vector<Expr> operands) {
  switch (e.op()) {
  case Op::constant:
  case Op::variable:
    return e;
  case Op::load:
    return Expr::load(e.name(), std::move(operands[0]));
  case Op::root:
    return Expr::root(static_cast<int>(e.value()), std::move(operands[0]));
  default:
    return Expr::raw(e.op(), std::move(operands));
  }
}

Shared share(const std::vector<Expr>& expressions) {
  Sharing sharing;
  std::vector<std::size_t> roots;
  for (const Expr& e : expressions) {
    roots.push_back(sharing.add_root(e));
  }
  Shared out;
  for (const std::size_t root : roots) {
    out.expressions.push_back(sharing.rewritten(root, out));
  }
  return out;
}

} // namespace mapwright::emit
