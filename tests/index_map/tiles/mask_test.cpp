// The texts of masks.
#include "index_map/tiles/mask.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace mapwright::index_map::tiles {
namespace {

using ::testing::HasSubstr;

TEST(MaskText, NamesAndBounds) {
  EXPECT_EQ(*parse_mask("full"), (Mask{}));
  EXPECT_EQ(*parse_mask("causal"), (Mask{.right = 0}));
  EXPECT_EQ(*parse_mask("lower"), (Mask{.right = 0}));
  EXPECT_EQ(*parse_mask("upper"), (Mask{.left = 0}));
  EXPECT_EQ(*parse_mask("window(left=5,right=-1)"), (Mask{.left = 5}));
  EXPECT_EQ(*parse_mask("sink-window(sink=4, left=9)"), (Mask{.left = 9, .right = 0, .sink = 4}));
  EXPECT_EQ(*parse_mask("document(prefix(prefix=7))"), (Mask{.right = 0, .prefix = 7, .documents = true}));
  EXPECT_EQ(*parse_mask("causal(align=bottom-right)"), (Mask{.right = 0, .align = Align::bottom_right}));
}

TEST(MaskText, SaysWhatIsWrongAndWhere) {
  const auto error_of = [](const char* text) { return parse_mask(text).error().format(); };
  EXPECT_THAT(error_of("casual"), HasSubstr("did you mean 'causal'?"));
  EXPECT_THAT(error_of("window(left=5)"), HasSubstr("needs right"));
  EXPECT_THAT(error_of("window(left=5,right=x)"), HasSubstr("MASK:1:15"));
  EXPECT_THAT(error_of("window(left=5,right=-2)"), HasSubstr("from -1 to 2147483647"));
  EXPECT_THAT(error_of("causal(width=5)"), HasSubstr("no 'width'"));
  EXPECT_THAT(error_of("causal(align=middle)"), HasSubstr("top-left or bottom-right"));
  EXPECT_THAT(error_of("causal(left=5"), HasSubstr("not closed"));
  EXPECT_THAT(error_of("document(causal(align=bottom-right))"), HasSubstr("as many queries as keys"));
}

TEST(MaskText, TheConditionInWords) {
  EXPECT_EQ(condition_text({}), "every key");
  EXPECT_EQ(condition_text({.right = 0}), "j <= i");
  EXPECT_EQ(condition_text({.left = 9, .right = 0, .sink = 4, .prefix = 2}),
            "(j <= i or j < 2) and (j >= i - 9 or j < 4)");
  EXPECT_EQ(condition_text({.right = 3, .align = Align::bottom_right, .documents = true}),
            "j <= i + keys - queries + 3, within one document");
}

} // namespace
} // namespace mapwright::index_map::tiles
