// What numbers an element type can hold.
#pragma once

#include "kernel/task/element.hpp"

namespace mapwright::kernel {

/// The number of the type nearest to `value`: what decode gives of what encode stored.
double rounded(Element type, double value);

/// The largest number of the type; 2^53 for 64-bit integers, as far as a double counts.
double largest_finite(Element type);

/// The smallest positive number of full precision; 0 for integers.
double smallest_normal(Element type);

/// The type holds every integer from the lowest to the highest; 64-bit integers as far as a double does.
double lowest_integer(Element type);
double highest_integer(Element type);

} // namespace mapwright::kernel
