#include "index_map/inline.hpp"

#include "index_map/nodes.hpp"

#include <stdexcept>
#include <type_traits>
#include <utility>

namespace mapwright::index_map {

using expr::Block;
using expr::Expr;
using expr::Op;
using expr::Statement;
using expr::Symbol;

namespace {

using Replacements = std::vector<std::pair<Symbol, Expr>>;

/// Copies statements, renaming what they bind and replacing what they read. A later replacement hides an earlier one.
class Copier {
public:
  Copier(std::string prefix, Replacements by) : prefix_(std::move(prefix)), by_(std::move(by)) {}

  Block block(const Block& from) {
    const std::size_t scope = by_.size();
    Block out = open_block(from);
    by_.erase(by_.begin() + static_cast<std::ptrdiff_t>(scope), by_.end());
    return out;
  }

  /// As block(), but names bound at the top stay known, for the results.
  Block open_block(const Block& from) {
    Block out;
    for (const Statement& s : from) {
      out.push_back(std::visit([this](const auto& one) { return Statement{copy(one)}; }, s.is));
    }
    return out;
  }

  Expr read(const Expr& e) const { return replace(e, by_); }

private:
  Symbol bind(Symbol name) {
    const Symbol renamed(prefix_ + name.name());
    by_.emplace_back(name, Expr::variable(renamed));
    return renamed;
  }
  [[nodiscard]] Symbol bound(Symbol name) const { return read(Expr::variable(name)).name(); }

  expr::Let copy(const expr::Let& s) {
    Expr value = read(s.value);
    return {bind(s.name), std::move(value)};
  }
  expr::Declare copy(const expr::Declare& s) {
    Expr value = read(s.value);
    return {bind(s.name), std::move(value)};
  }
  expr::Assign copy(const expr::Assign& s) const { return {bound(s.name), read(s.value)}; }
  expr::If copy(const expr::If& s) { return {read(s.condition), block(s.then_block), block(s.else_block)}; }
  expr::For copy(const expr::For& s) {
    Expr count = read(s.count);
    const std::size_t scope = by_.size();
    const Symbol name = bind(s.name);
    Block body = block(s.body);
    by_.erase(by_.begin() + static_cast<std::ptrdiff_t>(scope), by_.end());
    return {name, std::move(count), s.descending, std::move(body)};
  }
  expr::Solve copy(const expr::Solve& s) {
    Expr low = read(s.low);
    Expr high = read(s.high);
    auto method = s.method;
    if (auto* halving = std::get_if<expr::Bisection>(&method)) {
      halving->iterations = read(halving->iterations);
    } else {
      auto& root = std::get<expr::RootEstimate>(method);
      root.radicand = read(root.radicand);
      root.offset = read(root.offset);
      root.divisor = read(root.divisor);
    }
    const Symbol name = bind(s.name);
    return {name, std::move(low), std::move(high), read(s.condition), std::move(method)};
  }
  /// A bound on a name that was replaced by a literal says nothing about a name: it is bound again to be spoken of.
  expr::Assume copy(const expr::Assume& s) const { return {bound(s.name), read(s.low), read(s.high)}; }

