#include "expr/evaluate.hpp"

#include "expr/operators.hpp"

#include <algorithm>
#include <stdexcept>
#include <type_traits>

namespace mapwright::expr {

namespace {

tl::unexpected<Fault> fault(FaultKind kind, std::string at = {}) {
  return tl::unexpected<Fault>(Fault{kind, std::move(at)});
}

Evaluated<Int> evaluate_load(const Expr& e, const Environment& environment, Tables tables) {
  const auto index = evaluate(e.operand(0), environment, tables);
  if (!index) {
    return index;
  }
  const Table* table = find_table(tables, e.name());
  if (table == nullptr) {
    return fault(FaultKind::unbound, e.name().name());
  }
  if (*index < 0 || *index >= static_cast<Int>(table->values.size())) {
    return fault(FaultKind::out_of_table, e.name().name());
  }
  return static_cast<Int>(table->values[static_cast<std::size_t>(*index)]);
}

/// Runs statements in one environment, counting loop iterations.
class Machine {
public:
  Machine(Environment& environment, Tables tables, std::uint64_t steps)
      : environment_(environment), tables_(tables), steps_(steps) {}

  Evaluated<Int> value(const Expr& e) { return evaluate(e, environment_, tables_); }

  Evaluated<void> run(const Block& block) {
    for (const Statement& statement : block) {
      auto done = std::visit([this](const auto& s) { return run_one(s); }, statement.is);
      if (!done) {
        return done;
      }
    }
    return {};
  }

private:
  Evaluated<void> bind(Symbol name, const Expr& e) {
    const auto v = value(e);
    if (!v) {
      return tl::unexpected<Fault>(v.error());
    }
    environment_.bind(name, *v);
    return {};
  }

  Evaluated<void> run_one(const Let& s) { return bind(s.name, s.value); }
  Evaluated<void> run_one(const Declare& s) { return bind(s.name, s.value); }

  Evaluated<void> run_one(const Assign& s) {
    const auto v = value(s.value);
    if (!v) {
      return tl::unexpected<Fault>(v.error());
    }
    if (!environment_.assign(s.name, *v)) {
      return fault(FaultKind::unbound, s.name.name());
    }
    return {};
  }

  Evaluated<void> run_one(const If& s) {
    const auto v = value(s.condition);
    if (!v) {
      return tl::unexpected<Fault>(v.error());
    }
    const std::size_t scope = environment_.size();
    auto done = run(*v != 0 ? s.then_block : s.else_block);
    environment_.truncate(scope);
    return done;
  }

  Evaluated<void> run_one(const For& s) {
    const auto count = value(s.count);
    if (!count) {
      return tl::unexpected<Fault>(count.error());
    }
    const std::size_t scope = environment_.size();
    for (Int i = 0; i < *count; ++i) {
      if (steps_ == 0) {
        return fault(FaultKind::step_limit, s.name.name());
      }
      --steps_;
      environment_.bind(s.name, s.descending ? *count - 1 - i : i);
      auto done = run(s.body);
      environment_.truncate(scope);
      if (!done) {
        return done;
      }
    }
    return {};
  }

  /// S6 by halving, whatever the method says: the meaning does not depend on the method.
  Evaluated<void> run_one(const Solve& s) {
    const auto low_value = value(s.low);
    const auto high_value = low_value ? value(s.high) : low_value;
    if (!high_value) {
      return tl::unexpected<Fault>(high_value.error());
    }
    const std::size_t scope = environment_.size();
    auto holds = [&](Int x) -> Evaluated<Int> {
      environment_.bind(s.name, x);
      auto v = value(s.condition);
      environment_.truncate(scope);
      return v;
    };
    Int low = *low_value;
    const auto first = holds(low);
    if (!first) {
      return tl::unexpected<Fault>(first.error());
    }
    if (*first == 0 || low > *high_value) {
      return fault(FaultKind::no_solution, s.name.name());
    }
    Int beyond = *high_value + 1;
    while (beyond - low > 1) {
      const Int middle = low + (beyond - low) / 2;
      const auto v = holds(middle);
      if (!v) {
        return tl::unexpected<Fault>(v.error());
      }
      (*v != 0 ? low : beyond) = middle;
    }
    environment_.bind(s.name, low);
    return {};
  }

  Evaluated<void> run_one(const Assume& s) {
    const Int* v = environment_.find(s.name);
    const auto low = value(s.low);
    const auto high = low ? value(s.high) : low;
    if (!high) {
      return tl::unexpected<Fault>(high.error());
    }
    if (v == nullptr || *v < *low || *v > *high) {
      return fault(FaultKind::broken_assumption, s.name.name());
    }
    return {};
  }

