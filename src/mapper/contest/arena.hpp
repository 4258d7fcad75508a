// What a search is about: a program on a machine, the space of its decisions, and what a result is compared with.
#pragma once

#include "core/error.hpp"
#include "mapper/search/decision_space.hpp"
#include "mapper/search/program_bound.hpp"

#include <memory>
#include <optional>
#include <string>

namespace mapwright::mapper {

/// A mapper, timed in the simulator.
struct TimedMapper {
  std::optional<double> makespan{}; ///< seconds; none: it does not run
  std::string failure{};            ///< why not, in a line
};

/// Elaborates and simulates the text of a mapper.
TimedMapper time_mapper(const std::string& text, const SearchScene& scene);

/// What an arena is made from.
struct ArenaSpec {
  std::string title; ///< "circuit on p100x4"
  Program program;
  Machine machine;
  std::optional<std::string> expert{}; ///< a mapper by somebody who knows the application: compared with, never a start
  std::string usual{};                 ///< what a runtime does by itself; an empty text: the defaults of the language
};

/// Immutable; threads may share it.
class SearchArena {
public:
  /// Input error: what `expand` refuses, no legal mapping.
  static Result<std::shared_ptr<const SearchArena>> make(ArenaSpec spec);
  SearchArena(const SearchArena&) = delete;
  SearchArena& operator=(const SearchArena&) = delete;

  [[nodiscard]] const std::string& title() const { return spec_.title; }
  [[nodiscard]] SearchScene scene() const { return {spec_.program, graph_, spec_.machine}; }
  [[nodiscard]] const DecisionSpace& space() const { return *space_; }
  [[nodiscard]] const ProgramBounds& bounds() const { return bounds_; }
  [[nodiscard]] const TimedMapper& usual() const { return usual_; }
  /// The text of the mapper that `usual` timed.
  [[nodiscard]] const std::string& usual_text() const { return spec_.usual; }
  /// Nothing where the program has no expert's mapper.
  [[nodiscard]] const std::optional<TimedMapper>& expert() const { return expert_; }
  /// Seconds that no candidate of this form can beat.
  [[nodiscard]] double bound_of(const std::string& form) const;

private:
  SearchArena(ArenaSpec spec, TaskGraph graph) : spec_(std::move(spec)), graph_(std::move(graph)) {}

  ArenaSpec spec_;
  TaskGraph graph_;
  std::optional<DecisionSpace> space_; ///< refers to the others
  ProgramBounds bounds_;
  TimedMapper usual_;
  std::optional<TimedMapper> expert_;
};

} // namespace mapwright::mapper
