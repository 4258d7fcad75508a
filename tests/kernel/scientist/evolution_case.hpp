// A run of the scientist small enough to be made hundreds of times: roles that decide by chance alone, and an evaluator
// that invents what a source is from its digest.
#pragma once

#include "core/digest.hpp"
#include "kernel/scientist/evaluator.hpp"
#include "kernel/scientist/proposer.hpp"
#include "loop/flow.hpp"
#include "loop/toy.hpp"

#include <algorithm>
#include <chrono>
#include <memory>
#include <optional>
#include <string>
#include <thread>
#include <vector>

#include <fmt/format.h>
#include <gtest/gtest.h>

namespace mapwright::kernel::scientist::testing {

inline Task counting_task() {
  Task task;
  task.name = task.entry = "f";
  task.sizes = {"n"};
  task.arguments = {{"c", Element::f32, Intent::out, {expr::Expr::variable("n")}}};
  task.shapes = {{Use::test, {1}}, {Use::benchmark, {8}}, {Use::held_out, {9}}};
  return task;
}

/// Any measured version, and any other.
class ChanceSelector : public Selector {
public:
  [[nodiscard]] std::string name() const override { return "chance"; }
  Answer<Selection> select(const Situation& situation, loop::StepContext& context) override {
    std::vector<std::uint64_t> steps;
    for (const Version& version : situation.versions) {
      const auto& spent = situation.exhausted;
      if (version.score && std::find(spent.begin(), spent.end(), version.step) == spent.end()) {
        steps.push_back(version.step);
      }
    }
    if (steps.empty()) {
      return tl::make_unexpected(loop::Setback{"every version is exhausted", {}});
    }
    return Selection{steps[context.random().below(steps.size())], steps[context.random().below(steps.size())],
                     fmt::format("stagnation {}", situation.stagnation)};
  }
};

/// Five plans that each add a line; none for bases whose source is longer than `longest`.
class ChanceDesigner : public Designer {
public:
  [[nodiscard]] std::string name() const override { return "chance"; }
  Answer<Design> design(const Situation& situation, const Selection& selection, loop::StepContext& context) override {
    const auto base = std::find_if(situation.versions.begin(), situation.versions.end(),
                                   [&](const Version& version) { return version.step == selection.base; });
    if (base->source.size() > longest) {
      return tl::make_unexpected(loop::Setback{"nothing new to try", {}});
    }
    Design design;
    for (std::size_t i = 0; i < plan_count; ++i) {
      ExperimentPlan plan;
      plan.name = fmt::format("line_{}", variety == 0 ? context.random().below(1000) : i % variety);
      plan.kind = AvenueKind::compute;
      plan.description = "add a line";
      plan.rubric = {"adds `" + plan.name + "`"};
      plan.gain = {1, 1 + static_cast<double>(context.random().below(100)) / 100};
      plan.innovation = static_cast<int>(context.random().below(100));
      design.plans.push_back(plan);
    }
    for (std::size_t i = 0; i < avenue_count; ++i) {
      design.avenues.push_back({fmt::format("avenue {}", i), AvenueKind::compute, "why not"});
    }
    return design;
  }
  std::size_t longest = SIZE_MAX;
  std::uint64_t variety = 0; ///< this many different plans; 0: any number
};

/// A source with places where lines can be put.
inline std::string source_with_places() {
  std::string source;
  for (std::size_t place = 0; place < 6; ++place) {
    source += fmt::format("int place_{0}() {{ return {0}; }}\nint between_{0}() {{ return {0}; }}\n", place);
  }
  return source;
}

/// The base with the line of the plan at a place that follows from the plan; sometimes none.
class LineWriter : public Writer {
public:
  [[nodiscard]] std::string name() const override { return "lines"; }
  Answer<Written> write(const Situation& situation, const Selection& selection, const ExperimentPlan& plan,
                        loop::StepContext& context) override {
    if (failures > 0 && context.random().below(failures) == 0) {
      return tl::make_unexpected(loop::Setback{"no idea", {}});
    }
    const auto base = std::find_if(situation.versions.begin(), situation.versions.end(),
                                   [&](const Version& version) { return version.step == selection.base; });
    const std::string line = fmt::format("int {}() {{ return {}; }}\n", plan.name, plan.name.substr(5));
    std::string source = base->source;
    source.insert(source.find(fmt::format("int between_{}(", std::stoul(plan.name.substr(5)) % 6)), line);
    return Written{std::move(source), "added a line"};
  }
  std::uint64_t failures = 7; ///< one write in so many fails; 0: none
};

/// A source is what its digest says: one in six is not compiled, the others take 0.7 to 1.2 times their base.
class DigestEvaluator : public loop::Evaluator {
public:
  explicit DigestEvaluator(const Population& population) : population_(population) {}

  Result<archive::Verdict> verify(const archive::Candidate& candidate, loop::StepContext& context) override {
    std::this_thread::sleep_for(std::chrono::microseconds(context.random().below(pause_us + 1)));
    ++verified;
    if (candidate.form == confirmation_form) {
      return archive::Verdict{"not-promoted", true, nullptr};
    }
    const bool compiles = !candidate.notes.contains("base") || number(candidate) % 6 != 0;
    return archive::Verdict{compiles ? "valid" : "not-compiled", compiles, nlohmann::json::object()};
  }

