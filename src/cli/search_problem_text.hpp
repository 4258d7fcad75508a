// The problem file that `mapper search` stands for.
#pragma once

#include "cli/mapper_subject.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace mapwright::cli {

/// As typed; what is empty is left out.
struct SearchOptions {
  SubjectOptions subject{};
  std::string searchers{}; ///< "portfolio,agent"
  std::string feedback{};  ///< "raw,explain"
  std::optional<double> gap{};
  std::optional<std::uint64_t> side_simulations{};
  std::optional<std::uint64_t> repairs{};
  std::string confirm{};
  std::optional<double> confirm_seconds{};
  std::optional<std::uint64_t> confirm_top{};
  std::string recalibrated{};
  std::string output{};
  std::string policy{};
  std::string policy_output{};
};

/// The parts of "a,b".
std::vector<std::string> names_in(const std::string& text);

/// The text of the problem file. Input error: a machine or a size that is not of its form.
Result<std::string> search_problem_text(const SearchOptions& options);

} // namespace mapwright::cli
