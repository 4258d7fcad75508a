#include "mapper/language/check.hpp"

#include "core/suggest.hpp"
#include "mapper/language/types.hpp"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

namespace mapwright::mapper::language {

namespace {

class MapperChecker {
public:
  MapperChecker(const SourceText& source, Diagnostics& diagnostics)
      : source_(source), diagnostics_(diagnostics), types_(scope_, diagnostics) {
    for (std::size_t i = 0; i < source.text.size(); ++i) {
      if (source.text[i] == '\n') {
        line_ends_.push_back(i);
      }
    }
  }

  void run(const MapperSyntax& mapper) {
    for (const Statement& statement : mapper.statements) {
      if (const auto* assignment = std::get_if<Assignment>(&statement.is)) {
        scope_.all_globals.try_emplace(assignment->name.text, assignment->name.span);
      } else if (const auto* function = std::get_if<FunctionDefinition>(&statement.is)) {
        scope_.all_functions.try_emplace(function->name.text, function->name.span);
      }
    }
    for (const Statement& statement : mapper.statements) {
      std::visit([this](const auto& is) { check(is); }, statement.is);
    }
  }

private:
  [[nodiscard]] std::ptrdiff_t line_of(Span span) const {
    return std::lower_bound(line_ends_.begin(), line_ends_.end(), span.begin) - line_ends_.begin() + 1;
  }

  /// Notes that a statement speaks of `key`; warns when an earlier one has. `what` names the key in the message.
  void claim(const std::string& key, Span where, const std::string& what) {
    const auto [earlier, first] = claimed_.try_emplace(key, where);
    if (!first) {
      diagnostics_.warning(where, fmt::format("{} is decided in line {} already", what, line_of(earlier->second)),
                           "the first statement wins; delete one of them");
    }
  }

  void check(const TaskStatement& s) {
    for (const Name& task : s.tasks) {
      claim("Task " + task.text, task.span, fmt::format("the processor of '{}'", task.text));
    }
  }

  void check(const RegionStatement& s) {
    const std::string_view kind = s.processor ? to_string(*s.processor) : "*";
    claim(fmt::format("Region {} {} {}", s.task.text, s.region.text, kind), s.task.span,
          fmt::format("the memory of '{}' of '{}' on {}", s.region.text, s.task.text, kind));
  }

  void check(const LayoutStatement& s) {
    const std::string_view kind = s.memory ? to_string(*s.memory) : "*";
    claim(fmt::format("Layout {} {} {}", s.task.text, s.region.text, kind), s.task.span,
          fmt::format("the layout of '{}' of '{}' in {}", s.region.text, s.task.text, kind));
    using Kind = Constraint::Kind;
    exclusive(s, Kind::soa, Kind::aos, "SOA and AOS exclude each other");
    exclusive(s, Kind::c_order, Kind::f_order, "C_order and F_order exclude each other");
    for (const Constraint& constraint : s.constraints) {
      if (constraint.kind == Kind::align && constraint.bytes < 1) {
        diagnostics_.error(constraint.span, "an alignment of 0 bytes", "alignments are at least 1");
      }
    }
  }

  void exclusive(const LayoutStatement& s, Constraint::Kind a, Constraint::Kind b, std::string_view message) {
    const auto either = [&](const Constraint& each) { return each.kind == a || each.kind == b; };
    const auto first = std::find_if(s.constraints.begin(), s.constraints.end(), either);
    const auto second = first == s.constraints.end() ? first : std::find_if(first + 1, s.constraints.end(), either);
    if (second != s.constraints.end() && first->kind != second->kind) {
      diagnostics_.warning(second->span, std::string(message), "the first one counts");
    }
  }

  void check(const InstanceLimitStatement& s) {
    claim("InstanceLimit " + s.task.text, s.task.span, fmt::format("the instance limit of '{}'", s.task.text));
    if (s.limit < 1) {
      diagnostics_.error(s.task.span, fmt::format("'{}' could never run", s.task.text), "a limit is at least 1");
    }
  }

