// How a domain was inferred from example points, for people and for programs.
#pragma once

#include "index_map/infer/infer.hpp"
#include "report/json.hpp"

#include <string>
#include <utility>
#include <vector>

namespace mapwright::report {

/// Label and text of each paragraph: what was inferred, from what, and what is not proved.
std::vector<std::pair<std::string, std::string>> inference_lines(const index_map::infer::Inference& inference);

/// docs/cli.md lists the keys.
Json to_json(const index_map::infer::Inference& inference);

} // namespace mapwright::report
