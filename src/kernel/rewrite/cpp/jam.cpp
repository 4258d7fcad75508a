#include "kernel/rewrite/cpp/jam.hpp"

#include "core/words.hpp"
#include "kernel/rewrite/comment_edit.hpp"
#include "kernel/rewrite/scan.hpp"
#include "kernel/rewrite/walk.hpp"
#include "kernel/source/span.hpp"

#include <algorithm>
#include <map>
#include <set>

#include <fmt/format.h>

namespace mapwright::kernel::rewrite {
namespace {

bool has_loop(const Statement& statement) {
  bool found = false;
  for_each_statement(statement, [&](const Statement& inner) {
    found = found || inner.kind == Kind::loop || inner.kind == Kind::range_loop || inner.kind == Kind::while_loop ||
            inner.kind == Kind::do_loop;
  });
  return found;
}

bool mentions_any(const Expression& expression, const std::set<Declaration>& names) {
  return std::any_of(names.begin(), names.end(), [&](Declaration name) { return mentions(expression, name); });
}

class Jam {
public:
  Jam(const Source& source, const CountedLoop& loop, int factor)
      : source_(source), names_(static_cast<std::size_t>(factor)) {
    varying_.insert(loop.variable.declaration);
    for (std::size_t copy = 1; copy < names_.size(); ++copy) {
      names_[copy][loop.variable.declaration] = fmt::format("{} + {}", loop.variable.name, copy);
    }
  }

  /// The statements of a body, those that differ once for each copy; nothing when loops within differ.
  std::optional<std::string> list(const std::vector<Statement>& statements, const std::string& indent) {
    std::string text;
    for (const Statement& statement : statements) {
      if (has_loop(statement)) {
        const auto inner = loop(statement, indent);
        if (!inner) {
          return std::nullopt;
        }
        text += *inner;
      } else if (is_common(statement)) {
        text += one(statement, indent, {});
      } else {
        declare(statement);
        for (const Renaming& names : names_) {
          text += one(statement, indent, names);
        }
      }
    }
    return text;
  }

private:
  /// A declaration that is the same in every copy.
  [[nodiscard]] bool is_common(const Statement& statement) const {
    return statement.kind == Kind::declaration &&
           std::all_of(statement.variables.begin(), statement.variables.end(), [&](const Variable& variable) {
             return variable.type.starts_with("const ") && !variable.init.empty() &&
                    !mentions_any(variable.init.front(), varying_);
           });
  }

  void declare(const Statement& statement) {
    for (const Variable& variable : statement.variables) {
      varying_.insert(variable.declaration);
      for (std::size_t copy = 1; copy < names_.size(); ++copy) {
        std::string name = fmt::format("{}_{}", variable.name, copy);
        name = fresh_name(source_.text, name);
        names_[copy][variable.declaration] = name;
      }
    }
  }

  [[nodiscard]] std::string one(const Statement& statement, const std::string& indent, const Renaming& names) const {
    const std::string text = renamed(source_, statement, names);
    const std::size_t from = source_.indentation(statement.span.begin).size();
    return (text.starts_with('#') ? "" : indent) + reindented(text, from, indent.size()) + "\n";
  }

  std::optional<std::string> loop(const Statement& statement, const std::string& indent) {
    if (statement.kind != Kind::loop || statement.body.size() != 1) {
      return std::nullopt;
    }
    bool differs = false;
    for (const std::vector<Expression>* list : {&statement.condition, &statement.step}) {
      for (const Expression& expression : *list) {
        differs = differs || mentions_any(expression, varying_);
      }
    }
    for (const Statement& init : statement.init) {
      for_each_own_expression(
          init, [&](const Expression& expression) { differs = differs || mentions_any(expression, varying_); });
    }
    if (differs) {
      return std::nullopt;
    }
    const auto body = list(statements_of(statement.body), indent + "  ");
    if (!body) {
      return std::nullopt;
    }
    std::string text;
    for (const Pragma& pragma : statement.pragmas) {
      text += "#pragma " + with_copies(pragma.text) + "\n";
    }
    const std::string head = squeezed(source_.at({statement.span.begin, statement.body.front().span.begin}));
    return text + indent + head + " {\n" + *body + indent + "}\n";
  }

  /// A reduction clause names the copies too.
  [[nodiscard]] std::string with_copies(const std::string& pragma) const {
    std::string text = pragma;
    for (const auto& [declaration, unused] : names_.back()) {
      const std::string_view behind = std::string_view(source_.text).substr(declaration - 1);
      const std::size_t length =
          static_cast<std::size_t>(std::find_if_not(behind.begin(), behind.end(), is_word_character) - behind.begin());
      const std::string name(behind.substr(0, length));
      std::string copies = name;
      for (std::size_t copy = 1; copy < names_.size(); ++copy) {
        copies += ", " + names_[copy].at(declaration);
      }
      for (const char* before : {" ", "("}) {
        for (const char* after : {",", ")"}) {
          if (const std::size_t at = text.find(before + name + after); at != std::string::npos) {
            text.replace(at + 1, name.size(), copies);
          }
        }
      }
    }
    return text;
  }

