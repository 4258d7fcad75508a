// What a telescoping map does, in words and formulas for people.
#pragma once

#include "index_map/telescoping/plan.hpp"

#include <string>

namespace mapwright::index_map {

/// "O(1)" or "O(log n)", and one line on how each coordinate is found.
std::string telescoping_complexity(const TelescopingPlan& plan);
std::string telescoping_method(const TelescopingPlan& plan);

/// `count` as one formula when a single polynomial counts all sizes, else the cases.
std::string telescoping_count_text(const TelescopingPlan& plan);

} // namespace mapwright::index_map
