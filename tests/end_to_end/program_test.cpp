// The program as a whole: help, version, pipes, problem files.
#include "mapwright/version.hpp"

#include "end_to_end/command.hpp"

#include <gmock/gmock.h>
#include <nlohmann/json.hpp>

namespace mapwright::test {
namespace {

using nlohmann::json;
using ::testing::HasSubstr;

TEST(Program, SaysItsVersion) {
  const Ran ran = mapwright({"--version"});
  EXPECT_EQ(ran.code, 0);
  EXPECT_EQ(ran.out, "mapwright " + std::string(version()) + "\n");
}

TEST(Program, HelpsEverywhereWithExamples) {
  for (const std::vector<std::string>& command : {std::vector<std::string>{},
                                                  {"map"},
                                                  {"map", "list"},
                                                  {"map", "derive"},
                                                  {"map", "eval"},
                                                  {"map", "rank"},
                                                  {"map", "verify"},
                                                  {"map", "emit"},
                                                  {"mapper"},
                                                  {"mapper", "check"},
                                                  {"mapper", "place"},
                                                  {"mapper", "decompose"},
                                                  {"mapper", "format"},
                                                  {"run"},
                                                  {"doctor"}}) {
    std::vector<std::string> arguments = command;
    arguments.emplace_back("--help");
    const Ran ran = mapwright(arguments);
    EXPECT_EQ(ran.code, 0) << ran.err;
    EXPECT_THAT(ran.out, HasSubstr("Examples:"));
    EXPECT_EQ(ran.err, "");
  }
}

TEST(Program, WithoutACommandSaysWhichThereAre) {
  const Ran ran = mapwright({});
  EXPECT_EQ(ran.code, 2);
  EXPECT_THAT(ran.err, HasSubstr("map, kernel, mapper, run, resume, report, replay, doctor"));
}

TEST(Program, EndsQuietlyWhenTheReaderHasGone) {
  const std::string command = binary().string() + " map eval triangle --param n=1000000 --count 100000000 --csv "
                                                  "2>/dev/null | head -n 2";
  FILE* pipe = popen(command.c_str(), "r");
  ASSERT_NE(pipe, nullptr);
  std::string text;
  for (int c = fgetc(pipe); c != EOF; c = fgetc(pipe)) {
    text += static_cast<char>(c);
  }
  EXPECT_EQ(pclose(pipe), 0);
  EXPECT_EQ(text, "index,i,j\n0,0,0\n");
}

TEST(Program, AFullDiskIsAnError) {
  const std::string command = binary().string() + " map list >/dev/full 2>/dev/null";
  const int status = std::system(command.c_str());
  EXPECT_EQ(WEXITSTATUS(status), 3);
}

TEST(Doctor, PrintsOneJsonDocument) {
  const Ran ran = mapwright({"doctor", "--json"});
  EXPECT_EQ(ran.code, 0) << ran.err;
  EXPECT_EQ(json::parse(ran.out).at("schema_version"), 1);
  EXPECT_EQ(mapwright({"doctor"}).code, 0);
}

TEST(Run, DerivesVerifiesAndEmits) {
  const TemporaryDirectory directory;
  const std::string file = (directory.path() / "problem.toml").string();
  write_text(file, "[problem]\nkind = \"index-map\"\ndomain = \"triangle\"\n"
                   "[parameters]\nn = 100\n"
                   "[emit]\nlanguages = [\"cpp\", \"opencl\", \"cuda\"]\ndirectory = \"out\"\n"
                   "[verify]\nexhaustive = true\n");
  const Ran ran = mapwright({"run", file, "--json"}, "", directory.path());
  EXPECT_EQ(ran.code, 0) << ran.err;
  const json document = json::parse(ran.out);
  EXPECT_EQ(document.at("verdict"), "verified");
  EXPECT_EQ(document.at("verify").at("indices"), 5050);
  EXPECT_EQ(document.at("derive").at("count_value"), 5050);
  ASSERT_EQ(document.at("emitted").size(), 3U);
  for (const json& emitted : document.at("emitted")) {
    EXPECT_TRUE(std::filesystem::exists(emitted.at("file").get<std::string>()));
  }
  const Ran text = mapwright({"run", "problem.toml"}, "", directory.path());
  EXPECT_EQ(text.code, 0) << text.err;
  EXPECT_THAT(text.out, HasSubstr("VERIFIED"));
  EXPECT_THAT(text.out, HasSubstr("out/triangle.hpp (cpp)"));
}

TEST(Run, PointsAtTheWrongKey) {
  const TemporaryDirectory directory;
  write_text(directory.path() / "problem.toml",
             "[problem]\nkind = \"index-map\"\ndomain = \"triangle\"\n[verify]\nexaustive = true\n");
  const Ran ran = mapwright({"run", "problem.toml"}, "", directory.path());
  EXPECT_EQ(ran.code, 2);
  EXPECT_EQ(ran.err, "problem.toml:5:1: error: unknown key of [verify] 'exaustive'\n"
                     "  exaustive = true\n"
                     "  ^\n"
                     "hint: did you mean 'exhaustive'?\n");
}

} // namespace
} // namespace mapwright::test
