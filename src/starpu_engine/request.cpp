#include "starpu_engine/request.hpp"

#include "starpu_engine/subject.hpp"
#include "starpu_engine/waiting_time.hpp"

#include <algorithm>
#include <thread>
#include <utility>

#include <fmt/format.h>
#include <starpu.h>

namespace mapwright::starpu_engine {

namespace {

Json busy_of(const RunRecord& record) {
  Json busy = Json::array();
  const auto add = [&](mapper::ProcessorKind kind, const std::vector<double>& seconds) {
    for (std::uint32_t i = 0; i < seconds.size(); ++i) {
      busy.push_back({{"processor", to_string(mapper::ProcessorName{kind, record.node, i})}, {"seconds", seconds[i]}});
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

Result<Json> run_request(const Json& request) {
  const auto asked = read_request(request, {});
  if (!asked) {
    return forward(asked);
  }
  const auto runtime = Runtime::start(asked->workers, request.at("cache").get<std::string>());
  if (!runtime) {
    return forward(runtime);
  }
  Engine engine(*runtime, asked->subject.program, asked->graph, asked->subject.kernels);
  std::vector<RunRecord> records;
  const int repeat = request.at("repeat").get<int>();
  for (int i = 0; i <= repeat; ++i) { // the first warms up
    auto data = initial_data(asked->subject);
    const auto record = data ? engine.run(asked->plan, *data) : Result<RunRecord>(forward(data));
    if (!record) {
      return forward(record);
    }
    if (i > 0) {
      records.push_back(*record);
    }
    if (i == repeat) {
      auto check = check_of(asked->subject, asked->graph, *data, engine, *runtime);
      return check ? answer_for(std::move(records), asked->workers, *std::move(check)) : Result<Json>(forward(check));
    }
  }
  return fail(ErrorKind::internal, "no run");
}

} // namespace

std::string starpu_version() {
  int major = 0;
  int minor = 0;
  int release = 0;
  starpu_get_version(&major, &minor, &release);
  return fmt::format("{}.{}.{}", major, minor, release);
}

Json answer_for(std::vector<RunRecord> records, const WorkerCounts& counts, Json check) {
  std::sort(records.begin(), records.end(),
            [](const RunRecord& a, const RunRecord& b) { return a.seconds < b.seconds; });
  const RunRecord& median = records[(records.size() - 1) / 2];
  Json seconds = Json::array();
  for (const RunRecord& record : records) {
    seconds.push_back(record.seconds);
  }
  const bool crowded = counts.cpus + counts.devices > std::thread::hardware_concurrency();
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
              {"disturbed", crowded || is_disturbed(Seconds(median.delay), Seconds(median.seconds))},
              {"check", std::move(check)}};
}

std::string answer_request(std::string_view text) {
  const Json request = Json::parse(text, nullptr, false);
  const auto answer =
      request.is_object() ? run_request(request) : Result<Json>(fail(ErrorKind::internal, "the request is no JSON"));
  return answer_text(answer);
}

std::string answer_text(const Result<Json>& answer) {
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
