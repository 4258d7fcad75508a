#include "archive/read.hpp"
#include "archive/read_parts.hpp"

#include <SQLiteCpp/Statement.h>

namespace mapwright::archive {
namespace {

KnownCandidate candidate_of(Row& row) {
  const std::uint64_t id = row.integer();
  Candidate candidate;
  candidate.digest = row.text();
  candidate.form = row.text();
  candidate.content = row.text();
  row.check();
  return {id, std::move(candidate)};
}

/// Reads the steps of one run.
class StepReader {
public:
  StepReader(const SQLite::Database& database, RunId run, std::uint64_t from)
      : expected_(from), steps_(database, "SELECT step.*, candidate.*, verdict.* FROM step "
                                          "LEFT JOIN candidate ON candidate.id = step.candidate "
                                          "LEFT JOIN verdict ON verdict.run = step.run AND verdict.step = step.number "
                                          "WHERE step.run = ? AND step.number >= ? ORDER BY step.number"),
        parents_(database, "SELECT * FROM lineage WHERE run = ? AND step = ? ORDER BY position"),
        samples_(database, "SELECT * FROM samples WHERE run = ? AND step = ? ORDER BY position") {
    bind_run(steps_, run);
    steps_.bind(2, static_cast<std::int64_t>(from));
    bind_run(parents_, run);
    bind_run(samples_, run);
  }

  std::optional<Step> next() {
    if (!steps_.executeStep()) {
      return std::nullopt;
    }
    constexpr int step_columns = 19;
    constexpr int candidate_columns = 5;
    Row row(steps_);
    read_place(row, expected_++);
    Step step;
    step.number = expected_ - 1;
    step.proposer = row.text();
    step.random = row.integer();
    const std::optional<std::uint64_t> candidate_id = row.optional_integer();
    nlohmann::json notes;
    if (candidate_id) {
      notes = row.json();
    } else {
      row.null();
    }
    step.repeats = row.optional_integer();
    step.score = row.optional_real();
    step.failure = row.text();
    step.used = read_resources(row);
    step.committed = Seconds(row.real());
    const std::uint64_t parents = row.integer();
    const std::uint64_t verdicts = row.integer();
    const std::uint64_t series = row.integer();
    row.check();
    if (candidate_id) {
      Row candidate(steps_, step_columns);
      if (candidate.next_is_null()) {
        throw_corrupt("the candidate of a step is missing");
      }
      step.candidate = candidate_of(candidate).candidate;
      step.candidate->notes = std::move(notes);
    }
    read_verdict(step, step_columns + candidate_columns);
    read_parents(step);
    read_samples(step);
    if (step.parents.size() != parents || step.verdict.has_value() != (verdicts == 1) ||
        step.samples.size() != series) {
      throw_corrupt("rows of a step are missing");
    }
    return step;
  }

private:
  void read_verdict(Step& step, int first) {
    Row row(steps_, first);
    if (row.next_is_null()) {
      return;
    }
    row.integer(); // run
    row.integer(); // step
    Verdict verdict;
    verdict.status = row.text();
    verdict.valid = row.integer() != 0;
    verdict.evidence = row.json();
    row.check();
    step.verdict = std::move(verdict);
  }

  void read_parents(Step& step) {
    parents_.reset();
    parents_.bind(2, static_cast<std::int64_t>(step.number));
    while (parents_.executeStep()) {
      Row row(parents_);
      row.integer(); // run
      read_place(row, step.parents.size());
      Parent parent;
      parent.step = row.integer();
      parent.role = row.text();
      row.check();
      step.parents.push_back(std::move(parent));
    }
  }

  void read_samples(Step& step) {
    samples_.reset();
    samples_.bind(2, static_cast<std::int64_t>(step.number));
    while (samples_.executeStep()) {
      Row row(samples_);
      row.integer(); // run
      read_place(row, step.samples.size());
      Samples samples;
      samples.name = row.text();
      samples.unit = row.text();
      samples.method = row.text();
      samples.values = row.reals();
      row.check();
      step.samples.push_back(std::move(samples));
    }
  }

  std::uint64_t expected_;
  SQLite::Statement steps_;
  SQLite::Statement parents_;
  SQLite::Statement samples_;
};

} // namespace

std::optional<KnownCandidate> read_candidate(SQLite::Statement& select, const std::string& digest) {
  select.tryReset();
  select.bindNoCopy(1, digest);
  std::optional<KnownCandidate> known;
  if (select.executeStep()) {
    Row row(select);
    known = candidate_of(row);
  }
  select.tryReset();
  return known;
}

Result<void> read_steps(const SQLite::Database& database, RunId run, const std::function<Result<void>(Step&&)>& each) {
  StepReader reader(database, run, 0);
  while (std::optional<Step> step = reader.next()) {
    if (Result<void> done = each(std::move(*step)); !done) {
      return done;
    }
  }
  return {};
}

std::vector<Step> read_steps(const SQLite::Database& database, RunId run, std::uint64_t from, std::uint64_t count) {
  StepReader reader(database, run, from);
  std::vector<Step> steps;
  while (steps.size() < count) {
    std::optional<Step> step = reader.next();
    if (!step) {
      break;
    }
    steps.push_back(std::move(*step));
  }
  return steps;
}

} // namespace mapwright::archive
