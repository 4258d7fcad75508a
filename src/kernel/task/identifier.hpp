// Names that stand in C and C++ source.
#pragma once

#include <string_view>

namespace mapwright::kernel {

/// Why `name` can be no parameter, function or macro of a kernel: "must be a letter or '_', then letters, digits and
/// '_'", "is a word of C++"; empty when it can.
std::string_view objection_to_name(std::string_view name);

} // namespace mapwright::kernel
