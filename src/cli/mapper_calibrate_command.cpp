// mapwright mapper calibrate --machine M --app A --out FILE
#include "cli/command.hpp"
#include "cli/mapper_subject.hpp"
#include "cli/options.hpp"
#include "cli/starpu_measurement.hpp"
#include "mapper/calibrate/choose_run.hpp"
#include "mapper/calibrate/drawn_mapper.hpp"
#include "mapper/machine/machine_text.hpp"
#include "mapper/machine/read_machine.hpp"
#include "report/calibration_report.hpp"

#include <algorithm>
#include <array>
#include <chrono>
#include <iterator>
#include <map>
#include <thread>
#include <utility>

#include <fmt/chrono.h>
#include <fmt/format.h>

namespace mapwright::cli {

namespace {

/// Sizes that take 20 to 80 ms on a core of today: kernels whose data fill the second level of the cache, as in longer
/// runs. Blocks of the products have no power of two of rows, where columns would meet in few sets of the cache.
constexpr std::array<const char*, 9> usual_applications{
    "cannon,n=400,gpus=16",    "circuit,pieces=6,wires_per_piece=5000",    "cosma,n=400,gpus=16",
    "johnson,n=396,gpus=27",   "pennant,zones_x=120,zones_y=360,pieces=6", "pumma,n=400,gpus=16",
    "solomonik,n=400,gpus=16", "stencil,n=396,tiles_x=3,steps=8",          "summa,n=400,gpus=16"};

constexpr double certain_enough = 0.05; ///< no number needs a narrower range

struct CalibrateOptions {
  SubjectOptions program; ///< of a program of the user's own
  std::vector<std::string> applications{};
  std::string machine = "box";
  std::string kernels;
  std::string kind; ///< of processors to measure; empty: CPUs and GPUs
  std::string out;
  std::size_t runs = 120;
  int mappings = 64; ///< enough to meet most layouts of the arguments of a product
  int repeat = 3;
  std::uint64_t seed = 1;
  bool json = false;
};

/// What runs, with the mappings it may run under.
struct CalibrationSubject {
  MapperSubject subject;
  report::Json request;
  std::vector<mapper::Plan> plans;
};

/// Runs and what they told so far.
struct CalibrationRuns {
  std::vector<CalibrationSubject> subjects;
  std::vector<mapper::RunCandidate> candidates;
  std::vector<std::pair<std::size_t, std::size_t>> places; ///< of each candidate: subject and plan
  std::vector<mapper::Observation> seen;
  std::string version;
};

Result<CalibrationSubject> open_calibration_subject(const CalibrateOptions& options, const SubjectOptions& which) {
  auto subject = open_subject(which);
  if (!subject) {
    return forward(subject);
  }
  auto request = starpu_subject(which, subject->program, options.kernels);
  if (!request) {
    return forward(request);
  }
  return CalibrationSubject{*std::move(subject), *std::move(request), {}};
}

/// The workers a plan takes: as many of each kind as its highest index asks for.
std::size_t workers_of(const std::vector<mapper::ProcessorName>& processors) {
  std::map<mapper::ProcessorKind, std::size_t> most;
  for (const mapper::ProcessorName& name : processors) {
    most[name.kind] = std::max<std::size_t>(most[name.kind], name.index + 1);
  }
  std::size_t workers = 0;
  for (const auto& [kind, count] : most) {
    workers += count;
  }
  return workers;
}

/// Draws mappings for a subject; those that need more workers than there are cores tell nothing.
void add_candidates(const CalibrateOptions& options, measure::Random& random, CalibrationRuns& runs) {
  const std::size_t number = runs.subjects.size() - 1;
  CalibrationSubject& from = runs.subjects.back();
  const std::size_t cores = std::max(1U, std::thread::hardware_concurrency());
  for (const mapper::ProcessorKind kind : {mapper::ProcessorKind::cpu, mapper::ProcessorKind::gpu}) {
    const bool wanted = options.kind.empty() || options.kind == to_string(kind);
    for (int i = 0; wanted && i < options.mappings && from.subject.machine.processors_of(kind) > 0; ++i) {
      auto drawn = mapper::draw_legal(from.subject.program, from.subject.graph, from.subject.machine, kind, random);
      if (!drawn) {
        break;
      }
      mapper::RunCandidate candidate;
      const mapper::Observation asked =
          observe(from.subject.program, from.subject.graph, drawn->plan, mapper::TimedRun{});
      if (workers_of(asked.processors) > cores) {
        continue;
      }
      for (mapper::PlannedWork& work : planned_work(from.subject.program, from.subject.graph, drawn->plan)) {
        candidate.keys.push_back(std::move(work.key));
      }
      candidate.processor = asked.processors.front().kind;
      candidate.one_processor = asked.processors.size() == 1;
      runs.candidates.push_back(std::move(candidate));
      runs.places.emplace_back(number, from.plans.size());
      from.plans.push_back(std::move(drawn->plan));
    }
  }
}

/// The runs that were not disturbed; all of them when hardly any were calm.
std::vector<mapper::Observation> usable_runs(const std::vector<mapper::Observation>& seen) {
  std::vector<mapper::Observation> calm;
  std::copy_if(seen.begin(), seen.end(), std::back_inserter(calm),
               [](const mapper::Observation& run) { return !run.run.disturbed; });
  return calm.size() * 2 < seen.size() ? seen : calm;
}

std::size_t disturbed_among(const std::vector<mapper::Observation>& seen) {
  return static_cast<std::size_t>(
      std::count_if(seen.begin(), seen.end(), [](const mapper::Observation& run) { return run.run.disturbed; }));
}

/// Makes runs while they tell something; returns why there are no more.
Result<std::string> make_runs(const CalibrateOptions& options, const mapper::MachineDescription& machine,
                              CalibrationRuns& runs, Terminal& terminal) {
  Progress progress(terminal);
  while (runs.seen.size() < options.runs) {
    const mapper::Calibration known = mapper::fit(usable_runs(runs.seen), machine);
    const auto next = mapper::most_informative(runs.candidates, known, certain_enough);
    if (!next) {
      return fmt::format("no other mapping of {} would tell much more", runs.candidates.size());
    }
    runs.candidates[*next].done = true;
    const auto [subject, plan] = runs.places[*next];
    const CalibrationSubject& from = runs.subjects[subject];
    progress.show(
        fmt::format("run {} of at most {}: {}", runs.seen.size() + 1, options.runs, from.subject.program.name));
    auto measured =
        measure_plan(from.request, from.subject.program, from.subject.graph, from.plans[plan], {options.repeat, 2});
    if (!measured) {
      return forward(measured);
    }
    runs.version = measured->version;
    runs.seen.push_back(observe(from.subject.program, from.subject.graph, from.plans[plan], std::move(measured->run)));
  }
  return std::string("as many as allowed");
}

Result<CalibrationRuns> open_all(const CalibrateOptions& options) {
  std::vector<SubjectOptions> which;
  for (const std::string& app : options.applications) {
    which.push_back({{}, app, {}, options.machine});
  }
  if (!options.program.program.empty()) {
    which.push_back(options.program);
    which.back().machine = options.machine;
  }
  if (which.empty()) {
    for (const char* app : usual_applications) {
      which.push_back({{}, app, {}, options.machine});
    }
  }
  CalibrationRuns runs;
  measure::Random random(options.seed);
  for (const SubjectOptions& item : which) {
    auto opened = open_calibration_subject(options, item);
    if (!opened) {
      return forward(opened);
    }
    runs.subjects.push_back(*std::move(opened));
    add_candidates(options, random, runs);
  }
  if (runs.candidates.empty()) {
    return fail(ErrorKind::machine, "no mapping of these programs runs here with a core for each worker",
                "a machine with fewer processors: --machine box,cpus=1,devices=1");
  }
  return runs;
}

Result<int> calibrate(const CalibrateOptions& options, Terminal& terminal) {
  if (options.program.program.empty() != options.kernels.empty()) {
    return fail(ErrorKind::input, "--program and --kernels go together",
                "a library with a function for each kind of task (docs/starpu.md)");
  }
  const auto machine = mapper::open_machine(options.machine);
  auto runs = open_all(options);
  if (!machine || !runs) {
    return machine ? Result<int>(forward(runs)) : Result<int>(forward(machine));
  }
  const auto reason = make_runs(options, machine->description(), *runs, terminal);
  if (!reason) {
    return forward(reason);
  }
  const std::vector<mapper::Observation> used = usable_runs(runs->seen);
  const mapper::Calibration calibration = mapper::fit(used, machine->description());
  const std::string engine = fmt::format("StarPU {}", runs->version);
  const std::size_t disturbed = disturbed_among(used);
  const std::string measured =
      fmt::format("measured {:%F} on {}{}", fmt::gmtime(std::chrono::system_clock::now()), engine,
                  disturbed == 0 ? "" : fmt::format(", {} of {} runs disturbed", disturbed, used.size()));
  mapper::MachineDescription made = calibrated(machine->description(), calibration, measured);
  made.summary = fmt::format("{}; calibrated", made.summary.substr(0, made.summary.find("; calibrated")));
  if (const auto written = write_file(options.out, machine_text(made)); !written) {
    return forward(written);
  }
  const report::CalibrationReport told{options.machine, engine, runs->seen.size(), disturbed, *reason, calibration};
  const auto written = write_out(terminal, options.json ? report::document_text(to_json(told)) : to_text(told));
  return written ? Result<int>(0) : forward(written);
}

} // namespace

void add_mapper_calibrate(CLI::App& mapper, Commands& commands) {
  CLI::App& app =
      commands.add(mapper, "calibrate", "a machine file with numbers measured here, on StarPU",
                   "  mapwright mapper calibrate --machine box,cpus=2,devices=1 --out here.toml\n"
                   "  mapwright mapper calibrate --app stencil,n=200 --app circuit --machine box --out here.toml\n"
                   "  mapwright mapper simulate expert --app stencil --machine here.toml\n"
                   "Exit code 3 without StarPU.");
  auto options = std::make_shared<CalibrateOptions>();
  app.add_option("--machine", options->machine, "the machine whose numbers are replaced")
      ->type_name("NAME[,parameter=N]")
      ->capture_default_str();
  add_repeated(app, "--app", options->applications, "an application to run; without, all that come with the program")
      ->type_name("NAME[,PARAMETER=VALUE]");
  app.add_option("--program", options->program.program, "a program of tasks, with --kernels")->type_name("FILE.toml");
  add_repeated(app, "--set", options->program.sizes, "a size of --program: n=1000")->type_name("SIZE=VALUE");
  app.add_option("--kernels", options->kernels, "of --program: a shared library with a function for each kind of task")
      ->type_name("FILE.so");
  app.add_option("--kind", options->kind, "measure processors of this kind alone; the others keep their numbers")
      ->check(CLI::IsMember({"CPU", "GPU"}))
      ->type_name("CPU|GPU");
  app.add_option("--out", options->out, "write the machine here")->type_name("FILE.toml")->required();
  app.add_option("--runs", options->runs, "mappings to run at most")
      ->check(CLI::Range(1, 100000))
      ->capture_default_str();
  app.add_option("--mappings", options->mappings, "mappings to choose from, of each program and kind of processor")
      ->check(CLI::Range(1, 1000))
      ->capture_default_str();
  app.add_option("--repeat", options->repeat, "timed runs of a mapping; the median counts")
      ->check(CLI::Range(1, 1000))
      ->capture_default_str();
  app.add_option("--seed", options->seed, "of the mappings that are drawn")->capture_default_str();
  declare_json(app, options->json);
  commands.set_action(app, [options](Terminal& terminal) { return calibrate(*options, terminal); });
}

} // namespace mapwright::cli
