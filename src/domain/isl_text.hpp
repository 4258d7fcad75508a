// isl set text into checked affine shapes, with isl's failures turned into located errors.
#pragma once

#include "core/error.hpp"
#include "domain/domain.hpp"
#include "domain/fragment.hpp"
#include "domain/isl_handle.hpp"

#include <string>
#include <vector>

namespace mapwright::domain {

/// Operations isl may spend on one domain text; about a second or two.
inline constexpr unsigned long parse_operations = 1'000'000;

/// The set written in `fragment`: one tuple of named dimensions, integers and names as the expression language has
/// them. Not yet checked: see finish_set.
Result<IslSet> read_set(const IslContext& context, const Fragment& fragment);

/// An affine domain over the dimensions of `set`, checked: bounded for all parameters, not empty for all parameters,
/// within the limits of affine_rows.hpp. `fragment` is the text errors point at.
Result<Domain> finish_set(const IslContext& context, IslSet set, const Fragment& fragment);

/// Names of the parameters or dimensions of a set; "" for one without a name.
std::vector<std::string> names_of(const IslSet& set, isl_dim_type type);

} // namespace mapwright::domain
