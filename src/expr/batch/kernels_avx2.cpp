#include "expr/batch/instruction_set.hpp"
#include "expr/batch/kernels.hpp"
#include "expr/batch/scalar.hpp"

#include <limits>
#include <type_traits>

#define MAPWRIGHT_SET_NAME "avx2"

MAPWRIGHT_BEGIN_TARGET("avx2,fma,bmi2")

namespace mapwright::expr::batch::avx2 {

#include "expr/batch/kernel_set.inc"

} // namespace mapwright::expr::batch::avx2

MAPWRIGHT_END_TARGET
