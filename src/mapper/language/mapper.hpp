// A mapper that was read, checked and evaluated for one machine.
#pragma once

#include "core/error.hpp"
#include "mapper/language/diagnostic.hpp"
#include "mapper/language/evaluator.hpp"
#include "mapper/language/policy.hpp"
#include "mapper/language/syntax.hpp"
#include "mapper/language/value.hpp"

#include <memory>
#include <string>
#include <vector>

namespace mapwright::mapper::language {

/// A text, its tree and all that is wrong with it.
struct Examined {
  SourceText source;
  MapperSyntax syntax;
  Diagnostics diagnostics;
};

/// Parses and checks; never fails. A text of which a definition could not be read is not checked further.
Examined examine(SourceText source);

/// What a mapping function says of a single task.
struct SinglePlacement {
  std::vector<space::ProcessorPoint> processors; ///< on any of which it may run
  std::vector<std::string> printed;              ///< by print statements on the way
};

/// Immutable once made; copies share it, and so may threads.
class Mapper {
public:
  /// Parses, checks and evaluates the global variables, in the order of the text. Errors: the first in the text.
  static Result<Mapper> make(SourceText source, const MachineShape& machine, const EvaluationLimits& limits = {});

  [[nodiscard]] const Policy& policy() const { return state_->policy; }
  [[nodiscard]] const SourceText& source() const { return state_->source; }
  [[nodiscard]] const MachineShape& machine() const { return state_->machine; }
  [[nodiscard]] const MapperSyntax& syntax() const { return state_->syntax; }
  /// The function of this name; null when there is none.
  [[nodiscard]] const FunctionDefinition* function(const std::string& name) const;
  [[nodiscard]] const EvaluationLimits& limits() const { return state_->limits; }
  /// An evaluator of its functions; lives no longer than the mapper.
  [[nodiscard]] Evaluator evaluator() const { return evaluator(state_->limits); }
  [[nodiscard]] Evaluator evaluator(const EvaluationLimits& limits) const {
    return {state_->definitions, state_->machine, limits};
  }
  /// What its print statements outside functions print, a line each; then what functions they call print.
  [[nodiscard]] const std::vector<std::string>& printed() const { return state_->printed; }

  /// The processors that `function` gives a single task of this kind of processor. Errors point into its body.
  [[nodiscard]] Result<SinglePlacement> place_single(const std::string& function, ProcessorKind processor,
                                                     const TaskView& task) const;

private:
  struct State {
    SourceText source;
    MachineShape machine;
    EvaluationLimits limits;
    MapperSyntax syntax;
    Policy policy;
    Definitions definitions; ///< points into `syntax`
    std::vector<std::string> printed{};
  };
  explicit Mapper(std::shared_ptr<const State> state) : state_(std::move(state)) {}
  static Result<void> define(State& state);

  std::shared_ptr<const State> state_;
};

/// Processors as integers. `kind` is that of the task; a space of another kind is an error.
Evaluated<std::vector<space::ProcessorPoint>> integers_of(const PointsValue& points, ProcessorKind kind,
                                                          const FunctionDefinition& function);

} // namespace mapwright::mapper::language
