// Tasks made of one file: what is inferred, what is written, what is refused and where.
#include "kernel/init/init_task.hpp"
#include "support/paths.hpp"

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace mapwright::kernel {
namespace {

using ::testing::Contains;
using ::testing::HasSubstr;

constexpr const char* saxpy = R"text(// y += a x
/*mapwright-task
summary = "y = y + a x"
[shapes]
benchmark = [[1000000]]
*/
#include <cmath>

static float product(float a, float x) { return a * x; }

/*mapwright-task is said once: the first counts */
void saxpy(const float* x, int n, float a, float y[]) {
  for (int i = 0; i < n; ++i) {
    y[i] = std::fabs(y[i]) + product(a, x[i]);
  }
}
)text";

constexpr const char* sums = R"text(/*mapwright-task
name = "sums"
entry = "row_sums"
operations = "m*n"
[arguments]
a = ["m", "n"]
y = {shape = ["m"], intent = "out"}
[shapes]
test = [[1, 1], [3, 5]]
benchmark = [[400, 300]]
held_out = [[100, 70]]
[inputs]
a = "normal(0, 1)"
[tolerance]
factor = 2
reason = "said so"
*/
#include <cstdint>
extern "C" void other(long n) {}
extern "C" void row_sums(std::int64_t m, std::int64_t n, const double* __restrict a, double* __restrict y) {
  for (std::int64_t i = 0; i < m; ++i) {
    double sum = 0;
    for (std::int64_t j = 0; j < n; ++j) sum += a[i * n + j];
    y[i] = sum;
  }
}
)text";

constexpr const char* scale_cl = R"text(/*mapwright-task
[shapes]
benchmark = [[100000]]
[launch]
items = ["n"]
*/
__kernel void scale(int n, __global const float* x, __global float* y) {
  int i = get_global_id(0);
  if (i < n) y[i] = 2 * x[i];
}
#ifdef MAPWRIGHT_REFERENCE
void reference(const float* x, float* y, long n) {
  for (long i = 0; i < n; ++i) y[i] = 2 * x[i];
}
#endif
)text";

constexpr const char* scale_cu = R"text(/*mapwright-task
[shapes]
benchmark = [[100000]]
[launch]
items = ["n"]
group = [128]
*/
__global__ void scale(float* y, const float* x, unsigned n) {
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) y[i] = 2 * x[i];
}
#ifdef MAPWRIGHT_REFERENCE
extern "C" void reference(std::int64_t n, const float* x, double* y, double* y_scale) {
  for (std::int64_t i = 0; i < n; ++i) {
    y[i] = 2.0 * x[i];
    y_scale[i] = 0;
  }
}
#endif
)text";

struct Example {
  const char* file;
  const char* text;
};

std::string text_of(const std::filesystem::path& path) {
  std::ifstream file(path, std::ios::binary);
  std::ostringstream text;
  text << file.rdbuf();
  return text.str();
}

/// tests/golden/kernel_init/FILE/: the files of the task.
class GoldenTasks : public testing::TestWithParam<Example> {};

TEST_P(GoldenTasks, FilesAreTheSame) {
  const auto made = init_task(GetParam().text, GetParam().file);
  ASSERT_TRUE(made) << made.error().format();
  const std::filesystem::path folder = test::golden_dir() / "kernel_init" / GetParam().file;
  for (const auto& [name, text] : made->files) {
    // The class of numbers is the same in all of them and has tests of its own.
    const std::size_t begin = text.find("namespace mapwright_reference {");
    const std::string end = "} // namespace mapwright_reference\n";
    const std::string kept =
        begin == std::string::npos ? text : text.substr(0, begin) + text.substr(text.find(end) + end.size());
    if (std::getenv("MAPWRIGHT_UPDATE_GOLDEN") != nullptr) {
      std::filesystem::create_directories(folder);
      std::ofstream(folder / (name + ".golden"), std::ios::binary) << kept;
    }
    EXPECT_EQ(kept, text_of(folder / (name + ".golden"))) << name << "; MAPWRIGHT_UPDATE_GOLDEN=1 rewrites it";
  }
}

INSTANTIATE_TEST_SUITE_P(Init, GoldenTasks,
                         testing::Values(Example{"saxpy.cpp", saxpy}, Example{"sums.cpp", sums},
                                         Example{"scale.cl", scale_cl}, Example{"scale.cu", scale_cu}),
                         [](const auto& example) {
                           std::string name = example.param.file;
                           name[name.find('.')] = '_';
                           return name;
                         });