  void check(const CollectStatement& s) {
    claim(fmt::format("CollectMemory {} {}", s.task.text, s.region.text), s.task.span,
          fmt::format("the collection of '{}' of '{}'", s.region.text, s.task.text));
  }

  void check(const ReplicateStatement& s) {
    for (const Name& task : s.tasks) {
      claim("ControlReplicate " + task.text, task.span, fmt::format("the replication of '{}'", task.text));
    }
  }

  void check(const StealStatement& s) {
    for (const Name& task : s.tasks) {
      claim(fmt::format("TaskSteal {} {}", task.text, to_string(s.processor)), task.span,
            fmt::format("the stealing of '{}' on {}", task.text, to_string(s.processor)));
    }
  }

  void check(const MapStatement& s) {
    const std::string word = s.single ? "SingleTaskMap" : "IndexTaskMap";
    for (const Name& target : s.targets) {
      claim(word + " " + target.text, target.span, fmt::format("the {} of '{}'", word, target.text));
      if (target.is_any()) {
        diagnostics_.warning(target.span, fmt::format("{} for '*' is ignored by other implementations", word),
                             "here it holds for tasks without a statement of their own; name the tasks, or a kind of "
                             "processor, to be understood everywhere");
      }
    }
    mapping_function(s, word);
  }

  void mapping_function(const MapStatement& s, const std::string& word) {
    const auto found = scope_.functions.find(s.function.text);
    if (found == scope_.functions.end()) {
      undefined_function(s.function);
      return;
    }
    const FunctionSignature& function = found->second;
    if (function.parameters.size() != 1 || function.parameters[0].kind != TypeKind::task) {
      diagnostics_.error(s.function.span, fmt::format("'{}' cannot map tasks", s.function.text),
                         fmt::format("a mapping function has one parameter: def {}(Task t)", s.function.text));
    }
    if (function.result.kind != TypeKind::points && function.result.kind != TypeKind::unknown) {
      diagnostics_.error(
          s.function.span,
          fmt::format("'{}' returns {}, not a processor", s.function.text, describe(function.result.kind)),
          "a mapping function returns m[...] of a processor space m");
    }
    if (const auto& use = s.single ? function.index_only : function.single_only) {
      diagnostics_.error(s.function.span,
                         fmt::format("{} cannot use '{}', which asks for '{}'", word, s.function.text,
                                     source_.text.substr(use->begin, use->end - use->begin)),
                         s.single ? "ipoint and ispace belong to tasks of index launches"
                                  : "parent and processor belong to single tasks");
    }
  }

  void undefined_function(const Name& function) {
    std::vector<std::string> known;
    for (auto entry = scope_.functions.begin(); entry != scope_.functions.end() && !diagnostics_.full(); ++entry) {
      known.push_back(entry->first);
    }
    const bool later = scope_.all_functions.contains(function.text);
    const std::string near = later ? "" : nearest_name(function.text, known);
    diagnostics_.error(
        function.span,
        later ? fmt::format("the function '{}' is used before it is defined", function.text)
              : fmt::format("there is no function '{}'", function.text),
        later ? "move its definition up"
              : suggest(function.text, known, "define it above: def " + function.text + "(Task t) { ... }"),
        near.empty() ? std::nullopt : std::optional(Fix{function.span, near}));
  }

  void check(const Assignment& s) {
    const Type type = types_.type(s.value);
    if (const auto earlier = scope_.globals.find(s.name.text); earlier != scope_.globals.end()) {
      diagnostics_.error(s.name.span,
                         fmt::format("'{}' is defined in line {} already", s.name.text,
                                     line_of(scope_.all_globals.find(s.name.text)->second)),
                         "global variables have one value; use another name");
      return;
    }
    reserve_name(s.name);
    scope_.globals.emplace(s.name.text, type);
  }

