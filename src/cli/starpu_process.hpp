// The program that runs plans on StarPU, as a child of this one.
#pragma once

#include "core/error.hpp"
#include "report/json.hpp"

namespace mapwright::cli {

/// Gives it a request (src/starpu_engine/request.hpp) and returns its answer. The errors are those it answers; input
/// error: a kernel ended it; machine error: it was not built.
Result<report::Json> ask_starpu(const report::Json& request);

/// The folder where StarPU keeps what it learns about this machine; made when it is not there. Machine error: it cannot
/// be made.
Result<std::string> starpu_cache();

} // namespace mapwright::cli
