// Findings in files: what one run learnt, for other runs and for people.
#pragma once

#include "core/error.hpp"
#include "kernel/scientist/findings.hpp"

#include <string>
#include <vector>

namespace mapwright::cli {

/// Reads what `kernel findings --export FILE.json` wrote; `file` is what errors call it. Input error: no such document.
Result<std::vector<kernel::scientist::Finding>> parse_findings(const std::string& text, const std::string& file);

/// The findings of such a file for people on `machine`: those about another machine, or another device, are hypotheses
/// here. Each says that it came from the file, and what it said before of its origin. Input error as above, or a file
/// that cannot be read.
Result<std::vector<kernel::scientist::Finding>> import_findings(const std::string& file, const std::string& machine);

/// The findings as a file of this name holds them: a document in JSON (.json) or Markdown (.md). Input error for
/// another ending.
Result<std::string> findings_text(const std::vector<kernel::scientist::Finding>& findings, const std::string& file);

} // namespace mapwright::cli
