// mapwright mapper run FILE --app A --machine M
#include "cli/command.hpp"
#include "cli/mapper_plan.hpp"
#include "cli/options.hpp"
#include "cli/starpu_process.hpp"
#include "mapper/engine/agreement.hpp"
#include "mapper/engine/kernel_library.hpp"
#include "mapper/engine/sequential.hpp"
#include "report/mapper_measured.hpp"

#include <chrono>
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
};

/// The tasks one after another, in this process.
Result<report::Json> run_in_order(const RunOnEngineOptions& options, const MapperSubject& subject) {
  auto kernels = subject.application ? Result<mapper::KernelTable>(subject.application->kernels)
                                     : mapper::open_kernels(subject.program, options.kernels);
  auto data = mapper::RegionData::make(subject.program);
  if (!kernels || !data) {
    return kernels ? Result<report::Json>(forward(data)) : Result<report::Json>(forward(kernels));
  }
  if (subject.application) {
    subject.application->initialise(*data);
  }
  mapper::RegionData expected = *data;
  const auto begin = std::chrono::steady_clock::now();
  if (const auto ran = mapper::run_sequentially(subject.program, subject.graph, *kernels, *data); !ran) {
    return forward(ran);
  }
  const double seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
  report::Json check;
  if (subject.application) {
    const mapper::Application& application = *subject.application;
    application.reference(expected);
    const mapper::Agreement agreement = mapper::agreement_of(subject.program, application.results, *data, expected);
    check = {{"against", "reference"},
             {"deviation", agreement.deviation},
             {"tolerance", application.tolerance},
             {"field", agreement.field.empty() ? report::Json() : report::Json(agreement.field)},
             {"agrees", agreement.deviation <= application.tolerance}};
  }
  std::uint64_t tasks = 0;
  for (const mapper::PointTask& task : subject.graph.tasks) {
    tasks += subject.program.only_launches(subject.graph.slots[task.slot].launch) ? 0U : 1U;
  }
  return report::Json{{"engine", "sequential"},
                      {"tasks", tasks},
                      {"makespan_seconds", seconds},
                      {"runs_seconds", {seconds}},
                      {"busy", report::Json::array()},
                      {"copied", report::Json::array()},
                      {"disturbed", false},
                      {"check", std::move(check)}};
}

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
    return ask_starpu(request);
  }
  const auto text = read_file(options.subject.program, most_text_bytes, "program");
  if (!text) {
    return forward(text);
  }
  report::Json sizes = report::Json::object();
  for (const auto& [name, value] : subject.program.sizes) {
    sizes[name] = value;
  }
  request["program"] = {{"file", options.subject.program}, {"text", *text}, {"sizes", std::move(sizes)}};
  request["kernels"] = std::filesystem::absolute(options.kernels).string();
  return ask_starpu(request);
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
  if (!subject->application && options.kernels.empty()) {
    return fail(ErrorKind::input, "the program has no kernels: --kernels is missing",
                "a shared library with a function for each kind of task (docs/starpu.md)");
  }
  Result<report::Json> answer;
  if (sequential) {
    answer = run_in_order(options, *subject);
  } else {
    const auto mapped =
        plan_for(*subject, options.from, "mapwright mapper run expert --app stencil --machine box", terminal);
    if (!mapped) {
      return forward(mapped);
    }
    if (!*mapped) {
      return report::exit_code(ErrorKind::input);
    }
    answer = run_on_starpu(options, *subject, (*mapped)->elaborated.plan);
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
  declare_json(app, options->from.json);
  commands.set_action(app, [options](Terminal& terminal) { return run_on_engine(*options, terminal); });
}

} // namespace mapwright::cli
