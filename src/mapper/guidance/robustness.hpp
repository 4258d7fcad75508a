// One mapper over sizes, node counts and machines: where it runs, how well, and which statements stop being good.
#pragma once

#include "mapper/language/diagnostic.hpp"
#include "mapper/search/decision_space.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace mapwright::mapper {

struct RobustnessOptions {
  double least_loss = 0.01;            ///< of the makespan: a statement without which it is shorter by this is named
  std::uint64_t most_simulations = 40; ///< of one cell without one of its statements
};

/// A statement without which the mapper would be better.
struct StatementLoss {
  int line = 1;
  std::string statement;
  double change = 0; ///< of the makespan without it, below 0
};

/// The mapper on one machine at one size.
struct RobustnessCell {
  std::string size;                     ///< "pieces=8"; empty: the application as it is
  std::string machine;                  ///< "lassen,nodes=4"
  std::optional<double> makespan{};     ///< seconds; nothing: it does not run
  std::string failure{};                ///< why not
  std::optional<double> over_default{}; ///< makespan of the default mapper over this one: above 1 it is faster
  std::optional<double> over_expert{};
  std::vector<StatementLoss> losses{}; ///< the worst first
  std::uint64_t simulations = 0;
};

/// The makespan of a text, or nothing and why.
std::optional<double> makespan_of(const language::SourceText& text, const SearchScene& scene, std::string& failure);

/// Fills a cell for a scene. `usual` and `expert`: the mappers to compare with, or null.
RobustnessCell robustness_cell(const language::SourceText& text, const SearchScene& scene, const std::string* usual,
                               const std::string* expert, const RobustnessOptions& options = {});

} // namespace mapwright::mapper
