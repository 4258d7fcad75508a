// `map audit` from outside: exit codes, the replacement, the JSON document.
#include "end_to_end/command.hpp"
#include "sandbox/level.hpp"

#include <gmock/gmock.h>
#include <nlohmann/json.hpp>

namespace mapwright::test {
namespace {

using nlohmann::json;
using ::testing::HasSubstr;
using ::testing::StartsWith;

class MapAudit : public testing::Test {
protected:
  void SetUp() override {
    if (sandbox::detect_level().level != sandbox::Level::full) {
      GTEST_SKIP() << "this machine cannot contain native code";
    }
    write_text(directory.path() / "f.cu", "__device__ int2 f(int w) {\n"
                                          "  int i = (int)sqrtf(2.0f * w);\n"
                                          "  return make_int2(i, w - i * (i + 1) / 2);\n"
                                          "}\n");
    write_text(directory.path() / "g.cu", "__device__ int2 g(int w) { return nothing; }\n");
  }

  [[nodiscard]] Ran audit(const std::string& file, const std::string& function,
                          const std::vector<std::string>& more = {}) const {
    std::vector<std::string> arguments{"map",      "audit",         file,    "--function", function, "--domain",
                                       "triangle", "--most-points", "100000"};
    arguments.insert(arguments.end(), more.begin(), more.end());
    return mapwright(arguments, "", directory.path());
  }

  TemporaryDirectory directory;
};

TEST_F(MapAudit, AFaultIsExitCodeOneAndTheReplacementIsWritten) {
  const Ran ran = audit("f.cu", "f", {"-o", "exact.cuh"});
  EXPECT_EQ(ran.code, 1) << ran.err;
  EXPECT_THAT(ran.out, StartsWith("verdict      FAULT at n = 2, w = 2: (2, -1), expected (1, 1)\n"
                                  "kind         off-by-a-row: i is 2, 1 too large\n"));
  EXPECT_THAT(ran.out, HasSubstr("; written to"));
  EXPECT_THAT(read_text(directory.path() / "exact.cuh"), HasSubstr("MAPWRIGHT_HD inline point unrank("));
}

TEST_F(MapAudit, PrintsOneDocument) {
  const Ran ran = audit("f.cu", "f", {"--json"});
  EXPECT_EQ(ran.code, 1) << ran.err;
  const json document = json::parse(ran.out);
  EXPECT_EQ(document.at("schema_version"), 1);
  EXPECT_EQ(document.at("language"), "cuda");
  EXPECT_EQ(document.at("verdict"), "fault");
  const json& fault = document.at("fault");
  EXPECT_EQ(fault.at("sizes"), json::parse(R"({"n": 2})"));
  EXPECT_EQ(fault.at("index"), 2);
  EXPECT_EQ(fault.at("point"), json::parse("[2, -1]"));
  EXPECT_EQ(fault.at("expected"), json::parse("[1, 1]"));
  EXPECT_EQ(fault.at("claim"), "proven-first");
  EXPECT_EQ(document.at("replacement").at("language"), "cuda");
  EXPECT_EQ(document.at("replacement").at("bits"), "32");
}

TEST_F(MapAudit, WhatDoesNotCompileIsAnInputError) {
  const Ran ran = audit("g.cu", "g", {"--json"});
  EXPECT_EQ(ran.code, 2);
  EXPECT_THAT(ran.err, HasSubstr("g.cu:1:"));
  EXPECT_THAT(ran.err, HasSubstr("nothing"));
  EXPECT_EQ(json::parse(ran.out).at("error").at("kind"), "input");
}

} // namespace
} // namespace mapwright::test
