// From what a Layout statement says, and what a variant needs, to a layout.
#include "mapper/elaborate/elaborating.hpp"

#include <algorithm>
#include <bit>
#include <limits>

namespace mapwright::mapper {

namespace {

/// An alignment that compares with `asked` as the statement says; a multiple of what the variant needs if there is one.
/// 0 stands for any alignment. What exceeds 32 bits is cut off there: no memory is aligned so.
std::uint32_t alignment_chosen(const language::LayoutChoice::Alignment& asked, std::uint32_t needed) {
  using language::BinaryOperator;
  constexpr std::int64_t most = std::int64_t{1} << 31;
  const std::int64_t bytes = std::min(asked.bytes, most);
  const std::int64_t unit = std::max<std::int64_t>(needed, 1);
  std::int64_t chosen = 0;
  switch (asked.comparison) {
  case BinaryOperator::greater_equal:
    chosen = (bytes + unit - 1) / unit * unit;
    break;
  case BinaryOperator::greater:
    chosen = needed == 0 ? static_cast<std::int64_t>(std::bit_ceil(static_cast<std::uint64_t>(bytes) + 1))
                         : (bytes / unit + 1) * unit;
    break;
  case BinaryOperator::less_equal:
    chosen = needed <= bytes ? needed : 0;
    break;
  case BinaryOperator::less:
    chosen = needed < bytes ? needed : 0;
    break;
  case BinaryOperator::not_equal:
    chosen = needed == bytes ? 2 * unit : needed;
    break;
  default:
    chosen = bytes;
    break;
  }
  return static_cast<std::uint32_t>(std::min<std::int64_t>(chosen, std::numeric_limits<std::uint32_t>::max()));
}

} // namespace

DataLayout layout_chosen(const language::LayoutChoice& choice, const LayoutNeed& need) {
  return {choice.first_fastest ? DimensionOrder::f_order : DimensionOrder::c_order,
          choice.fields_together ? FieldOrder::aos : FieldOrder::soa,
          choice.alignment ? alignment_chosen(*choice.alignment, need.alignment) : 0, choice.compact, choice.exact};
}

DataLayout layout_needed(const LayoutNeed& need) {
  DataLayout layout;
  layout.dimensions = need.dimensions.value_or(layout.dimensions);
  layout.fields = need.fields.value_or(layout.fields);
  layout.alignment = need.alignment;
  return layout;
}

} // namespace mapwright::mapper
