// From the text of a mapper to a plan: what it decides for a program on a machine, and what forbids that it runs.
//
// A mapper decides by name and leaves out what it does not care about; docs/mappers.md has the order of lookup and the
// defaults. Everything that makes a plan impossible is found before anything runs, all of it at once.
#pragma once

#include "core/error.hpp"
#include "mapper/language/diagnostic.hpp"
#include "mapper/language/mapper.hpp"
#include "mapper/machine/machine.hpp"
#include "mapper/plan/plan.hpp"
#include "mapper/program/graph.hpp"
#include "mapper/program/program.hpp"

#include <optional>
#include <string>
#include <vector>

namespace mapwright::mapper {

/// The statement of the mapper's text that decided something; nothing: a default.
using Origin = std::optional<language::Span>;

/// Where the decisions about an argument come from.
struct ArgumentOrigins {
  Origin memory;  ///< Region
  Origin layout;  ///< Layout
  Origin collect; ///< CollectMemory
};

/// Where the decisions about the tasks of a launch come from. They are the same for all its points.
struct LaunchOrigins {
  Origin kind;      ///< Task
  Origin placement; ///< IndexTaskMap or SingleTaskMap
  Origin limit;     ///< InstanceLimit
  std::vector<ArgumentOrigins> arguments;
};

/// A plan, and where each of its decisions comes from.
struct Elaborated {
  Plan plan;
  std::vector<LaunchOrigins> origins; ///< of each launch of the program
};

/// All that is found before a run.
struct Elaboration {
  std::optional<Elaborated> made;     ///< nothing when there are errors
  language::Diagnostics diagnostics;  ///< of the mapper's text
  std::vector<std::string> printed{}; ///< lines of print statements outside functions and of maps, launch by launch
};

/// The machine as the language sees it: what Mapper::make wants.
language::MachineShape shape_of(const Machine& machine);

/// Elaborates a mapper that was made for shape_of(machine), and reports
///   errors: a task without a usable kind of processor, an argument without a memory its processor sees, a layout its
///     variant cannot work on, a point without a processor or with one of another kind, a limit on tasks that launch
///     tasks of their kind, arguments of one task that together exceed a memory, data that all lie in a memory at the
///     end of the run and exceed it;
///   warnings: memories that may be exceeded; kinds of processor passed over because they see no listed memory; nodes
///     given to launches inside tasks; statements without effect for this program and machine.
/// A plan without errors is one that `resolve` accepts; without warnings about memories it cannot run out of them.
Elaboration check_on(const language::Mapper& mapper, const Program& program, const TaskGraph& graph,
                     const Machine& machine);

/// The same of a text: what is wrong with the text itself, and where it has no errors what the above reports.
Elaboration check_on(const language::SourceText& text, const Program& program, const TaskGraph& graph,
                     const Machine& machine);

/// The plan alone. Input error: the first of check_on, at its place in the text.
Result<Elaborated> elaborate(const language::Mapper& mapper, const Program& program, const TaskGraph& graph,
                             const Machine& machine);

/// The same from the text. Input error: also what is wrong with the text itself.
Result<Elaborated> elaborate(language::SourceText text, const Program& program, const TaskGraph& graph,
                             const Machine& machine);

/// "line 7" of the text, "by default".
std::string origin_text(const language::SourceText& source, const Origin& origin);

} // namespace mapwright::mapper
