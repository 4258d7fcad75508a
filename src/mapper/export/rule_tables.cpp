#include "mapper/export/rule_tables.hpp"

#include "mapper/kinds.hpp"
#include "mapper/language/policy.hpp"

#include <algorithm>

#include <fmt/format.h>

namespace mapwright::mapper {

namespace {

using language::LayoutChoice;
using language::MapperSyntax;
using language::Statement;

/// {ProcessorKind::GPU, ProcessorKind::CPU}
template <class Kind> std::string kind_list(const char* type, const std::vector<Kind>& kinds) {
  std::string out;
  for (const Kind kind : kinds) {
    out += fmt::format("{}{}::{}", out.empty() ? "" : ", ", type, to_string(kind));
  }
  return "{" + out + "}";
}

template <class Kind> std::string optional_kind(const char* type, const std::optional<Kind>& kind) {
  return kind ? fmt::format("{}::{}", type, to_string(*kind)) : "std::nullopt";
}

const char* equality_of(language::BinaryOperator comparison) {
  switch (comparison) {
  case language::BinaryOperator::less:
    return "LEGION_LT_EK";
  case language::BinaryOperator::less_equal:
    return "LEGION_LE_EK";
  case language::BinaryOperator::greater:
    return "LEGION_GT_EK";
  case language::BinaryOperator::greater_equal:
    return "LEGION_GE_EK";
  case language::BinaryOperator::not_equal:
    return "LEGION_NE_EK";
  default:
    return "LEGION_EQ_EK";
  }
}

/// What a Layout statement chooses, as the policy reads it.
LayoutChoice choice_of(const language::LayoutStatement& statement) {
  MapperSyntax alone;
  alone.statements.push_back(Statement{{}, {}, statement});
  return *language::Policy(alone).layout(statement.task.text, {0, {statement.region.text}},
                                         statement.memory.value_or(MemoryKind::sysmem));
}

class TableWriter {
public:
  TableWriter(const language::SourceText& source, const MapperSyntax& mapper,
              const std::map<std::string, std::string>& functions, const WantedTables& wanted)
      : source_(source), mapper_(mapper), functions_(functions), wanted_(wanted) {}

  RuleTables run() {
    number_functions();
    table("KindRule", "kind_rules", "", [](const Statement& s) { return kinds(s); });
    table("MapRule", "index_maps", "", [this](const Statement& s) { return maps(s, false); });
    table("MapRule", "single_maps", "", [this](const Statement& s) { return maps(s, true); });
    table("LimitRule", "limit_rules", "limits", [](const Statement& s) { return limits(s); });
    if (wanted_.arguments) {
      table("MemoryRule", "memory_rules", "memories", [](const Statement& s) { return memories(s); });
      table("LayoutRule", "layout_rules", "layouts", [](const Statement& s) { return layouts(s); });
      table("CollectRule", "collect_rules", "collects", [](const Statement& s) { return collects(s); });
    }
    if (wanted_.running) {
      table("StealRule", "steal_rules", "steals", [](const Statement& s) { return steals(s); });
      table("std::string_view", "replicated_tasks", "replicates", [](const Statement& s) { return replicated(s); });
    }
    for (const char* part : {"memories", "layouts", "collects"}) {
      if (out_.parts.contains(part)) {
        out_.parts.insert("arguments");
      }
    }
    return std::move(out_);
  }

private:
  using Rows = std::vector<std::string>;

  /// One table, each row behind the statement it comes from. Without rows it is left out, if it is a part.
  template <class RowsOf> void table(const char* type, const char* name, const char* part, const RowsOf& rows_of) {
    std::string rows;
    for (const Statement& statement : mapper_.statements) {
      const Rows made = rows_of(statement);
      if (!made.empty()) {
        rows += fmt::format("    // {}: {}\n", line_of_statement(source_, statement.span), statement_line(statement));
      }
      for (const std::string& row : made) {
        rows += "    " + row + ",\n";
      }
    }
    const bool is_part = *part != 0;
    if (is_part && rows.empty()) {
      return;
    }
    if (is_part) {
      out_.parts.insert(part);
    }
    out_.text += rows.empty() ? fmt::format("const std::vector<{}> {};\n\n", type, name)
                              : fmt::format("const std::vector<{}> {} = {{\n{}}};\n\n", type, name, rows);
  }

  void number_functions() {
    for (const bool single : {false, true}) {
      for (const Statement& statement : mapper_.statements) {
        const auto* map = std::get_if<language::MapStatement>(&statement.is);
        if (map == nullptr || map->single != single) {
          continue;
        }
        if (std::find(numbered_.begin(), numbered_.end(), map->function.text) == numbered_.end()) {
          numbered_.push_back(map->function.text);
        }
      }
      if (!single) {
        out_.index_functions = numbered_;
      }
    }
  }

