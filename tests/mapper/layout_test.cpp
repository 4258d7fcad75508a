// Layouts and needs as text, and which layout satisfies which need.
#include "mapper/layout.hpp"

#include <optional>
#include <vector>

#include <gtest/gtest.h>

namespace mapwright::mapper {
namespace {

std::vector<DataLayout> all_layouts() {
  std::vector<DataLayout> layouts;
  for (const auto dimensions : {DimensionOrder::c_order, DimensionOrder::f_order}) {
    for (const auto fields : {FieldOrder::soa, FieldOrder::aos}) {
      for (const std::uint32_t alignment : {0U, 16U, 64U, 128U}) {
        for (const bool compact : {false, true}) {
          for (const bool exact : {false, true}) {
            layouts.push_back({dimensions, fields, alignment, compact, exact});
          }
        }
      }
    }
  }
  return layouts;
}

TEST(Layout, TextParsesBack) {
  for (const DataLayout& layout : all_layouts()) {
    EXPECT_EQ(data_layout_named(to_string(layout)), layout) << to_string(layout);
  }
  EXPECT_EQ(to_string(DataLayout{}), "SOA F_order");
  EXPECT_EQ(data_layout_named("Exact C_order  Align==64 AOS Compact"),
            (DataLayout{DimensionOrder::c_order, FieldOrder::aos, 64, true, true}));
}

TEST(Layout, WhatIsNoLayout) {
  for (const char* text : {"", "SOA", "C_order", "SOA AOS C_order", "SOA C_order C_order", "soa C_order",
                           "SOA C_order Align==0", "SOA C_order Align==", "SOA C_order Align==8x", "*",
                           "SOA C_order Compact Compact", "SOA C_order Align==99999999999"}) {
    EXPECT_FALSE(data_layout_named(text)) << text;
  }
}

TEST(Layout, NeedsParseBack) {
  for (const std::optional<DimensionOrder> dimensions :
       {std::optional<DimensionOrder>(), std::optional(DimensionOrder::c_order)}) {
    for (const std::optional<FieldOrder> fields : {std::optional<FieldOrder>(), std::optional(FieldOrder::aos)}) {
      for (const std::uint32_t alignment : {0U, 64U}) {
        const LayoutNeed need{dimensions, fields, alignment};
        EXPECT_EQ(layout_need_named(to_string(need)), need) << to_string(need);
      }
    }
  }
  EXPECT_FALSE(layout_need_named(""));
  EXPECT_FALSE(layout_need_named("Compact"));
  EXPECT_FALSE(layout_need_named("C_order Exact"));
}

TEST(Layout, ANeedIsMetWordByWord) {
  for (const DataLayout& layout : all_layouts()) {
    EXPECT_TRUE(satisfies(layout, {}));
    EXPECT_EQ(satisfies(layout, {DimensionOrder::c_order, {}, 0}), layout.dimensions == DimensionOrder::c_order);
    EXPECT_EQ(satisfies(layout, {{}, FieldOrder::aos, 0}), layout.fields == FieldOrder::aos);
    EXPECT_EQ(satisfies(layout, {{}, {}, 64}), layout.alignment == 64 || layout.alignment == 128);
  }
}

} // namespace
} // namespace mapwright::mapper
