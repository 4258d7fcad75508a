// Emitted C++ and the host side of emitted CUDA C++: compiled, run, and compared with the evaluator index by index.
#include "emit/host_languages.hpp"

#include <gtest/gtest.h>

namespace mapwright::test {
namespace {

std::vector<Build> usual_builds() {
  return {{"gcc_sanitized", "cpp", "g++ -std=c++20 -O1 -fsanitize=undefined -fno-sanitize-recover=all" + warnings},
          {"clang", "cpp", "clang++ -std=c++20 -O2" + warnings},
          {"cuda_as_host_no_fp64", "cuda", "g++ -std=c++17 -O2 -x c++ -DMAPWRIGHT_NO_FP64" + warnings}};
}

std::vector<Build> further_builds() {
  return {{"gcc_fast_math", "cpp", "g++ -std=c++20 -O3 -ffast-math -march=native" + warnings},
          {"cuda_as_host", "cuda", "g++ -std=c++17 -O2 -x c++" + warnings},
          {"nvcc_host", "cuda", "nvcc -std=c++17 -O2 -x cu -Werror all-warnings"}};
}

using Parameter = std::tuple<Build, std::size_t>;

/// Half of the maps in one program: a compiler's start and the headers of the library take most of the time of a small
/// one.
void compare_every_index(const Parameter& parameter) {
  const auto& [build, half] = parameter;
  const std::string compiler = build.command.substr(0, build.command.find(' '));
  if (!has_command(compiler)) {
    GTEST_SKIP() << "no " << compiler << " on this machine";
  }
  std::vector<ExampleMap> maps;
  for (std::size_t i = half; i < example_maps().size(); i += 2) {
    maps.push_back(example_maps()[i]);
  }
  ASSERT_EQ(failure_in_one_program(build.dialect, maps, build.command), "");
}

class EmittedHostText : public testing::TestWithParam<Parameter> {};
class EmittedHostTextSlow : public testing::TestWithParam<Parameter> {};

TEST_P(EmittedHostText, AnswersAsTheEvaluator) {
  compare_every_index(GetParam());
}

TEST_P(EmittedHostTextSlow, AnswersAsTheEvaluator) {
  compare_every_index(GetParam());
}

std::string build_name(const testing::TestParamInfo<Parameter>& p) {
  return std::get<0>(p.param).name + (std::get<1>(p.param) == 0 ? "_even_maps" : "_odd_maps");
}

const auto halves = testing::Range<std::size_t>(0, 2);
INSTANTIATE_TEST_SUITE_P(All, EmittedHostText, testing::Combine(testing::ValuesIn(usual_builds()), halves), build_name);
INSTANTIATE_TEST_SUITE_P(All, EmittedHostTextSlow, testing::Combine(testing::ValuesIn(further_builds()), halves),
                         build_name);

TEST(EmittedCpp, WorksInConstantExpressions) {
  const ScratchFolder folder;
  std::string program;
  for (const ExampleMap& e : {triangle(), tetrahedron(), pyramid(), gasket(), roots(), ragged()}) {
    const auto text = (*emit::make_dialect("cpp"))->emit(unit_of(e));
    ASSERT_TRUE(text);
    write_text(folder / (e.identifier + ".hpp"), *text);
    program += "#include \"" + e.identifier + ".hpp\"\n";
  }
  program += R"(
namespace m = mapwright_maps;
template <class T, class Unrank, class Rank> constexpr bool round_trip(T count, Unrank unrank, Rank rank) {
  for (T w = 0; w < count; ++w) {
    if (rank(unrank(w)) != w) {
      return false;
    }
  }
  return true;
}
#define ROUND_TRIP(MAP, WORD, N)                                                                                  \
  static_assert(round_trip(m::MAP::WORD::count(N), [](m::MAP::WORD::index_t w) { return m::MAP::WORD::unrank(N, w); }, \
                           [](m::MAP::WORD::point p) { return m::MAP::WORD::rank(N, p); }))
ROUND_TRIP(triangle, w32, 9);
ROUND_TRIP(triangle, w64, 9);
ROUND_TRIP(tetrahedron, w32, 6);
ROUND_TRIP(tetrahedron, w64, 6);
ROUND_TRIP(pyramid, w64, 5);
ROUND_TRIP(gasket, w32, 3);
namespace t = m::triangle::w64;
static_assert(t::max_n == 3037000499 && t::fits(t::max_n) && !t::fits(t::max_n + 1) && !t::fits(-1));
static_assert(t::unrank(t::max_n, t::count(t::max_n) - 1).i == t::max_n - 1);
static_assert(t::unrank(t::max_n, t::count(t::max_n) - 1).j == t::max_n - 1);
static_assert(m::roots::w64::unrank(3037000499, 2097151, 55108, 6208, 1448, 9223372036854775807).a == 3037000499);
static_assert(m::roots::w64::unrank(3037000499, 2097151, 55108, 6208, 1448, 9223372036854775807).g == 2097151);
constexpr int offsets[] = {0, 3, 3, 8};
static_assert(m::ragged::w32::unrank(3, offsets, 3).b == 2 && m::ragged::w64::unrank(3, offsets, 3).i == 0);
int main() {}
)";
  write_text(folder / "main.cpp", program);
  for (const std::string compiler : {"g++", "clang++"}) {
    if (has_command(compiler)) {
      EXPECT_EQ(failure_of(compiler + " -std=c++20 -fsyntax-only -fconstexpr-" +
                               (compiler == "g++" ? "ops-limit=100000000 " : "steps=100000000 ") + warnings + " '" +
                               (folder / "main.cpp").string() + "'",
                           folder),
                "");
    }
  }
}

} // namespace
} // namespace mapwright::test
