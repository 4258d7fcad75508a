#include "expr/batch/instruction_set.hpp"
#include "expr/batch/kernels.hpp"
#include "expr/batch/scalar.hpp"

MAPWRIGHT_BEGIN_TARGET("sse2")

namespace mapwright::expr::batch::baseline {

#include "expr/batch/kernels.inc"

} // namespace mapwright::expr::batch::baseline

MAPWRIGHT_END_TARGET
