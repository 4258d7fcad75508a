// Unroll and jam: several iterations of an outer loop made together, so that what they share is loaded once.
#pragma once

#include "kernel/rewrite/cpp/common.hpp"

#include <optional>
#include <string>

namespace mapwright::kernel::rewrite {

/// The loop of `nested`, from the beginning of its first line to its end, with `factor` iterations at a time and a loop
/// of single iterations for those left over. Nothing when its iterations are not known to be independent, when loops
/// within differ from iteration to iteration, or when nothing is shared.
std::optional<std::string> jammed(const Source& source, const NestedLoop& nested, int factor);

} // namespace mapwright::kernel::rewrite
