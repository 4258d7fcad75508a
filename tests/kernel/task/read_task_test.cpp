// task.toml: what is read, and every mistake at its place.
#include "expr/text.hpp"
#include "kernel/task/task.hpp"
#include "support/scratch_test.hpp"

#include <cstdlib>

#include <gtest/gtest.h>

namespace mapwright::kernel {
namespace {

const std::string good = R"toml(name = "scale"
summary = "y = alpha x"
sizes = ["n", "m"]
operations = "n*m"
[[argument]]
name = "alpha"
type = "f32"
[[argument]]
name = "x"
type = "f16"
shape = ["n", "2*m"]
[[argument]]
name = "y"
type = "f32"
shape = ["n", 4]
intent = "inout"
[shapes]
test = [[1, 1], [3, 5]]
benchmark = [[64, 64]]
[[inputs]]
name = "plain"
alpha = "constant(2)"
x = "uniform(-1, 1)"
y = "below(n)"
[tolerance]
factor = 2.5
reason = "one product"
)toml";

class ReadTask : public test::ScratchTest {
protected:
  void SetUp() override {
    ScratchTest::SetUp();
    write("reference.cpp", "");
  }

  /// The error for the good text with one replacement, or "none"; the folder's name taken out.
  std::string mistake(const std::string& from, const std::string& to) {
    std::string text = good;
    const std::size_t at = text.find(from);
    EXPECT_NE(at, std::string::npos) << from;
    return mistake_of(text.replace(at, from.size(), to));
  }

  std::string mistake_of(const std::string& text) {
    write("task.toml", text);
    const auto task = read_task(directory->path());
    return task ? "none" : without_folder(task.error().format());
  }

