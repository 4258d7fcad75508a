#include "kernel/rewrite/comment_edit.hpp"
#include "kernel/rewrite/cpp/common.hpp"
#include "kernel/rewrite/cpp/experiments.hpp"
#include "kernel/rewrite/scan.hpp"
#include "kernel/rewrite/walk.hpp"

#include <algorithm>

#include <fmt/format.h>

namespace mapwright::kernel::rewrite {
namespace {

/// A loop whose body is a test, behind constants that the test may use.
struct GuardedLoop {
  std::vector<const Statement*> steady{};  ///< constants that are the same in every iteration
  std::vector<const Statement*> varying{}; ///< the others
  const Statement* branch = nullptr;
};

std::optional<GuardedLoop> guarded_loop(const Source& source, const NestedLoop& nested) {
  const CountedLoop& loop = nested.loop;
  GuardedLoop result;
  std::set<Declaration> varying{loop.variable.declaration};
  for (const Statement& statement : statements_of(loop.statement->body)) {
    const bool constants = statement.kind == Kind::declaration && statement.pragmas.empty() &&
                           std::all_of(statement.variables.begin(), statement.variables.end(), [](const Variable& one) {
                             return one.type.starts_with("const ") && !one.init.empty();
                           });
    if (constants && result.branch == nullptr) {
      bool differs = effects(source, statement).unknown;
      for (const Variable& variable : statement.variables) {
        for (const Declaration name : varying) {
          differs = differs || mentions(variable.init.front(), name);
        }
      }
      for (const Variable& variable : statement.variables) {
        if (differs) {
          varying.insert(variable.declaration);
        }
      }
      (differs ? result.varying : result.steady).push_back(&statement);
    } else if (statement.kind == Kind::branch && statement.init.empty() && statement.pragmas.empty() &&
               statement.condition.size() == 1 && result.branch == nullptr) {
      result.branch = &statement;
    } else {
      return std::nullopt;
    }
  }
  return result.branch == nullptr ? std::nullopt : std::optional(result);
}

/// The parts of a && b && c, or of a || b || c.
void split(const Expression& expression, const std::string& operation, std::vector<const Expression*>& parts) {
  const Expression& inner = bare(expression);
  if (inner.form == Form::binary && inner.text == operation) {
    split(inner.parts[0], operation, parts);
    split(inner.parts[1], operation, parts);
  } else {
    parts.push_back(&inner);
  }
}

/// Left minus right of a comparison of integers.
Polynomial difference(const Source& source, const Expression& test, const Definitions& definitions) {
  return polynomial(source, test.parts[0], definitions) - polynomial(source, test.parts[1], definitions);
}

/// What must be at least 0 for a comparison by <, <=, > or >= to hold.
std::optional<Polynomial> slack(const Source& source, const Expression& test, const Definitions& definitions) {
  if (test.form != Form::binary) {
    return std::nullopt;
  }
  const Polynomial d = difference(source, test, definitions);
  const Polynomial one = Polynomial::constant(1);
  return test.text == ">="   ? std::optional(d)
         : test.text == ">"  ? std::optional(d - one)
         : test.text == "<=" ? std::optional(Polynomial{} - d)
         : test.text == "<"  ? std::optional(Polynomial{} - d - one)
                             : std::nullopt;
}

std::string joined_tests(const Source& source, const std::vector<const Expression*>& tests, const char* between) {
  std::string text;
  for (const Expression* test : tests) {
    text += (text.empty() ? "" : between) + std::string(source.at(test->span));
  }
  return text;
}

std::string statement_lines(const Source& source, const std::vector<const Statement*>& statements,
                            const std::string& indent) {
  std::string text;
  for (const Statement* statement : statements) {
    text += indent +
            reindented(std::string(source.at(statement->span)), source.indentation(statement->span.begin).size(),
                       indent.size()) +
            "\n";
  }
  return text;
}

/// for (v) if (tests) S: the tests become bounds of v, or stand before the loop.
std::optional<std::string> with_bounds(const Source& source, const NestedLoop& nested, const GuardedLoop& guarded) {
  const CountedLoop& loop = nested.loop;
  const Definitions definitions = definitions_in(*nested.function);
  const Declaration variable = loop.variable.declaration;
  std::vector<const Expression*> tests;
  split(guarded.branch->condition.front(), "&&", tests);
  std::vector<const Expression*> steady;
  const std::string indent = source.indentation(loop.statement->span.begin);
  const std::string first = fresh_name(source.text, loop.variable.name + "_first");
  const std::string end = fresh_name(source.text, loop.variable.name + "_end");
  std::vector<std::string> firsts{loop.begin(source)};
  std::vector<std::string> ends{loop.end(source)};
  for (const Expression* test : tests) {
    const auto free = slack(source, *test, definitions);
    const auto slope = free ? free->coefficient(variable) : std::nullopt;
    const auto value = slope ? slope->value() : std::nullopt;
    if (!value || *value < -1 || *value > 1) {
      return std::nullopt;
    }
    if (*value == 0) {
      steady.push_back(test);
    } else if (*value == 1) {
      firsts.push_back((Polynomial{} - free->without(variable)).text());
    } else {
      ends.push_back((free->without(variable) + Polynomial::constant(1)).text());
    }
  }
  const Effects body = effects(source, *guarded.branch);
  if (body.leaves || (firsts.size() == 1 && ends.size() == 1 && steady.empty())) {
    return std::nullopt;
  }
  std::string text = statement_lines(source, guarded.steady, indent);
  std::string at = indent;
  if (!steady.empty()) {
    text += indent + "if (" + joined_tests(source, steady, " && ") + ") {\n";
    at += "  ";
  }
  const auto narrow = [&](const std::string& name, const std::vector<std::string>& bounds, const char* relation) {
    for (std::size_t i = 1; i < bounds.size(); ++i) {
      const bool last = i + 1 == bounds.size();
      const std::string so_far = i == 1 ? bounds[0] : fmt::format("{}_{}", name, i - 1);
      text += fmt::format("{0}const {1} {2} = {3} {4} {5} ? {3} : {5};\n", at, loop.variable.written,
                          last ? name : fmt::format("{}_{}", name, i), bounds[i], relation, so_far);
    }
  };
  narrow(first, firsts, ">");
  narrow(end, ends, "<");
  text += at + loop_head(loop, firsts.size() > 1 ? first : firsts[0], ends.size() > 1 ? end : ends[0]) + "\n";
  text += statement_lines(source, guarded.varying, at + "  ");
  text += body_text(source, guarded.branch->body.front(), at + "  ") + at + "}";
  return steady.empty() ? text : text + "\n" + indent + "}";
}

/// for (v) if (v is at an end || tests of other things) A else B: loops of their own for the ends and the inside.
std::optional<std::string> with_ends_apart(const Source& source, const NestedLoop& nested, const GuardedLoop& guarded) {
  const CountedLoop& loop = nested.loop;
  const Definitions definitions = definitions_in(*nested.function);
  const Declaration variable = loop.variable.declaration;
  const Polynomial begin = polynomial(source, *loop.first, definitions);
  const Polynomial bound = polynomial(source, *loop.bound, definitions);
  const Polynomial last = loop.inclusive ? bound : bound - Polynomial::constant(1);
  std::vector<const Expression*> tests;
  split(guarded.branch->condition.front(), "||", tests);
  std::vector<const Expression*> steady;
  bool at_begin = false;
  bool at_last = false;
  for (const Expression* test : tests) {
    if (test->form != Form::binary) {
      return std::nullopt;
    }
    const Polynomial d = difference(source, *test, definitions);
    const auto slope = d.coefficient(variable);
    const auto value = slope ? slope->value() : std::nullopt;
    if (value && *value == 0) {
      steady.push_back(test);
      continue;
    }
    if (!value || (*value != 1 && *value != -1) || test->text != "==") {
      return std::nullopt;
    }
    const Polynomial place = *value == 1 ? Polynomial{} - d.without(variable) : d.without(variable);
    if (place == begin) {
      at_begin = true;
    } else if (place == last) {
      at_last = true;
    } else {
      return std::nullopt;
    }
  }
  const Effects body = effects(source, *guarded.branch);
  if (body.leaves || body.unknown || (!at_begin && !at_last && steady.empty())) {
    return std::nullopt;
  }
  const std::string indent = source.indentation(loop.statement->span.begin);
  const std::string inside = fresh_name(source.text, loop.variable.name + "_inside");
  const std::string behind = fresh_name(source.text, loop.variable.name + "_behind");
  const std::string from = loop.begin(source);
  const std::string end = comparable(loop.end(source));
  const std::string next = from == "0" ? "1" : from + " + 1";
  const std::string start = at_begin ? fmt::format("({0} < {1} ? {0} : {1})", next, end) : from;
  std::string text = statement_lines(source, guarded.steady, indent);
  text += fmt::format("{}const {} {} = {};\n", indent, loop.variable.written, inside,
                      steady.empty() ? start
                                     : fmt::format("{} ? {} : {}", joined_tests(source, steady, " || "), end, start));
  text += fmt::format("{0}const {1} {2} = {3};\n", indent, loop.variable.written, behind,
                      at_last ? fmt::format("{0} > {1} - 1 ? {0} : {1} - 1", inside, end)
                              : fmt::format("{0} > {1} ? {0} : {1}", inside, end));
  const auto part = [&](const std::string& first, const std::string& past, const Statement& statement) {
    text += indent + loop_head(loop, first, past) + "\n" + statement_lines(source, guarded.varying, indent + "  ") +
            body_text(source, statement, indent + "  ") + indent + "}\n";
  };
  part(from, inside, guarded.branch->body.front());
  part(inside, behind, guarded.branch->otherwise.front());
  if (at_last) {
    part(behind, loop.end(source), guarded.branch->body.front());
  }
  text.pop_back();
  return text;
}

std::vector<Variant> move_guards(const Subject& subject) {
  const Source& source = subject.source;
  std::vector<Variant> result;
  for (const NestedLoop& nested : counted_loops(source)) {
    const bool plain = nested.loop.statement->pragmas.empty() && stands_alone(source, nested);
    const auto guarded = plain ? guarded_loop(source, nested) : std::nullopt;
    if (!guarded) {
      continue;
    }
    const bool two = !guarded->branch->otherwise.empty();
    const auto text = two ? with_ends_apart(source, nested, *guarded) : with_bounds(source, nested, *guarded);
    if (!text) {
      continue;
    }
    Edits edits;
    edits.replace({line_begin(source, nested.loop.statement->span.begin), nested.loop.statement->span.end}, *text);
    result.push_back(made(
        subject, place_of(source, nested.loop), edits,
        {two ? fmt::format("the ends of the loop over `{}` have loops of their own", nested.loop.variable.name)
             : fmt::format("the test within the loop over `{}` has become its bounds", nested.loop.variable.name)}));
  }
  return result;
}

} // namespace

Rule guard_to_bounds() {
  return {{.name = "guard-to-bounds",
           .kind = AvenueKind::work,
           .hypothesis = "a test in every iteration hides from the compiler that nearly all of them do the same",
           .applies = "a loop whose body is a test of comparisons that are linear in the loop's variable",
           .backends = {Backend::cpp},
           .gain = {1.2, 1.6},
           .innovation = 50},
          move_guards};
}

} // namespace mapwright::kernel::rewrite
