// The child that runs tasks one after another.
#include "cli/engine_answer.hpp"
#include "cli/sequential_process.hpp"
#include "cli/sequential_progress.hpp"
#include "mapper/engine/agreement.hpp"
#include "mapper/engine/kernel_library.hpp"
#include "mapper/engine/sequential.hpp"

#include <chrono>
#include <cstdlib>
#include <iostream>
#include <iterator>
#include <utility>

namespace mapwright::cli {

namespace {

/// How far the results lie from those of the application's reference.
report::Json compared(const MapperSubject& subject, const mapper::RegionData& got, mapper::RegionData& expected) {
  const mapper::Application& application = *subject.application;
  application.reference(expected);
  const mapper::Agreement agreement = mapper::agreement_of(subject.program, application.results, got, expected);
  return {{"against", "reference"},
          {"deviation", agreement.deviation},
          {"tolerance", application.tolerance},
          {"field", agreement.field.empty() ? report::Json() : report::Json(agreement.field)},
          {"agrees", agreement.deviation <= application.tolerance}};
}

/// Runs the tasks; `progress` is told where they are.
Result<report::Json> run_in_order(const MapperSubject& subject, const std::string& library, int progress) {
  const auto kernels = subject.application ? Result<mapper::KernelTable>(subject.application->kernels)
                                           : mapper::open_kernels(subject.program, library);
  auto data = mapper::RegionData::make(subject.program);
  if (!kernels || !data) {
    return kernels ? Result<report::Json>(forward(data)) : Result<report::Json>(forward(kernels));
  }
  if (subject.application) {
    subject.application->initialise(*data);
  }
  mapper::RegionData expected = *data;
  const auto begin = std::chrono::steady_clock::now();
  const auto ran = mapper::run_sequentially(subject.program, subject.graph, *kernels, *data,
                                            [progress](std::uint32_t task) { note_task(progress, task); });
  const double seconds = Seconds(std::chrono::steady_clock::now() - begin).count();
  note_task(progress, all_tasks_ended);
  if (!ran) {
    return forward(ran);
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
                      {"check", subject.application ? compared(subject, *data, expected) : report::Json()}};
}

Result<report::Json> answer_to(const report::Json& request, int progress) {
  SubjectOptions options;
  options.program = request.at("program").get<std::string>();
  options.app = request.at("app").get<std::string>();
  options.sizes = request.at("sizes").get<std::vector<std::string>>();
  options.machine = request.at("machine").get<std::string>();
  const auto subject = open_subject(options);
  return subject ? run_in_order(*subject, request.at("kernels").get<std::string>(), progress)
                 : Result<report::Json>(forward(subject));
}

/// Writes all of it; false when that fails.
bool write_all(int file, std::string_view text) {
  while (!text.empty()) {
    const ssize_t count = write(file, text.data(), text.size());
    if (count <= 0) {
      return false;
    }
    text.remove_prefix(static_cast<std::size_t>(count));
  }
  return true;
}

} // namespace

int serve_sequential(int count, char** arguments) {
  if (count != 3) {
    return report::exit_code(ErrorKind::internal);
  }
  const int progress = std::atoi(arguments[2]);
  note_task(progress, no_task_begun);
  const int answers = dup(STDOUT_FILENO);
  dup2(STDERR_FILENO, STDOUT_FILENO); // what kernels print is no part of the answer
  const std::string request{std::istreambuf_iterator<char>(std::cin), {}};
  const auto answer = answer_to(report::Json::parse(request), progress);
  return write_all(answers, (answer ? *answer : answer_with(answer.error())).dump()) ? 0 : 1;
}

} // namespace mapwright::cli
