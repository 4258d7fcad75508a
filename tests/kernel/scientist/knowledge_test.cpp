// Documents of the knowledge folder and their digests.
#include "core/digest.hpp"
#include "kernel/scientist/knowledge.hpp"
#include "support/scratch_test.hpp"

#include <gmock/gmock.h>

namespace mapwright::kernel::scientist {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;
using ::testing::SizeIs;

class KnowledgeFolder : public mapwright::test::ScratchTest {};

TEST_F(KnowledgeFolder, HoldsMarkdownAndTextInTheOrderOfNames) {
  std::filesystem::create_directory(directory->path() / "gpu");
  write("z.md", "The cache holds 32 KB.\n");
  write("gpu/a.txt", "A warp has 32 lanes.\n");
  write("picture.png", "no");
  const auto knowledge = read_knowledge(directory->path());
  ASSERT_TRUE(knowledge) << knowledge.error().format();
  ASSERT_THAT(knowledge->documents, SizeIs(2));
  EXPECT_EQ(knowledge->documents[0].name, "gpu/a.txt");
  EXPECT_EQ(knowledge->documents[0].text, "A warp has 32 lanes.\n");
  EXPECT_EQ(knowledge->documents[1].name, "z.md");
  EXPECT_EQ(knowledge->documents[1].digest, sha256_hex("The cache holds 32 KB.\n"));
}

TEST_F(KnowledgeFolder, RefusesWhatItCannotRead) {
  EXPECT_EQ(read_knowledge(directory->path() / "none").error().kind, ErrorKind::input);
  write("bad.md", "caf\xe9\n");
  EXPECT_THAT(read_knowledge(directory->path()).error().message, HasSubstr("not UTF-8"));
  write("bad.md", std::string((1U << 20U) + 1, 'a'));
  EXPECT_THAT(read_knowledge(directory->path()).error().message, HasSubstr("larger than"));
}

const std::string document = "# The device\n\nIt was announced in a hall full of people.\n\n"
                             "## Caches\n\nThe first-level cache has 48 KB and a latency of 5 cycles.\n\n"
                             "Thanks go to everybody.\n\n"
                             "## Vectors\n\nAVX-512 lanes: 16 floats in a register.\n";

TEST(Digest, KeepsParagraphsAboutKernelsWithTheirHeadingsInOrder) {
  EXPECT_EQ(digest_text(document, 140), "## Caches\n\nThe first-level cache has 48 KB and a latency of 5 cycles.\n\n"
                                        "## Vectors\n\nAVX-512 lanes: 16 floats in a register.\n");
}

TEST(Digest, KeepsAllWhenThereIsRoom) {
  EXPECT_EQ(digest_text(document, 4000), document);
  EXPECT_EQ(digest_text("", 100), "");
}

TEST(Digest, NeverIsLongerThanAsked) {
  for (std::size_t most = 0; most < document.size() + 10; ++most) {
    EXPECT_LE(digest_text(document, most).size(), most);
  }
}

TEST(Digest, FencesStayWhole) {
  const std::string fenced = "A register of 64 bytes:\n\n```\nload\n\nstore to memory\n```\n\nNothing else.\n";
  EXPECT_THAT(digest_text(fenced, 70), HasSubstr("```\nload\n\nstore to memory\n```"));
}

} // namespace
} // namespace mapwright::kernel::scientist
