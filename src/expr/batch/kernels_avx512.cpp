#include "expr/batch/instruction_set.hpp"
#include "expr/batch/kernels.hpp"
#include "expr/batch/scalar.hpp"

#include <limits>
#include <type_traits>

#define MAPWRIGHT_SET_NAME "avx512"

MAPWRIGHT_BEGIN_TARGET("avx512f,avx512dq,avx512vl,avx512bw,avx512cd")

namespace mapwright::expr::batch::avx512 {

#include "expr/batch/kernel_set.inc"

} // namespace mapwright::expr::batch::avx512

MAPWRIGHT_END_TARGET
