#include "loop/step_maker.hpp"

#include <fmt/format.h>

namespace mapwright::loop {

namespace {

/// Member of the evidence of a verdict that verification alone did not give.
constexpr const char* decided_by_measuring = "by_measuring";

/// Whether verifying again must give this verdict.
bool is_verified(const archive::Step& step) {
  return step.verdict && !step.verdict->evidence.contains(decided_by_measuring);
}

archive::Step step_of(const Task& task) {
  archive::Step step;
  step.number = task.number;
  step.random = task.seed;
  step.proposer = task.plan.proposer;
  step.parents = task.plan.parents;
  return step;
}

std::string candidate_name(const archive::Step& step) {
  return step.candidate ? fmt::format("{} {}", step.candidate->form, step.candidate->digest.substr(0, 12))
                        : fmt::format("no candidate ({})", step.failure);
}

/// What of a proposal differs from the recorded one; empty when nothing does.
std::string difference(const archive::Step& made, const archive::Step& recorded) {
  if (made.proposer != recorded.proposer) {
    return fmt::format("planned by {}, recorded {}", made.proposer, recorded.proposer);
  }
  if (made.random != recorded.random) {
    return "another seed";
  }
  if (candidate_name(made) != candidate_name(recorded)) {
    return fmt::format("proposed {}, recorded {}", candidate_name(made), candidate_name(recorded));
  }
  return made.parents == recorded.parents ? "" : "another lineage";
}

} // namespace

/// Each part returns whether the next one has something to do.
bool StepMaker::propose(const Task& task, StepContext& context, Made& made) {
  Attempt attempt = task.plan.make(context);
  if (context.stop().stop_requested()) {
    made.given_up = true;
    return false;
  }
  if (!attempt) {
    Setback& setback = attempt.error();
    made.step.failure = setback.why;
    if (setback.unavailable && !fallback_) {
      made.broken = std::move(setback.unavailable);
    } else if (setback.unavailable) {
      made.step.verdict = archive::Verdict{unavailable_status, false, {{"hint", setback.unavailable->hint}}};
    }
    return false;
  }
  made.step.candidate = std::move(attempt->candidate);
  made.step.parents.insert(made.step.parents.end(), attempt->parents.begin(), attempt->parents.end());
  made.step.repeats = known_(made.step.candidate->digest, task.seen);
  return attempt->judged && !made.step.repeats;
}

bool StepMaker::verify(StepContext& context, Made& made) {
  auto verdict = evaluator_.verify(*made.step.candidate, context);
  if (context.stop().stop_requested()) {
    made.given_up = true;
    return false;
  }
  if (!verdict) {
    made.broken = verdict.error();
    return false;
  }
  made.step.used.evaluations = 1;
  made.step.verdict = std::move(*verdict);
  return made.step.verdict->valid;
}

bool StepMaker::measure(StepContext& context, Made& made) {
  const std::lock_guard alone(measuring_);
  auto measured = evaluator_.measure(*made.step.candidate, *made.step.verdict, context);
  if (context.stop().stop_requested()) {
    made.given_up = true;
    return false;
  }
  if (!measured) {
    made.broken = measured.error();
    return false;
  }
  made.step.samples = std::move(measured->samples);
  made.step.score = measured->score;
  made.step.used.evaluations += measured->more_evaluations;
  if (measured->verdict) {
    made.step.verdict = std::move(measured->verdict);
    made.step.verdict->evidence[decided_by_measuring] = true;
  }
  if (!measured->evidence.is_null()) {
    made.step.verdict->evidence["measured"] = std::move(measured->evidence);
  }
  return true;
}

Made StepMaker::make(const Task& task, std::stop_token stop) {
  Made made;
  made.step = step_of(task);
  StepContext context(task.number, task.seed, chats_, std::move(stop));
  if (propose(task, context, made) && verify(context, made)) {
    measure(context, made);
  }
  made.step.used = made.step.used + context.used();
  return made;
}

Made StepMaker::remake(const Task& task, archive::Step recorded, bool again, std::stop_token stop) {
  Made made;
  made.step = step_of(task);
  StepContext context(task.number, task.seed, chats_, std::move(stop));
  const bool proposed = propose(task, context, made);
  std::string differs = difference(made.step, recorded);
  if (differs.empty() && proposed && again && is_verified(recorded) &&
      verify(context, made) != recorded.verdict->valid) {
    differs = fmt::format("verdict {}, recorded {}", made.step.verdict ? made.step.verdict->status : "none",
                          recorded.verdict->status);
  }
  if (!differs.empty()) {
    made.difference = fmt::format("step {}: {}", task.number, differs);
  }
  made.step = std::move(recorded);
  return made;
}

} // namespace mapwright::loop
