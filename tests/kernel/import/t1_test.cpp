// T1: what is read, what a task is made of it, and every mistake at its place.
#include "kernel/candidate/candidate.hpp"
#include "kernel/import/import_task.hpp"
#include "kernel/import/t1.hpp"
#include "support/paths.hpp"
#include "support/scratch_test.hpp"

#include <fstream>
#include <iterator>

#include <gmock/gmock.h>

namespace mapwright::kernel {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

/// A problem with one of everything.
const std::string small_problem = R"json({
  "ConfigurationSpace": {
    "TuningParameters": [
      {"Name": "TX", "Type": "int", "Values": "[8, 16, 32]", "Default": 32},
      {"Name": "TY", "Type": "int", "Values": "list(range(1, 4))"}
    ],
    "Conditions": [{"Parameters": ["TX", "TY"], "Expression": "TX * TY <= 32"}]
  },
  "KernelSpecification": {
    "Language": "CUDA",
    "KernelName": "f",
    "KernelFile": "f.cu",
    "GlobalSize": {"X": "math.ceil(1000 / TX)", "Y": 2},
    "LocalSize": {"X": "TX", "Y": "TY"},
    "Arguments": [
      {"Name": "out", "Type": "float", "MemoryType": "Vector", "AccessType": "WriteOnly", "Size": 1000},
      {"Name": "in", "Type": "int32", "MemoryType": "Vector", "AccessType": "ReadOnly", "Size": "2 * 500",
       "FillType": "Random", "FillValue": 9},
      {"Type": "half2", "MemoryType": "Local", "Size": 32},
      {"Name": "alpha", "Type": "double", "MemoryType": "Scalar", "FillValue": 0.5}
    ]
  }
})json";

std::string replaced(std::string text, const std::string& from, const std::string& to) {
  const std::size_t at = text.find(from);
  EXPECT_NE(at, std::string::npos) << from;
  return text.replace(at, from.size(), to);
}

/// "line:column: message" for the small problem with one replacement.
std::string mistake(const std::string& from, const std::string& to) {
  const auto problem = parse_t1(replaced(small_problem, from, to), "p.json");
  if (problem) {
    return "none";
  }
  const Error& error = problem.error();
  return (error.where ? std::to_string(error.where->line) + ":" + std::to_string(error.where->column) + ": " : "") +
         error.message;
}

TEST(T1, IsRead) {
  const auto problem = parse_t1(small_problem, "p.json");
  ASSERT_TRUE(problem) << problem.error().format();
  EXPECT_EQ(problem->backend, Backend::cuda);
  EXPECT_THAT(problem->parameters[1].values, ElementsAre(1, 2, 3));
  EXPECT_EQ(problem->parameters[0].preset, 32);
  EXPECT_THAT(problem->constraints, ElementsAre("TX*TY <= 32"));
  EXPECT_THAT(problem->groups, ElementsAre("-floor_div(0 - 1000, TX)", "2", "1"));
  EXPECT_THAT(problem->group, ElementsAre("TX", "TY", "1"));
  ASSERT_EQ(problem->arguments.size(), 4U);
  EXPECT_EQ(problem->arguments[0].intent, Intent::out);
  EXPECT_EQ(problem->arguments[1].elements, 1000U);
  EXPECT_EQ(problem->arguments[1].distribution, "integers(0, 9)");
  EXPECT_EQ(problem->arguments[2].name, "arg2");
  EXPECT_EQ(problem->arguments[2].elements, 64U);
  EXPECT_EQ(problem->arguments[3].distribution, "constant(0.5)");
  EXPECT_THAT(problem->left_out, IsEmpty());
}

TEST(T1, WorkItemsBecomeGroups) {
  const auto problem =
      parse_t1(replaced(small_problem, "\"KernelName\"", R"("GlobalSizeType": "OpenCL", "KernelName")"), "p.json");
  ASSERT_TRUE(problem) << problem.error().format();
  EXPECT_THAT(problem->groups[1], HasSubstr("floor_div(0 - (2), TY)"));
  EXPECT_EQ(problem->groups[2], "1");
}

TEST(T1, MistakesAtTheirPlace) {
  EXPECT_EQ(mistake("{\n", "{,\n"), "1:2: this is no JSON");
  EXPECT_EQ(mistake("\"Values\": \"[8, 16, 32]\"", "\"Values\": \"[8, 1.5]\""),
            "4:52: ConfigurationSpace.TuningParameters[0].Values: '1.5' is no integer of 64 bits");
  EXPECT_EQ(mistake("\"Type\": \"int\"", "\"Type\": \"string\""),
            "4:30: ConfigurationSpace.TuningParameters[0].Type: values of type 'string' cannot be a tunable's");
  EXPECT_EQ(mistake("\"Default\": 32", "\"Default\": 33"),
            "4:73: ConfigurationSpace.TuningParameters[0].Default: 33 is none of the values");
  EXPECT_EQ(mistake("\"Name\": \"TY\"", "\"Name\": \"TX\""),
            "5:16: ConfigurationSpace.TuningParameters[1].Name: there are two parameters 'TX'");
  EXPECT_EQ(mistake("TX * TY <= 32", "TX * TZ <= 32"),
            "7:69: ConfigurationSpace.Conditions[0].Expression: 'TZ' is no tuning parameter");
  EXPECT_EQ(mistake("TX * TY <= 32", "TX / TY <= 2"),
            "7:67: ConfigurationSpace.Conditions[0].Expression: '/' gives a fraction, and all is integer here");
  EXPECT_EQ(mistake("\"CUDA\"", "\"Vulkan\""),
            "10:17: KernelSpecification.Language: there is no back end for 'Vulkan'");
  EXPECT_EQ(mistake("\"Y\": 2", "\"Y\": 2.5"),
            "13:54: KernelSpecification.GlobalSize.Y: must be an expression of integers");
  EXPECT_EQ(mistake("\"Type\": \"float\"", "\"Type\": \"flaot\""),
            "16:31: KernelSpecification.Arguments[0].Type: arguments of type 'flaot' are not there");
  EXPECT_EQ(mistake(", \"AccessType\": \"ReadOnly\"", ""),
            "17:7: KernelSpecification.Arguments[1]: 'AccessType' is missing");
  EXPECT_EQ(mistake("\"2 * 500\"", "\"2 * x\""),
            "17:102: KernelSpecification.Arguments[1].Size: 'x' is no tuning parameter");
  EXPECT_EQ(mistake("\"FillValue\": 9", "\"FillValue\": 9.5"),
            "18:43: KernelSpecification.Arguments[1].FillValue: i32 cannot hold 9.5");
  EXPECT_EQ(mistake("WriteOnly", "ReadOnly"),
            "15:18: KernelSpecification.Arguments: no argument is written, so there is nothing to check");
  EXPECT_EQ(mistake("\"Name\": \"in\"", "\"Name\": \"out\""),
            "17:7: KernelSpecification.Arguments[1]: the name 'out' is taken");
}

