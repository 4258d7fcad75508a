#include "starpu_engine/session.hpp"

#include "starpu_engine/main_io.hpp"
#include "starpu_engine/subject.hpp"

#include <memory>
#include <optional>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <starpu.h>

namespace mapwright::starpu_engine {

namespace {

/// StarPU's workers work while it lives; otherwise they sleep and leave the cores to others.
class Awake {
public:
  Awake() { starpu_resume(); }
  Awake(const Awake&) = delete;
  Awake& operator=(const Awake&) = delete;
  ~Awake() { starpu_pause(); }
};

class Session {
public:
  static Result<std::unique_ptr<Session>> open(const Json& request) {
    auto subject = read_subject(request);
    if (!subject) {
      return forward(subject);
    }
    auto graph = mapper::expand(subject->program);
    if (!graph) {
      return forward(graph);
    }
    const WorkerCounts workers{request.at("cpus").get<unsigned>(), request.at("devices").get<unsigned>()};
    auto runtime = Runtime::start(workers, request.at("cache").get<std::string>());
    if (!runtime) {
      return forward(runtime);
    }
    std::unique_ptr<Session> session(new Session(*std::move(subject), *std::move(graph), workers, *std::move(runtime)));
    auto data = initial_data(session->subject_);
    if (!data) {
      return forward(data);
    }
    session->begin_ = *std::move(data);
    auto expected = expected_of(session->subject_, session->graph_, session->engine_, session->runtime_);
    if (!expected) {
      return forward(expected);
    }
    session->expected_ = *std::move(expected);
    starpu_pause();
    session->asleep_ = true;
    return session;
  }
  Session(const Session&) = delete;
  Session& operator=(const Session&) = delete;
  ~Session() {
    if (asleep_) {
      starpu_resume(); // StarPU does not end in its sleep
    }
  }

  Result<Json> answer(const Json& request) {
    if (request.contains("plan")) {
      return add(request.at("plan").get<std::string>());
    }
    const auto plan = request.at("run").get<std::size_t>();
    return plan < plans_.size() ? run(plan)
                                : Result<Json>(fail(ErrorKind::internal, fmt::format("there is no plan {}", plan)));
  }

private:
  Session(Subject subject, mapper::TaskGraph graph, const WorkerCounts& workers, Runtime runtime)
      : subject_(std::move(subject)), graph_(std::move(graph)), workers_(workers), runtime_(std::move(runtime)),
        engine_(runtime_, subject_.program, graph_, subject_.kernels) {}

  Result<Json> add(const std::string& text) {
    auto plan = mapper::plan_from_json(subject_.program, graph_, text);
    if (!plan) {
      return forward(plan);
    }
    const auto wanted = workers_for(subject_.program, graph_, *plan);
    if (!wanted) {
      return forward(wanted);
    }
    if (wanted->cpus > workers_.cpus || wanted->devices > workers_.devices) {
      return fail(ErrorKind::internal, "the plan needs workers that the session does not have");
    }
    plans_.push_back(*std::move(plan));
    const auto warm = run(plans_.size() - 1);
    return warm ? Result<Json>(Json{{"plan", plans_.size() - 1}}) : forward(warm);
  }

  Result<Json> run(std::size_t plan) {
    const Awake awake;
    mapper::RegionData data = *begin_;
    const auto record = engine_.run(plans_[plan], data);
    if (!record) {
      return forward(record);
    }
    Json check = expected_ ? check_against(subject_, *expected_, data) : Json();
    Json answer = answer_for({*record}, workers_, std::move(check));
    answer["crowded"] = workers_.cpus + workers_.devices > std::thread::hardware_concurrency();
    return answer;
  }

  Subject subject_;
  mapper::TaskGraph graph_;
  WorkerCounts workers_;
  Runtime runtime_;
  Engine engine_;
  std::optional<mapper::RegionData> begin_; ///< what every run begins with
  std::optional<ExpectedData> expected_;
  std::vector<mapper::Plan> plans_;
  bool asleep_ = false;
};

} // namespace

int serve_session(int descriptor) {
  std::string ahead;
  std::unique_ptr<Session> session;
  while (const auto line = read_line(descriptor, ahead)) {
    const Json request = Json::parse(*line, nullptr, false);
    Result<Json> answer = fail(ErrorKind::internal, "the request is no JSON");
    if (request.is_object() && session) {
      answer = session->answer(request);
    } else if (request.is_object()) {
      auto opened = Session::open(request);
      if (opened) {
        session = *std::move(opened);
        answer = Json{{"version", starpu_version()}};
      } else {
        answer = forward(opened);
      }
    }
    if (!write_line(descriptor, answer_text(answer))) {
      return 1;
    }
    if (!session) {
      return 0;
    }
  }
  return 0;
}

} // namespace mapwright::starpu_engine
