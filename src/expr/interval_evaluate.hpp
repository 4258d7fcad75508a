// Expressions over intervals, and the record of what was met on the way.
#pragma once

#include "expr/interval.hpp"
#include "expr/interval_rules.hpp"
#include "expr/interval_state.hpp"

#include <functional>
#include <optional>
#include <string>

namespace mapwright::expr {

/// Writes down intermediates and hazards in an Analysis.
class Recorder {
public:
  Recorder(Analysis& report, const AnalysisOptions& options) : report_(report), options_(options) {}

  /// An intermediate; `text` describes it and is called only when it is the widest so far.
  void intermediate(const Interval& values, bool overflows, const std::function<std::string()>& text);
  void node(const Expr& e, const Interval& values, bool overflows);
  void name(Symbol name, const Interval& values);
  void hazard(FaultKind kind, const std::function<std::string()>& text);

private:
  Analysis& report_;
  const AnalysisOptions& options_;
};

/// Evaluates expressions over the intervals of a state.
class IntervalEvaluator {
public:
  /// `recorder` may be null: nothing is written down.
  IntervalEvaluator(Tables tables, Recorder* recorder) : tables_(tables), recorder_(recorder) {}

  /// All values e can take without a fault; nothing when there are none.
  std::optional<Interval> value(const Expr& e, const State& state) const;

private:
  [[nodiscard]] Image image(const Expr& e, const State& state) const;
  [[nodiscard]] Image load(const Expr& e, const Interval& index) const;
  [[nodiscard]] Image select(const Expr& e, const Interval& condition, const State& state) const;
  [[nodiscard]] Image short_circuit(const Expr& e, const Interval& first, const State& state) const;
  [[nodiscard]] std::optional<Interval> guarded(const Expr& e, const Expr& condition, bool truth,
                                                const State& state) const;

  Tables tables_;
  Recorder* recorder_;
};

} // namespace mapwright::expr
