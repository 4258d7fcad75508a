#include "kernel/rewrite/effects.hpp"

#include "kernel/rewrite/walk.hpp"

#include <algorithm>
#include <array>

namespace mapwright::kernel::rewrite {
namespace {

constexpr std::array<std::string_view, 34> pure_names{
    "sqrt", "sqrtf", "exp",   "expf",  "exp2",       "exp2f", "log",  "logf",     "log2",  "log2f", "fabs", "fabsf",
    "abs",  "fma",   "fmaf",  "min",   "max",        "fmin",  "fmax", "fminf",    "fmaxf", "pow",   "powf", "floor",
    "ceil", "round", "trunc", "rsqrt", "native_exp", "clamp", "mad",  "bit_cast", "size",  "cbrt"};

bool is_pure_name(std::string_view name) {
  name = name.substr(0, name.find('<'));
  const std::size_t last = name.find_last_of(":.");
  name = last == std::string_view::npos ? name : name.substr(last + 1);
  return name.starts_with("__builtin_") || std::find(pure_names.begin(), pure_names.end(), name) != pure_names.end();
}

class Collector {
public:
  Collector(const Source& source, Effects& effects) : source_(source), effects_(effects) {}

  void visit(const Statement& statement) {
    for (const Variable& variable : statement.variables) {
      effects_.declared.insert(variable.declaration);
    }
    switch (statement.kind) {
    case Kind::leave:
      effects_.leaves = true;
      break;
    case Kind::other:
    case Kind::range_loop: // changes through a reference
      effects_.unknown = effects_.unknown || statement.kind == Kind::other || statement.variables.empty() ||
                         statement.variables.front().type.find('&') != std::string::npos;
      break;
    default:
      break;
    }
    for_each_own_expression(statement, [&](const Expression& expression) { visit(expression, true, false, {}); });
  }

private:
  void visit(const Expression& expression, bool reads, bool writes, const std::string& update) {
    switch (expression.form) {
    case Form::assign:
      visit(expression.parts[0], expression.text != "=", true, expression.text == "=" ? "" : expression.text);
      visit(expression.parts[1], true, false, {});
      return;
    case Form::unary:
      if (expression.text == "++" || expression.text == "--") {
        visit(expression.parts[0], true, true, expression.text);
        return;
      }
      effects_.unknown = effects_.unknown || expression.text == "*" || expression.text == "&";
      break;
    case Form::index:
      visit_element(expression, reads, writes, update);
      return;
    case Form::name:
      if (writes) {
        effects_.written.insert(expression.declared);
      }
      return;
    case Form::call:
      effects_.unknown = effects_.unknown || !is_pure(source_, expression);
      break;
    case Form::parenthesis:
    case Form::member:
      visit(expression.parts[0], reads, writes, update);
      return;
    case Form::other:
      effects_.unknown = effects_.unknown || !expression.parts.empty();
      break;
    default:
      effects_.unknown = effects_.unknown || writes;
      break;
    }
    for (const Expression& part : expression.parts) {
      visit(part, true, false, {});
    }
  }

  void visit_element(const Expression& expression, bool reads, bool writes, const std::string& update) {
    const Expression& array = bare(expression.parts[0]);
    visit(expression.parts[1], true, false, {});
    if (array.form == Form::name && array.declared != 0) {
      effects_.accesses.push_back(
          {array.declared, array.text, &expression, &expression.parts[1], reads, writes, update});
    } else {
      effects_.unknown = effects_.unknown || writes;
      visit(array, true, writes, {});
    }
  }

