#include "mapper/guidance/statement_shares.hpp"

#include "mapper/elaborate/elaborate.hpp"
#include "mapper/explain/decision_source.hpp"
#include "mapper/explain/plan_blend.hpp"
#include "mapper/simulate/simulate.hpp"
#include "measure/random.hpp"

#include <algorithm>
#include <map>
#include <numeric>
#include <optional>
#include <span>
#include <utility>

namespace mapwright::mapper {

namespace {

/// Makespans of blends, each simulated once.
class BlendRuns {
public:
  BlendRuns(const PlanBlend& blend, const SearchScene& scene)
      : blend_(blend), simulator_(scene.program, scene.graph, scene.machine) {}

  /// Nothing when it does not run.
  std::optional<double> makespan(const std::vector<bool>& chosen) {
    const auto known = makespans_.find(chosen);
    if (known != makespans_.end()) {
      return known->second;
    }
    const auto run = simulator_.rerun(blend_.with(chosen));
    simulations_ += run ? 1U : 0U;
    const bool done = run && run->status == SimulationStatus::done;
    return makespans_.emplace(chosen, done ? std::optional(run->makespan) : std::nullopt).first->second;
  }
  [[nodiscard]] std::uint64_t simulations() const { return simulations_; }

private:
  const PlanBlend& blend_;
  Simulator simulator_;
  std::map<std::vector<bool>, std::optional<double>> makespans_;
  std::uint64_t simulations_ = 0;
};

/// Orders of 0, ..., n - 1: all of them where these are few enough, otherwise some at random, each with its reverse.
std::vector<std::vector<std::size_t>> orders_of(std::size_t n, const ShareOptions& options, bool& all) {
  std::vector<std::size_t> order(n);
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::vector<std::vector<std::size_t>> orders;
  do {
    orders.push_back(order);
    all = !std::next_permutation(order.begin(), order.end());
  } while (!all && orders.size() < options.most_orders);
  if (all) {
    return orders;
  }
  orders.clear();
  std::iota(order.begin(), order.end(), std::size_t{0});
  measure::Random random(options.seed);
  while (orders.size() < options.most_orders) {
    orders.push_back(order);
    if (orders.size() < options.most_orders) {
      orders.emplace_back(order.rbegin(), order.rend());
    }
    random.shuffle(std::span(order));
  }
  return orders;
}

/// The plan of a text that runs, and its makespan.
struct RunningMapper {
  Elaborated made;
  double makespan = 0;
};

Result<RunningMapper> running(const language::SourceText& text, const SearchScene& scene) {
  auto made = elaborate(text, scene.program, scene.graph, scene.machine);
  if (!made) {
    return forward(made);
  }
  const auto run = Simulator(scene.program, scene.graph, scene.machine).run(made->plan);
  if (!run) {
    return forward(run);
  }
  if (run->status == SimulationStatus::out_of_memory) {
    return fail(ErrorKind::input, text.file + ": " + run->out_of_memory->message, run->out_of_memory->hint);
  }
  return RunningMapper{*std::move(made), run->makespan};
}

/// Differences of the blend by the statement of the second mapper that decides them.
std::map<std::string, std::vector<bool>> by_statement(const PlanBlend& blend, const DecisionSource& source) {
  std::map<std::string, std::vector<bool>> groups;
  for (std::size_t i = 0; i < blend.differences().size(); ++i) {
    std::vector<bool>& chosen = groups[source(blend.differences()[i])];
    chosen.resize(blend.differences().size(), false);
    chosen[i] = true;
  }
  return groups;
}

} // namespace

Result<StatementShares> statement_shares(const language::SourceText& baseline, const language::SourceText& source,
                                         const SearchScene& scene, const ShareOptions& options) {
  const auto before = running(baseline, scene);
  const auto after = before ? running(source, scene) : before;
  if (!after) {
    return forward(after);
  }
  const PlanBlend blend(scene.program, scene.graph, scene.machine, before->made.plan, after->made.plan);
  const auto groups = by_statement(blend, statements_of(source, scene.program, after->made.origins));
  StatementShares out{before->makespan, after->makespan, {}, 0, false};
  std::vector<std::vector<bool>> decided;
  for (const auto& [statement, chosen] : groups) {
    out.statements.push_back({statement});
    decided.push_back(chosen);
  }
  BlendRuns runs(blend, scene);
  const std::vector<std::vector<std::size_t>> orders = orders_of(decided.size(), options, out.exact);
  for (const std::vector<std::size_t>& order : orders) {
    std::vector<bool> chosen(blend.differences().size(), false);
    double reached = before->makespan;
    for (const std::size_t group : order) {
      for (std::size_t i = 0; i < chosen.size(); ++i) {
        chosen[i] = chosen[i] || decided[group][i];
      }
      const double now = runs.makespan(chosen).value_or(reached);
      out.statements[group].seconds += (now - reached) / static_cast<double>(orders.size());
      reached = now;
    }
  }
  for (StatementShare& each : out.statements) {
    each.share = out.before > 0 ? each.seconds / out.before : 0;
  }
  std::stable_sort(out.statements.begin(), out.statements.end(),
                   [](const StatementShare& a, const StatementShare& b) { return a.seconds < b.seconds; });
  out.simulations = runs.simulations() + 2;
  return out;
}

} // namespace mapwright::mapper
