// The body of a loop over neighbouring elements, in OpenCL's vectors.
#pragma once

#include "kernel/rewrite/device/accumulators.hpp"
#include "kernel/rewrite/loops.hpp"

#include <map>
#include <optional>
#include <string>

namespace mapwright::kernel::rewrite {

struct VectorBody {
  std::string text;                           ///< statements, a line each, indented by 4
  std::map<std::string, std::string> parts{}; ///< accumulator -> its vector
};

/// Nothing unless every statement declares a float, accumulates, or stores floats in neighbouring elements; all values
/// are floats from neighbouring elements or the same for all turns, and no turn reads what another one stores. `width`
/// is the tunable that says how long vectors are.
std::optional<VectorBody> in_vectors(const Source& source, const Function& function, const CountedLoop& loop,
                                     const std::vector<Accumulator>& sums, const std::string& width);

/// "VECTOR_JOIN(float, WIDTH)".
std::string vector_word(const std::string& word, const std::string& width);

} // namespace mapwright::kernel::rewrite
