#include "emit/facts.hpp"

#include <algorithm>
#include <type_traits>

namespace mapwright::emit {

using expr::Block;
using expr::Expr;
using expr::Function;
using expr::Op;
using expr::Statement;
using expr::Symbol;

bool NonNegative::holds(const Expr& e) const {
  const auto all = [&](std::size_t first) {
    return std::all_of(e.operands().begin() + static_cast<std::ptrdiff_t>(first), e.operands().end(),
                       [this](const Expr& operand) { return holds(operand); });
  };
  switch (e.op()) {
  case Op::constant:
    return e.value() >= 0;
  case Op::variable:
    return names_.contains(e.name());
  case Op::add:
  case Op::mul:
  case Op::exact_div:
  case Op::floor_div:
  case Op::minimum:
  case Op::power:
    return all(0);
  case Op::maximum:
    return holds(e.operand(0)) || holds(e.operand(1));
  case Op::floor_mod:
    return holds(e.operand(1));
  case Op::select:
    return all(1);
  case Op::sub:
  case Op::load:
    return false;
  default: // roots, shifts, digitwise operators, non-negative divisions, comparisons and logic never go below zero
    return true;
  }
}

namespace {

using Names = std::set<Symbol>;

void collect(const Expr& e, Names& names) {
  if (e.op() == Op::variable || e.op() == Op::load) {
    names.insert(e.name());
  }
  for (const Expr& operand : e.operands()) {
    collect(operand, names);
  }
}

void collect(const Block& block, Names& names);

void collect(const Statement& statement, Names& names) {
  std::visit(
      [&](const auto& s) {
        using S = std::decay_t<decltype(s)>;
        if constexpr (std::is_same_v<S, expr::If>) {
          collect(s.condition, names);
          collect(s.then_block, names);
          collect(s.else_block, names);
        } else if constexpr (std::is_same_v<S, expr::For>) {
          collect(s.count, names);
          collect(s.body, names);
        } else if constexpr (std::is_same_v<S, expr::Solve>) {
          Names condition;
          collect(s.condition, condition);
          condition.erase(s.name); // bound by the solve itself
          names.merge(condition);
          collect(s.low, names);
          collect(s.high, names);
          if (const auto* root = std::get_if<expr::RootEstimate>(&s.method)) {
            collect(root->radicand, names);
            collect(root->offset, names);
            collect(root->divisor, names);
          } else {
            collect(std::get<expr::Bisection>(s.method).iterations, names);
          }
        } else if constexpr (!std::is_same_v<S, expr::Assume>) {
          collect(s.value, names);
        }
      },
      statement.is);
}

void collect(const Block& block, Names& names) {
  for (const Statement& statement : block) {
    collect(statement, names);
  }
}

Names names_read(const Function& f) {
  Names names;
  collect(f.body, names);
  for (const Expr& e : f.results) {
    collect(e, names);
  }
  return names;
}

/// The block without statements whose effect nobody reads.
Block prune(const Block& block, const Names& read) {
  Block out;
  for (const Statement& statement : block) {
    std::visit(
        [&](const auto& s) {
          using S = std::decay_t<decltype(s)>;
          if constexpr (std::is_same_v<S, expr::If>) {
            expr::If kept{s.condition, prune(s.then_block, read), prune(s.else_block, read)};
            if (!kept.then_block.empty() || !kept.else_block.empty()) {
              out.push_back({std::move(kept)});
            }
          } else if constexpr (std::is_same_v<S, expr::For>) {
            expr::For kept{s.name, s.count, s.descending, prune(s.body, read)};
            if (!kept.body.empty()) {
              out.push_back({std::move(kept)});
            }
          } else {
            if (read.contains(s.name)) {
              out.push_back({s});
            }
          }
        },
        statement.is);
  }
  return out;
}

} // namespace

Function without_unused(const Function& f) {
  Function out = f;
  out.body = prune(f.body, names_read(f));
  for (Names before = names_read(f), now = names_read(out); now != before; now = names_read(out)) {
    before = now;
    out.body = prune(out.body, now);
  }
  return out;
}

bool reads(const Function& f, Symbol name) {
  return names_read(f).contains(name);
}

} // namespace mapwright::emit