  const Source& source_;
  Effects& effects_;
};

/// Whether a function of the source only computes: no writes but to its own variables.
bool only_computes(const Source& source, const Function& function) {
  const bool by_value = std::none_of(function.parameters.begin(), function.parameters.end(),
                                     [](const Variable& one) { return one.type.find('&') != std::string::npos; });
  if (!by_value || function.body.empty()) {
    return false;
  }
  const Effects found = effects(source, function.body.front());
  std::set<Declaration> own = found.declared;
  for (const Variable& parameter : function.parameters) {
    own.insert(parameter.declaration);
  }
  const bool writes_own = std::includes(own.begin(), own.end(), found.written.begin(), found.written.end());
  const bool writes_arrays = std::any_of(found.accesses.begin(), found.accesses.end(), [&](const Access& access) {
    return access.writes && !found.declared.contains(access.array);
  });
  return !found.unknown && writes_own && !writes_arrays;
}

const Variable* find_variable(const Function& function, Declaration name) {
  const Variable* found = nullptr;
  for (const Variable& parameter : function.parameters) {
    found = parameter.declaration == name ? &parameter : found;
  }
  for (const Statement& body : function.body) {
    for_each_statement(body, [&](const Statement& statement) {
      for (const Variable& variable : statement.variables) {
        found = variable.declaration == name ? &variable : found;
      }
    });
  }
  return found;
}

bool is_pointer(const Variable& variable) {
  return variable.type.find('*') != std::string::npos && variable.type.find('<') == std::string::npos &&
         variable.type.find('[') == std::string::npos;
}

} // namespace

Effects effects(const Source& source, const Statement& statement) {
  Effects result;
  Collector collector(source, result);
  for_each_statement(statement, [&](const Statement& inner) { collector.visit(inner); });
  return result;
}

std::set<Declaration> written_names(const Statement& statement) {
  std::set<Declaration> result;
  const auto target = [&](const Expression& expression) {
    const Expression* at = &bare(expression);
    while ((at->form == Form::index || at->form == Form::member) && !at->parts.empty()) {
      at = &bare(at->parts.front());
    }
    if (at->form == Form::name) {
      result.insert(at->declared);
    }
  };
  for_each_expression(statement, [&](const Expression& expression) {
    if (expression.form == Form::assign) {
      target(expression.parts[0]);
    }
    if (expression.form == Form::unary &&
        (expression.text == "++" || expression.text == "--" || expression.text == "&")) {
      target(expression.parts[0]);
    }
  });
  return result;
}

bool is_pure(const Source& source, const Expression& call) {
  for (const Function& function : source.functions) {
    if (function.declaration == call.declared && !function.body.empty()) {
      return call.span.begin > function.span.end && only_computes(source, function);
    }
  }
  return is_pure_name(call.text);
}

bool is_array_parameter(const Function& function, Declaration name) {
  return std::any_of(function.parameters.begin(), function.parameters.end(),
                     [&](const Variable& parameter) { return parameter.declaration == name && is_pointer(parameter); });
}

Base base_of(const Source& source, const Function& function, Declaration pointer, const Definitions& definitions) {
  const Variable* variable = find_variable(function, pointer);
  if (variable == nullptr) {
    return {pointer, {}, false};
  }
  if (!is_pointer(*variable) || is_array_parameter(function, pointer)) {
    return {pointer, {}, true};
  }
  bool reassigned = false;
  for_each_expression(function.body.front(), [&](const Expression& expression) {
    const bool changes = expression.form == Form::assign ||
                         (expression.form == Form::unary && (expression.text == "++" || expression.text == "--"));
    reassigned = reassigned || (changes && named(expression.parts.front()) == pointer);
  });
  if (variable->init.empty() || reassigned) {
    return {pointer, {}, false};
  }
  const Expression& init = bare(variable->init.front());
  if (named(init) != 0) {
    return base_of(source, function, named(init), definitions);
  }
  if (init.form != Form::binary || init.text != "+" || named(init.parts[0]) == 0) {
    return {pointer, {}, false};
  }
  Base base = base_of(source, function, named(init.parts[0]), definitions);
  base.offset = base.offset + polynomial(source, init.parts[1], definitions);
  return base;
}

} // namespace mapwright::kernel::rewrite
