// Emitted OpenCL C on the first OpenCL device, compared with the evaluator index by index.
#include "emit/opencl_probe.hpp"
#include "emit/toolchain.hpp"

#include <set>

#include <gtest/gtest.h>

namespace mapwright::test {
namespace {

/// A kernel whose work-item q answers for index q as cases.hpp lists it; item 0 also answers count.
std::string kernel_text(const ExampleMap& e, int bits, std::size_t table_entries) {
  const std::string word = bits == 32 ? "int" : "long";
  const std::string suffix = "_i" + std::to_string(bits);
  const std::size_t p = e.map.domain.parameters.size();
  const std::size_t d = e.map.domain.dimensions.size();
  const auto call = [&](const std::string& name) { return e.identifier + "_" + name + suffix; };
  std::string parameters;
  for (std::size_t i = 0; i < p; ++i) {
    parameters += (i == 0 ? "" : ", ") + ("(" + word + ")in[" + std::to_string(i)) + "]";
  }
  for (const expr::Table& table : e.map.tables) {
    parameters += table.runtime ? ", (__global const " + word + " *)(in + " + std::to_string(p) + ")" : "";
  }
  std::string point;
  std::string addresses;
  std::string next;
  for (std::size_t i = 0; i < d; ++i) {
    point += ", c[" + std::to_string(i) + "]";
    addresses += ", &c[" + std::to_string(i) + "]";
    next += ", &s[" + std::to_string(i) + "]";
  }
  const std::string width = std::to_string(words_per_index(e));
  const std::string dims = std::to_string(d);
  return "\n__kernel void probe(__global const long *in, long items, __global long *out) {\n  const long q = " +
         e.identifier +
         "_global_index();\n  if (q >= items) {\n    return;\n  }\n  if (q == 0) {\n    out[0] = " + call("count") +
         "(" + parameters + ");\n  }\n  long at = 1 + q * " + width + ";\n  " + word + " c[" + dims + "], s[" + dims +
         "];\n  " + call("unrank") + "(" + parameters + ", (" + word + ")in[" + std::to_string(p + table_entries) +
         " + q]" + addresses + ");\n  for (int d = 0; d < " + dims +
         "; ++d) out[at++] = c[d];\n  out[at++] = " + call("rank") + "(" + parameters + point +
         ");\n  out[at++] = " + call("contains") + "(" + parameters + point + ");\n  for (int d = 0; d < " + dims +
         "; ++d) {\n    c[d] += 1; out[at++] = " + call("contains") + "(" + parameters + point +
         ");\n    c[d] -= 2; out[at++] = " + call("contains") + "(" + parameters + point +
         ");\n    c[d] += 1;\n  }\n  const int more = " + call("successor") + "(" + parameters + point + next +
         ");\n  out[at++] = more;\n  for (int d = 0; d < " + dims + "; ++d) out[at++] = more ? s[d] : 0;\n}\n";
}

/// Run-time tables have the word's type; `in` is made of 64-bit words.
std::vector<std::int64_t> packed(const std::vector<std::int64_t>& table, int bits) {
  if (bits == 64) {
    return table;
  }
  std::vector<std::int64_t> out((table.size() + 1) / 2);
  for (std::size_t i = 0; i < table.size(); ++i) {
    reinterpret_cast<std::int32_t*>(out.data())[i] = static_cast<std::int32_t>(table[i]);
  }
  return out;
}

using Parameter = std::tuple<std::string, std::size_t>;

void compare_every_index(const Parameter& parameter) {
  std::string why;
  const auto device = OpenClProbe::open(why);
  if (!device) {
    GTEST_SKIP() << why;
  }
  const auto& [options, at] = parameter;
  const ExampleMap e = example_maps()[at];
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
          device->run(*text + kernel_text(e, bits, table.size()), "-cl-std=CL1.2 " + options, in, items,
                      1 + c.indices.size() * words_per_index(e), error);
      ASSERT_EQ(error, "");
      ASSERT_EQ(difference(e, c, expected_answers(e, c), got), "") << bits << " bits";
    }
  }
}

std::string test_name(const testing::TestParamInfo<Parameter>& p) {
  const std::string options = std::get<0>(p.param);
  return std::string(options.empty()             ? "Fp64"
                     : options.ends_with("math") ? "NoFp64FastMath"
                                                 : "NoFp64") +
         "_" + example_maps()[std::get<1>(p.param)].identifier;
}

class EmittedOpenCl : public testing::TestWithParam<Parameter> {};
class EmittedOpenClSlow : public testing::TestWithParam<Parameter> {};

TEST_P(EmittedOpenCl, AnswersAsTheEvaluator) {
  compare_every_index(GetParam());
}

TEST_P(EmittedOpenClSlow, AnswersAsTheEvaluator) {
  compare_every_index(GetParam());
}

const auto maps = testing::Range<std::size_t>(0, example_maps().size());
INSTANTIATE_TEST_SUITE_P(All, EmittedOpenCl, testing::Combine(testing::Values("-DMAPWRIGHT_NO_FP64"), maps), test_name);
INSTANTIATE_TEST_SUITE_P(All, EmittedOpenClSlow,
                         testing::Combine(testing::Values("", "-DMAPWRIGHT_NO_FP64 -cl-fast-relaxed-math"), maps),
                         test_name);

} // namespace
} // namespace mapwright::test
