// The names operators have in calls, shared by the printer and the parser.
#pragma once

#include "expr/expr.hpp"

#include <array>
#include <string_view>

namespace mapwright::expr {

struct CallName {
  Op op;
  std::string_view name;
};

/// Operators written as calls with one operand per argument; root has forms of its own.
inline constexpr std::array<CallName, 14> call_names{{
    {Op::floor_div, "floor_div"},
    {Op::floor_mod, "mod"},
    {Op::nonneg_div, "div"},
    {Op::nonneg_mod, "rem"},
    {Op::minimum, "min"},
    {Op::maximum, "max"},
    {Op::power, "pow"},
    {Op::shift_left, "shl"},
    {Op::shift_right, "shr"},
    {Op::bit_and, "bitand"},
    {Op::bit_or, "bitor"},
    {Op::bit_xor, "bitxor"},
    {Op::floor_log2, "log2"},
    {Op::select, "select"},
}};

} // namespace mapwright::expr
