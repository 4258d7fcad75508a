#include "archive/journal.hpp"

#include "archive/database.hpp"
#include "archive/read.hpp"
#include "archive/sqlite_error.hpp"

#include <cmath>
#include <stdexcept>

#include <SQLiteCpp/Transaction.h>
#include <fmt/format.h>

namespace mapwright::archive {
namespace {

using SQLite::TransactionBehavior;

void require(bool condition, const std::string& otherwise) {
  if (!condition) {
    throw std::logic_error(otherwise);
  }
}

void require_numbers(const Resources& used) {
  require(!std::isnan(used.time.count()) && !std::isnan(used.dollars) && !std::isnan(used.energy.count()),
          "resources used are not numbers");
}

void require_sound(const Step& step, std::uint64_t expected) {
  require(step.number == expected, fmt::format("step {} is appended where step {} is due", step.number, expected));
  for (const Parent& parent : step.parents) {
    require(parent.step < step.number, fmt::format("step {} has a later parent, {}", step.number, parent.step));
  }
  require(!step.repeats || *step.repeats < step.number, fmt::format("step {} repeats a later one", step.number));
  require(!step.score || !std::isnan(*step.score), fmt::format("the score of step {} is not a number", step.number));
  require(!std::isnan(step.committed.count()), fmt::format("the time of step {} is not a number", step.number));
  require_numbers(step.used);
}

} // namespace

Journal::State::State(const Archive::Connection& archive)
    : file(archive.file), in_use(archive.lock_to_write()), database(open_to_write(file, archive.durability)),
      find_candidate(database, select_candidate),
      last_candidate(database, "SELECT coalesce(max(id), 0) FROM candidate"), candidates(database, "candidate", 5),
      steps(database, "step", 19), lineage(database, "lineage", 6), verdicts(database, "verdict", 6),
      samples(database, "samples", 8), exchanges(database, "exchange", 17), findings(database, "finding", 6),
      ends(database, "run_end", 5) {}

Result<std::unique_ptr<Journal::State>> Journal::State::begin(const Archive::Connection& archive, Run run) {
  return guarded(archive.file, [&]() -> Result<std::unique_ptr<State>> {
    auto state = std::make_unique<State>(archive);
    SQLite::Transaction transaction(state->database, TransactionBehavior::IMMEDIATE);
    const std::optional<RunId> latest = latest_run(state->database);
    const RunId id(latest ? latest->value() + 1 : 1);
    if (const Result<void> locked = state->lock(id); !locked) {
      return forward(locked);
    }
    Insert(state->database, "run", 12)(id.value(), run.kind, run.title, run.problem, run.file, run.directory,
                                       run.options, run.seed, run.version, run.machine, run.begun);
    transaction.commit();
    return state;
  });
}

Result<std::unique_ptr<Journal::State>> Journal::State::reopen(const Archive::Connection& archive, RunId run) {
  return guarded(archive.file, [&]() -> Result<std::unique_ptr<State>> {
    auto state = std::make_unique<State>(archive);
    if (const Result<void> locked = state->lock(run); !locked) {
      return forward(locked);
    }
    state->step_count = count_rows(state->database, "step", "number", run);
    state->exchange_count = count_rows(state->database, "exchange", "position", run);
    state->finding_count = count_rows(state->database, "finding", "position", run);
    state->end_count = count_rows(state->database, "run_end", "position", run);
    return state;
  });
}

Result<void> Journal::State::lock(RunId id) {
  Result<std::optional<Lock>> taken = Lock::try_take(file, id.value(), LockKind::exclusive);
  if (!taken) {
    return forward(taken);
  }
  if (!*taken) {
    return fail(ErrorKind::input,
                fmt::format("run {} of archive {} is being written already", id.value(), file.string()),
                "wait until it ends, or end the process that writes it; it can be read meanwhile");
  }
  run = id;
  writer = std::move(*taken);
  return {};
}

std::uint64_t Journal::State::insert_candidate(const Candidate& candidate) {
  const std::optional<KnownCandidate> known = read_candidate(find_candidate, candidate.digest);
  if (known) {
    require(known->candidate.form == candidate.form && known->candidate.content == candidate.content,
            "two candidates have the digest " + candidate.digest);
    return known->id;
  }
  last_candidate.tryReset();
  last_candidate.executeStep();
  const auto id = static_cast<std::uint64_t>(last_candidate.getColumn(0).getInt64()) + 1;
  last_candidate.tryReset();
  candidates(id, candidate.digest, candidate.form, candidate.content);
  return id;
}

void Journal::State::insert_step(const Step& step) {
  std::optional<std::uint64_t> candidate;
  std::optional<nlohmann::json> notes;
  if (step.candidate) {
    candidate = insert_candidate(*step.candidate);
    notes = step.candidate->notes;
  }
  steps(run.value(), step.number, step.proposer, step.random, candidate, notes, step.repeats, step.score, step.failure,
        step.used.evaluations, step.used.time.count(), step.used.tokens, step.used.dollars, step.used.energy.count(),
        step.committed.count(), std::uint64_t{step.parents.size()}, std::uint64_t{step.verdict.has_value()},
        std::uint64_t{step.samples.size()});
  for (std::uint64_t position = 0; position < step.parents.size(); ++position) {
    const Parent& parent = step.parents[position];
    lineage(run.value(), step.number, position, parent.step, parent.role);
  }
  if (step.verdict) {
    verdicts(run.value(), step.number, step.verdict->status, std::uint64_t{step.verdict->valid},
             step.verdict->evidence);
  }
  for (std::uint64_t position = 0; position < step.samples.size(); ++position) {
    const Samples& series = step.samples[position];
    samples(run.value(), step.number, position, series.name, series.unit, series.method, series.values);
  }
}

template <class Insertion> Result<void> Journal::State::commit(std::uint64_t& count, Insertion&& insert) {
  return guarded(file, [&]() -> Result<void> {
    SQLite::Transaction transaction(database, TransactionBehavior::IMMEDIATE);
    insert();
    transaction.commit();
    ++count;
    return {};
  });
}

Journal::Journal(std::unique_ptr<State> state) : state_(std::move(state)) {}
Journal::Journal(Journal&&) noexcept = default;
Journal& Journal::operator=(Journal&&) noexcept = default;
Journal::~Journal() = default;

RunId Journal::run() const {
  return state_->run;
}

Result<void> Journal::append(const Step& step) {
  const std::scoped_lock guard(state_->mutex);
  require_sound(step, state_->step_count);
  return state_->commit(state_->step_count, [&] { state_->insert_step(step); });
}

Result<void> Journal::append(const Exchange& exchange) {
  const std::scoped_lock guard(state_->mutex);
  require_numbers(exchange.used);
  return state_->commit(state_->exchange_count, [&] {
    state_->exchanges(state_->run.value(), state_->exchange_count, exchange.step, exchange.ordinal, exchange.provider,
                      exchange.model, exchange.digest, exchange.request, exchange.outcome, exchange.reply,
                      exchange.used.evaluations, exchange.used.time.count(), exchange.used.tokens,
                      exchange.used.dollars, exchange.used.energy.count(), std::uint64_t{exchange.fixture});
  });
}

Result<void> Journal::append(const Finding& finding) {
  const std::scoped_lock guard(state_->mutex);
  return state_->commit(state_->finding_count, [&] {
    state_->findings(state_->run.value(), state_->finding_count, finding.text, nlohmann::json(finding.steps),
                     finding.data);
  });
}

Result<void> Journal::finish(const RunEnd& end) {
  const std::scoped_lock guard(state_->mutex);
  return state_->commit(state_->end_count,
                        [&] { state_->ends(state_->run.value(), state_->end_count, end.reason, end.ended); });
}

} // namespace mapwright::archive