  [[nodiscard]] std::string without_folder(std::string text) const {
    const std::string folder = directory->path().string() + "/";
    for (std::size_t at = text.find(folder); at != std::string::npos; at = text.find(folder)) {
      text.erase(at, folder.size());
    }
    return text;
  }
};

TEST_F(ReadTask, ReadsEverything) {
  write("task.toml", good);
  write("scale.cpp", "");
  write("scale.cu", "");
  const auto read = read_task(directory->path());
  ASSERT_TRUE(read) << read.error().format();
  const Task& task = *read;
  EXPECT_EQ(task.name + "/" + task.entry + "/" + task.summary, "scale/scale/y = alpha x");
  EXPECT_EQ(task.sizes, (std::vector<std::string>{"n", "m"}));
  EXPECT_EQ(expr::to_text(*task.operations), "n*m");
  ASSERT_EQ(task.arguments.size(), 3U);
  EXPECT_TRUE(task.arguments[0].shape.empty());
  EXPECT_EQ(task.arguments[1].type, Element::f16);
  EXPECT_EQ(expr::to_text(task.arguments[1].shape[1]), "2*m");
  EXPECT_EQ(task.arguments[2].intent, Intent::in_out);
  ASSERT_EQ(task.shapes.size(), 3U);
  EXPECT_EQ(task.shapes[1].sizes, (std::vector<std::int64_t>{3, 5}));
  EXPECT_EQ(task.shapes[2].use, Use::benchmark);
  EXPECT_EQ(task.scenarios[0].inputs[2].kind, "below");
  EXPECT_EQ(task.scenarios[0].inputs[1].numbers, (std::vector<double>{-1, 1}));
  EXPECT_EQ(task.tolerance.factor, 2.5);
  ASSERT_EQ(task.starts.size(), 2U);
  EXPECT_EQ(task.starts.at(Backend::cuda), directory->path() / "scale.cu");
  EXPECT_EQ(*extents(task, {3, 5}), (std::vector<std::uint64_t>{1, 30, 12}));
  EXPECT_EQ(describe(task, task.shapes[1]), "n=3 m=5");
  EXPECT_EQ(cpp_declaration(task), "extern \"C\" void scale(std::int64_t n, std::int64_t m, float alpha, const "
                                   "std::uint16_t* x, float* y)");
}

TEST_F(ReadTask, StartingKernelsByName) {
  write("fast.cl", "");
  EXPECT_EQ(mistake("[tolerance]", "[start]\nopencl = \"fast.cl\"\n[tolerance]"), "none");
  EXPECT_EQ(read_task(directory->path())->starts.at(Backend::opencl).filename(), "fast.cl");
  EXPECT_EQ(mistake("[tolerance]", "[start]\nopencl = \"slow.cl\"\n[tolerance]"),
            "task.toml:26:10: error: there is no file slow.cl\n  opencl = \"slow.cl\"\n           ^");
  EXPECT_EQ(mistake("[tolerance]", "[start]\ncpp = \"fast.cl\"\n[tolerance]"),
            "task.toml:26:7: error: 'fast.cl' must end in .cpp\n  cpp = \"fast.cl\"\n        ^");
}

TEST_F(ReadTask, MissingFiles) {
  EXPECT_EQ(without_folder(read_task(directory->path()).error().format()),
            "error: there is no file task.toml\n"
            "hint: a task is a folder with task.toml and reference.cpp (docs/kernel-tasks.md)");
}

TEST_F(ReadTask, AReferenceIsForTheJudgeToMiss) {
  std::filesystem::remove(directory->path() / "reference.cpp");
  EXPECT_EQ(mistake_of(good), "none");
}

TEST_F(ReadTask, Evaluators) {
  write("task.toml", good + "[evaluator]\ncommand = \"./time {candidate}\"\nseconds = 30\n");
  const auto task = read_task(directory->path());
  ASSERT_TRUE(task) << task.error().format();
  ASSERT_TRUE(task->evaluator);
  EXPECT_EQ(task->evaluator->command, "./time {candidate}");
  EXPECT_EQ(task->evaluator->seconds, 30);
  EXPECT_EQ(mistake_of(good + "[evaluator]\nseconds = 30\n"), "task.toml:28:1: error: 'command' is missing\n"
                                                              "  [evaluator]\n  ^");
  EXPECT_EQ(mistake_of(good + "[evaluator]\ncommand = \"x\"\nseconds = 0\n"),
            "task.toml:30:11: error: 'seconds' must be above 0 and finite\n  seconds = 0\n            ^");
}

TEST_F(ReadTask, KeysAndTypes) {
  EXPECT_EQ(mistake("summary", "sumary"), "task.toml:1:1: error: 'summary' is missing\n  name = \"scale\"\n  ^");
  EXPECT_EQ(mistake("operations", "operatoins"), "task.toml:4:1: error: unknown key 'operatoins'\n"
                                                 "  operatoins = \"n*m\"\n  ^\nhint: did you mean 'operations'?");
  EXPECT_EQ(mistake("intent = \"inout\"", "intnet = \"inout\""),
            "task.toml:5:1: error: no argument is an output\n  [[argument]]\n  ^\nhint: give one intent = \"out\"");
  EXPECT_EQ(mistake("\"f16\"", "\"fp16\""),
            "task.toml:10:8: error: unknown type 'fp16'\n  type = \"fp16\"\n         ^\nhint: did you mean 'f16'?");
  EXPECT_EQ(mistake("\"inout\"", "\"in_out\""), "task.toml:16:10: error: 'intent' is \"in\", \"out\" or \"inout\"\n"
                                                "  intent = \"in_out\"\n           ^");
  EXPECT_EQ(mistake("type = \"f32\"\n", "type = \"f32\"\nintent = \"out\"\n"),
            "task.toml:8:10: error: 'alpha' has no shape, so it is a scalar and can only be \"in\"\n"
            "  intent = \"out\"\n           ^\nhint: shape = [\"1\"] is one element that can be written");
  EXPECT_EQ(mistake("factor = 2.5", "factor = inf"),
            "task.toml:26:10: error: 'factor' must be finite\n  factor = inf\n           ^");
  EXPECT_EQ(mistake("factor = 2.5", "factor = -1"),
            "task.toml:26:10: error: 'factor' must be a number of at least 0\n  factor = -1\n           ^");
  EXPECT_EQ(mistake("reason = \"one product\"\n", ""),
            "task.toml:25:1: error: 'reason' is missing\n  [tolerance]\n  ^");
  EXPECT_EQ(mistake("name = \"scale\"", "name = ").substr(0, 21), "task.toml:1:8: error:");
}

TEST_F(ReadTask, Names) {
  EXPECT_EQ(mistake("\"scale\"", "\"2scale\""),
            "task.toml:1:8: error: '2scale' is no name: a letter or '_', then letters, digits and '_'\n"
            "  name = \"2scale\"\n         ^");
  EXPECT_EQ(
      mistake("\"n\", \"m\"]", "\"n\", \"for\"]"),
      "task.toml:3:16: error: 'for' is a word of C++ or OpenCL C\n  sizes = [\"n\", \"for\"]\n                 ^");
  EXPECT_EQ(mistake("\"n\", \"m\"]", "\"n\", \"n\"]"),
            "task.toml:3:16: error: there are two sizes 'n'\n  sizes = [\"n\", \"n\"]\n                 ^");
  EXPECT_EQ(mistake("name = \"x\"", "name = \"n\""),
            "task.toml:9:8: error: the name 'n' is taken\n  name = \"n\"\n         ^");
  EXPECT_EQ(mistake("name = \"x\"", "name = \"exact\""),
            "task.toml:9:8: error: 'exact' is a key of [[inputs]] and cannot be an argument\n"
            "  name = \"exact\"\n         ^");
  EXPECT_EQ(mistake("name = \"x\"", "name = \"y_scale\""),
            "task.toml:13:8: error: the reference gives 'y_scale' beside 'y', so that name is taken\n"
            "  name = \"y\"\n         ^");
}

TEST_F(ReadTask, ShapesOfArguments) {
  EXPECT_EQ(mistake("\"2*m\"", "\"2*k\""),
            "task.toml:11:18: error: 'k' is not a size of the task\n"
            "  shape = [\"n\", \"2*k\"]\n                   ^\nhint: expected one of: n, m");
  EXPECT_EQ(mistake("\"2*m\"", "\"2*\"").substr(0, 24), "task.toml:11:18: error: ");
  EXPECT_EQ(mistake("\"2*m\"", "\"n - m\""), "task.toml:18:17: error: the extent n - m of 'x' is -2 at n=3 m=5\n"
                                             "  test = [[1, 1], [3, 5]]\n                  ^");
  EXPECT_EQ(mistake("\"2*m\"", "\"floor_div(n, m - 1)\""),
            "task.toml:18:9: error: floor_div(n, m - 1) has no value at n=1 m=1: division by zero\n"
            "  test = [[1, 1], [3, 5]]\n          ^");
  EXPECT_EQ(mistake("\"2*m\"", "\"m**30\""),
            "task.toml:18:17: error: 'x' has more than 68719476736 elements at n=3 m=5\n"
            "  test = [[1, 1], [3, 5]]\n                  ^");
  EXPECT_EQ(mistake("[\"n\", \"2*m\"]", "[]"), "task.toml:11:9: error: 'shape' must have at least one axis\n"
                                               "  shape = []\n          ^\nhint: leave it out for a scalar");
  EXPECT_EQ(mistake("\"2*m\"", "\"t[m]\""), "task.toml:11:16: error: there is no table 't' to read from\n"
                                            "  shape = [\"n\", \"t[m]\"]\n                 ^");
}

TEST_F(ReadTask, ShapesToRun) {
  EXPECT_EQ(mistake("[3, 5]", "[3]"),
            "task.toml:18:17: error: a shape has one integer for each size (n, m), this one has 1\n"
            "  test = [[1, 1], [3]]\n                  ^");
  EXPECT_EQ(mistake("[3, 5]", "[3, -5]"), "task.toml:18:17: error: a size cannot be -5\n"
                                          "  test = [[1, 1], [3, -5]]\n                  ^");
  EXPECT_EQ(mistake("test = [[1, 1], [3, 5]]\n", ""), "task.toml:17:1: error: there is no test shape\n"
                                                      "  [shapes]\n  ^\nhint: e.g. test = [[1, 1], [3, 5]]");
  EXPECT_EQ(mistake("[shapes]", "[shape]"), "task.toml:1:1: error: [shapes] is missing\n  name = \"scale\"\n  ^\n"
                                            "hint: it needs at least: test = [[...], ...]");
  EXPECT_EQ(mistake("\"n*m\"", "\"n - m\""), "task.toml:4:14: error: the number of operations is -2 at n=3 m=5\n"
                                             "  operations = \"n - m\"\n               ^");
}

TEST_F(ReadTask, HowInputsAreDrawn) {
  EXPECT_EQ(mistake("\"uniform(-1, 1)\"", "\"unifrom(-1, 1)\""),
            "task.toml:23:6: error: unknown distribution 'unifrom'\n  x = \"unifrom(-1, 1)\"\n       ^\n"
            "hint: did you mean 'uniform'?");
  EXPECT_EQ(mistake("\"below(n)\"", "\"below(2*q)\""), "task.toml:24:14: error: 'q' is not a size of the task\n"
                                                       "  y = \"below(2*q)\"\n               ^\n"
                                                       "hint: expected one of: n, m");
  EXPECT_EQ(mistake("\"uniform(-1, 1)\"", "\"integers(-3000, 1)\""),
            "task.toml:23:5: error: f16 cannot hold -3000 and all integers up to it\n"
            "  x = \"integers(-3000, 1)\"\n      ^");
  EXPECT_EQ(mistake("x = \"uniform(-1, 1)\"\n", ""),
            "task.toml:20:1: error: 'x' is an input, and nothing says how it is drawn\n  [[inputs]]\n  ^\n"
            "hint: e.g. x = \"uniform(-1, 1)\"");
  EXPECT_EQ(mistake("x = \"uniform(-1, 1)\"\n", "x = \"zeros()\"\nz = \"zeros()\"\n"),
            "task.toml:24:1: error: unknown key of [inputs] 'z'\n  z = \"zeros()\"\n  ^\n"
            "hint: expected one of: name, exact, alpha, x, y");
  EXPECT_EQ(mistake("\"inout\"", "\"out\""),
            "task.toml:24:5: error: 'y' is an output, not drawn\n  y = \"below(n)\"\n      ^");
  EXPECT_EQ(mistake_of(good.substr(0, good.find("[[inputs]]"))),
            "task.toml:1:1: error: [[inputs]] is missing: nothing says how inputs are drawn\n  name = \"scale\"\n  ^");
}

TEST_F(ReadTask, WrongNumberOfSizesLater) {
  write("task.toml", good);
  EXPECT_EQ(extents(*read_task(directory->path()), {3}).error().message, "the task scale has 2 sizes (n, m), not 1");
}

class FindTask : public test::ScratchTest {
protected:
  void SetUp() override {
    ScratchTest::SetUp();
    for (const char* name : {"gemm", "softmax"}) {
      std::filesystem::create_directory(directory->path() / name);
      write(std::string(name) + "/task.toml", "");
    }
    std::filesystem::create_directory(directory->path() / "empty");
    setenv("MAPWRIGHT_TASKS", directory->path().c_str(), 1);
  }
  void TearDown() override { unsetenv("MAPWRIGHT_TASKS"); }
};

TEST_F(FindTask, ByFolderAndByName) {
  EXPECT_EQ(shipped_tasks(), (std::vector<std::string>{"gemm", "softmax"}));
  EXPECT_EQ(*find_task("gemm"), directory->path() / "gemm");
  const std::string folder = (directory->path() / "softmax").string();
  EXPECT_EQ(*find_task(folder), folder);
}

TEST_F(FindTask, OrSaysWhichThereAre) {
  EXPECT_EQ(find_task("sofmax").error().format(), "error: there is no task 'sofmax'\nhint: did you mean 'softmax'?");
  EXPECT_EQ(find_task("fft").error().format(), "error: there is no task 'fft'\n"
                                               "hint: expected a folder with task.toml, or one of: gemm, softmax");
  const std::string folder = (directory->path() / "empty").string();
  EXPECT_EQ(find_task(folder).error().message, "the folder " + folder + " has no task.toml");
  setenv("MAPWRIGHT_TASKS", folder.c_str(), 1);
  EXPECT_EQ(find_task("fft").error().hint, "name the folder of a task; MAPWRIGHT_TASKS names a folder of tasks");
}

TEST(ShippedTasks, AreFoundFromTheBuildTree) {
  unsetenv("MAPWRIGHT_TASKS");
  const std::vector<std::string> names = shipped_tasks();
  if (names.empty()) {
    GTEST_SKIP() << "the build folder is not below the source folder";
  }
  EXPECT_TRUE(find_task("gemm"));
}

TEST(Backends, HaveNamesAndExtensions) {
  for (const Backend backend : {Backend::cpp, Backend::opencl, Backend::cuda, Backend::hip}) {
    EXPECT_EQ(backend_named(to_string(backend)), backend);
  }
  EXPECT_FALSE(backend_named("metal"));
  EXPECT_EQ(extension(Backend::opencl), ".cl");
  EXPECT_EQ(extension(Backend::hip), ".hip");
  EXPECT_EQ(to_string(Use::held_out), "held_out");
}

} // namespace
} // namespace mapwright::kernel
