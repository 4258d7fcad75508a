#include "expr/batch/instruction_set.hpp"
#include "expr/batch/kernels.hpp"
#include "expr/batch/scalar.hpp"

#include <limits>
#include <type_traits>

#define MAPWRIGHT_SET_NAME "baseline"

MAPWRIGHT_BEGIN_TARGET("sse2")

namespace mapwright::expr::batch::baseline {

#include "expr/batch/kernel_set.inc"

} // namespace mapwright::expr::batch::baseline

MAPWRIGHT_END_TARGET
