// Dollars from tokens, and the table of prices.
#include "llm/price.hpp"

#include <cstdio>
#include <fstream>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

namespace mapwright::llm {
namespace {

using ::testing::HasSubstr;

Usage million(std::uint64_t input, std::uint64_t cached, std::uint64_t output) {
  Usage usage;
  usage.input = input * 1'000'000;
  usage.cached_input = cached * 1'000'000;
  usage.output = output * 1'000'000;
  return usage;
}

TEST(Price, CachedInputIsAPartOfTheInput) {
  EXPECT_DOUBLE_EQ(dollars({2, 0.5, 10, ""}, million(3, 1, 2)), 2 * 2 + 0.5 + 20);
  EXPECT_DOUBLE_EQ(dollars({2, std::nullopt, 10, ""}, million(3, 1, 2)), 3 * 2 + 20);
  EXPECT_DOUBLE_EQ(dollars({2, 0.5, 10, ""}, million(1, 3, 0)), 0.5); // a server that miscounts
}

TEST(Price, Patterns) {
  EXPECT_TRUE(fits_pattern("gpt-4o-mini", "gpt-4o-mini"));
  EXPECT_FALSE(fits_pattern("gpt-4o-mini", "gpt-4o"));
  EXPECT_TRUE(fits_pattern("gpt-4o-2024-08-06", "gpt-4o-20*"));
  EXPECT_TRUE(fits_pattern("a-b-c", "*"));
  EXPECT_TRUE(fits_pattern("abcbc", "a*bc"));
  EXPECT_TRUE(fits_pattern("abxc", "a*b*c"));
  EXPECT_FALSE(fits_pattern("ab", "ab*b"));
  EXPECT_FALSE(fits_pattern("", "?"));
  EXPECT_TRUE(fits_pattern("", "**"));
}

TEST(Price, TheTableCompiledIn) {
  const PriceTable& table = PriceTable::built_in();
  const auto price = table.find("gpt-4o-mini-2024-07-18");
  ASSERT_TRUE(price);
  EXPECT_DOUBLE_EQ(price->output, 0.60);
  EXPECT_EQ(price->source, "prices.toml of 2026-11, 'gpt-4o-mini-20*'");
  EXPECT_DOUBLE_EQ(*price_of(table, "claude-sonnet-4-5-20250929", "", million(1, 0, 1)), 18);
}

TEST(Price, AnUnknownModelHasNone) {
  EXPECT_FALSE(PriceTable::built_in().find("somebody/new-model"));
  EXPECT_FALSE(price_of(PriceTable::built_in(), "gpt-4o-mini-audio", "https://api.example.com/v1", million(1, 0, 1)));
}

TEST(Price, ThisMachineAsksNothing) {
  const auto price = PriceTable::built_in().find("any", "http://localhost:11434/v1");
  ASSERT_TRUE(price);
  EXPECT_EQ(price->source, "the server is on this machine: nothing is paid per token");
  EXPECT_EQ(price_of(PriceTable::built_in(), "gpt-4o-mini", "http://127.0.0.1:8080", million(1, 0, 1)), 0.0);
  EXPECT_TRUE(is_local("http://[::1]:80/v1"));
  EXPECT_TRUE(is_local("localhost:80"));
  EXPECT_FALSE(is_local("https://127.0.0.1.example.com/"));
  EXPECT_FALSE(is_local("https://localhost@example.com/"));
  EXPECT_FALSE(is_local("https://example.com/localhost"));
  EXPECT_FALSE(is_local(""));
}

TEST(Price, AFileOfOnesOwnComesFirst) {
  const auto file = std::filesystem::temp_directory_path() / ("prices-" + std::to_string(getpid()) + ".toml");
  std::ofstream(file) << "date = \"2030\"\n[[price]]\nmodels = [\"gpt-4o*\"]\ninput = 1\noutput = 2\n";
  const auto table = PriceTable::with_file(file);
  std::filesystem::remove(file);
  ASSERT_TRUE(table) << table.error().format();
  EXPECT_DOUBLE_EQ(table->find("gpt-4o-mini")->output, 2);
  EXPECT_THAT(table->find("gpt-4o-mini")->source, HasSubstr(" of 2030, 'gpt-4o*'"));
  EXPECT_TRUE(table->find("claude-haiku-4-5"));
  EXPECT_THAT(PriceTable::with_file(file).error().message, HasSubstr("cannot be read"));
}

TEST(Price, MistakesAreTold) {
  EXPECT_EQ(PriceTable::parse("", "p").error().message, "the date of the prices is missing");
  EXPECT_EQ(PriceTable::parse("date = \"d\"\n[[price]]\nmodels = [\"a\"]\ninput = 1\n", "p").error().message,
            "'output' is missing");
  EXPECT_EQ(
      PriceTable::parse("date = \"d\"\n[[price]]\nmodels = [\"a\"]\ninput = -1\noutput = 1\n", "p").error().message,
      "'input' must be a number of at least 0");
}

} // namespace
} // namespace mapwright::llm
