// What a run gives people at its end, whatever its kind.
#pragma once

#include "report/json.hpp"

#include <string>

namespace mapwright::cli {

struct RunResult {
  bool found = false; ///< decides the exit code
  std::string text;
  report::Json json; ///< the keys of its kind (docs/cli.md)
};

} // namespace mapwright::cli
