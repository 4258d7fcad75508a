// Maps along curves as emitted text: every index of a few sizes in C++, on an OpenCL device, and in Python, NumPy and
// Triton, against the evaluator.
#include "domain/parse.hpp"
#include "emit/host_languages.hpp"
#include "emit/opencl_kernel.hpp"
#include "emit/opencl_probe.hpp"
#include "emit/python_runs.hpp"
#include "index_map/derive.hpp"

#include <deque>
#include <string>

#include <gtest/gtest.h>

namespace mapwright::test {
namespace {

struct AskedMap {
  ExampleMap map;
  std::vector<Case> cases;
};

/// Two and three dimensions, with and without states of the curve.
const std::deque<AskedMap>& curve_maps() {
  static const std::deque<AskedMap> all = [] {
    std::deque<AskedMap> made;
    const auto add = [&](const std::string& text, const std::string& name, const std::vector<std::int64_t>& sizes,
                         const expr::Int most) {
      made.push_back({{name, index_map::derive(domain::parse_domain(text).value()).value().map, {most}, {most}}, {}});
      for (const std::int64_t size : sizes) {
        made.back().cases.push_back(every_index(made.back().map, {size}));
      }
    };
    add("morton(band(a=2,b=1))", "morton_band", {1, 6, 13}, 4096);
    add("hilbert(triangle)", "hilbert_triangle", {1, 8, 9}, 4096);
    add("hilbert(tetrahedron)", "hilbert_tetrahedron", {2, 5}, 256);
    return made;
  }();
  return all;
}

TEST(CurveLanguages, EveryIndexInCpp) {
  const ScratchFolder folder;
  std::vector<ExampleMap> maps;
  std::string tasks;
  for (const AskedMap& one : curve_maps()) {
    ASSERT_EQ(write_header(folder, one.map, "cpp"), "");
    maps.push_back(one.map);
    for (std::size_t i = 0; i < one.cases.size(); ++i) {
      for (const std::string bits : {"32", "64"}) {
        const std::string name = one.map.identifier + "_" + bits;
        const std::string file = (folder / (name + "_" + std::to_string(i))).string();
        write_words(file + ".in", questions(one.cases[i]));
        tasks += name + " 1 " + std::to_string(words_per_index(one.map)) + " " + file + ".in " + file + ".out\n";
      }
    }
  }
  write_text(folder / "tasks", tasks);
  write_text(folder / "many.cpp", many_maps_program(maps, ".hpp", false));
  const std::string program = (folder / "many").string();
  ASSERT_EQ(failure_of("g++ -std=c++20 -O0" + warnings + " '" + program + ".cpp' -o '" + program + "' && '" + program +
                           "' '" + (folder / "tasks").string() + "'",
                       folder),
            "");
  for (const AskedMap& one : curve_maps()) {
    for (std::size_t i = 0; i < one.cases.size(); ++i) {
      for (const std::string bits : {"32", "64"}) {
        const std::string file = one.map.identifier + "_" + bits + "_" + std::to_string(i) + ".out";
        EXPECT_EQ(difference(one.map, one.cases[i], expected_answers(one.map, one.cases[i]), read_words(folder / file)),
                  "")
            << file;
      }
    }
  }
}

TEST(CurveLanguages, EveryIndexOnAnOpenClDevice) {
  std::string why;
  const auto device = OpenClProbe::open(why);
  if (!device) {
    GTEST_SKIP() << why;
  }
  for (const std::size_t at : {std::size_t{0}, curve_maps().size() - 1}) { // without and with states of the curve
    const AskedMap& one = curve_maps()[at];
    const auto text = (*emit::make_dialect("opencl"))->emit(unit_of(one.map));
    ASSERT_TRUE(text) << text.error().format();
    const Case& c = one.cases.back();
    std::vector<std::int64_t> in = c.parameters;
    in.insert(in.end(), c.indices.begin(), c.indices.end());
    std::string error;
    const auto got = device->run(*text + opencl_kernel(one.map, 32, 0), "-cl-std=CL1.2 -DMAPWRIGHT_NO_FP64", in,
                                 static_cast<std::int64_t>(c.indices.size()),
                                 1 + c.indices.size() * words_per_index(one.map), error);
    ASSERT_EQ(error, "");
    EXPECT_EQ(difference(one.map, c, expected_answers(one.map, c), got), "") << one.map.identifier;
  }
}

TEST(CurveLanguages, EveryIndexInPythonNumPyAndTriton) {
  if (!has_numpy()) {
    GTEST_SKIP() << "no python3-numpy on this machine";
  }
  const ScratchFolder folder;
  std::vector<PythonQuestion> asked;
  for (const AskedMap& one : curve_maps()) {
    for (const char* language : {"python", "numpy", "triton"}) {
      ASSERT_EQ(write_module(folder, one.map, language), "") << one.map.identifier;
      for (const Case& c : one.cases) {
        asked.push_back({&one.map, language, 64, c, expected_answers(one.map, c)});
      }
    }
  }
  EXPECT_EQ(ask_modules(folder, asked), "");
}

TEST(CurveLanguages, TheOtherDeviceLanguagesAreEmitted) {
  for (const AskedMap& one : curve_maps()) {
    for (const char* language : {"cuda", "hip", "sycl"}) {
      const auto text = (*emit::make_dialect(language))->emit(unit_of(one.map));
      ASSERT_TRUE(text) << text.error().format();
      EXPECT_NE(text->find("for (index_t corner = "), std::string::npos) << language;
    }
  }
}

} // namespace
} // namespace mapwright::test
