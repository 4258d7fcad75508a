// The map a command asks for indices and points.
#pragma once

#include "cli/question.hpp"
#include "report/map_at.hpp"

#include <functional>
#include <memory>
#include <string>
#include <vector>

namespace mapwright::cli {

/// A map at given sizes, ready to be asked.
struct Answerer {
  Question question;
  std::unique_ptr<const index_map::Derived> derived; ///< symbolic in its sizes
  report::MapAt at;                                  ///< at the sizes of the options

  [[nodiscard]] const domain::Domain& domain() const { return derived->map.domain; }
};

/// Chooses the sizes of a map: those asked for, see all_sizes, or those an inferred domain must have.
using SizeChoice = std::function<Result<std::vector<expr::Int>>(const Question&, const index_map::Derived&)>;

/// The map the options ask for, which must name every size unless the domain is inferred; `command` is the one that
/// needs them. A map that is not proved is refused (answer_no) unless allowed.
Result<Answerer> read_answerer(const DomainOptions& options, bool allow_unproved, const std::string& command,
                               const SizeChoice& choose_sizes, Terminal& terminal);

} // namespace mapwright::cli
