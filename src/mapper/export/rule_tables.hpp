// The policy statements of a mapper as tables of C++, on the structs of text/rules.inc.
#pragma once

#include "mapper/export/cpp_functions.hpp"
#include "mapper/language/diagnostic.hpp"
#include "mapper/language/syntax.hpp"
#include "mapper/program/program.hpp"

#include <set>
#include <string>
#include <vector>

namespace mapwright::mapper {

/// Which tables a target has a use for, besides those of kinds and functions.
struct WantedTables {
  bool arguments = false; ///< Region, Layout, CollectMemory
  bool running = false;   ///< ControlReplicate, TaskSteal
};

struct RuleTables {
  std::string text;
  std::set<std::string, std::less<>> parts; ///< of text/rules.inc: "memories", "limits"
  std::vector<std::string> index_functions; ///< of the mapper, numbered so; mapping functions of single tasks follow
};

/// The tables of a mapper without errors. `functions`: the C++ names of its functions.
RuleTables rule_tables(const language::SourceText& source, const language::MapperSyntax& mapper,
                       const std::map<std::string, std::string>& functions, const WantedTables& wanted);

/// What the tasks of one kind call one of their arguments.
struct TaskArgument {
  std::string task;
  std::size_t index = 0;
  std::vector<std::string> names; ///< the nearest first; those that all launches of the task agree on
};

/// All arguments of the program's tasks.
std::vector<TaskArgument> task_arguments(const Program& program);

} // namespace mapwright::mapper