  Environment& environment_;
  Tables tables_;
  std::uint64_t steps_;
};

} // namespace

bool Environment::assign(Symbol name, Int value) {
  for (auto it = bindings_.rbegin(); it != bindings_.rend(); ++it) {
    if (it->first == name) {
      it->second = value;
      return true;
    }
  }
  return false;
}

const Int* Environment::find(Symbol name) const {
  for (auto it = bindings_.rbegin(); it != bindings_.rend(); ++it) {
    if (it->first == name) {
      return &it->second;
    }
  }
  return nullptr;
}

const Table* find_table(Tables tables, Symbol name) {
  const auto found = std::find_if(tables.begin(), tables.end(), [name](const Table& t) { return t.name == name; });
  return found == tables.end() ? nullptr : &*found;
}

Evaluated<Int> evaluate(const Expr& e, const Environment& environment, Tables tables) {
  switch (e.op()) {
  case Op::constant:
    return e.value();
  case Op::variable: {
    const Int* v = environment.find(e.name());
    return v != nullptr ? Evaluated<Int>(*v) : fault(FaultKind::unbound, e.name().name());
  }
  case Op::load:
    return evaluate_load(e, environment, tables);
  default:
    break;
  }
  const auto a = evaluate(e.operand(0), environment, tables);
  if (!a) {
    return a;
  }
  switch (e.op()) {
  case Op::root:
    return *a < 0 ? fault(FaultKind::negative_operand, "root")
                  : Evaluated<Int>(integer_root(*a, static_cast<int>(e.value())));
  case Op::select:
    return evaluate(e.operand(*a != 0 ? 1 : 2), environment, tables);
  case Op::logical_and:
    if (*a == 0) {
      return 0;
    }
    break;
  case Op::logical_or:
    if (*a != 0) {
      return 1;
    }
    break;
  default:
    break;
  }
  Int second = 0;
  if (e.operands().size() > 1) {
    const auto b = evaluate(e.operand(1), environment, tables);
    if (!b) {
      return b;
    }
    second = *b;
  }
  const auto result = apply(e.op(), *a, second);
  return result ? Evaluated<Int>(*result) : fault(result.error());
}

Evaluated<std::vector<Int>> call(const Function& f, std::span<const Int> parameters, std::span<const Int> arguments,
                                 Tables tables, std::uint64_t step_limit) {
  if (parameters.size() != f.parameters.size() || arguments.size() != f.arguments.size()) {
    throw std::logic_error("call: wrong number of parameters or arguments for " + f.name);
  }
  constexpr std::size_t usual_names = 32;
  Environment environment;
  environment.reserve(usual_names);
  for (std::size_t i = 0; i < parameters.size(); ++i) {
    environment.bind(f.parameters[i], parameters[i]);
  }
  for (std::size_t i = 0; i < arguments.size(); ++i) {
    environment.bind(f.arguments[i], arguments[i]);
  }
  Machine machine(environment, tables, step_limit);
  if (auto done = machine.run(f.body); !done) {
    return tl::unexpected<Fault>(done.error());
  }
  std::vector<Int> results;
  results.reserve(f.results.size());
  for (const Expr& e : f.results) {
    const auto v = machine.value(e);
    if (!v) {
      return tl::unexpected<Fault>(v.error());
    }
    results.push_back(*v);
  }
  return results;
}

std::string describe(const Fault& fault) {
  const std::string at = fault.at.empty() ? "" : " at '" + fault.at + "'";
  switch (fault.kind) {
  case FaultKind::unbound:
    return "a name has no value" + at;
  case FaultKind::overflow:
    return "an intermediate result exceeds 127 bits" + at;
  case FaultKind::zero_divisor:
    return "division by zero" + at;
  case FaultKind::inexact:
    return "an exact division leaves a remainder" + at;
  case FaultKind::negative_operand:
    return "an operand is outside its operator's domain" + at;
  case FaultKind::out_of_table:
    return "a table is read outside its entries" + at;
  case FaultKind::broken_assumption:
    return "a stated bound does not hold" + at;
  case FaultKind::no_solution:
    return "no value satisfies the condition of a solve" + at;
  case FaultKind::step_limit:
    return "the step limit was reached" + at;
  }
  return "unknown fault";
}

} // namespace mapwright::expr
