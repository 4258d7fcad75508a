// The comment of a kernel: what is read, and every mistake at its place in the source.
#include "expr/text.hpp"
#include "kernel/candidate/candidate.hpp"
#include "kernel/candidate/comment_block.hpp"
#include "support/scratch_test.hpp"

#include <gtest/gtest.h>

namespace mapwright::kernel {
namespace {

const std::string good = R"cl(// A kernel.
/*mapwright
constraints = ["TS*TS <= 256"]
[tunables]
TS = {values = [4, 8, 16], default = 8}
UNROLL = [1, 2, -4]
[[scratch]]
name = "partial"
type = "f32"
shape = ["m", "TS"]
[[launch]]
kernel = "first"
groups = ["floor_div(n + TS - 1, TS)", 2]
group = ["TS"]
arguments = ["m", "a", "alpha", "partial", "local(4*TS)", "n*UNROLL", 7]
[[launch]]
kernel = "second"
groups = ["m", "n", 1]
group = [1]
arguments = ["partial", "c"]
*/
__kernel void first() {}
)cl";

Task task() {
  Task task;
  task.name = task.entry = "gemm";
  task.sizes = {"m", "n"};
  const expr::Expr m = expr::Expr::variable("m");
  task.arguments = {{"alpha", Element::f32, Intent::in, {}},
                    {"a", Element::f32, Intent::in, {m}},
                    {"c", Element::f32, Intent::out, {m}}};
  task.shapes = {{Use::test, {1, 1}}, {Use::test, {3, 5}}, {Use::held_out, {1000, 2}}};
  return task;
}

std::string mistake_of(const std::string& text, Backend backend = Backend::opencl) {
  const auto candidate = parse_candidate(task(), backend, text, "k.cl");
  return candidate ? "none" : candidate.error().format();
}

/// The error for the good text with one replacement.
std::string mistake(const std::string& from, const std::string& to) {
  std::string text = good;
  const std::size_t at = text.find(from);
  EXPECT_NE(at, std::string::npos) << from;
  return mistake_of(text.replace(at, from.size(), to));
}

/// The message of that alone, with its place.
std::string message(const std::string& from, const std::string& to) {
  const std::string all = mistake(from, to);
  return all.substr(0, all.find('\n'));
}

TEST(Candidate, ReadsEverything) {
  const auto read = parse_candidate(task(), Backend::opencl, good, "k.cl");
  ASSERT_TRUE(read) << read.error().format();
  EXPECT_EQ(read->source, good);
  ASSERT_EQ(read->tunables.size(), 2U);
  EXPECT_EQ(read->tunables[0].name, "TS");
  EXPECT_EQ(read->tunables[0].preset, 8);
  EXPECT_EQ(read->tunables[1].values, (std::vector<std::int64_t>{1, 2, -4}));
  EXPECT_EQ(read->tunables[1].preset, 1);
  EXPECT_EQ(read->scratch.at(0).name, "partial");
  EXPECT_EQ(expr::to_text(read->scratch[0].shape.at(1)), "TS");
  ASSERT_EQ(read->launches.size(), 2U);
  const LaunchPlan& first = read->launches[0];
  EXPECT_EQ(first.kernel, "first");
  EXPECT_TRUE(first.groups[1].is_constant(2));
  EXPECT_TRUE(first.groups[2].is_constant(1));
  EXPECT_TRUE(first.group[1].is_constant(1));
  ASSERT_EQ(first.arguments.size(), 7U);
  EXPECT_EQ(expr::to_text(std::get<expr::Expr>(first.arguments[0])), "m");
  EXPECT_EQ(std::get<BufferUse>(first.arguments[1]).name, "a");
  EXPECT_EQ(std::get<ScalarUse>(first.arguments[2]).name, "alpha");
  EXPECT_EQ(std::get<BufferUse>(first.arguments[3]).name, "partial");
  EXPECT_EQ(expr::to_text(std::get<LocalUse>(first.arguments[4]).bytes), "4*TS");
  EXPECT_EQ(expr::to_text(std::get<expr::Expr>(first.arguments[5])), "n*UNROLL");
  EXPECT_TRUE(std::get<expr::Expr>(first.arguments[6]).is_constant(7));
}

TEST(Candidate, TuningsAndMacros) {
  const auto read = parse_candidate(task(), Backend::opencl, good, "k.cl");
  ASSERT_TRUE(read);
  EXPECT_EQ(preset(*read), (Tuning{{"TS", 8}, {"UNROLL", 1}}));
  EXPECT_EQ(macros(preset(*read)), (std::vector<std::string>{"-DTS=8", "-DUNROLL=1"}));
  EXPECT_TRUE(*allowed(*read, {{"TS", 16}, {"UNROLL", 1}}));
  EXPECT_FALSE(*allowed(*read, {{"TS", 17}, {"UNROLL", 1}}));
  EXPECT_EQ(allowed(*read, {{"UNROLL", 1}}).error().message,
            "TS*TS <= 256 has no value at UNROLL=1: a name has no value at 'TS'");
}

TEST(Candidate, PlainCppNeedsNoComment) {
  EXPECT_EQ(mistake_of("void f();", Backend::cpp), "none");
  EXPECT_EQ(mistake_of("/*mapwright\n[tunables]\nB = [1]\n*/", Backend::cpp), "none");
  EXPECT_EQ(
      mistake_of("/*mapwright\n[[launch]]\nkernel = \"f\"\ngroups = [1]\ngroup = [1]\narguments = []*/", Backend::cpp),
      "k.cl:2:1: error: a C++ kernel has no [[launch]]: gemm is called\n  [[launch]]\n  ^");
  EXPECT_EQ(mistake_of("/*mapwright\n[[scratch]]\nname = \"s\"\ntype = \"f32\"\nshape = [1]*/", Backend::cpp),
            "k.cl:3:8: error: a C++ kernel has no [[scratch]]: it allocates what it needs\n  name = \"s\"\n         ^");
}

TEST(Candidate, DeviceKernelsNeedLaunches) {
  EXPECT_EQ(mistake_of("__kernel void f() {}"),
            "error: k.cl has no comment that begins with 'mapwright'\n"
            "hint: it holds [[launch]]: which kernels run, on how many groups (docs/kernel-tasks.md)");
  EXPECT_EQ(mistake_of("/*mapwright\n[tunables]\nB = [1]\n*/"),
            "k.cl:1:1: error: there is no [[launch]]\n  /*mapwright\n  ^\n"
            "hint: the comment says which kernels run, on how many groups");
}

TEST(Candidate, MistakesHaveTheirPlaceInTheSource) {
  EXPECT_EQ(mistake("constraints", "constraint"),
            "k.cl:3:1: error: unknown key 'constraint'\n  constraint = [\"TS*TS <= 256\"]\n  ^\n"
            "hint: did you mean 'constraints'?");
  EXPECT_EQ(mistake("TS*TS <= 256", "TS*m <= 256"),
            "k.cl:3:20: error: 'm' is not a tunable\n  constraints = [\"TS*m <= 256\"]\n                     ^\n"
            "hint: expected one of: TS, UNROLL");
  EXPECT_EQ(mistake("TS*TS <= 256", "TS*TS <= 25"),
            "k.cl:3:17: error: the defaults violate TS*TS <= 25: TS=8 UNROLL=1\n  constraints = [\"TS*TS <= 25\"]\n"
            "                  ^\nhint: choose defaults that satisfy all constraints");
  EXPECT_EQ(mistake("default = 8", "default = 9"),
            "k.cl:5:38: error: the default 9 of 'TS' is none of its values: 4, 8, 16\n"
            "  TS = {values = [4, 8, 16], default = 9}\n                                       ^");
  EXPECT_EQ(message("{values = [4, 8, 16], default = 8}", "{default = 8}"), "k.cl:5:6: error: 'TS' has no values");
  EXPECT_EQ(message("TS = {", "m = {"), "k.cl:5:5: error: 'm' is a size of the task");
  EXPECT_EQ(message("UNROLL = [1, 2, -4]", "UNROLL = [1, 2, 1]"), "k.cl:6:10: error: 'UNROLL' has a value twice");
  EXPECT_EQ(message("UNROLL = [1, 2, -4]", "UNROLL = 4"), "k.cl:6:10: error: 'UNROLL' must be a section");
  EXPECT_EQ(message("\"partial\"", "\"a\""), "k.cl:8:8: error: 'a' is an argument of the task");
  EXPECT_EQ(message("\"partial\"", "\"TS\""), "k.cl:8:8: error: 'TS' is a tunable");
  EXPECT_EQ(message("\"f32\"", "\"float\""), "k.cl:9:8: error: unknown type 'float'");
  EXPECT_EQ(message("shape = [\"m\", \"TS\"]", "shape = [\"m - 2\"]"),
            "k.cl:10:9: error: the extent m - 2 of 'partial' is -1 at m=1 n=1 TS=8 UNROLL=1");
  EXPECT_EQ(message("kernel = \"first\"\n", ""), "k.cl:11:1: error: 'kernel' is missing");
  EXPECT_EQ(message("group = [\"TS\"]", "group = [1, 1, 1, 1]"), "k.cl:14:9: error: 'group' must have 1 to 3 axes");
  EXPECT_EQ(message("group = [\"TS\"]", "group = [\"n - 1\"]"),
            "k.cl:14:11: error: 'group' is 0 at m=1 n=1 TS=8 UNROLL=1");
  EXPECT_EQ(message("TS - 1, TS)\", 2]", "TS - 1, T)\", 2]"), "k.cl:13:34: error: 'T' is not a size or a tunable");
  EXPECT_EQ(mistake("\"a\", \"alpha\"", "\"a\", \"alhpa\""),
            "k.cl:15:25: error: 'alhpa' is no argument, size, tunable or scratch buffer\n"
            "  arguments = [\"m\", \"a\", \"alhpa\", \"partial\", \"local(4*TS)\", \"n*UNROLL\", 7]\n"
            "                          ^\nhint: did you mean 'alpha'?");
  EXPECT_EQ(message("local(4*TS)", "local(4*T)"), "k.cl:15:53: error: 'T' is not a size or a tunable");
  EXPECT_EQ(message("n*UNROLL", "n*"),
            "k.cl:15:62: error: expected a number, a name or '(', found the end of the text");
  EXPECT_EQ(message("kernel = \"second\"", "kernel = "),
            "k.cl:17:10: error: Error while parsing key-value pair: expected "
            "value, saw '\\n'");
}

TEST(Candidate, ZeroGroupsAreASkippedLaunch) {
  EXPECT_EQ(message("groups = [\"m\", \"n\", 1]", "groups = [\"m - 1\"]"), "none");
  EXPECT_EQ(message("groups = [\"m\", \"n\", 1]", "groups = [\"m - 2\"]"),
            "k.cl:18:12: error: 'groups' is -1 at m=1 n=1 TS=8 UNROLL=1");
}

TEST(Candidate, ShapesThatAreHeldOutAreNotNamed) {
  EXPECT_EQ(message("groups = [\"m\", \"n\", 1]", "groups = [\"20 - m\"]"), "none");
}

TEST(Comment, IsTheFirstThatBeginsWithTheWord) {
  const auto text = [](const std::string& source) { return mapwright_comment(source).value_or("none"); };
  EXPECT_EQ(text("/* other */ /*mapwright a = 1 */"), std::string(23, ' ') + " a = 1 ");
  EXPECT_EQ(text("x\n/* mapwright\na = 1\n*/ /*mapwright b */"), " \n            \na = 1\n");
  EXPECT_EQ(text("/*mapwrights*/"), "none");
  EXPECT_EQ(text("// /*mapwright a*/\nint x;"), "none");
  EXPECT_EQ(text("\"/*mapwright a*/\""), "none");
  EXPECT_EQ(text("\"\\\"/*mapwright a*/\""), "none");
  EXPECT_EQ(text("R\"x(\"/*mapwright a*/)x\""), "none");
  EXPECT_EQ(text("'\"' /*mapwright a*/").substr(15), " a");
  EXPECT_EQ(text("1'000 /*mapwright a*/").substr(17), " a");
  EXPECT_EQ(text("/*mapwright a"), "            a") << "the compiler will complain of the missing end";
  EXPECT_EQ(text(""), "none");
  EXPECT_EQ(text("/*"), "none");
  EXPECT_EQ(text("R\""), "none");
}

class CandidateFile : public test::ScratchTest {};

TEST_F(CandidateFile, TheEndingSaysTheBackEnd) {
  const auto opencl = read_candidate(task(), write("a.cl", good));
  ASSERT_TRUE(opencl) << opencl.error().format();
  EXPECT_EQ(opencl->backend, Backend::opencl);
  EXPECT_EQ(read_candidate(task(), write("a.cpp", ""))->backend, Backend::cpp);
  EXPECT_EQ(read_candidate(task(), write("a.hip", good))->backend, Backend::hip);
  EXPECT_EQ(read_candidate(task(), "a.py").error().message,
            "a.py is no kernel: its name must end in .cpp, .cl, .cu or .hip");
  EXPECT_EQ(read_candidate(task(), "none.cu").error().message, "there is no file none.cu");
}

TEST(Candidate, ChoosesACompilerAndFlagsFromAList) {
  const std::string head = "/*mapwright\ncompiler = \"clang++\"\nflags = [\"-ffast-math\", \"polly\"]\n*/\n";
  const auto candidate = parse_candidate(task(), Backend::cpp, head + "void gemm();\n", "k.cpp");
  ASSERT_TRUE(candidate) << candidate.error().format();
  EXPECT_EQ(candidate->compiler, "clang++");
  EXPECT_EQ(candidate->flags, (std::vector<std::string>{"-ffast-math", "polly"}));
  const auto refused = [](const std::string& line, Backend backend = Backend::cpp) {
    const std::string all = mistake_of("/*mapwright\n" + line + "\n*/\n", backend);
    return all.substr(0, all.find('\n'));
  };
  EXPECT_EQ(refused("flags = [\"-O2\", \"-fplugin=x\"]"),
            "k.cl:2:18: error: '-fplugin=x' is no flag a kernel can choose");
  EXPECT_EQ(refused("flags = [\"polly\"]"), "k.cl:2:11: error: 'polly' belongs to another compiler");
  EXPECT_EQ(refused("compiler = \"gcc\""), "k.cl:2:12: error: 'gcc' is no compiler a kernel can choose");
  EXPECT_EQ(refused("compiler = \"g++\"", Backend::opencl),
            "k.cl:2:12: error: only a C++ kernel can choose 'compiler'");
}

} // namespace
} // namespace mapwright::kernel
