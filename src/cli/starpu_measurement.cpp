#include "cli/starpu_measurement.hpp"

#include "cli/starpu_process.hpp"

#include <filesystem>
#include <optional>
#include <utility>

#include <fmt/format.h>

namespace mapwright::cli {

namespace {

constexpr std::size_t most_bytes_of_a_program = std::size_t{1} << 24;

mapper::ProcessorKind processor_of(const report::Json& calls) {
  return mapper::processor_kind_named(calls.at("processor").get<std::string>()).value_or(mapper::ProcessorKind::cpu);
}

} // namespace

mapper::TimedRun timed_run_of(const report::Json& answer) {
  mapper::TimedRun run;
  run.makespan = answer.at("makespan_seconds").get<double>();
  run.tasks = answer.at("tasks").get<std::uint64_t>();
  run.disturbed = answer.at("disturbed").get<bool>();
  for (const report::Json& worker : answer.at("busy")) {
    run.busy += worker.at("seconds").get<double>();
  }
  for (const report::Json& pair : answer.at("copied")) {
    run.copied_bytes += pair.at("bytes").get<double>();
    run.copies += pair.at("copies").get<std::uint64_t>();
  }
  for (const report::Json& calls : answer.at("timed")) {
    if (calls.at("task").is_null()) {
      run.conversions += calls.at("count").get<std::uint64_t>();
      run.converted_bytes += calls.at("bytes").get<double>();
      run.converting += calls.at("seconds").get<double>();
      continue;
    }
    mapper::TimedWork work{calls.at("task").get<std::string>(),
                           processor_of(calls),
                           {},
                           calls.at("count").get<std::uint64_t>(),
                           calls.at("seconds").get<double>()};
    for (const report::Json& layout : calls.at("layouts")) {
      work.layouts.push_back(mapper::data_layout_named(layout.get<std::string>()).value_or(mapper::DataLayout{}));
    }
    run.work.push_back(std::move(work));
  }
  return run;
}

Result<report::Json> starpu_subject(const SubjectOptions& options, const mapper::Program& program,
                                    const std::string& kernels) {
  if (!options.app.empty()) {
    return report::Json{{"app", options.app}};
  }
  const auto text = read_file(options.program, most_bytes_of_a_program, "program");
  if (!text) {
    return forward(text);
  }
  report::Json sizes = report::Json::object();
  for (const auto& [name, value] : program.sizes) {
    sizes[name] = value;
  }
  return report::Json{{"program", {{"file", options.program}, {"text", *text}, {"sizes", std::move(sizes)}}},
                      {"kernels", std::filesystem::absolute(kernels).string()}};
}

Result<PlanMeasurement> measure_plan(const report::Json& starpu_subject, const mapper::Program& program,
                                     const mapper::TaskGraph& graph, const mapper::Plan& plan,
                                     const MeasurementRule& rule) {
  const auto cache = starpu_cache();
  if (!cache) {
    return forward(cache);
  }
  report::Json request = starpu_subject;
  request["plan"] = plan_json(program, graph, plan);
  request["repeat"] = rule.repeat;
  request["cache"] = *cache;
  std::optional<report::Json> calmest;
  for (int attempt = 0; attempt < rule.attempts; ++attempt) {
    auto answer = ask_starpu(request);
    if (!answer) {
      return forward(answer);
    }
    if (!answer->at("check").at("agrees").get<bool>()) {
      return fail(ErrorKind::internal, fmt::format("{}: the results of a run on StarPU are wrong", program.name));
    }
    const auto waited = [](const report::Json& run) {
      return run.at("delay_seconds").get<double>() / run.at("makespan_seconds").get<double>();
    };
    if (!calmest || waited(*answer) < waited(*calmest)) {
      calmest = *std::move(answer);
    }
    if (!calmest->at("disturbed").get<bool>()) {
      break;
    }
  }
  return PlanMeasurement{timed_run_of(*calmest), calmest->at("version").get<std::string>()};
}

} // namespace mapwright::cli
