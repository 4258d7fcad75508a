#include "starpu_engine/request.hpp"

#include "mapper/apps/application.hpp"
#include "mapper/engine/agreement.hpp"
#include "mapper/engine/kernel_library.hpp"
#include "mapper/engine/sequential.hpp"
#include "mapper/program/read_program.hpp"
#include "starpu_engine/engine.hpp"

#include <algorithm>
#include <optional>
#include <thread>

#include <fmt/format.h>
#include <nlohmann/json.hpp>
#include <starpu.h>

namespace mapwright::starpu_engine {

namespace {

using Json = nlohmann::ordered_json;

/// What is to run, and what it is to give.
struct Subject {
  mapper::Program program;
  mapper::KernelTable kernels;
  std::optional<mapper::Application> application;
};

Result<Subject> subject_of(const Json& request) {
  if (request.contains("app")) {
    auto opened = mapper::open_application(request.at("app").get<std::string>());
    if (!opened) {
      return forward(opened);
    }
    return Subject{opened->program, opened->kernels, *std::move(opened)};
  }
  const Json& asked = request.at("program");
  auto program = mapper::read_program(asked.at("text").get<std::string>(), asked.at("file").get<std::string>(),
                                      asked.at("sizes").get<mapper::ProgramSizes>());
  if (!program) {
    return forward(program);
  }
  auto kernels = mapper::open_kernels(*program, request.at("kernels").get<std::string>());
  if (!kernels) {
    return forward(kernels);
  }
  return Subject{*std::move(program), *std::move(kernels), std::nullopt};
}

Result<mapper::RegionData> initial_data(const Subject& subject, const mapper::Program& program) {
  auto data = mapper::RegionData::make(program);
  if (data && subject.application) {
    subject.application->initialise(*data);
  }
  return data;
}

/// The results of the application's reference, or of the tasks one after another.
Result<Json> check_of(const Subject& subject, const mapper::TaskGraph& graph, const mapper::RegionData& got) {
  auto expected = initial_data(subject, subject.program);
  if (!expected) {
    return forward(expected);
  }
  std::vector<std::string> regions;
  double tolerance = 0;
  if (subject.application) {
    subject.application->reference(*expected);
    regions = subject.application->results;
    tolerance = subject.application->tolerance;
  } else {
    if (const auto ran = mapper::run_sequentially(subject.program, graph, subject.kernels, *expected); !ran) {
      return forward(ran);
    }
    for (const mapper::Region& region : subject.program.regions) {
      regions.push_back(region.name);
    }
  }
  const mapper::Agreement agreement = mapper::agreement_of(subject.program, regions, got, *expected);
  return Json{{"against", subject.application ? "reference" : "sequential"},
              {"deviation", agreement.deviation},
              {"tolerance", tolerance},
              {"field", agreement.field.empty() ? Json() : Json(agreement.field)},
              {"agrees", agreement.deviation <= tolerance}};
}

Json busy_of(const RunRecord& record) {
  Json busy = Json::array();
  const auto add = [&](mapper::ProcessorKind kind, const std::vector<double>& seconds) {
    for (std::uint32_t i = 0; i < seconds.size(); ++i) {
      busy.push_back({{"processor", to_string(mapper::ProcessorName{kind, 0, i})}, {"seconds", seconds[i]}});
    }
  };
  add(mapper::ProcessorKind::cpu, record.cpu_busy);
  add(mapper::ProcessorKind::gpu, record.device_busy);
  return busy;
}

Json copies_of(const RunRecord& record) {
  Json copies = Json::array();
  for (const CopiedBytes& pair : record.copied) {
    copies.push_back(
        {{"from", to_string(pair.from)}, {"to", to_string(pair.to)}, {"bytes", pair.bytes}, {"copies", pair.copies}});
  }
  return copies;
}

Json timed_of(const RunRecord& record) {
  Json timed = Json::array();
  for (const TimedCalls& calls : record.timed) {
    Json layouts = Json::array();
    for (const mapper::DataLayout& layout : calls.layouts) {
      layouts.push_back(to_string(layout));
    }
    timed.push_back({{"task", calls.task.empty() ? Json() : Json(calls.task)},
                     {"processor", to_string(calls.processor)},
                     {"layouts", std::move(layouts)},
                     {"count", calls.count},
                     {"bytes", calls.bytes},
                     {"seconds", calls.seconds}});
  }
  return timed;
}

std::string starpu_version() {
  int major = 0;
  int minor = 0;
  int release = 0;
  starpu_get_version(&major, &minor, &release);
  return fmt::format("{}.{}.{}", major, minor, release);
}

/// The answer for the run of the median time.
Json answer_for(std::vector<RunRecord> records, const WorkerCounts& counts, Json check) {
  std::sort(records.begin(), records.end(),
            [](const RunRecord& a, const RunRecord& b) { return a.seconds < b.seconds; });
  const RunRecord& median = records[(records.size() - 1) / 2];
  Json seconds = Json::array();
  for (const RunRecord& record : records) {
    seconds.push_back(record.seconds);
  }
  const bool crowded = counts.cpus + counts.devices > std::thread::hardware_concurrency();
  constexpr double most_delay_share = 0.05; // of the time of one worker
  return Json{{"engine", "starpu"},
              {"version", starpu_version()},
              {"cpus", counts.cpus},
              {"devices", counts.devices},
              {"tasks", median.tasks},
              {"makespan_seconds", median.seconds},
              {"runs_seconds", std::move(seconds)},
              {"busy", busy_of(median)},
              {"copied", copies_of(median)},
              {"timed", timed_of(median)},
              {"delay_seconds", median.delay},
              {"disturbed", crowded || median.delay > most_delay_share * median.seconds},
              {"check", std::move(check)}};
}

Result<Json> run_request(const Json& request) {
  const auto subject = subject_of(request);
  if (!subject) {
    return forward(subject);
  }
  const auto graph = mapper::expand(subject->program);
  if (!graph) {
    return forward(graph);
  }
  const auto plan = mapper::plan_from_json(subject->program, *graph, request.at("plan").get<std::string>());
  if (!plan) {
    return forward(plan);
  }
  const auto counts = workers_for(subject->program, *graph, *plan);
  if (!counts) {
    return forward(counts);
  }
  const auto runtime = Runtime::start(*counts, request.at("cache").get<std::string>());
  if (!runtime) {
    return forward(runtime);
  }
  Engine engine(*runtime, subject->program, *graph, subject->kernels);
  std::vector<RunRecord> records;
  const int repeat = request.at("repeat").get<int>();
  for (int i = 0; i <= repeat; ++i) { // the first warms up
    auto data = initial_data(*subject, subject->program);
    const auto record = data ? engine.run(*plan, *data) : Result<RunRecord>(forward(data));
    if (!record) {
      return forward(record);
    }
    if (i > 0) {
      records.push_back(*record);
    }
    if (i == repeat) {
      auto check = check_of(*subject, *graph, *data);
      return check ? answer_for(std::move(records), *counts, *std::move(check)) : Result<Json>(forward(check));
    }
  }
  return fail(ErrorKind::internal, "no run");
}

} // namespace

std::string answer_request(std::string_view text) {
  const Json request = Json::parse(text, nullptr, false);
  const auto answer =
      request.is_object() ? run_request(request) : Result<Json>(fail(ErrorKind::internal, "the request is no JSON"));
  if (answer) {
    return answer->dump();
  }
  return Json{{"error",
               {{"kind", static_cast<int>(answer.error().kind)},
                {"message", answer.error().message},
                {"hint", answer.error().hint}}}}
      .dump();
}

} // namespace mapwright::starpu_engine
