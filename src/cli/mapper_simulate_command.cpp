// mapwright mapper simulate FILE --program P --machine M
#include "cli/command.hpp"
#include "cli/mapper_plan.hpp"
#include "cli/mapper_subject.hpp"
#include "cli/options.hpp"
#include "mapper/elaborate/elaborate.hpp"
#include "mapper/simulate/simulate.hpp"
#include "mapper/trace/chrome_trace.hpp"
#include "mapper/trace/graphviz.hpp"
#include "report/mapper_run.hpp"

#include <algorithm>
#include <optional>
#include <ostream>
#include <utility>

#include <fmt/format.h>

namespace mapwright::cli {

namespace {

struct SimulateOptions {
  PlanOptions from;
  SubjectOptions subject;
  std::string plan;
  std::string trace;
  std::string graph;
  std::string sources = "idle";
};

/// The place in the mapper's text that put the argument where it does not fit.
Error out_of_memory_error(const MapperSubject& subject, const MappedPlan& mapped, const mapper::OutOfMemory& out) {
  Error error{ErrorKind::answer_no, out.message, std::nullopt, out.hint};
  if (mapped.source) {
    const std::uint32_t slot = subject.graph.tasks[out.task].slot;
    const mapper::LaunchOrigins& origins = mapped.elaborated.origins[subject.graph.slots[slot].launch];
    const mapper::Origin& memory = origins.arguments[out.argument].memory;
    const mapper::Origin& where = memory ? memory : origins.kind;
    if (where) {
      error.where = mapper::language::place_of(*mapped.source, *where);
    }
  }
  return error;
}

/// --graph, before anything runs.
Result<void> write_graph(const SimulateOptions& options, const MapperSubject& subject, const mapper::Plan& plan) {
  if (options.graph.empty()) {
    return {};
  }
  const auto drawn = mapper::graphviz(subject.program, subject.graph, plan);
  return drawn ? write_file(options.graph, *drawn) : Result<void>(forward(drawn));
}

/// --trace, also of a run that stopped.
Result<void> write_trace(const SimulateOptions& options, const MapperSubject& subject, const mapper::Simulation& run) {
  if (options.trace.empty()) {
    return {};
  }
  return write_file(options.trace, mapper::chrome_trace(subject.program, subject.graph, subject.machine, run));
}

/// The makespan with the machine's numbers at the ends of their ranges; nothing when they have none, or it does not run
/// there.
std::optional<Interval> makespan_range(const MapperSubject& subject, const mapper::Plan& plan, double makespan) {
  const mapper::MachineDescription& numbers = subject.machine.description();
  if (!has_ranges(numbers)) {
    return std::nullopt;
  }
  Interval range{makespan, makespan};
  for (mapper::MachineDescription end :
       {at_the_best(numbers, subject.program.name), at_the_worst(numbers, subject.program.name)}) {
    const auto machine = mapper::Machine::build(std::move(end));
    const auto run = machine ? mapper::Simulator(subject.program, subject.graph, *machine).run(plan)
                             : Result<mapper::Simulation>(forward(machine));
    if (!run || run->status != mapper::SimulationStatus::done) {
      return std::nullopt;
    }
    range = {std::min(range.low, run->makespan), std::max(range.high, run->makespan)};
  }
  return range;
}

Result<int> simulate(const SimulateOptions& options, Terminal& terminal) {
  const auto subject = open_subject(options.subject);
  if (!subject) {
    return forward(subject);
  }
  const auto mapped =
      plan_for(*subject, options.from,
               "mapwright mapper simulate stencil.mapper --program stencil.toml --machine p100x4", terminal);
  if (!mapped) {
    return forward(mapped);
  }
  if (!*mapped) {
    return report::exit_code(ErrorKind::input);
  }
  const mapper::Plan& plan = (*mapped)->elaborated.plan;
  if (!options.plan.empty()) {
    const auto written = write_file(options.plan, plan_json(subject->program, subject->graph, plan));
    if (!written) {
      return forward(written);
    }
  }
  if (const auto written = write_graph(options, *subject, plan); !written) {
    return forward(written);
  }
  const auto sources =
      options.sources == "queued" ? mapper::SourceChoice::queued_links : mapper::SourceChoice::idle_links;
  const auto run = mapper::Simulator(subject->program, subject->graph, subject->machine, sources).run(plan);
  if (!run) {
    return forward(run);
  }
  if (const auto written = write_trace(options, *subject, *run); !written) {
    return forward(written);
  }
  const report::MapperRun told{
      subject->program, subject->graph, subject->machine, plan, *run, makespan_range(*subject, plan, run->makespan)};
  if (options.from.json) {
    if (const auto written = write_out(terminal, report::document_text(to_json(told))); !written) {
      return forward(written);
    }
  }
  if (run->out_of_memory) {
    const Error error = out_of_memory_error(*subject, **mapped, *run->out_of_memory);
    terminal.err << error.format() << '\n';
    return report::exit_code(error.kind);
  }
  const auto written = options.from.json ? Result<void>() : write_out(terminal, to_text(told));
  return written ? Result<int>(0) : forward(written);
}

} // namespace

void add_mapper_simulate(CLI::App& mapper, Commands& commands) {
  CLI::App& app =
      commands.add(mapper, "simulate", "a mapped program on a model of a machine",
                   "  mapwright mapper simulate stencil.mapper --program stencil.toml --machine lassen,nodes=4\n"
                   "  mapwright mapper simulate --from-plan plan.json --program stencil.toml --machine lassen,nodes=4\n"
                   "Exit code 1 when it runs out of memory, 2 when the mapper cannot run there.");
  auto options = std::make_shared<SimulateOptions>();
  declare(app, options->from);
  declare(app, options->subject);
  app.add_option("--plan", options->plan, "write the plan as JSON")->type_name("FILE");
  app.add_option("--trace", options->trace, "write the run for ui.perfetto.dev")->type_name("FILE");
  app.add_option("--graph", options->graph, "write the task graph for Graphviz")->type_name("FILE");
  app.add_option("--sources", options->sources,
                 "of several valid copies the one from which data arrive first with idle links, or behind the copies "
                 "that are queued")
      ->check(CLI::IsMember({"idle", "queued"}))
      ->capture_default_str();
  declare_json(app, options->from.json);
  commands.set_action(app, [options](Terminal& terminal) { return simulate(*options, terminal); });
}

} // namespace mapwright::cli
