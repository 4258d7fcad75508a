// How the elements of a region lie in memory, and what a kernel may ask of it.
#pragma once

#include <compare>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace mapwright::mapper {

/// Which dimension of a region is contiguous.
enum class DimensionOrder : std::uint8_t {
  c_order, ///< C_order: the last one
  f_order, ///< F_order: the first one
};

/// Where the fields of one element lie.
enum class FieldOrder : std::uint8_t {
  soa, ///< SOA: each field is an array of its own
  aos, ///< AOS: the fields of one element lie side by side
};

/// A complete layout. The default is what the language gives where a statement says nothing.
struct DataLayout {
  DimensionOrder dimensions = DimensionOrder::f_order;
  FieldOrder fields = FieldOrder::soa;
  std::uint32_t alignment = 0; ///< bytes that each field's address is a multiple of; 0: any
  bool compact = false;        ///< only the points that are there are stored
  bool exact = false;          ///< the instance holds no other points; means something with `compact` only

  friend auto operator<=>(const DataLayout&, const DataLayout&) = default;
};

/// "SOA F_order", "AOS C_order Align==128 Compact Exact": the words of a Layout statement.
std::string to_string(const DataLayout& layout);
/// The layout that to_string writes so; words may stand in any order, each at most once. Nothing for other text.
std::optional<DataLayout> data_layout_named(std::string_view text);

/// What a variant of a task asks of one argument; what is absent may be anything.
struct LayoutNeed {
  std::optional<DimensionOrder> dimensions{};
  std::optional<FieldOrder> fields{};
  std::uint32_t alignment = 0; ///< the alignment must be a multiple of this many bytes; 0: any

  friend bool operator==(const LayoutNeed&, const LayoutNeed&) = default;
};

/// Whether a kernel with this need can work on data of this layout.
bool satisfies(const DataLayout& layout, const LayoutNeed& need);

/// "C_order SOA Align==64"; "*" when nothing is needed.
std::string to_string(const LayoutNeed& need);
/// The need that to_string writes so.
std::optional<LayoutNeed> layout_need_named(std::string_view text);

} // namespace mapwright::mapper
