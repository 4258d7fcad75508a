// Sources that are the same program, and those that only look alike.
#include "kernel/scientist/novelty.hpp"
#include "scientist_case.hpp"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace mapwright::kernel::scientist {
namespace {

using ::testing::HasSubstr;

std::string kernel_with(const std::string& tunables, const std::string& body) {
  return "/*mapwright\n[tunables]\n" + tunables + "\n*/\n" + test::twice(body);
}

const std::string tuned = kernel_with("T = {values = [4, 8], default = 8}", "float x = a[i]; c[i] = x * T;");

struct Pair {
  std::string name;
  std::string a;
  std::string b;
};

void PrintTo(const Pair& pair, std::ostream* out) {
  *out << pair.name;
}

class SamePrograms : public ::testing::TestWithParam<Pair> {};
TEST_P(SamePrograms, HaveOneSketch) {
  EXPECT_EQ(sketch_of(GetParam().a).exact, sketch_of(GetParam().b).exact);
  EXPECT_EQ(similarity(sketch_of(GetParam().a), sketch_of(GetParam().b)), 1);
}
INSTANTIATE_TEST_SUITE_P(
    Novelty, SamePrograms,
    ::testing::Values(Pair{"comments", "int f() { return 1; } // one", "/* f */ int f() {\n  return 1;\n}"},
                      Pair{"locals", "float s = 0; s += a[i] * s;", "float sum = 0; sum += a[i] * sum;"},
                      Pair{"parameters", "void f(const float* x, long n) { x[n]; }",
                           "void f(const float* data, long count) { data[count]; }"},
                      Pair{"toml_comments", "/*mapwright # a\n[tunables]\nT = [1] # b\n*/",
                           "/*mapwright\n[tunables]\nT = [1]\n*/"}),
    [](const auto& each) { return each.param.name; });

class OtherPrograms : public ::testing::TestWithParam<Pair> {};
TEST_P(OtherPrograms, HaveDifferentSketches) {
  EXPECT_NE(sketch_of(GetParam().a).exact, sketch_of(GetParam().b).exact);
}
INSTANTIATE_TEST_SUITE_P(
    Novelty, OtherPrograms,
    ::testing::Values(Pair{"operators", "float s = a - b;", "float s = b - a;"},
                      Pair{"roles_of_locals", "float s = 0; float t = 1; s = t;", "float s = 0; float t = 1; t = s;"},
                      Pair{"members", "float4 v = w; f(v.x);", "float4 v = w; f(v.y);"},
                      Pair{"macros", "int x = y * TS;", "int x = y * WG;"},
                      Pair{"functions", "float x = sqrtf(y);", "float x = expf(y);"},
                      Pair{"pragmas", "#pragma omp simd\nf();", "f();"},
                      Pair{"literals", "f(\"a // b\");", "f(\"a\");"}, Pair{"numbers", "f(1e-3f);", "f(1e+3f);"}),
    [](const auto& each) { return each.param.name; });

TEST(Sketch, ValuesOfTunablesStandApart) {
  const std::string wider = kernel_with("T = {values = [2, 4, 8, 16], default = 4}", "float x = a[i]; c[i] = x * T;");
  const std::string other = kernel_with("U = {values = [4, 8], default = 8}", "float x = a[i]; c[i] = x * T;");
  EXPECT_NE(sketch_of(tuned).exact, sketch_of(wider).exact);
  EXPECT_EQ(sketch_of(tuned).values_apart, sketch_of(wider).values_apart);
  EXPECT_NE(sketch_of(tuned).values_apart, sketch_of(other).values_apart);
  EXPECT_NE(
      sketch_of(tuned).values_apart,
      sketch_of(kernel_with("T = {values = [4, 8], default = 8}", "float x = a[i]; c[i] = x * T * 1;")).values_apart);
}

TEST(Similarity, FallsWithEveryChange) {
  const std::string base = test::twice("float x = a[i]; float y = x + x; c[i] = y;");
  const std::string little = test::twice("float x = a[i]; float y = x * 2; c[i] = y;");
  const std::string all = "__kernel void other(__global int* p) { p[get_global_id(0)] = 7; }";
  const double near = similarity(sketch_of(base), sketch_of(little));
  EXPECT_LT(near, 1);
  EXPECT_GT(near, 0.5);
  EXPECT_LT(similarity(sketch_of(base), sketch_of(all)), 0.1);
  EXPECT_EQ(similarity(sketch_of(""), sketch_of("")), 1);
}

TEST(FindRepeat, NamesTheVersionThatIsRepeated) {
  test::Scene scene;
  scene.add(test::version_of(3, scene.versions[0], "tile", {0.5})).source = tuned;
  scene.add(test::failed_version(5, scene.versions[0], "simd")).source = test::twice("c[i] = bad(a[i]);");
  EXPECT_FALSE(find_repeat(test::twice("c[i] = 2.0f * a[i];"), AvenueKind::memory, scene.versions));
  const auto same = find_repeat("// again\n" + tuned, AvenueKind::tuning, scene.versions);
  ASSERT_TRUE(same);
  EXPECT_EQ(same->step, 3U);
  EXPECT_EQ(same->why, "the same program as version 3 (0.500 of the start's time)");
  const auto failed = find_repeat(test::twice("c[i] = bad(a[i]) ;"), AvenueKind::memory, scene.versions);
  ASSERT_TRUE(failed);
  EXPECT_THAT(failed->why, HasSubstr("version 5 (not-compiled)"));
}

TEST(FindRepeat, ValuesOfTunablesAreForTuningAlone) {
  test::Scene scene;
  scene.add(test::version_of(3, scene.versions[0], "tile", {0.5})).source = tuned;
  const std::string wider = kernel_with("T = {values = [4, 8, 16], default = 8}", "float x = a[i]; c[i] = x * T;");
  EXPECT_FALSE(find_repeat(wider, AvenueKind::tuning, scene.versions));
  const auto repeat = find_repeat(wider, AvenueKind::memory, scene.versions);
  ASSERT_TRUE(repeat);
  EXPECT_THAT(repeat->why, HasSubstr("only values of tunables differ from version 3"));
  EXPECT_GT(repeat->similarity, 0.8);
}

} // namespace
} // namespace mapwright::kernel::scientist
