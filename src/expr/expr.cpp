#include "expr/expr.hpp"

#include "expr/build.hpp"

#include <algorithm>
#include <deque>
#include <mutex>
#include <shared_mutex>
#include <stdexcept>
#include <unordered_map>

namespace mapwright::expr {

namespace {

/// All names ever used, numbered in order of first use after the empty one. A deque keeps references valid while it
/// grows.
struct Interner {
  std::shared_mutex mutex;
  std::unordered_map<std::string, std::uint32_t> ids{{"", 0}};
  std::deque<std::string> names{""};
};

Interner& interner() {
  static Interner instance;
  return instance;
}

} // namespace

Symbol::Symbol(std::string_view name) {
  Interner& all = interner();
  const std::string key(name);
  {
    const std::shared_lock lock(all.mutex);
    const auto found = all.ids.find(key);
    if (found != all.ids.end()) {
      id_ = found->second;
      return;
    }
  }
  const std::unique_lock lock(all.mutex);
  const auto [place, inserted] = all.ids.try_emplace(key, static_cast<std::uint32_t>(all.names.size()));
  if (inserted) {
    all.names.push_back(key);
  }
  id_ = place->second;
}

const std::string& Symbol::name() const {
  Interner& all = interner();
  const std::shared_lock lock(all.mutex);
  return all.names[id_];
}

std::size_t arity(Op op) {
  switch (op) {
  case Op::constant:
  case Op::variable:
    return 0;
  case Op::root:
  case Op::floor_log2:
  case Op::logical_not:
  case Op::load:
    return 1;
  case Op::select:
    return 3;
  default:
    return 2;
  }
}

Expr::Expr(Int value) : node_(std::make_shared<const Node>(Node{Op::constant, value, Symbol(), {}})) {}

Expr Expr::variable(Symbol name) {
  return Expr(std::make_shared<const Node>(Node{Op::variable, 0, name, {}}));
}

Expr Expr::load(Symbol table, Expr index) {
  return Expr(std::make_shared<const Node>(Node{Op::load, 0, table, {std::move(index)}}));
}

Expr Expr::root(int k, Expr operand) {
  if (k < 2) {
    throw std::logic_error("root needs a degree of at least 2");
  }
  return Expr(std::make_shared<const Node>(Node{Op::root, k, Symbol(), {std::move(operand)}}));
}

Expr Expr::raw(Op op, std::vector<Expr> operands) {
  if (op == Op::constant || op == Op::variable || op == Op::load || op == Op::root || operands.size() != arity(op)) {
    throw std::logic_error("wrong operator or operand count for a raw expression");
  }
  return Expr(std::make_shared<const Node>(Node{op, 0, Symbol(), std::move(operands)}));
}

bool operator==(const Expr& a, const Expr& b) {
  if (a.node_ == b.node_) {
    return true;
  }
  return a.op() == b.op() && a.value() == b.value() && a.name() == b.name() && a.operands() == b.operands();
}

namespace {

void collect(const Expr& e, std::vector<Symbol>& out) {
  if (e.op() == Op::variable && std::find(out.begin(), out.end(), e.name()) == out.end()) {
    out.push_back(e.name());
  }
  for (const Expr& operand : e.operands()) {
    collect(operand, out);
  }
}

} // namespace

std::vector<Symbol> free_variables(const Expr& e) {
  std::vector<Symbol> out;
  collect(e, out);
  return out;
}

Expr substitute(const Expr& e, Symbol name, const Expr& replacement) {
  if (e.op() == Op::variable) {
    return e.name() == name ? replacement : e;
  }
  if (e.operands().empty()) {
    return e;
  }
  std::vector<Expr> operands;
  operands.reserve(e.operands().size());
  bool changed = false;
  for (const Expr& operand : e.operands()) {
    operands.push_back(substitute(operand, name, replacement));
    changed = changed || operands.back().node() != operand.node();
  }
  if (!changed) {
    return e;
  }
  if (e.op() == Op::load) {
    return Expr::load(e.name(), operands[0]);
  }
  if (e.op() == Op::root) {
    return Expr::root(static_cast<int>(e.value()), operands[0]);
  }
  return build(e.op(), std::move(operands));
}

std::size_t tree_size(const Expr& e) {
  std::size_t size = 1;
  for (const Expr& operand : e.operands()) {
    size += tree_size(operand);
  }
  return size;
}

} // namespace mapwright::expr
