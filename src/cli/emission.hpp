// From a certified map to source text, as `map emit` and `run` do it.
#pragma once

#include "core/error.hpp"
#include "emit/emit.hpp"
#include "index_map/certificate.hpp"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace mapwright::cli {

struct EmitOptions {
  std::string bits = "both";   ///< "32", "64" or "both"
  std::string name;            ///< empty: from the domain
  bool allow_unproved = false; ///< emit what is not proved, marked
};

/// An input error for a word size or name that cannot be.
Result<void> check(const EmitOptions& options);

/// An input error for a size that lies beyond the certified range of every variant asked for. `sizes`: one per
/// parameter.
Result<void> check_sizes(const EmitOptions& options, const index_map::Certificate& certificate,
                         const std::vector<std::optional<expr::Int>>& sizes);

/// The name given, or one made from the text of the domain: "triangle", "band", "fractal", "index_map".
std::string identifier_of(const EmitOptions& options, const domain::Domain& domain);

/// The text of the map. An unproved map is refused (answer_no) unless allowed; so is a word size no useful size fits.
Result<std::string> emit_source(const emit::Dialect& dialect, const index_map::Certified& certified,
                                const EmitOptions& options);

} // namespace mapwright::cli