TEST(InitTask, SaysWhatItTookForGranted) {
  const auto made = init_task(saxpy, "saxpy.cpp");
  ASSERT_TRUE(made) << made.error().format();
  EXPECT_EQ(made->name, "saxpy");
  EXPECT_THAT(made->assumed, Contains("y is read and written: its first use is no store"));
  EXPECT_THAT(made->assumed, Contains("x has n elements: there is no other size"));
  EXPECT_THAT(made->assumed, Contains("a is drawn as uniform(-1, 1)"));
  EXPECT_THAT(made->assumed, Contains("saxpy is right: its results in wider numbers are the reference"));
}

/// The message for the text with `from` replaced by `to`.
std::string mistake(std::string text, const std::string& from, const std::string& to, const std::string& file) {
  text.replace(text.find(from), from.size(), to);
  const auto made = init_task(text, file);
  if (made) {
    return "no mistake";
  }
  const Error& error = made.error();
  return error.where ? fmt::format("{}:{}: {}", error.where->line, error.where->column, error.message) : error.message;
}

TEST(InitTask, MistakesAtTheirPlace) {
  const auto cpp = [](const std::string& from, const std::string& to) { return mistake(sums, from, to, "k.cpp"); };
  EXPECT_EQ(cpp("/*mapwright-task", "/*mapwright"), "1:1: no comment says what the kernel is for");
  EXPECT_EQ(cpp("\"row_sums\"", "\"row_sum\""), "1:1: there is no function 'row_sum'");
  EXPECT_EQ(cpp("\"m*n\"", "\"m*k\""), "4:17: 'k' is not an integer parameter of the kernel");
  EXPECT_EQ(cpp("a = [\"m\", \"n\"]", "a = [\"m\", \"q\"]"), "6:12: 'q' is not an integer parameter of the kernel");
  EXPECT_EQ(cpp("a = [\"m\", \"n\"]", "b = [\"m\", \"n\"]"), "6:5: row_sums has no parameter 'b'");
  EXPECT_EQ(cpp("a = [\"m\", \"n\"]\n", ""), "19:83: nothing says how many elements 'a' has");
  EXPECT_EQ(cpp("intent = \"out\"", "intent = \"uot\""), "7:30: 'intent' is \"in\", \"out\" or \"inout\"");
  EXPECT_EQ(cpp("[[400, 300]]", "[[400]]"), "10:14: a shape has one integer for each size (m, n), this one has 1");
  EXPECT_EQ(cpp("benchmark = [[400, 300]]\n", ""), "8:1: nothing says at which sizes the kernel is to be fast");
  EXPECT_EQ(cpp("normal(0, 1)", "normla(0, 1)"), "13:6: unknown distribution 'normla'");
  EXPECT_EQ(cpp("factor = 2", "facto = 2"), "15:1: unknown key of [tolerance] 'facto'");
  EXPECT_EQ(cpp("double* __restrict y", "double** y"), "20:93: pointers to pointers are no arguments of a task");
  EXPECT_EQ(cpp("const double* __restrict a", "const std::vector<double>& a"),
            "20:75: '<' cannot be in a parameter of a kernel");
  EXPECT_EQ(cpp("const double* __restrict a", "const short* a"), "20:64: there are no arguments of type 'short'");
  EXPECT_EQ(mistake(scale_cl, "[launch]\nitems = [\"n\"]\n", "", "k.cl"), "5:15: nothing says how 'scale' is launched");
  EXPECT_EQ(mistake(scale_cl, "#endif\n", "", "k.cl"), "11:1: #ifdef MAPWRIGHT_REFERENCE is not closed");
  EXPECT_EQ(mistake(scale_cl, "float* y, long n", "float* z, long n", "k.cl"),
            "12:39: the kernel has no parameter 'z'");
  EXPECT_EQ(mistake(scale_cl, "__kernel void", "void", "k.cl"), "1:1: no __kernel function follows here");
  EXPECT_EQ(mistake(scale_cl, "MAPWRIGHT_REFERENCE", "OTHER", "k.cl"),
            "7:15: a kernel for a device cannot be its own reference");
  EXPECT_EQ(mistake(scale_cl, "x", "x", "k.c"), "k.c: the ending of a kernel is .cpp, .cl, .cu or .hip");
}

TEST(InitTask, ATunableGoesIntoTheReferenceWithItsDefault) {
  std::string text = sums;
  text.insert(text.find("#include"), "/*mapwright\n[tunables]\nWIDTH = [4, 8]\n*/\n");
  const auto made = init_task(text, "sums.cpp");
  ASSERT_TRUE(made) << made.error().format();
  EXPECT_EQ(made->files[2].first, "reference.cpp");
  EXPECT_THAT(made->files[2].second, HasSubstr("#define WIDTH 4\n"));
}

} // namespace
} // namespace mapwright::kernel