  [[nodiscard]] static Rows kinds(const Statement& statement) {
    Rows rows;
    if (const auto* s = std::get_if<language::TaskStatement>(&statement.is)) {
      for (const language::Name& task : s->tasks) {
        rows.push_back(fmt::format("{{\"{}\", {}}}", task.text, kind_list("ProcessorKind", s->kinds)));
      }
    }
    return rows;
  }

  [[nodiscard]] Rows maps(const Statement& statement, bool single) const {
    Rows rows;
    const auto* s = std::get_if<language::MapStatement>(&statement.is);
    if (s != nullptr && s->single == single) {
      const auto number = std::find(numbered_.begin(), numbered_.end(), s->function.text) - numbered_.begin();
      for (const language::Name& target : s->targets) {
        rows.push_back(
            fmt::format("{{\"{}\", &Functions::{}, {}}}", target.text, functions_.at(s->function.text), number));
      }
    }
    return rows;
  }

  [[nodiscard]] static Rows limits(const Statement& statement) {
    const auto* s = std::get_if<language::InstanceLimitStatement>(&statement.is);
    return s == nullptr ? Rows() : Rows{fmt::format("{{\"{}\", {}}}", s->task.text, s->limit)};
  }

  [[nodiscard]] static Rows memories(const Statement& statement) {
    const auto* s = std::get_if<language::RegionStatement>(&statement.is);
    return s == nullptr
               ? Rows()
               : Rows{fmt::format("{{\"{}\", \"{}\", {}, {}}}", s->task.text, s->region.text,
                                  optional_kind("ProcessorKind", s->processor), kind_list("MemoryKind", s->memories))};
  }

  [[nodiscard]] static Rows layouts(const Statement& statement) {
    const auto* s = std::get_if<language::LayoutStatement>(&statement.is);
    if (s == nullptr) {
      return {};
    }
    const LayoutChoice choice = choice_of(*s);
    const auto alignment = choice.alignment.value_or(LayoutChoice::Alignment{language::BinaryOperator::equal, 0});
    return {fmt::format("{{\"{}\", \"{}\", {}, {{{}, {}, {}, {}, {}, {}}}}}", s->task.text, s->region.text,
                        optional_kind("MemoryKind", s->memory), choice.fields_together, choice.first_fastest,
                        choice.compact, choice.exact, equality_of(alignment.comparison), alignment.bytes)};
  }

  [[nodiscard]] static Rows collects(const Statement& statement) {
    const auto* s = std::get_if<language::CollectStatement>(&statement.is);
    return s == nullptr ? Rows() : Rows{fmt::format("{{\"{}\", \"{}\"}}", s->task.text, s->region.text)};
  }

  [[nodiscard]] static Rows steals(const Statement& statement) {
    Rows rows;
    if (const auto* s = std::get_if<language::StealStatement>(&statement.is)) {
      for (const language::Name& task : s->tasks) {
        rows.push_back(
            fmt::format("{{\"{}\", ProcessorKind::{}, {}}}", task.text, to_string(s->processor), s->any_node));
      }
    }
    return rows;
  }

  [[nodiscard]] static Rows replicated(const Statement& statement) {
    Rows rows;
    if (const auto* s = std::get_if<language::ReplicateStatement>(&statement.is)) {
      for (const language::Name& task : s->tasks) {
        rows.push_back(fmt::format("\"{}\"", task.text));
      }
    }
    return rows;
  }

  const language::SourceText& source_;
  const MapperSyntax& mapper_;
  const std::map<std::string, std::string>& functions_;
  WantedTables wanted_;
  std::vector<std::string> numbered_;
  RuleTables out_;
};

/// The names of an argument in one launch.
std::vector<std::string> argument_names(const Program& program, const RegionArgument& argument) {
  std::vector<std::string> names;
  if (argument.partition != none) {
    names.push_back(program.partitions[argument.partition].name);
  }
  names.push_back(program.regions[argument.region].name);
  return names;
}

} // namespace

RuleTables rule_tables(const language::SourceText& source, const MapperSyntax& mapper,
                       const std::map<std::string, std::string>& functions, const WantedTables& wanted) {
  return TableWriter(source, mapper, functions, wanted).run();
}

std::vector<TaskArgument> task_arguments(const Program& program) {
  std::vector<TaskArgument> out;
  for (const Launch& launch : program.launches) {
    const std::string& task = program.kinds[launch.kind].name;
    for (std::size_t i = 0; i < launch.arguments.size(); ++i) {
      std::vector<std::string> names = argument_names(program, launch.arguments[i]);
      const auto known = std::find_if(out.begin(), out.end(),
                                      [&](const TaskArgument& each) { return each.task == task && each.index == i; });
      if (known == out.end()) {
        out.push_back({task, i, std::move(names)});
        continue;
      }
      std::erase_if(known->names, [&](const std::string& name) {
        return std::find(names.begin(), names.end(), name) == names.end();
      });
    }
  }
  return out;
}

} // namespace mapwright::mapper
