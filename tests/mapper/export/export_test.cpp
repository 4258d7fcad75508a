// The exported texts, what is warned of, and what is refused.
#include "mapper/apps/application.hpp"
#include "mapper/export/export_scene.hpp"

#include <gmock/gmock.h>

namespace mapwright::mapper {
namespace {

using testing::HasSubstr;

std::string warnings_text(const ExportedMapper& made, const std::string& text, const std::string& file) {
  std::string out;
  for (const language::Diagnostic& warning : made.warnings.sorted()) {
    out += format(warning, {text, file}) + "\n";
  }
  return out;
}

/// From the line that begins with `from` to before the one that begins with `to`.
std::string section(const std::string& text, const std::string& from, const std::string& to) {
  const std::size_t begin = text.find("\n" + from);
  const std::size_t end = text.find("\n" + to, begin);
  return begin == std::string::npos ? "no line begins with " + from : text.substr(begin + 1, end - begin);
}

TEST(MapperExport, WritesAWholeLegionMapper) {
  const ExportedMapper made = sure(export_to_legion({{rich_text, "here/rich.mapper"}, "rich", nullptr}));
  ASSERT_EQ(made.files.size(), 1U);
  EXPECT_EQ(made.files[0].name, "rich_mapper.cc");
  expect_golden("export_legion_rich.txt", made.files[0].text);
  expect_golden("export_legion_warnings.txt", warnings_text(made, rich_text, "rich.mapper"));
}

TEST(MapperExport, WritesAWholeStarpuPolicy) {
  const Program program = stencil_program(2, 4, 1, 1);
  const ExportedMapper made = sure(export_to_starpu({{rich_text, "rich.mapper"}, "rich", &program}));
  ASSERT_EQ(made.files.size(), 2U);
  EXPECT_EQ(made.files[0].name, "rich_policy.cpp");
  EXPECT_EQ(made.files[1].name, "rich_policy.h");
  const std::string& policy = made.files[0].text;
  expect_golden("export_starpu_rich.txt", policy.substr(0, policy.find("\n// ---- ")) + "\n...\n" +
                                              policy.substr(policy.find("// ---- The sched")));
  expect_golden("export_starpu_header.txt", made.files[1].text);
  expect_golden("export_starpu_warnings.txt", warnings_text(made, rich_text, "rich.mapper"));
}

TEST(MapperExport, WritesFunctionsAndTablesOfExperts) {
  std::string all;
  for (const char* name : {"circuit", "cannon", "solomonik"}) {
    const Application application = sure(open_application(name));
    const ExportedMapper made = sure(export_to_legion({{*application.mapper("expert"), "expert"}, name, nullptr}));
    all += section(made.files.at(0).text, "// ---- The functions", "// ---- What the mapper");
    all += section(made.files.at(0).text, "const std::vector<KindRule>", "/// The first rule");
  }
  expect_golden("export_legion_experts.txt", all);
}

TEST(MapperExport, NamesArgumentsAsTheProgramDoes) {
  const Program program = stencil_program(2, 4, 1, 1);
  const std::string text = "Region * * GPU FBMEM;\n";
  EXPECT_THAT(sure(export_to_legion({{text, "a.mapper"}, "a", nullptr})).files.at(0).text,
              testing::Not(HasSubstr("NamedArgument")));
  expect_golden("export_legion_names.txt",
                section(sure(export_to_legion({{text, "a.mapper"}, "a", &program})).files.at(0).text,
                        "/// What the program", "/// The first rule"));
}

TEST(MapperExport, LeavesOutWhatAMapperDoesNotUse) {
  const std::string text = sure(export_to_legion({{"Task * CPU;\n", "a.mapper"}, "a", nullptr})).files.at(0).text;
  for (const char* unused : {"LeastSurface", "balance_split", "InstanceLimit", "steal", "LayoutRule", "collected"}) {
    EXPECT_EQ(text.find(unused), std::string::npos) << unused;
  }
  EXPECT_THAT(text, HasSubstr("register_mappers"));
}

TEST(MapperExport, RefusesWhatIsWrong) {
  const auto error_of = [](const std::string& text) {
    const auto made = export_to_legion({{text, "a.mapper"}, "a", nullptr});
    EXPECT_FALSE(made.has_value());
    return made ? std::string() : made.error().format();
  };
  EXPECT_THAT(error_of("Task * GPUS;\n"), HasSubstr("a.mapper:1:8: error: expected a kind of processor"));
  EXPECT_THAT(error_of("def f(int a, int b, int c) { return a; }\nx = f(*(1, 2)[:1], *(3, 4));\n"),
              HasSubstr("a.mapper:2:5: error: this list of arguments cannot be counted before the mapper runs"));
  EXPECT_THAT(error_of("def f(int a) { return f(a); }\n"),
              HasSubstr("a.mapper:1:5: error: what type this has is known only when the mapper runs"));
}

TEST(MapperExport, NamesFilesByTheMapper) {
  EXPECT_EQ(export_name("a/b/stencil.mapper"), "stencil");
  EXPECT_EQ(export_name("my-best.v2.mapper"), "my_best_v2");
  EXPECT_EQ(export_name("-"), "mapper");
  EXPECT_EQ(export_name("3d.mapper"), "v3d");
}

} // namespace
} // namespace mapwright::mapper
