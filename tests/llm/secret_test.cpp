// A key leaves a Secret by reveal() alone, and is found in whatever spelling a server sends it back.
#include "llm/secret.hpp"

#include <cstdlib>
#include <ostream>
#include <string>
#include <type_traits>

#include <fmt/format.h>
#include <gtest/gtest.h>

namespace mapwright::llm {
namespace {

template <class T>
concept Printable = requires(std::ostream& stream, const T& value) {
  stream << value;
};

static_assert(!Printable<Secret>);
static_assert(!std::is_convertible_v<Secret, std::string>);
static_assert(!std::is_constructible_v<std::string, Secret>);
static_assert(!std::is_copy_constructible_v<Secret>);
static_assert(!fmt::is_formattable<Secret>::value);

TEST(Secret, IsReadByTheNameOfItsVariable) {
  setenv("MAPWRIGHT_TEST_SECRET", " \tsk-12345678\n", 1);
  const Result<Secret> key = Secret::from_environment("MAPWRIGHT_TEST_SECRET");
  ASSERT_TRUE(key);
  EXPECT_EQ(key->reveal(), "sk-12345678");
  unsetenv("MAPWRIGHT_TEST_SECRET");
  const Result<Secret> none = Secret::from_environment("MAPWRIGHT_TEST_SECRET");
  ASSERT_TRUE(none);
  EXPECT_TRUE(none->empty());
}

TEST(Secret, WithControlCharactersIsRefusedWithoutBeingShown) {
  setenv("MAPWRIGHT_TEST_SECRET", "sk-1234\r\nX-Evil: 5678", 1);
  const Result<Secret> key = Secret::from_environment("MAPWRIGHT_TEST_SECRET");
  ASSERT_FALSE(key);
  EXPECT_EQ(key.error().kind, ErrorKind::machine);
  EXPECT_EQ(key.error().format().find("1234"), std::string::npos);
}

TEST(Secret, EverySpellingIsRedacted) {
  const Secret key("sk/a+b\"c=12");
  EXPECT_EQ(key.redact("sk/a+b\"c=12"), "[key]");
  EXPECT_EQ(key.redact("Authorization: Bearer sk/a+b\"c=12, twice sk/a+b\"c=12."),
            "Authorization: Bearer [key], twice [key].");
  EXPECT_EQ(key.redact("?key=sk%2Fa%2bb%22c%3D12&x"), "?key=[key]&x");
  EXPECT_EQ(key.redact(R"({"k": "sk\/a+b\"c=12"})"), R"({"k": "[key]"})");
  EXPECT_EQ(key.redact(R"(sk\u002fa\u002Bb\u0022c\u003d12)"), "[key]");
  EXPECT_EQ(key.redact("%73k/a+b\"c=1\\u0032!"), "[key]!");
}

TEST(Secret, OtherTextStays) {
  const Secret key("sk-aaaaaaab");
  EXPECT_EQ(key.redact("sk-aaaaaaa"), "sk-aaaaaaa");
  EXPECT_EQ(key.redact("sk-sk-aaaaaaab"), "sk-[key]");
  EXPECT_EQ(key.redact(""), "");
  EXPECT_EQ(key.redact("%7"), "%7");
  EXPECT_EQ(Secret().redact("anything"), "anything");
}

TEST(Secret, PlaceholdersAreNoSecrets) {
  EXPECT_EQ(Secret("EMPTY").redact("the EMPTY set"), "the EMPTY set");
}

} // namespace
} // namespace mapwright::llm
