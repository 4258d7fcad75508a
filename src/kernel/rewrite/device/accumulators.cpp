#include "kernel/rewrite/device/accumulators.hpp"

#include "kernel/rewrite/names.hpp"

#include <algorithm>
#include <map>

#include <fmt/format.h>

namespace mapwright::kernel::rewrite {

namespace {

bool leaves_early(const Statement& body) {
  bool found = false;
  each_statement(body, [&](const Statement& one) {
    found = found || one.kind == Kind::leave || one.kind == Kind::while_loop || one.kind == Kind::do_loop ||
            one.kind == Kind::other;
  });
  return found;
}

/// The names declared within a statement.
std::set<std::string> declared_in(const Statement& statement) {
  std::set<std::string> names;
  each_statement(statement, [&](const Statement& one) {
    for (const Variable& variable : one.variables) {
      names.insert(variable.name);
    }
  });
  return names;
}

std::size_t count_named(const Expression& e, const std::string& name) {
  std::size_t count = 0;
  each_expression(e, [&](const Expression& part) {
    count += part.form == Form::name && part.text == name ? 1U : 0U;
    return true;
  });
  return count;
}

std::size_t count_named(const Statement& statement, const std::string& name) {
  std::size_t count = 0;
  each_expression(statement, [&](const Expression& part) {
    count += part.form == Form::name && part.text == name ? 1U : 0U;
    return true;
  });
  return count;
}

/// `sum += e` or `top = fmax(top, e)`, e without the accumulator.
std::optional<Accumulator> accumulates(const Expression& e) {
  if (e.form != Form::assign || e.parts.size() != 2 || stripped(e.parts[0]).form != Form::name) {
    return std::nullopt;
  }
  const std::string& name = stripped(e.parts[0]).text;
  if (e.text == "+=" && count_named(e.parts[1], name) == 0) {
    return Accumulator{name, "", "+"};
  }
  const Expression& value = stripped(e.parts[1]);
  const bool extreme = value.form == Form::call && value.parts.size() == 2 &&
                       (value.text == "fmax" || value.text == "fmin" || value.text == "fmaxf" || value.text == "fminf");
  if (e.text == "=" && extreme && stripped(value.parts[0]).text == name && count_named(value.parts[1], name) == 0) {
    return Accumulator{name, "", value.text};
  }
  return std::nullopt;
}

std::string declared_type(const Statement& function, const std::string& name) {
  std::string type;
  std::size_t times = 0;
  each_statement(function, [&](const Statement& one) {
    for (const Variable& variable : one.variables) {
      if (variable.name == name) {
        type = variable.type;
        ++times;
      }
    }
  });
  return times == 1 ? type : std::string();
}

} // namespace

std::string Accumulator::combined_with(const std::string& value) const {
  return combine == "+" ? fmt::format("{} += {}", name, value)
                        : fmt::format("{0} = {1}({0}, {2})", name, combine, value);
}

std::optional<std::vector<Accumulator>> accumulators(const CountedLoop& loop, const Function& function) {
  if (leaves_early(*loop.body)) {
    return std::nullopt;
  }
  const std::set<std::string> own = declared_in(*loop.body);
  std::map<std::string, Accumulator> found;
  std::map<std::string, std::size_t> explained;
  bool other = false;
  each_statement(*loop.body, [&](const Statement& one) {
    if (one.kind == Kind::expression && one.condition.size() == 1) {
      if (auto accumulator = accumulates(stripped(one.condition[0])); accumulator && !own.contains(accumulator->name)) {
        const auto known = found.find(accumulator->name);
        other = other || (known != found.end() && known->second.combine != accumulator->combine);
        explained[accumulator->name] += count_named(one, accumulator->name);
        found.emplace(accumulator->name, *accumulator);
      }
    }
  });
  each_expression(*loop.body, [&](const Expression& e) {
    const bool writes = e.form == Form::assign || (e.form == Form::unary && (e.text == "++" || e.text == "--"));
    const Expression* target = writes ? &stripped(e.parts[0]) : nullptr;
    other = other || (target != nullptr && target->form == Form::name && !own.contains(target->text) &&
                      !found.contains(target->text));
    other = other || (e.form == Form::unary && e.text == "&");
    return true;
  });
  std::vector<Accumulator> result;
  for (auto& [name, accumulator] : found) {
    accumulator.type = unqualified(declared_type(function.body.front(), name));
    other = other || count_named(*loop.body, name) != explained[name] || count_named(*loop.bound, name) != 0 ||
            (accumulator.type != "float" && accumulator.type != "double");
    result.push_back(accumulator);
  }
  return other ? std::nullopt : std::optional(result);
}

bool ends_at_constant(const CountedLoop& loop, const KernelCandidate& candidate) {
  const Expression& bound = stripped(*loop.bound);
  return bound.form == Form::literal || std::any_of(candidate.tunables.begin(), candidate.tunables.end(),
                                                    [&](const Tunable& tunable) { return tunable.name == bound.text; });
}

std::set<std::string> item_dependent(const DeviceKernel& kernel) {
  std::set<std::string> names;
  const auto depends = [&](const Expression& e) {
    bool found = false;
    each_expression(e, [&](const Expression& part) {
      const bool id = std::any_of(kernel.uses.begin(), kernel.uses.end(),
                                  [&](const IdUse& use) { return use.expression == &part; });
      found = found || id || part.form == Form::index || (part.form == Form::unary && part.text == "*") ||
              (part.form == Form::name && names.contains(part.text));
      return true;
    });
    return found;
  };
  for (bool grown = true; grown;) {
    const std::size_t before = names.size();
    each_statement(kernel.block(), [&](const Statement& one) {
      for (const Variable& variable : one.variables) {
        if (!variable.init.empty() && depends(variable.init[0])) {
          names.insert(variable.name);
        }
      }
    });
    each_expression(kernel.block(), [&](const Expression& e) {
      if (e.form == Form::assign && e.parts.size() == 2 && depends(e.parts[1]) &&
          stripped(e.parts[0]).form == Form::name) {
        names.insert(stripped(e.parts[0]).text);
      }
      return true;
    });
    grown = names.size() != before;
  }
  return names;
}

bool has_any(std::string_view text, const std::set<std::string>& names) {
  const std::vector<Token> tokens = tokens_of(text);
  for (std::size_t i = 0; i < tokens.size(); ++i) {
    if (is_free_name(tokens, i) && names.contains(std::string(tokens[i].text))) {
      return true;
    }
  }
  return false;
}

} // namespace mapwright::kernel::rewrite