  const Source& source_;
  std::set<Declaration> varying_{};
  std::vector<Renaming> names_;
};

/// Whether neighbouring iterations use the same elements in loops within, or neighbouring ones.
bool shares(const Source& source, const NestedLoop& nested) {
  bool found = false;
  for_each_statement(*nested.loop.body, [&](const Statement& statement) {
    if (statement.kind != Kind::loop || statement.body.size() != 1) {
      return;
    }
    for (const Access& access : effects(source, statement.body.front()).accesses) {
      const auto stride = stride_of(source, *nested.function, access, nested.loop.variable.declaration);
      const auto value = stride ? stride->value() : std::nullopt;
      found = found || (value && (*value == 0 || *value == 1));
    }
  });
  return found;
}

/// Whether all that is done with a variable is done by one statement of the body, outside of loops: its copies stay in
/// order.
bool is_used_by_one_statement(const CountedLoop& loop, Declaration variable) {
  std::size_t users = 0;
  for (const Statement& statement : statements_of(loop.statement->body)) {
    if (mentions(statement, variable)) {
      users += has_loop(statement) ? 2U : 1U;
    }
  }
  return users <= 1;
}

/// Arrays that the iterations update in one place, at the same elements in each, within a loop of independent
/// iterations: for each element the order stays.
std::set<Declaration> arrays_gathered_in_order(const Source& source, const NestedLoop& nested) {
  const Definitions definitions = definitions_in(*nested.function);
  std::map<Declaration, std::vector<const Access*>> uses;
  const Effects found = effects(source, *nested.loop.body);
  for (const Access& access : found.accesses) {
    uses[base_of(source, *nested.function, access.array, definitions).array].push_back(&access);
  }
  std::set<Declaration> result;
  for (const Statement& statement : statements_of(nested.loop.statement->body)) {
    const auto inner = counted(statement);
    if (!inner || !is_innermost(*inner)) {
      continue;
    }
    NestedLoop within = nested;
    within.loop = *inner;
    within.around.push_back(nested.loop);
    if (!are_independent(source, within)) {
      continue;
    }
    for (const auto& [array, accesses] : uses) {
      const Access& only = *accesses.front();
      const auto stride = stride_of(source, *nested.function, only, nested.loop.variable.declaration);
      if (accesses.size() == 1 && !only.update.empty() && stride && stride->is_zero() &&
          statement.span.holds(only.element->span)) {
        result.insert(array);
      }
    }
  }
  return result;
}

/// Whether iterations that are not independent can be made together all the same.
bool gathers_in_order(const Source& source, const NestedLoop& nested) {
  const Effects found = effects(source, *nested.loop.body);
  const bool ordered = std::all_of(found.written.begin(), found.written.end(), [&](Declaration name) {
    return found.declared.contains(name) || is_used_by_one_statement(nested.loop, name);
  });
  return ordered && are_independent(source, nested, found.written, arrays_gathered_in_order(source, nested));
}

} // namespace

std::optional<std::string> jammed(const Source& source, const NestedLoop& nested, int factor) {
  const CountedLoop& loop = nested.loop;
  const Pragma* pragma = loop.parallel();
  const bool known_pragmas =
      loop.statement->pragmas.empty() ||
      (loop.statement->pragmas.size() == 1 && pragma != nullptr && pragma->text.starts_with("omp parallel") &&
       pragma->text.find("collapse") == std::string::npos);
  const Effects found = effects(source, *loop.body);
  const bool possible = known_pragmas && stands_alone(source, nested) && !is_innermost(loop) && !found.leaves &&
                        (can_be_reordered(source, nested) || gathers_in_order(source, nested)) &&
                        shares(source, nested);
  if (!possible) {
    return std::nullopt;
  }
  const std::string indent = source.indentation(loop.statement->span.begin);
  const auto body = Jam(source, loop, factor).list(statements_of(loop.statement->body), indent + "  ");
  if (!body) {
    return std::nullopt;
  }
  const std::string whole_name = fresh_name(source.text, loop.variable.name + "_whole");
  std::string text = fmt::format("{}const {} {} = {};\n", indent, loop.variable.written, whole_name,
                                 whole_steps(source, loop, factor));
  text += pragma_lines(loop) + indent + loop_head(loop, loop.begin(source), whole_name, std::to_string(factor)) + "\n";
  text += *body + indent + "}\n" + indent + loop_head(loop, whole_name, loop.end(source)) + "\n";
  return text + body_text(source, *loop.body, indent + "  ") + indent + "}";
}

} // namespace mapwright::kernel::rewrite