  std::string prefix_;
  Replacements by_;
};

bool mentions(const Expr& e, const std::vector<Symbol>& names) {
  if (e.op() == Op::variable && std::find(names.begin(), names.end(), e.name()) != names.end()) {
    return true;
  }
  return std::any_of(e.operands().begin(), e.operands().end(),
                     [&](const Expr& operand) { return mentions(operand, names); });
}

/// Walks all statements; `on_for` and `on_solve` see each loop and solve. Names computed from a parameter join `names`.
template <class OnFor, class OnSolve>
void walk(Block& block, std::vector<Symbol>& names, const OnFor& on_for, const OnSolve& on_solve) {
  for (Statement& statement : block) {
    std::visit(
        [&](auto& s) {
          using S = std::decay_t<decltype(s)>;
          if constexpr (std::is_same_v<S, expr::Let> || std::is_same_v<S, expr::Declare> ||
                        std::is_same_v<S, expr::Assign>) {
            if (mentions(s.value, names)) {
              names.push_back(s.name);
            }
          } else if constexpr (std::is_same_v<S, expr::If>) {
            walk(s.then_block, names, on_for, on_solve);
            walk(s.else_block, names, on_for, on_solve);
          } else if constexpr (std::is_same_v<S, expr::For>) {
            on_for(s, mentions(s.count, names));
            walk(s.body, names, on_for, on_solve);
          } else if constexpr (std::is_same_v<S, expr::Solve>) {
            const auto* halving = std::get_if<expr::Bisection>(&s.method);
            on_solve(s, halving != nullptr && mentions(halving->iterations, names));
          }
        },
        statement.is);
  }
}

/// Whether a bound is stated for this name anywhere in the function.
bool is_assumed(const Block& block, Symbol name) {
  return std::any_of(block.begin(), block.end(), [&](const Statement& statement) {
    if (const auto* s = std::get_if<expr::Assume>(&statement.is)) {
      return s->name == name;
    }
    if (const auto* s = std::get_if<expr::If>(&statement.is)) {
      return is_assumed(s->then_block, name) || is_assumed(s->else_block, name);
    }
    if (const auto* s = std::get_if<expr::For>(&statement.is)) {
      return is_assumed(s->body, name);
    }
    return false;
  });
}

} // namespace

Expr replace(const Expr& e, const std::vector<std::pair<Symbol, Expr>>& by) {
  if (e.op() == Op::variable) {
    for (auto it = by.rbegin(); it != by.rend(); ++it) {
      if (it->first == e.name()) {
        return it->second;
      }
    }
    return e;
  }
  if (e.operands().empty()) {
    return e;
  }
  std::vector<Expr> operands;
  operands.reserve(e.operands().size());
  for (const Expr& operand : e.operands()) {
    operands.push_back(replace(operand, by));
  }
  if (e.op() == Op::load) {
    return Expr::load(e.name(), operands[0]);
  }
  if (e.op() == Op::root) {
    return Expr::root(static_cast<int>(e.value()), operands[0]);
  }
  return Expr::raw(e.op(), std::move(operands));
}

Inlined inline_call(const expr::Function& f, const std::string& prefix, std::span<const Expr> parameters,
                    std::span<const Expr> arguments) {
  if (parameters.size() != f.parameters.size() || arguments.size() != f.arguments.size()) {
    throw std::logic_error("inline_call: wrong number of parameters or arguments for " + f.name);
  }
  Inlined out;
  Replacements by;
  const auto pass = [&](Symbol name, const Expr& value) {
    if (value.op() == Op::variable || (value.is_constant() && !is_assumed(f.body, name))) {
      by.emplace_back(name, value);
      return;
    }
    const Symbol renamed(prefix + name.name());
    out.body.push_back(nodes::let(renamed, value));
    by.emplace_back(name, Expr::variable(renamed));
  };
  for (std::size_t i = 0; i < parameters.size(); ++i) {
    pass(f.parameters[i], parameters[i]);
  }
  for (std::size_t i = 0; i < arguments.size(); ++i) {
    pass(f.arguments[i], arguments[i]);
  }
  Copier copier(prefix, std::move(by));
  nodes::append(out.body, copier.open_block(f.body));
  for (const Expr& e : f.results) {
    out.results.push_back(copier.read(e));
  }
  return out;
}

TripCounts trip_counts_of_parameters(const expr::Function& f) {
  TripCounts found;
  Block body = f.body;
  std::vector<Symbol> names = f.parameters;
  walk(
      body, names, [&](expr::For&, bool depends) { found.loops = found.loops || depends; },
      [&](expr::Solve&, bool depends) { found.bisections = found.bisections || depends; });
  return found;
}

expr::Function with_bisections_of(const expr::Function& f, int iterations) {
  expr::Function out = f;
  std::vector<Symbol> names = f.parameters;
  walk(
      out.body, names, [](expr::For&, bool) {},
      [&](expr::Solve& s, bool depends) {
        if (depends) {
          s.method = expr::Bisection{Expr(iterations)};
        }
      });
  return out;
}

} // namespace mapwright::index_map
