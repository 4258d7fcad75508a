// A problem small enough to run thousands of times: find an integer near a hidden one. Proposals depend on what was
// observed, on chance, and on a model where there is one.
#pragma once

#include "archive/archive.hpp"
#include "loop/flow.hpp"
#include "loop/problem.hpp"

#include <atomic>
#include <chrono>
#include <cstdlib>
#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <thread>
#include <vector>

#include <fmt/format.h>
#include <gtest/gtest.h>

namespace mapwright::loop::test {

/// Walks from the best number seen by random steps; sometimes fails; with a model, asks it for the step.
class Walker : public Proposer {
public:
  explicit Walker(std::shared_ptr<llm::Provider> model = nullptr) : model_(std::move(model)) {}

  std::optional<Plan> plan(std::uint64_t step, measure::Random& random) override {
    if (step >= last) {
      return std::nullopt;
    }
    const std::int64_t base = best_ + static_cast<std::int64_t>(random.below(40)) - 20;
    const std::uint64_t whim = random.below(10);
    std::vector<archive::Parent> parents;
    if (best_step_) {
      parents.push_back({*best_step_, "base"});
    }
    Resources reserve;
    reserve.tokens = model_ ? 100 : 0;
    return Plan{"walker",
                [model = model_, base, whim](StepContext& context) -> Attempt {
                  if (whim == 0) {
                    return tl::make_unexpected(Setback{"no idea", {}});
                  }
                  std::int64_t number = base + static_cast<std::int64_t>(context.random().below(3));
                  if (model) {
                    llm::Request request;
                    request.messages.push_back({llm::Role::user, std::to_string(number)});
                    const auto answer = context.ask(*model, request);
                    if (!answer) {
                      return tl::make_unexpected(Setback{answer.error().message, answer.error()});
                    }
                    if (!*answer) {
                      return tl::make_unexpected(
                          Setback{(*answer).error().message, Error{ErrorKind::machine, (*answer).error().message,
                                                                   std::nullopt, "start the server"}});
                    }
                    number += std::atoi((**answer).text.c_str());
                  }
                  return Proposal{make_candidate("number", std::to_string(number)), {}};
                },
                reserve, std::move(parents)};
  }

  void observe(const archive::Step& step) override {
    if (step.score && (!best_score_ || *step.score < *best_score_)) {
      best_score_ = step.score;
      best_step_ = step.number;
      best_ = std::stoll(step.candidate->content);
    }
  }

  std::uint64_t last = UINT64_MAX; ///< proposes no step from here on

private:
  std::shared_ptr<llm::Provider> model_;
  std::int64_t best_ = 0;
  std::optional<double> best_score_;
  std::optional<std::uint64_t> best_step_;
};

/// Odd numbers are refuted, even ones scored by their distance from 1000.
class Distance : public Evaluator {
public:
  Result<archive::Verdict> verify(const archive::Candidate& candidate, StepContext& context) override {
    if (pause) {
      pause(context);
    }
    ++verified;
    const bool even = std::stoll(candidate.content) % 2 == 0;
    return archive::Verdict{even ? "verified" : "refuted", even, {{"even", even}}};
  }

  Result<Measured> measure(const archive::Candidate& candidate, const archive::Verdict&, StepContext&) override {
    const double score = std::abs(static_cast<double>(std::stoll(candidate.content)) - 1000);
    return Measured{{archive::Samples{"distance", "1", "subtraction", {score}}}, score};
  }

  [[nodiscard]] bool reaches_goal(const archive::Step& step) const override {
    return step.score && *step.score <= goal;
  }

  double goal = -1;                        ///< never
  std::function<void(StepContext&)> pause; ///< called by verify
  std::atomic<int> verified = 0;
};

/// Answers "1" to everything, counting.
class CountingModel : public llm::Provider {
public:
  [[nodiscard]] std::string_view kind() const override { return "test"; }
  [[nodiscard]] const std::string& model() const override { return name_; }
  llm::Answer ask(const llm::Request&, std::stop_token) override {
    ++asked;
    if (unreachable) {
      llm::Failure failure;
      failure.message = "nobody there";
      return tl::make_unexpected(failure);
    }
    llm::Reply reply;
    reply.text = "1";
    reply.usage.input = 40;
    reply.usage.output = 10;
    reply.fixture = true;
    return reply;
  }
  std::atomic<int> asked = 0;
  std::atomic<bool> unreachable = false;

private:
  std::string name_ = "counting";
};

/// An archive in a directory of its own.
class ArchiveFile {
public:
  ArchiveFile() {
    std::string pattern = (std::filesystem::temp_directory_path() / "mapwright-loop-XXXXXX").string();
    directory_ = mkdtemp(pattern.data());
  }
  ArchiveFile(const ArchiveFile&) = delete;
  ArchiveFile& operator=(const ArchiveFile&) = delete;
  ~ArchiveFile() { std::filesystem::remove_all(directory_); }
  [[nodiscard]] std::filesystem::path path() const { return directory_ / "runs.db"; }

private:
  std::filesystem::path directory_;
};

inline archive::Run toy_run() {
  archive::Run run;
  run.kind = "toy";
  run.title = "toy";
  run.options = nlohmann::json::object();
  run.begun = "2026-01-01T00:00:00Z";
  return run;
}

/// The number a step proposed, its verdict and its parents: what two runs are compared by.
inline std::vector<std::string> decisions(archive::Archive& archive, archive::RunId run) {
  std::vector<std::string> all;
  const auto read = archive.for_each_step(run, [&](archive::Step&& step) -> Result<void> {
    std::string text =
        fmt::format("{} {} {} {}", step.number, step.random, step.candidate ? step.candidate->content : step.failure,
                    step.verdict ? step.verdict->status : "-");
    for (const archive::Parent& parent : step.parents) {
      text += fmt::format(" <{}", parent.step);
    }
    if (step.repeats) {
      text += fmt::format(" ={}", *step.repeats);
    }
    all.push_back(std::move(text));
    return {};
  });
  EXPECT_TRUE(read);
  return all;
}

/// What a session of a run is made of; may be changed before go().
struct Session {
  Walker walker;
  Distance distance;
  FlowOptions options;
  std::stop_source stop;
  Observer observer;

  explicit Session(std::shared_ptr<llm::Provider> model = nullptr) : walker(std::move(model)) {}

  /// Begins a run, or goes on with run 1.
  Outcome go(archive::Archive& archive) {
    const bool begun = !archive.runs()->empty();
    auto journal = begun ? archive.reopen(archive::RunId(1)) : archive.begin(toy_run());
    EXPECT_TRUE(journal) << journal.error().format();
    auto outcome = run(walker, distance, options, *Past::of(archive, journal->run()),
                       *archive.exchanges(journal->run()), *journal, observer, stop.get_token());
    EXPECT_TRUE(outcome) << outcome.error().format();
    return std::move(*outcome);
  }
};

inline archive::Archive open(const ArchiveFile& file) {
  auto archive = archive::Archive::open(file.path(), archive::Access::create);
  EXPECT_TRUE(archive) << archive.error().format();
  return std::move(*archive);
}

} // namespace mapwright::loop::test
