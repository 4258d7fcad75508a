// Edits that bring a mapper that is refused to run.
#pragma once

#include "mapper/language/diagnostic.hpp"
#include "mapper/search/decision_space.hpp"

#include <string>
#include <vector>

namespace mapwright::mapper {

/// One edit for one error.
struct RepairStep {
  std::string error; ///< "file:line:column: message", in the text before this edit
  std::string edit;  ///< what it does: "delete ':'", "line 4: insert `mgpu = Machine(GPU);`"
  int line = 1;      ///< in the text before this edit
};

struct Repair {
  std::vector<RepairStep> steps; ///< in the order in which they are made
  std::string text;              ///< after all of them
  bool complete = false;         ///< that text elaborates
};

/// Repairs one error after the other, the first in the text first: by the edit or the statement that its finding
/// offers, by a definition of a name that is missing, or by leaving out the statement. An edit counts where it removes
/// an error, or leaves one that was not seen before; at most `most_steps` are made.
Repair repair_mapper(const language::SourceText& source, const SearchScene& scene, std::size_t most_steps = 20);

} // namespace mapwright::mapper
