// Emitted arithmetic of launches: a count of indices as a grid that respects the limits of devices, and back.
#pragma once

#include <string>
#include <string_view>

namespace mapwright::emit {

/// `struct limits`, `struct grid` and `split` in C++ syntax; `wide` is a signed 64-bit type.
std::string launch_split_text(std::string_view qualifier, std::string_view wide);

/// The same in words, for languages whose kernels cannot hold the host's part.
std::string launch_split_words(std::string_view global_index);

} // namespace mapwright::emit