TEST(T1, PresetsSatisfyTheConditions) {
  const auto problem =
      parse_t1(replaced(small_problem, "[8, 16, 32]\", \"Default\": 32", "[16, 32]\", \"Default\": 32"), "p.json");
  ASSERT_TRUE(problem) << problem.error().format();
  const auto made = import_task(*problem, "f_task", "extern \"C\" __global__ void f() {}\n");
  ASSERT_TRUE(made) << made.error().format();
  EXPECT_THAT(made->kernel, HasSubstr("TX = {values = [16, 32], default = 32}\n"
                                      "TY = {values = [1, 2, 3], default = 1}\n"));
  const auto tight = parse_t1(replaced(small_problem, "TX * TY <= 32", "TX * TY == 24"), "p.json");
  const auto other = import_task(*tight, "f_task", "");
  ASSERT_TRUE(other) << other.error().format();
  EXPECT_THAT(other->kernel, HasSubstr("default = 8}\nTY = {values = [1, 2, 3], default = 3}"));
  EXPECT_THAT(other->left_out, ElementsAre(HasSubstr("the default 32 of TX")));
  const auto never = parse_t1(replaced(small_problem, "TX * TY <= 32", "TX > 64"), "p.json");
  EXPECT_EQ(import_task(*never, "f_task", "").error().message, "no configuration satisfies the conditions");
}

TEST(T1, WhatIsMissingIsSaid) {
  const auto problem = parse_t1(small_problem, "p.json");
  ASSERT_TRUE(problem);
  const auto bare = import_task(*problem, "f_task", "");
  ASSERT_TRUE(bare) << bare.error().format();
  EXPECT_THAT(bare->missing,
              ElementsAre("f_task.cu: the source of the kernel (f.cu), behind its comment",
                          HasSubstr("reference.cpp: extern \"C\" void reference(std::int64_t size_out, double* out, "
                                    "double* out_scale, const std::int32_t* in, double alpha)"),
                          HasSubstr("small and odd test shapes")));
  const auto mangled = import_task(*problem, "f_task", "__global__ void f() {}\n");
  EXPECT_THAT(mangled->missing.back(), HasSubstr("extern \"C\" before f"));
}

/// What an import writes is what a user could have written.
class ImportedFolder : public test::ScratchTest {};

TEST_F(ImportedFolder, TheExampleIsATask) {
  const auto folder = test::source_dir() / "examples" / "t1";
  const auto contents = [&](const char* name) {
    std::ifstream stream(folder / name);
    return std::string{std::istreambuf_iterator<char>(stream), std::istreambuf_iterator<char>()};
  };
  const auto problem = parse_t1(contents("scale_add.json"), "scale_add.json");
  ASSERT_TRUE(problem) << problem.error().format();
  const auto made = import_task(*problem, "scale_add", contents("scale_add.cl"));
  ASSERT_TRUE(made) << made.error().format();
  write("task.toml", made->task_toml);
  const auto kernel = write(made->kernel_file, made->kernel);
  const auto task = read_task(directory->path());
  ASSERT_TRUE(task) << task.error().format();
  EXPECT_EQ(task->arguments.size(), 4U);
  EXPECT_EQ(task->arguments[2].type, Element::f32);
  EXPECT_EQ(extents(*task, task->shapes.front().sizes)->at(2), 1048576U);
  const auto candidate = read_candidate(*task, kernel);
  ASSERT_TRUE(candidate) << candidate.error().format();
  EXPECT_EQ(candidate->tunables.size(), 3U);
  EXPECT_EQ(preset(*candidate).at("GROUP"), 64);
  EXPECT_TRUE(*allowed(*candidate, {{"GROUP", 256}, {"PER_ITEM", 2}, {"STRIDED", 1}}));
  EXPECT_FALSE(*allowed(*candidate, {{"GROUP", 256}, {"PER_ITEM", 4}, {"STRIDED", 1}}));
  EXPECT_FALSE(*allowed(*candidate, {{"GROUP", 64}, {"PER_ITEM", 1}, {"STRIDED", 1}}));
  EXPECT_THAT(made->left_out, ElementsAre(HasSubstr("what 'y' holds (BinaryRaw y.bin)"), HasSubstr("Search: ")));
}

} // namespace
} // namespace mapwright::kernel