  Result<loop::Measured> measure(const archive::Candidate& candidate, const archive::Verdict&,
                                 loop::StepContext&) override {
    loop::Measured measured;
    Measurement measurement{.ratio_interval = {0.99, 1.01}, .verdict = SpeedVerdict::same};
    measurement.shapes = {{"n=8", Seconds(1e-3), 1, {0.99, 1.01}, headroom}};
    if (candidate.form == confirmation_form) {
      const std::uint64_t version = nlohmann::json::parse(candidate.content).at("version").get<std::uint64_t>();
      const bool kept = std::find(refused.begin(), refused.end(), version) == refused.end() && refusals-- <= 0;
      measured.verdict = archive::Verdict{kept ? "promoted" : "not-promoted", kept, nlohmann::json::object()};
      measured.evidence = to_json(measurement);
      return measured;
    }
    double base_score = 1;
    if (candidate.notes.contains("base")) {
      const auto base = population_.at(candidate.notes.at("base").get<std::uint64_t>());
      base_score = *base->score;
      const bool minimised = candidate.notes.at("author") == "minimise";
      measurement.ratio = minimised ? 1 : 0.7 + 0.005 * static_cast<double>(number(candidate) % 100);
      measurement.verdict = minimised                  ? SpeedVerdict::same
                            : measurement.ratio < 0.95 ? SpeedVerdict::faster
                            : measurement.ratio > 1.05 ? SpeedVerdict::slower
                                                       : SpeedVerdict::unclear;
      measurement.ratio_interval = {measurement.ratio - 0.02, measurement.ratio + 0.02};
      measurement.evaluations = 1 + number(candidate) % 2;
      measured.more_evaluations = measurement.evaluations - 1;
    }
    measured.evidence = to_json(measurement);
    measured.score = score_of(base_score, measurement);
    return measured;
  }

  [[nodiscard]] bool reaches_goal(const archive::Step&) const override { return false; }

  std::uint64_t pause_us = 0;
  std::optional<double> headroom{};
  int refusals = 0; ///< so many confirmations are refused
  std::vector<std::uint64_t> refused{};
  std::atomic<int> verified = 0;

private:
  static std::uint64_t number(const archive::Candidate& candidate) {
    return std::stoull(candidate.digest.substr(0, 8), nullptr, 16);
  }
  const Population& population_;
};

/// What a session of a run is made of; may be changed before go().
class EvolutionSession {
public:
  EvolutionSession() {
    crew.selector = std::make_unique<ChanceSelector>();
    crew.designer = std::make_unique<ChanceDesigner>();
    crew.writer = std::make_unique<LineWriter>();
    crew.examine = [](const std::string&) -> Result<Examination> { return Examination{}; };
    options.budget.evaluations = 60;
    rule.start = source_with_places();
    rule.device = "here";
    rule.tune = 6;
  }

  [[nodiscard]] ChanceDesigner& designer() const { return dynamic_cast<ChanceDesigner&>(*crew.designer); }
  [[nodiscard]] LineWriter& writer() const { return dynamic_cast<LineWriter&>(*crew.writer); }

  /// Begins run 1 or goes on with it.
  loop::Outcome go(archive::Archive& archive) {
    proposer = make_proposer({task, Backend::cpp, crew, knowledge, learning}, population, rule);
    const bool begun = !archive.runs()->empty();
    auto journal = begun ? archive.reopen(archive::RunId(1)) : archive.begin(loop::test::toy_run());
    EXPECT_TRUE(journal) << journal.error().format();
    auto outcome = loop::run(*proposer, evaluator, options, *loop::Past::of(archive, journal->run()),
                             *archive.exchanges(journal->run()), *journal, observer, stop.get_token());
    EXPECT_TRUE(outcome) << outcome.error().format();
    return std::move(*outcome);
  }

  /// Replays run 1.
  loop::Replayed replay(archive::Archive& archive) {
    proposer = make_proposer({task, Backend::cpp, crew, knowledge, learning}, population, rule);
    const auto replayed =
        loop::replay(*proposer, evaluator, options, *loop::Past::of(archive, archive::RunId(1)),
                     *archive.exchanges(archive::RunId(1)), *archive.end(archive::RunId(1)), false, {}, {});
    EXPECT_TRUE(replayed) << replayed.error().format();
    return *replayed;
  }

  Task task = counting_task();
  Crew crew{};
  Knowledge knowledge{};
  Learning learning{};
  ProposerRule rule{};
  Population population{};
  DigestEvaluator evaluator{population};
  loop::FlowOptions options{};
  loop::Observer observer{};
  std::stop_source stop{};
  std::unique_ptr<EvolutionProposer> proposer{};
};

inline std::vector<archive::Step> steps_of(archive::Archive& archive) {
  auto steps = archive.steps(archive::RunId(1), 0, 100'000);
  EXPECT_TRUE(steps) << steps.error().format();
  return steps ? *std::move(steps) : std::vector<archive::Step>{};
}

inline void finish(archive::Archive& archive, const loop::Outcome& outcome) {
  ASSERT_TRUE(archive.reopen(archive::RunId(1))->finish({loop::to_json(outcome.reason), "2026-01-01T00:00:01Z"}));
}

} // namespace mapwright::kernel::scientist::testing
