// From functions to programs.
#pragma once

#include "expr/batch.hpp"
#include "expr/batch/program.hpp"

namespace mapwright::expr::batch {

tl::expected<Program, Refusal> compile(const Function& f, Tables tables);

} // namespace mapwright::expr::batch
