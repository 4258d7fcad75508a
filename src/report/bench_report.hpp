// What a bench found, for people and as JSON.
#pragma once

#include "index_map/bench.hpp"
#include "report/json.hpp"

#include <string>

namespace mapwright::report {

/// A finished bench and what was asked.
struct BenchAnswer {
  domain::Domain domain;
  index_map::BenchOptions options;
  index_map::BenchReport report;
  std::string machine; ///< measure::describe_machine
};

std::string to_text(const BenchAnswer& answer);
/// Keys: docs/cli.md.
Json to_json(const BenchAnswer& answer);

} // namespace mapwright::report
