#include "index_map/learn/guess.hpp"
#include "index_map/learn/reply.hpp"
#include "loop/proposer.hpp"

#include <string>

#include <gmock/gmock.h>

namespace mapwright::index_map::learn {
namespace {

archive::Candidate read(const std::string& reply) {
  auto candidate = candidate_of(reply, false);
  EXPECT_TRUE(candidate) << candidate.error();
  return candidate ? std::move(*candidate) : archive::Candidate{};
}

TEST(Reply, ADomainAndTheSizesAfterIt) {
  const auto candidate =
      read("It is a gasket.\n<domain>\nfractal:2:10,11\n</domain>\n`level = 5`\nSo level 5 it is.\n");
  EXPECT_EQ(candidate.form, domain_form);
  EXPECT_EQ(candidate.content, "fractal:2:10,11\nlevel = 5");
}

TEST(Reply, SourceOfEitherKind) {
  EXPECT_EQ(read("```cpp\nvoid unrank(long w, long* p) {}\n```").form, cpp_form);
  EXPECT_EQ(read("```\nvoid unrank(long w, long* p) {}\n```").form, cpp_form);
  EXPECT_EQ(read("```map\nfn unrank(; w) -> (i) { return (w); }\n```").form, map_form);
  EXPECT_EQ(read("```\nfn unrank(; w) -> (i) { return (w); }\n```").form, map_form);
}

TEST(Reply, TheLastBlockThatHasTheFunction) {
  const auto candidate =
      read("```cpp\nint other();\n```\nthen\n```cpp\nvoid unrank(long, long*) { first(); }\n```\nno:\n"
           "```cpp\nvoid unrank(long, long*) { second(); }\n```\nuse as\n```\nmake\n```\n");
  EXPECT_NE(candidate.content.find("second"), std::string::npos);
}

TEST(Reply, WithoutACandidateSaysWhatIsMissing) {
  for (const char* reply :
       {"", "I do not know.", "```cpp\nint main() {}\n```", "<domain>\n</domain>", "<domain>\nfractal"}) {
    const auto candidate = candidate_of(reply, false);
    ASSERT_FALSE(candidate) << reply;
    EXPECT_FALSE(candidate.error().empty()) << reply;
  }
}

TEST(Reply, ACandidateWrittenAsAReplyReadsBack) {
  for (const archive::Candidate& candidate :
       {loop::make_candidate(domain_form, "fractal:2:10,11\nlevel = 5"), loop::make_candidate(domain_form, "triangle"),
        loop::make_candidate(cpp_form, "void unrank(long w, long* p) {}\n"),
        loop::make_candidate(map_form, "fn unrank(; w) -> (i) { return (w); }\n")}) {
    const auto again = read(reply_of(candidate));
    EXPECT_EQ(again.form, candidate.form);
    EXPECT_EQ(again.digest, candidate.digest) << reply_of(candidate);
  }
}

TEST(Guess, SizesAreTheLastLines) {
  const auto guess = parse_guess("[n] -> { [i] : 0 <= i < n }\nn = 4\nm=7\n");
  ASSERT_TRUE(guess);
  EXPECT_EQ(guess->text, "[n] -> { [i] : 0 <= i < n }");
  EXPECT_EQ(to_text(*guess), "[n] -> { [i] : 0 <= i < n }\nn = 4\nm = 7");
  EXPECT_FALSE(parse_guess("  \n"));
  EXPECT_EQ(parse_guess("where:[r] -> [x] in [0,r] : x\n= 3")->sizes.size(), 0U);
}

} // namespace
} // namespace mapwright::index_map::learn
