// `map tiles` from outside: what it prints, its refusals, and its block lists against masks made with NumPy.
#include "end_to_end/command.hpp"

#include <gmock/gmock.h>
#include <nlohmann/json.hpp>

namespace mapwright::test {
namespace {

using nlohmann::json;
using ::testing::HasSubstr;
using ::testing::StartsWith;

TEST(MapTiles, CountsClassesAndWaste) {
  const Ran ran = mapwright({"map", "tiles", "causal", "--tile", "128,128", "--seqlen", "1000", "--edges", "padded",
                             "--heads", "2", "--workers", "4", "--json"});
  EXPECT_EQ(ran.code, 0) << ran.err;
  const json document = json::parse(ran.out);
  EXPECT_EQ(document.at("full"), 56);
  EXPECT_EQ(document.at("partial"), 16);
  EXPECT_EQ(document.at("empty"), 56);
  EXPECT_EQ(document.at("pairs"), 2 * 1000 * 1001 / 2);
  EXPECT_EQ(document.at("work_items"), 16);
  EXPECT_DOUBLE_EQ(document.at("grid_waste"), 128.0 / 72);
  EXPECT_DOUBLE_EQ(document.at("balance").at(2).at("persistent"), 1.0);
}

TEST(MapTiles, ReadsOffsetsAndListsTiles) {
  const TemporaryDirectory directory;
  write_text(directory.path() / "offsets.txt", "0 3\n5\n");
  const Ran ran =
      mapwright({"map", "tiles", "document(causal)", "--cu-seqlens", "offsets.txt", "--tile", "2,2", "--emit", "csv"},
                {}, directory.path());
  EXPECT_EQ(ran.code, 0) << ran.err;
  EXPECT_EQ(ran.out, "batch,q_block,kv_block,class\n0,0,0,partial\n0,1,0,partial\n0,1,1,partial\n0,2,1,partial\n"
                     "0,2,2,full\n");
}

TEST(MapTiles, EmitsASchedule) {
  const Ran ran = mapwright({"map", "tiles", "causal", "--tile", "64,32", "--emit", "cuda", "--name", "mine"});
  EXPECT_EQ(ran.code, 0) << ran.err;
  EXPECT_THAT(ran.out, StartsWith("// mine: tiles of causal. CUDA C++"));
  EXPECT_THAT(ran.out, HasSubstr("namespace mapwright_tiles::mine {"));
  EXPECT_THAT(ran.out, HasSubstr("constexpr index_t tile_keys = 32;"));
}

TEST(MapTiles, RefusesInOneSentence) {
  const auto refusal = [](std::vector<std::string> words) {
    words.insert(words.begin(), {"map", "tiles"});
    const Ran ran = mapwright(words);
    EXPECT_EQ(ran.code, 2) << ran.out;
    return ran.err;
  };
  EXPECT_THAT(refusal({"casual"}), HasSubstr("did you mean 'causal'?"));
  EXPECT_THAT(refusal({"causal"}), HasSubstr("no lengths"));
  EXPECT_THAT(refusal({"causal", "--seqlen", "-4"}), HasSubstr("--seqlen expects"));
  EXPECT_THAT(refusal({"causal", "--cu-seqlens", "0,5,3"}), HasSubstr("would be -2 long"));
  EXPECT_THAT(refusal({"causal", "--cu-seqlens", "1,5"}), HasSubstr("begins with 0"));
  EXPECT_THAT(refusal({"causal", "--tile", "0,5"}), HasSubstr("from 1 to"));
  EXPECT_THAT(refusal({"causal", "--emit", "fortran"}), HasSubstr("no --emit fortran"));
  EXPECT_THAT(refusal({"causal", "--seqlen", "9", "--emit", "blocks"}), HasSubstr("--output"));
  EXPECT_THAT(refusal({"document(causal)", "--emit", "cuda"}), HasSubstr("documents of one grid"));
  EXPECT_THAT(refusal({"causal", "--order", "fast", "--emit", "cuda"}), HasSubstr("longest-first"));
}

/// Reads the files of --emit blocks and compares them with masks that NumPy makes of the definition, as FlexAttention
/// classifies them: pairs that do not exist are masked. Writes "same" or the first table that differs.
constexpr const char* numpy_oracle = R"(
import json, sys
import numpy as np
folder, tile_q, tile_k = sys.argv[1], int(sys.argv[2]), int(sys.argv[3])
document = np.repeat(np.arange(4), [37, 0, 150, 13])
n = len(document)
start = np.array([0, 37, 37, 187])[document]
i, j = np.arange(n)[:, None], np.arange(n)[None, :]
mask = (document[:, None] == document[None, :]) & (j <= i) & ((j >= i - 40) | (j - start[None, :] < 5))
rows, columns = -(-n // tile_q), -(-n // tile_k)
padded = np.zeros((rows * tile_q, columns * tile_k), bool)
padded[:n, :n] = mask
seen = padded.reshape(rows, tile_q, columns, tile_k).sum(axis=(1, 3))
full = seen == tile_q * tile_k
partial = (seen > 0) & ~full
shapes = json.load(open(folder + "/shape.json"))
def read(name):
    return np.fromfile(folder + "/" + shapes[name]["file"], np.int32).reshape(shapes[name]["shape"])
for name, kind in (("kv", partial), ("full_kv", full), ("q", partial.T), ("full_q", full.T)):
    counts, indices = read(name + "_num_blocks"), read(name + "_indices")
    if not (counts.shape == (1, 1) + kind.shape[:1] and indices.shape == (1, 1) + kind.shape):
        sys.exit(print(name, "has another shape"))
    if (counts[0, 0] != kind.sum(axis=1)).any():
        sys.exit(print(name, "has other counts"))
    for row in range(kind.shape[0]):
        if (indices[0, 0, row, :counts[0, 0, row]] != np.nonzero(kind[row])[0]).any():
            sys.exit(print(name, "differs in row", row))
print("same")
)";

TEST(MapTiles, BlockListsAgreeWithNumPyMasks) {
  if (std::system("/usr/bin/python3 -c 'import numpy' >/dev/null 2>&1") != 0) {
    GTEST_SKIP() << "NumPy is not installed";
  }
  const TemporaryDirectory directory;
  write_text(directory.path() / "oracle.py", numpy_oracle);
  const Ran ran = mapwright({"map", "tiles", "document(sink-window(sink=5,left=40))", "--cu-seqlens", "0,37,37,187,200",
                             "--tile", "16,12", "--edges", "masked", "--emit", "blocks", "-o", "lists"},
                            {}, directory.path());
  ASSERT_EQ(ran.code, 0) << ran.err;
  const std::string command =
      "cd '" + directory.path().string() + "' && /usr/bin/python3 oracle.py lists 16 12 > said 2>&1";
  EXPECT_EQ(std::system(command.c_str()), 0);
  EXPECT_EQ(read_text(directory.path() / "said"), "same\n");
}

} // namespace
} // namespace mapwright::test
