// The meaning of functions once more, by direct recursion, reporting every value on the way: the oracle of the interval
// analysis. Independent of expr/evaluate.cpp in everything but single operators.
#pragma once

#include "expr/evaluate.hpp"
#include "expr/function.hpp"
#include "expr/operators.hpp"

#include <functional>
#include <map>
#include <optional>
#include <span>
#include <variant>
#include <vector>

namespace mapwright::test {

/// A run that throws NoValue where `call` has a fault.
class Trace {
public:
  struct NoValue {};
  using Names = std::map<expr::Symbol, expr::Int>;

  std::function<void(const expr::Expr&, expr::Int)> on_node = [](const auto&, auto) {};
  std::function<void(expr::Symbol, expr::Int)> on_name = [](auto, auto) {};

  Trace(expr::Tables tables, int most_steps) : tables_(tables), steps_left_(most_steps) {}

  std::vector<expr::Int> call(const expr::Function& f, std::span<const expr::Int> parameters,
                              std::span<const expr::Int> arguments) {
    for (std::size_t i = 0; i < parameters.size(); ++i) {
      set(f.parameters[i], parameters[i]);
    }
    for (std::size_t i = 0; i < arguments.size(); ++i) {
      set(f.arguments[i], arguments[i]);
    }
    run(f.body);
    std::vector<expr::Int> out;
    for (const expr::Expr& e : f.results) {
      out.push_back(value(e));
    }
    return out;
  }

private:
  void set(expr::Symbol name, expr::Int value) {
    names_[name] = value;
    on_name(name, value);
  }

  expr::Int value(const expr::Expr& e) {
    const expr::Int v = compute(e);
    on_node(e, v);
    return v;
  }

  expr::Int compute(const expr::Expr& e) {
    using expr::Op;
    switch (e.op()) {
    case Op::constant:
      return e.value();
    case Op::variable: {
      const auto found = names_.find(e.name());
      return found != names_.end() ? found->second : throw NoValue{};
    }
    case Op::select:
      return value(value(e.operand(0)) != 0 ? e.operand(1) : e.operand(2));
    case Op::logical_and:
      return value(e.operand(0)) != 0 && value(e.operand(1)) != 0 ? 1 : 0;
    case Op::logical_or:
      return value(e.operand(0)) != 0 || value(e.operand(1)) != 0 ? 1 : 0;
    case Op::root: {
      const expr::Int radicand = value(e.operand(0));
      return radicand < 0 ? throw NoValue{} : expr::integer_root(radicand, static_cast<int>(e.value()));
    }
    case Op::load:
      return entry(e.name(), value(e.operand(0)));
    default:
      break;
    }
    const expr::Int a = value(e.operand(0));
    const expr::Int b = e.operands().size() > 1 ? value(e.operand(1)) : 0;
    const auto result = expr::apply(e.op(), a, b);
    return result ? *result : throw NoValue{};
  }

  expr::Int entry(expr::Symbol name, expr::Int index) {
    for (const expr::Table& table : tables_) {
      if (table.name == name && index >= 0 && index < static_cast<expr::Int>(table.values.size())) {
        return table.values[static_cast<std::size_t>(index)];
      }
    }
    throw NoValue{};
  }

  void run(const expr::Block& block) {
    for (const expr::Statement& statement : block) {
      std::visit([this](const auto& s) { one(s); }, statement.is);
    }
  }

  /// Random functions never reuse a name, so that scopes need no undoing.
  void one(const expr::Let& s) { set(s.name, value(s.value)); }
  void one(const expr::Declare& s) { set(s.name, value(s.value)); }
  void one(const expr::Assign& s) { set(s.name, value(s.value)); }
  void one(const expr::If& s) { run(value(s.condition) != 0 ? s.then_block : s.else_block); }

  void one(const expr::For& s) {
    const expr::Int count = value(s.count);
    for (expr::Int i = 0; i < count; ++i) {
      if (--steps_left_ < 0) {
        throw NoValue{};
      }
      set(s.name, s.descending ? count - 1 - i : i);
      run(s.body);
    }
  }

  /// Every candidate in turn, as the law says.
  void one(const expr::Solve& s) {
    const expr::Int low = value(s.low);
    const expr::Int high = value(s.high);
    std::optional<expr::Int> last;
    for (expr::Int x = low; x <= high; ++x) {
      names_[s.name] = x;
      if (value(s.condition) == 0) {
        break;
      }
      last = x;
    }
    set(s.name, last ? *last : throw NoValue{});
  }

  void one(const expr::Assume& s) {
    const auto found = names_.find(s.name);
    Trace quiet(tables_, 0);
    quiet.names_ = names_;
    if (found->second < quiet.value(s.low) || found->second > quiet.value(s.high)) {
      throw NoValue{};
    }
  }

  expr::Tables tables_;
  int steps_left_;
  Names names_;
};

} // namespace mapwright::test
