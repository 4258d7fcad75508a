// The entries by family; catalogue.cpp joins them.
#pragma once

#include "domain/catalogue.hpp"

#include <vector>

namespace mapwright::domain {

std::vector<Entry> polyhedral_entries();   ///< rows 1-8, 10, 11
std::vector<Entry> ragged_entries();       ///< row 9
std::vector<Entry> round_entries();        ///< rows 12-14 and 24
std::vector<Entry> fractal_entries();      ///< rows 15-21
std::vector<Entry> substitution_entries(); ///< rows 22 and 23

/// Sizes 0, 1, ..., last of a domain with one parameter.
std::vector<std::vector<std::int64_t>> sizes_up_to(std::int64_t last);

/// Row 6: i1 > ... > ik (strict) or i1 >= ... >= ik, as definition and count.
void fill_combinations(Entry& entry, std::int64_t k, bool strict);

/// Row 9 with a window: the definition of one row for window w.
void fill_window(Entry& entry, std::int64_t w);

} // namespace mapwright::domain
