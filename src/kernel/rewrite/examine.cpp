#include "kernel/judge/worker_policy.hpp"
#include "kernel/rewrite/examination.hpp"
#include "kernel/rewrite/libclang.hpp"
#include "kernel/rewrite/messages.hpp"
#include "sandbox/run.hpp"
#include "sandbox/scratch.hpp"

#include <fmt/format.h>

namespace mapwright::kernel {
namespace {

constexpr Seconds most_time{60};

sandbox::Policy rewriter_policy(const RunnerSettings& settings, const sandbox::ScratchDirectory& scratch) {
  sandbox::Policy policy = worker_policy(Backend::cpp, settings);
  policy.wall_time = policy.cpu_time = most_time;
  policy.memory = gibibytes(2);
  policy.output = mebibytes(32);
  policy.processes = 32;
  policy.scratch = scratch.path();
  return policy;
}

} // namespace

Result<void> can_examine() {
  const Result<rewrite::Libclang>& library = rewrite::libclang();
  return library ? Result<void>() : forward(library);
}

Result<Examination> examine(const Task& task, Backend backend, const std::string& source,
                            const RunnerSettings& settings) {
  const Result<sandbox::ScratchDirectory> scratch = sandbox::ScratchDirectory::create();
  if (!scratch) {
    return forward(scratch);
  }
  const std::string question =
      to_json(rewrite::Question{task, backend, source}).dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
  const Result<sandbox::Outcome> outcome =
      sandbox::run(rewriter_policy(settings, *scratch), {settings.worker.string(), "rewriter"}, question);
  if (!outcome) {
    return forward(outcome);
  }
  if (!outcome->succeeded()) {
    return Examination{.trouble = fmt::format("the parser {}", outcome->evidence)};
  }
  Result<Examination> answer =
      rewrite::answer_from_json(nlohmann::json::parse(outcome->standard_output, nullptr, false));
  if (!answer && answer.error().kind == ErrorKind::answer_no) {
    return Examination{.trouble = answer.error().message};
  }
  return answer;
}

} // namespace mapwright::kernel
