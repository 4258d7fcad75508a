// Versions, situations and a step's context, for the tests of the roles.
#pragma once

#include "kernel/scientist/occupants.hpp"
#include "loop/toy.hpp"
#include "support/scripted_provider.hpp"

#include <cmath>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

namespace mapwright::kernel::scientist::test {

/// c[i] = 2 a[i].
inline Task double_task() {
  Task task;
  task.name = task.entry = "twice";
  task.summary = "c = 2 a";
  task.sizes = {"n"};
  const expr::Expr n = expr::Expr::variable("n");
  task.arguments = {{"a", Element::f32, Intent::in, {n}}, {"c", Element::f32, Intent::out, {n}}};
  task.shapes = {{Use::test, {1}}, {Use::benchmark, {64}}, {Use::benchmark, {4096}}, {Use::held_out, {777}}};
  task.scenarios = {{"uniform", {{"uniform", {-1, 1}, {}, "uniform(-1, 1)"}, {}}, false}};
  return task;
}

/// A kernel of that task; `body` is one line of its loop.
inline std::string twice(const std::string& body = "c[i] = a[i] + a[i];") {
  return "extern \"C\" void twice(std::int64_t n, const float* a, float* c) {\n"
         "  for (std::int64_t i = 0; i < n; ++i) {\n    " +
         body + "\n  }\n}\n";
}

inline Version start_version(const std::string& source = twice()) {
  Version version;
  version.source = source;
  version.author = "start";
  version.status = "valid";
  version.valid = true;
  version.score = 1;
  return version;
}

/// A measured race against the base: the same ratio on every shape, with an interval of 5 % on both sides.
inline Measurement measurement(const std::vector<double>& ratios) {
  Measurement measured;
  double product = 1;
  for (std::size_t i = 0; i < ratios.size(); ++i) {
    const double ratio = ratios[i];
    measured.shapes.push_back(
        {"n=" + std::to_string(64U << (6 * i)), Seconds(1e-3 * ratio), ratio, {ratio * 0.95, ratio * 1.05}});
    product *= ratio;
  }
  measured.ratio = std::pow(product, 1 / static_cast<double>(ratios.size()));
  measured.ratio_interval = {measured.ratio * 0.95, measured.ratio * 1.05};
  measured.verdict = measured.ratio_interval.high < 1  ? SpeedVerdict::faster
                     : measured.ratio_interval.low > 1 ? SpeedVerdict::slower
                                                       : SpeedVerdict::unclear;
  return measured;
}

/// A valid version made from `base` by a plan; its source is its own.
inline Version version_of(std::uint64_t step, const Version& base, const std::string& experiment,
                          const std::vector<double>& ratios, AvenueKind kind = AvenueKind::memory) {
  Version version;
  version.step = step;
  version.base = version.reference = base.step;
  version.source = twice("c[i] = a[i] * 2; h(" + std::to_string(step) + ");");
  version.plan = ExperimentPlan{experiment, kind, "do it", {}, {1, 2}, 10, "the loop over i"};
  version.author = "built-in";
  version.status = "valid";
  version.valid = true;
  version.measured = measurement(ratios);
  const bool faster = version.measured->verdict == SpeedVerdict::faster;
  version.score = *base.score * (faster ? version.measured->ratio : std::max(version.measured->ratio, 1.0));
  return version;
}

/// One that was not valid.
inline Version failed_version(std::uint64_t step, const Version& base, const std::string& experiment) {
  Version version = version_of(step, base, experiment, {1});
  version.valid = false;
  version.status = "not-compiled";
  version.evidence = "no such function";
  version.measured.reset();
  version.score.reset();
  return version;
}

/// What a role looks at, with everything it refers to.
struct Scene {
  Task task = double_task();
  std::vector<Version> versions{start_version()};
  Ledger ledger{};
  Findings findings{"twice", Backend::cpp, "a machine"};
  Knowledge knowledge{};
  std::uint64_t stagnation = 0;
  std::vector<std::uint64_t> exhausted{};

  [[nodiscard]] Situation situation() const {
    return {task, Backend::cpp, versions, ledger, findings, knowledge, stagnation, exhausted};
  }
  Version& add(Version version) {
    versions.push_back(std::move(version));
    return versions.back();
  }
};

/// Contexts of steps that write their questions into an archive.
class Steps {
public:
  Steps()
      : archive_(loop::test::open(file_)), journal_(*archive_.begin(loop::test::toy_run())), chats_({}, &journal_) {}

  loop::StepContext context(std::uint64_t seed = 1) { return {next_++, seed, chats_, {}}; }
  /// The exchanges so far.
  std::vector<archive::Exchange> exchanges() { return *archive_.exchanges(journal_.run()); }

private:
  loop::test::ArchiveFile file_;
  archive::Archive archive_;
  archive::Journal journal_;
  loop::ChatLog chats_;
  std::uint64_t next_ = 0;
};

/// Contexts of steps in which no model is asked.
class QuietSteps {
public:
  loop::StepContext context(std::uint64_t seed = 1) { return {next_++, seed, chats_, {}}; }

private:
  loop::ChatLog chats_{{}, nullptr};
  std::uint64_t next_ = 0;
};

/// Six experiments of all kinds but tuning.
inline const std::vector<Experiment>& toy_catalogue() {
  static const std::vector<Experiment> catalogue{
      {"tile", AvenueKind::memory, "Tiles stay in cache.", "loops", {Backend::cpp}, {1.1, 3}, 50},
      {"unroll", AvenueKind::compute, "Fewer branches.", "loops", {Backend::cpp}, {1, 1.2}, 10},
      {"simd", AvenueKind::compute, "Lanes work side by side.", "loops", {Backend::cpp}, {1.2, 4}, 30},
      {"schedule", AvenueKind::parallelism, "Threads end together.", "loops", {Backend::cpp}, {1, 1.5}, 20},
      {"fast-math", AvenueKind::compiler, "The compiler may reorder.", "always", {Backend::cpp}, {1, 2}, 15},
      {"index-map", AvenueKind::work, "No idle threads.", "guards", {Backend::cpp}, {1.5, 2}, 90},
  };
  return catalogue;
}

/// Every experiment of the toy catalogue at one site, by a mark that it leaves in the source.
inline Result<Examination> toy_examine(const std::string& source) {
  Examination found;
  for (const Experiment& experiment : toy_catalogue()) {
    const std::string mark = "mark_" + std::to_string(&experiment - toy_catalogue().data()) + "();";
    if (source.find(mark) == std::string::npos) {
      found.variants.push_back({experiment.name, "the loop over i", source + mark + "\n", {"`" + mark + "` is added"}});
    }
  }
  return found;
}

inline RoleTools toy_tools(std::vector<loop::Model> models = {}) {
  return {toy_examine, &toy_catalogue(), std::move(models), {}, "8 toy cores"};
}

} // namespace mapwright::kernel::scientist::test
