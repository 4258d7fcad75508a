// The obligations of a proof that a checker says do not hold.
#pragma once

#include "index_map/derived.hpp"

#include <string>
#include <vector>

namespace mapwright::test {

/// Their names, in the order of the report; empty for a proof that holds.
inline std::vector<std::string> broken_facts(const index_map::CheckReport& report) {
  std::vector<std::string> names;
  for (const index_map::Fact& fact : report.facts) {
    if (!fact.holds) {
      names.push_back(fact.name);
    }
  }
  return names;
}

/// Their names and details, a line each; empty for a proof that holds, and "no facts" for one that claims nothing.
inline std::string failures(const index_map::CheckReport& report) {
  std::string text;
  for (const index_map::Fact& fact : report.facts) {
    text += fact.holds ? "" : fact.name + ": " + fact.detail + "\n";
  }
  return report.facts.empty() ? "no facts" : text;
}

} // namespace mapwright::test
