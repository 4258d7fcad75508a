// `mapper export` as a user runs it: files, streams, JSON keys, exit codes.
#include "end_to_end/command.hpp"

#include <filesystem>

#include <gmock/gmock.h>
#include <nlohmann/json.hpp>

namespace mapwright::test {
namespace {

using nlohmann::json;
using ::testing::HasSubstr;
using ::testing::StartsWith;

const std::string limited = "Task * CPU;\nInstanceLimit step 2;\n";

TEST(MapperExportCommand, WritesFilesOrStandardOutput) {
  const TemporaryDirectory directory;
  const std::string folder = (directory.path() / "new" / "folder").string();
  const Ran written = mapwright({"mapper", "export", "-", "--to", "starpu", "--out", folder}, limited);
  EXPECT_EQ(written.code, 0) << written.err;
  EXPECT_EQ(written.out, "");
  EXPECT_THAT(written.err, HasSubstr("wrote " + folder + "/mapper_policy.cpp\n"));
  EXPECT_THAT(read_text(folder + "/mapper_policy.h"), HasSubstr("struct mapper_task {"));
  const Ran printed = mapwright({"mapper", "export", "-", "--to", "starpu"}, limited);
  EXPECT_EQ(printed.out, read_text(folder + "/mapper_policy.cpp") + read_text(folder + "/mapper_policy.h"));
}

TEST(MapperExportCommand, AnswersInJson) {
  const Ran ran = mapwright({"mapper", "export", "-", "--to", "legion", "--json"}, limited);
  ASSERT_EQ(ran.code, 0) << ran.err;
  const json document = json::parse(ran.out);
  EXPECT_EQ(document.at("schema_version"), 1);
  EXPECT_EQ(document.at("target"), "legion");
  EXPECT_EQ(document.at("files").size(), 1U);
  EXPECT_EQ(document.at("files")[0].at("name"), "mapper_mapper.cc");
  EXPECT_THAT(document.at("files")[0].at("text").get<std::string>(), StartsWith("// mapper_mapper.cc: "));
  EXPECT_EQ(document.at("warnings"), 1);
  EXPECT_EQ(document.at("diagnostics")[0].at("line"), 2);
}

TEST(MapperExportCommand, ChecksForAProgramAndNamesAnApplicationsMapper) {
  const Ran ran =
      mapwright({"mapper", "export", "expert", "--app", "stencil", "--machine", "lassen", "--to", "legion"});
  EXPECT_EQ(ran.code, 0) << ran.err;
  EXPECT_THAT(ran.out, StartsWith("// stencil_expert_mapper.cc: the mapper expert for Legion"));
  EXPECT_THAT(ran.out, HasSubstr("named_arguments = {"));
  const Ran refused =
      mapwright({"mapper", "export", "-", "--app", "stencil", "--machine", "lassen", "--to", "legion"}, "Task * PY;\n");
  EXPECT_EQ(refused.code, 2);
  EXPECT_EQ(refused.out, "");
  EXPECT_THAT(refused.err, HasSubstr("no kind of this list runs"));
}

TEST(MapperExportCommand, RefusesWhatItCannotDo) {
  EXPECT_EQ(mapwright({"mapper", "export", "-", "--to", "charm"}, limited).code, 2);
  EXPECT_EQ(mapwright({"mapper", "export", "-"}, limited).code, 2);
  EXPECT_EQ(mapwright({"mapper", "export", "-", "--to", "legion"}, "Task * GPUS;\n").code, 2);
  EXPECT_EQ(mapwright({"mapper", "export", "-", "--to", "legion", "--out", "/dev/null/here"}, limited).code, 2);
}

} // namespace
} // namespace mapwright::test
