// Emitted OpenCL C on the first OpenCL device, compared with the evaluator index by index.
#include "emit/opencl_kernel.hpp"
#include "emit/opencl_probe.hpp"

#include <set>

#include <gtest/gtest.h>

namespace mapwright::test {
namespace {

using DeviceParameter = std::tuple<std::string, std::size_t>;

void compare_on_device(const DeviceParameter& parameter) {
  std::string why;
  const auto device = OpenClProbe::open(why);
  if (!device) {
    GTEST_SKIP() << why;
  }
  const auto& [options, at] = parameter;
  const ExampleMap& e = example_maps()[at];
  const auto text = (*emit::make_dialect("opencl"))->emit(unit_of(e));
  ASSERT_TRUE(text) << text.error().format();
  for (const int bits : {32, 64}) {
    const std::vector<Case> cases = cases_of(e, bits);
    for (const std::size_t i : std::set<std::size_t>{0, cases.size() / 2, cases.size() - 1}) {
      const Case& c = cases[i];
      const std::vector<std::int64_t> table = packed(c.table, bits);
      std::vector<std::int64_t> in = c.parameters;
      in.insert(in.end(), table.begin(), table.end());
      in.insert(in.end(), c.indices.begin(), c.indices.end());
      std::string error;
      const auto items = static_cast<std::int64_t>(c.indices.size());
      const std::vector<std::int64_t> got =
          device->run(*text + opencl_kernel(e, bits, table.size()), "-cl-std=CL1.2 " + options, in, items,
                      1 + c.indices.size() * words_per_index(e), error);
      ASSERT_EQ(error, "");
      ASSERT_EQ(difference(e, c, expected_answers(e, c), got), "") << bits << " bits";
    }
  }
}

std::string device_test_name(const testing::TestParamInfo<DeviceParameter>& p) {
  const std::string options = std::get<0>(p.param);
  return std::string(options.empty()             ? "Fp64"
                     : options.ends_with("math") ? "NoFp64FastMath"
                                                 : "NoFp64") +
         "_" + example_maps()[std::get<1>(p.param)].identifier;
}

class EmittedOpenCl : public testing::TestWithParam<DeviceParameter> {};
class EmittedOpenClSlow : public testing::TestWithParam<DeviceParameter> {};

TEST_P(EmittedOpenCl, AnswersAsTheEvaluator) {
  compare_on_device(GetParam());
}

TEST_P(EmittedOpenClSlow, AnswersAsTheEvaluator) {
  compare_on_device(GetParam());
}

const auto device_maps = testing::Range<std::size_t>(0, example_maps().size());
INSTANTIATE_TEST_SUITE_P(All, EmittedOpenCl, testing::Combine(testing::Values("-DMAPWRIGHT_NO_FP64"), device_maps),
                         device_test_name);
INSTANTIATE_TEST_SUITE_P(All, EmittedOpenClSlow,
                         testing::Combine(testing::Values("", "-DMAPWRIGHT_NO_FP64 -cl-fast-relaxed-math"),
                                          device_maps),
                         device_test_name);

} // namespace
} // namespace mapwright::test
