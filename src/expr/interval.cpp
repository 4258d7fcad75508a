#include "expr/interval.hpp"

#include "expr/interval_rules.hpp"
#include "expr/interval_state.hpp"
#include "expr/text.hpp"

#include <algorithm>
#include <stdexcept>
#include <utility>

namespace mapwright::expr {

namespace {

constexpr int beyond_int = 129; ///< Analysis::bits when an intermediate may exceed Int

/// Evaluates over intervals and, when it has a report, records every intermediate in it.
class IntervalEvaluator {
public:
  IntervalEvaluator(Tables tables, const AnalysisOptions& options) : tables_(tables), options_(options) {
    peek_ = [this](const Expr& e, const State& state) { return IntervalEvaluator(*this).quiet(e, state); };
  }

  std::optional<Interval> value(const Expr& e, State& state);
  /// State changes that follow from e being true or false.
  void assume(State& state, const Expr& e, bool truth) const { Narrower(state, peek_).assume(e, truth); }
  void narrow(State& state, const Expr& e, const Interval& values) const { Narrower(state, peek_).narrow(e, values); }

  /// Records an intermediate that is no node: `text` describes it.
  void record(const Interval& values, bool overflows, const std::function<std::string()>& text);
  void hazard(FaultKind kind, const std::function<std::string()>& text);

  Analysis* report = nullptr; ///< where to record; null: nowhere

private:
  IntervalEvaluator(const IntervalEvaluator& other) : tables_(other.tables_), options_(other.options_) {
    peek_ = other.peek_;
  }

  std::optional<Interval> quiet(const Expr& e, const State& state) {
    State copy = state;
    return value(e, copy);
  }

  std::optional<Interval> compute(const Expr& e, State& state);
  std::optional<Interval> load(const Expr& e, const Interval& index);
  std::optional<Interval> choose(const Expr& e, const Interval& condition, State& state);
  std::optional<Interval> short_circuit(const Expr& e, const Interval& first, State& state);
  std::optional<Interval> guarded(const Expr& e, const Expr& condition, bool truth, State& state);
  std::optional<Interval> finish(const Expr& e, const Image& image, const State& state);

  Tables tables_;
  const AnalysisOptions& options_;
  Peek peek_;
};

} // namespace

} // namespace mapwright::expr
