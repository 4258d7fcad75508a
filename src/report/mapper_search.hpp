// What a search for a mapper found.
#pragma once

#include "archive/records.hpp"
#include "loop/history.hpp"
#include "mapper/contest/search_problem.hpp"
#include "mapper/contest/winner.hpp"
#include "report/json.hpp"
#include "report/mapper_confirmation.hpp"

#include <cstdint>
#include <functional>
#include <optional>
#include <string>

namespace mapwright::report {

/// A search that has stopped. All of it must outlive this.
struct MapperSearchAnswer {
  const mapper::MapperSearch& search;
  const std::optional<archive::Step>& best; ///< that is handed out, or the fastest simulated; nothing: no mapping ran
  std::uint64_t evaluations = 0;
  std::uint64_t invalid = 0;                     ///< of these, what did not run
  std::optional<mapper::MinimalWinner> winner{}; ///< of `best`, where that is a text
  std::string written{};        ///< the file that holds what is handed out, as people see it; empty: none
  std::string policy_written{}; ///< the file that holds the trained policy; empty: none
  std::optional<mapper::Confirmation> confirmation{}; ///< runs for real, where they were asked for and are done
  std::string usual{};                                ///< the text of the default
  std::optional<RecalibratedMachine> recalibrated{};

  /// Whether real runs say that nothing found is better than the default.
  [[nodiscard]] bool hands_out_default() const { return confirmation && !confirmation->handed_out; }
  /// What is handed out: the default, the winner's minimal text, or its plan; empty: nothing was found.
  [[nodiscard]] const std::string& handed_out() const;
  /// Simulated seconds of that; nothing where nothing was found or the default does not run.
  [[nodiscard]] std::optional<double> makespan() const;
};

/// What is handed out, its makespan beside those of the default and the expert, the lower bound, what it took, what
/// each statement gains; what real runs said.
std::string to_text(const MapperSearchAnswer& answer);
/// verdict, form, mapper, makespan_seconds, default_seconds, expert_seconds, bound_seconds, gap, found_by, step,
/// evaluations, invalid, side_simulations, minimal (removed, same_plan, simulations, shares), written, policy_written,
/// confirmed (docs/cli.md).
Json to_json(const MapperSearchAnswer& answer);

/// What is said of a step while a search runs: a line when it is the best so far, else nothing.
std::function<std::string(const archive::Step&, const loop::History&)> search_line(const mapper::MapperSearch& search);

} // namespace mapwright::report
