// mapwright mapper run FILE --app A --machine M
#include "cli/command.hpp"
#include "cli/mapper_plan.hpp"
#include "cli/options.hpp"
#include "cli/sequential_process.hpp"
#include "cli/starpu_process.hpp"
#include "core/units.hpp"
#include "mapper/engine/kernel_library.hpp"
#include "mapper/simulate/simulate.hpp"
#include "report/mapper_measured.hpp"

#include <filesystem>
#include <utility>

#include <fmt/format.h>

namespace mapwright::cli {

namespace {

constexpr std::size_t most_text_bytes = std::size_t{1} << 30;

struct RunOnEngineOptions {
  PlanOptions from;
  SubjectOptions subject;
  std::string engine = "starpu";
  std::string kernels;
  int repeat = 3;
  double limit = 3600; ///< seconds
  unsigned ranks = 0;  ///< 0: in one process, without MPI
};

Result<report::Json> run_on_starpu(const RunOnEngineOptions& options, const MapperSubject& subject,
                                   const mapper::Plan& plan) {
  const auto cache = starpu_cache();
  if (!cache) {
    return forward(cache);
  }
  report::Json request{
      {"plan", plan_json(subject.program, subject.graph, plan)}, {"repeat", options.repeat}, {"cache", *cache}};
  if (subject.application) {
    request["app"] = options.subject.app;
    return ask_starpu(request, options.ranks);
  }
  const auto text = read_file(options.subject.program, most_text_bytes, "program");
  if (!text) {
    return forward(text);
  }
  report::Json sizes = report::Json::object();
  for (const auto& [name, value] : subject.program.sizes) {
    sizes[name] = value;
  }
  request["program"] = {{"file", options.subject.program},
                        {"folder", std::filesystem::absolute(options.subject.program).parent_path().string()},
                        {"text", *text},
                        {"sizes", std::move(sizes)}};
  request["kernels"] =
      options.kernels.empty() ? report::Json() : report::Json(std::filesystem::absolute(options.kernels).string());
  return ask_starpu(request, options.ranks);
}

/// What the simulator sends between nodes, to stand beside what was sent; null when it runs out of memory.
report::Json simulated_across(const MapperSubject& subject, const mapper::Plan& plan) {
  const auto run = mapper::Simulator(subject.program, subject.graph, subject.machine).run(plan);
  if (!run || run->status != mapper::SimulationStatus::done) {
    return {};
  }
  std::uint64_t bytes = 0;
  std::uint64_t messages = 0;
  for (const mapper::MemoryTraffic& pair : run->traffic) {
    if (subject.machine.node_of_memory(pair.from) != subject.machine.node_of_memory(pair.to)) {
      bytes += pair.bytes;
      messages += pair.copies;
    }
  }
  return {{"bytes", bytes}, {"messages", messages}};
}

/// Whether --ranks can be what it is.
Result<void> check_ranks(const RunOnEngineOptions& options, const MapperSubject& subject) {
  const std::uint32_t nodes = subject.machine.description().nodes;
  if (options.ranks > 0 && options.engine == "sequential") {
    return fail(ErrorKind::input, "--ranks is for --engine starpu");
  }
  if (options.ranks > 0 && options.ranks != nodes) {
    return fail(ErrorKind::input, fmt::format("the machine has {} nodes, --ranks is {}", nodes, options.ranks),
                fmt::format("each node is one rank: --ranks {}", nodes));
  }
  return {};
}

Result<int> run_on_engine(RunOnEngineOptions options, Terminal& terminal) {
  const bool sequential = options.engine == "sequential";
  if (sequential && options.subject.machine.empty()) {
    options.subject.machine = "box"; // which machine makes no difference
  }
  const auto subject = open_subject(options.subject);
  if (!subject) {
    return forward(subject);
  }
  if (!subject->application && options.kernels.empty() &&
      (sequential || !mapper::has_device_kernels(subject->program))) {
    return fail(ErrorKind::input, "the program has no kernels: --kernels is missing",
                "a shared library with a function for each kind of task (docs/starpu.md)");
  }
  if (const auto possible = check_ranks(options, *subject); !possible) {
    return forward(possible);
  }
  Result<report::Json> answer;
  if (sequential) {
    answer = run_in_child({options.subject, options.kernels, Seconds(options.limit)}, *subject, terminal);
  } else {
    const auto mapped =
        plan_for(*subject, options.from, "mapwright mapper run expert --app stencil --machine box", terminal);
    if (!mapped) {
      return forward(mapped);
    }
    if (!*mapped) {
      return report::exit_code(ErrorKind::input);
    }
    const mapper::Plan& plan = (*mapped)->elaborated.plan;
    answer = run_on_starpu(options, *subject, plan);
    if (answer && options.ranks > 0) {
      (*answer)["across_simulated"] = simulated_across(*subject, plan);
    }
  }
  if (!answer) {
    return forward(answer);
  }
  report::Json document{{"schema_version", 1}, {"program", subject->program.name}};
  document.update(*answer);
  const auto written = write_out(terminal, options.from.json ? report::document_text(document)
                                                             : report::measured_text(subject->program.name, *answer));
  if (!written) {
    return forward(written);
  }
  const report::Json& check = answer->at("check");
  return check.is_null() || check.at("agrees").get<bool>() ? 0 : report::exit_code(ErrorKind::answer_no);
}

} // namespace

void add_mapper_run(CLI::App& mapper, Commands& commands) {
  CLI::App& app =
      commands.add(mapper, "run", "a mapped program for real, on StarPU",
                   "  mapwright mapper run expert --app stencil --machine box,cpus=1,devices=2\n"
                   "  mapwright mapper run my.mapper --program heat.toml --kernels libheat.so --machine box\n"
                   "  mapwright mapper run expert --app stencil --machine box,nodes=2 --ranks 2\n"
                   "  mapwright mapper run --engine sequential --app stencil\n"
                   "Exit code 1 when the results are wrong, 2 when the mapper cannot run there, 3 without StarPU.");
  auto options = std::make_shared<RunOnEngineOptions>();
  declare(app, options->from);
  declare(app, options->subject);
  app.add_option("--engine", options->engine, "starpu, or sequential: task after task, without a mapping")
      ->check(CLI::IsMember({"starpu", "sequential"}))
      ->capture_default_str();
  app.add_option("--kernels", options->kernels, "of --program: a shared library with a function for each kind of task")
      ->type_name("FILE.so");
  app.add_option("--repeat", options->repeat, "runs after one to warm up; the median counts")
      ->check(CLI::Range(1, 1000))
      ->capture_default_str();
  app.add_option("--limit", options->limit, "of --engine sequential: seconds after which a run is stopped")
      ->check(CLI::Range(0.01, 1e6))
      ->capture_default_str();
  app.add_option("--ranks", options->ranks,
                 "a process for each node of the machine, started by mpirun on this computer")
      ->check(CLI::Range(1, 64));
  declare_json(app, options->from.json);
  commands.set_action(app, [options](Terminal& terminal) { return run_on_engine(*options, terminal); });
}

} // namespace mapwright::cli
