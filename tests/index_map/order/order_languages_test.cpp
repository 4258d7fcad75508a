// Maps in linear orders as emitted text, compiled or interpreted and run: C++, OpenCL on a device, Python, NumPy and
// Triton on its stand-in, each against the evaluator.
#include "domain/parse.hpp"
#include "emit/host_languages.hpp"
#include "emit/opencl_kernel.hpp"
#include "emit/opencl_probe.hpp"
#include "emit/python_runs.hpp"
#include "index_map/order/order.hpp"

#include <string>
#include <vector>

#include <gtest/gtest.h>

namespace mapwright::test {
namespace {

constexpr std::size_t most_asked = 60; // indices of a case

const std::vector<ExampleMap>& maps_in_order() {
  static const std::vector<ExampleMap> all = [] {
    std::vector<ExampleMap> made;
    const auto add = [&](const std::string& domain, const std::string& order, const std::string& name) {
      const auto certified =
          index_map::certify_in_order(domain::parse_domain(domain).value(), domain::parse_order(order).value()).value();
      made.push_back(
          {name, certified.derived.map, certified.certificate.range32.at_most, certified.certificate.range64.at_most});
    };
    add("triangle", "wavefront", "wavefront");
    add("triangle", "fold", "fold");
    add("triangle", "tile-grouped:2x2,2", "grouped");
    add("tetrahedron", "longest-first", "longest");
    return made;
  }();
  return all;
}

TEST(OrderLanguages, AnswerAsTheEvaluatorInCpp) {
  EXPECT_EQ(failure_in_one_program("cpp", maps_in_order(), "g++ -std=c++20 -O0" + warnings, most_asked, most_asked),
            "");
}

TEST(OrderLanguages, AnswerAsTheEvaluatorOnAnOpenClDevice) {
  std::string why;
  const auto device = OpenClProbe::open(why);
  if (!device) {
    GTEST_SKIP() << why;
  }
  for (const ExampleMap& e : {maps_in_order()[1]}) {
    const auto text = (*emit::make_dialect("opencl"))->emit(unit_of(e));
    ASSERT_TRUE(text) << text.error().format();
    const Case c = every_index(e, {17});
    std::vector<std::int64_t> in = c.parameters;
    in.insert(in.end(), c.indices.begin(), c.indices.end());
    std::string error;
    const auto got =
        device->run(*text + opencl_kernel(e, 32, 0), "-cl-std=CL1.2 -DMAPWRIGHT_NO_FP64", in,
                    static_cast<std::int64_t>(c.indices.size()), 1 + c.indices.size() * words_per_index(e), error);
    ASSERT_EQ(error, "");
    EXPECT_EQ(difference(e, c, expected_answers(e, c), got), "") << e.identifier;
  }
}

TEST(OrderLanguages, AnswerAsTheEvaluatorInPythonNumPyAndTriton) {
  if (!has_numpy()) {
    GTEST_SKIP() << "no python3-numpy on this machine";
  }
  const ScratchFolder folder;
  std::vector<PythonQuestion> asked;
  for (const ExampleMap& e : maps_in_order()) {
    const std::vector<Case> cases{every_index(e, {13}), thinned(cases_of(e, 64).back(), most_asked)};
    for (const char* language : {"python", "numpy", "triton"}) {
      ASSERT_EQ(write_module(folder, e, language), "") << e.identifier;
      for (const Case& c : cases) {
        asked.push_back({&e, language, 64, c, expected_answers(e, c)});
      }
    }
  }
  EXPECT_EQ(ask_modules(folder, asked), "");
}

} // namespace
} // namespace mapwright::test