  /// `Machine` means the machine everywhere.
  void reserve_name(const Name& name) {
    if (name.text == "Machine") {
      diagnostics_.error(name.span, "'Machine' is the machine itself", "use another name");
    }
  }

  void check(const PrintStatement& s) {
    for (const Expression& value : s.values) {
      types_.type(value);
    }
  }

  void check(const ReturnStatement& s) { types_.type(s.value); }

  void check(const FunctionDefinition& s) {
    reserve_name(s.name);
    FunctionSignature signature;
    scope_.locals.clear();
    for (const Parameter& parameter : s.parameters) {
      const bool twice = std::any_of(scope_.locals.begin(), scope_.locals.end(),
                                     [&](const auto& entry) { return entry.first == parameter.name.text; });
      if (twice) {
        diagnostics_.error(parameter.name.span, fmt::format("two parameters are called '{}'", parameter.name.text),
                           "give one of them another name");
      }
      signature.parameters.push_back(type_of(parameter.type));
      scope_.locals.emplace_back(parameter.name.text, signature.parameters.back());
    }
    const bool again = scope_.functions.contains(s.name.text);
    if (again) {
      diagnostics_.error(s.name.span,
                         fmt::format("the function '{}' is defined in line {} already", s.name.text,
                                     line_of(scope_.all_functions.find(s.name.text)->second)),
                         "use another name");
    } else {
      scope_.functions.emplace(s.name.text, signature); // a function may call itself
    }
    scope_.in_function = true;
    scope_.index_only.reset();
    scope_.single_only.reset();
    signature.result = body(s);
    signature.index_only = scope_.index_only;
    signature.single_only = scope_.single_only;
    scope_.in_function = false;
    scope_.locals.clear();
    if (!again) {
      scope_.functions.insert_or_assign(s.name.text, std::move(signature));
    }
  }

  /// The type a function returns: that of its first return, behind which nothing runs.
  Type body(const FunctionDefinition& s) {
    std::optional<Type> result;
    bool reported = false;
    for (const Statement& statement : s.body) {
      if (result) {
        if (!reported) {
          diagnostics_.warning(statement.span, "this is never reached: the function has returned", "delete it");
          reported = true;
        }
        continue;
      }
      if (const auto* assignment = std::get_if<Assignment>(&statement.is)) {
        local(*assignment);
      } else if (const auto* print = std::get_if<PrintStatement>(&statement.is)) {
        check(*print);
      } else if (const auto* returned = std::get_if<ReturnStatement>(&statement.is)) {
        result = types_.type(returned->value);
      }
    }
    if (!result) {
      diagnostics_.error(s.name.span, fmt::format("the function '{}' does not return", s.name.text),
                         "end it with return ...;");
    }
    return result.value_or(Type{});
  }

  void local(const Assignment& s) {
    const Type type = types_.type(s.value);
    reserve_name(s.name);
    const bool again = std::any_of(scope_.locals.begin(), scope_.locals.end(),
                                   [&](const auto& entry) { return entry.first == s.name.text; });
    if (again) {
      diagnostics_.warning(s.name.span, fmt::format("'{}' keeps its first value", s.name.text),
                           "variables are assigned once; use another name");
      return;
    }
    if (scope_.all_globals.contains(s.name.text)) {
      diagnostics_.warning(s.name.span, fmt::format("'{}' hides the global variable of this name", s.name.text),
                           "use another name");
    }
    scope_.locals.emplace_back(s.name.text, type);
  }

  const SourceText& source_;
  Diagnostics& diagnostics_;
  Scope scope_;
  TypeChecker types_;
  std::map<std::string, Span> claimed_;
  std::vector<std::size_t> line_ends_;
};

} // namespace

void check_mapper(const MapperSyntax& mapper, const SourceText& source, Diagnostics& diagnostics) {
  MapperChecker(source, diagnostics).run(mapper);
}

} // namespace mapwright::mapper::language
