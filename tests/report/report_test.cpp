// Rendering: numbers without loss, tables that line up, errors as documents.
#include "domain/parse.hpp"
#include "index_map/derive.hpp"
#include "report/json.hpp"
#include "report/text_table.hpp"
#include "report/waste.hpp"

#include <gtest/gtest.h>

namespace mapwright::report {
namespace {

using expr::Int;

TEST(Json, IntegersBeyondDoublesAreText) {
  const Int limit = Int{1} << 53;
  EXPECT_EQ(integer(limit).dump(), "9007199254740992");
  EXPECT_EQ(integer(limit + 1).dump(), "\"9007199254740993\"");
  EXPECT_EQ(integer(-limit).dump(), "-9007199254740992");
  EXPECT_EQ(integer(-limit - 1).dump(), "\"-9007199254740993\"");
  EXPECT_EQ(integer(expr::int_min).dump(), "\"-170141183460469231731687303715884105728\"");
}

TEST(Json, ErrorsSayWhereAndWhatToDo) {
  const Error error{ErrorKind::answer_no, "no", SourceLocation{"f", 2, 3, "text"}, "try"};
  EXPECT_EQ(error_document(error).dump(), R"({"schema_version":1,"error":{"kind":"answer_no","message":"no",)"
                                          R"("hint":"try","where":{"file":"f","line":2,"column":3},"exit_code":1}})");
}

TEST(Json, ExitCodesFollowTheKindOfError) {
  EXPECT_EQ(exit_code(ErrorKind::answer_no), 1);
  EXPECT_EQ(exit_code(ErrorKind::input), 2);
  EXPECT_EQ(exit_code(ErrorKind::machine), 3);
  EXPECT_EQ(exit_code(ErrorKind::internal), 4);
}

TEST(TextTable, LinesUp) {
  EXPECT_EQ(table_text({{"name"}, {"n", true}, {"note", false, 8}}, {{"a", "1", ""}, {"bcdef", "100", "a long note"}}),
            "name     n  note\n"
            "a        1\n"
            "bcdef  100  a lon...\n");
}

TEST(TextTable, WrapsAtSpaces) {
  EXPECT_EQ(wrapped("one two three", 7), (std::vector<std::string>{"one two", "three"}));
  EXPECT_EQ(wrapped("longerthanthat x", 4), (std::vector<std::string>{"longerthanthat", "x"}));
  EXPECT_TRUE(wrapped("", 10).empty());
}

TEST(TextTable, NumbersForPeople) {
  EXPECT_EQ(grouped("1234567"), "1 234 567");
  EXPECT_EQ(grouped("-123"), "-123");
  EXPECT_EQ(grouped("12"), "12");
  EXPECT_EQ(duration_text(0), "0");
  EXPECT_EQ(duration_text(1.234e-10), "123 ps");
  EXPECT_EQ(duration_text(0.0000005), "500 ns");
  EXPECT_EQ(duration_text(0.0123), "12.3 ms");
  EXPECT_EQ(duration_text(0.9994), "999 ms");
  EXPECT_EQ(duration_text(0.9996), "1 s");
  EXPECT_EQ(duration_text(3.14159), "3.14 s");
  EXPECT_EQ(duration_text(12'345.6), "12346 s");
}

TEST(Waste, RatiosTheCatalogueStates) {
  EXPECT_EQ(stated_ratio("2"), 2.0);
  EXPECT_EQ(stated_ratio("4/3"), 4.0 / 3.0);
  EXPECT_EQ(stated_ratio("4/pi = 1.273"), 1.273);
  EXPECT_EQ(stated_ratio("n/(a + b + 1)"), std::nullopt);
  EXPECT_EQ(stated_ratio("2 for constant p"), std::nullopt);
  EXPECT_EQ(stated_ratio(""), std::nullopt);
}

TEST(Waste, LimitsAreGivenWhereEveryWayOfGrowingAgrees) {
  const std::vector<std::pair<std::string, std::optional<double>>> cases{
      {"triangle", 2.0},
      {"[n] -> { [i,j] : 0 <= j <= i < n }", 2.0},
      {"[n] -> { [i,j,k] : 0 <= k <= j <= i < n }", 6.0},
      {"[n] -> { [i,j] : 0 <= i < n and 0 <= j < n and 3j <= 2i }", 2.0},
      {"[n, m] -> { [i,j] : 0 <= i < n and 0 <= j < m }", 1.0},
      {"[n] -> { [i,j] : 0 <= i < n and i <= j <= i + 5 }", std::nullopt},          // grows like n/6
      {"[n, m] -> { [i,j] : 0 <= i < n and 0 <= j < m and j <= i }", std::nullopt}, // depends on n : m
      {"carpet", std::nullopt},
      {"fractal:2:11,11", 1.0},
      {"{ [i,j] : 0 <= j <= i < 3 }", 1.5},
  };
  for (const auto& [text, expected] : cases) {
    const auto domain = domain::parse_domain(text);
    ASSERT_TRUE(domain) << domain.error().format();
    const auto derived = index_map::derive(*domain);
    ASSERT_TRUE(derived) << derived.error().format();
    const WasteLimit limit = waste_limit(*derived);
    EXPECT_EQ(limit.ratio, expected) << text << ": " << limit.text;
    EXPECT_FALSE(limit.text.empty());
  }
}

TEST(Waste, EntriesAreKnownByTheirText) {
  const auto entry = [](const char* text) { return entry_of(*domain::parse_domain(text)).has_value(); };
  EXPECT_TRUE(entry("triangle"));
  EXPECT_TRUE(entry("combinations(k=4)"));
  EXPECT_FALSE(entry("band(a=3,b=0)")); // its sizes are bound: another ratio
  EXPECT_FALSE(entry("ragged(triangle)"));
  EXPECT_FALSE(entry("[n] -> { [i] : 0 <= i < n }"));
}

} // namespace
} // namespace mapwright::report
