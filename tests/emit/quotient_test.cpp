// Prepared divisors divide exactly: every small pair, and the borders of both words, in every dialect. The emitted
// rectangle asks for both kinds: index x in rows of length d has the row floor(x/d) and the column x - d*floor(x/d).
#include "emit/opencl_probe.hpp"
#include "emit/toolchain.hpp"

#include <limits>
#include <random>

#include <gtest/gtest.h>

namespace mapwright::test {
namespace {

using Words = std::vector<std::int64_t>;

/// Pairs d, x one after the other.
Words questions_of(int bits) {
  const std::int64_t most = bits == 32 ? std::numeric_limits<std::int32_t>::max() : INT64_MAX;
  Words pairs;
  const auto ask = [&pairs](std::int64_t d, std::int64_t x) { pairs.insert(pairs.end(), {d, x}); };
  for (std::int64_t d = 1; d <= 130; ++d) {
    for (std::int64_t x = 0; x <= 700; ++x) {
      ask(d, x);
    }
  }
  std::vector<std::int64_t> divisors{most - 2, most - 1, most, most / 2, most / 3, most / 3 + 1};
  for (int k = 0; k < bits - 1; ++k) {
    for (const std::int64_t by : {-1, 0, 1}) {
      const std::int64_t d = (std::int64_t{1} << k) + by;
      divisors.push_back(std::max<std::int64_t>(d, 1));
    }
  }
  std::mt19937_64 random(11);
  const auto anywhere = [&] { return static_cast<std::int64_t>(random() >> (1 + random() % 63)) & most; };
  for (int i = 0; i < 1000; ++i) {
    divisors.push_back(std::max<std::int64_t>(anywhere(), 1));
  }
  for (const std::int64_t d : divisors) {
    for (const std::int64_t x : {std::int64_t{0}, std::int64_t{1}, most - 1, most, anywhere(), anywhere()}) {
      ask(d, x);
    }
    const std::int64_t last = most / d;
    for (const std::int64_t k : {std::int64_t{1}, std::int64_t{2}, last / 2, last - 1, last, anywhere() % last + 1}) {
      if (k >= 1 && k <= last) {
        ask(d, k * d - 1);
        ask(d, k * d);
        ask(d, k * d + std::min<std::int64_t>(1, most - k * d));
      }
    }
  }
  for (const std::int64_t d : {std::int64_t{0}, std::int64_t{-1}, std::int64_t{-7}, -most, -most - 1}) {
    ask(d, 0);
    ask(d, most);
  }
  return pairs;
}

/// Quotient and remainder of every pair; by nothing, 0 and the dividend.
Words answers_of(const Words& pairs) {
  Words out;
  for (std::size_t i = 0; i < pairs.size(); i += 2) {
    const std::int64_t d = pairs[i];
    const std::int64_t x = pairs[i + 1];
    out.push_back(d > 0 ? x / d : 0);
    out.push_back(d > 0 ? x % d : x);
  }
  return out;
}

std::string first_difference(const Words& pairs, const Words& got) {
  const Words wanted = answers_of(pairs);
  if (got.size() != wanted.size()) {
    return "got " + std::to_string(got.size()) + " words, wanted " + std::to_string(wanted.size());
  }
  for (std::size_t i = 0; i < wanted.size(); ++i) {
    if (got[i] != wanted[i]) {
      return std::to_string(pairs[i / 2 * 2 + 1]) + (i % 2 == 0 ? " / " : " % ") + std::to_string(pairs[i / 2 * 2]) +
             ": got " + std::to_string(got[i]) + ", wanted " + std::to_string(wanted[i]);
    }
  }
  return "";
}

std::string host_program(const std::string& header, int bits, bool is_constexpr) {
  return "#include \"" + header + "\"\n#include <cstdint>\n#include <cstdio>\n#include <vector>\n" +
         "using namespace mapwright_maps::rectangle::w" + std::to_string(bits) + ";\n" +
         (is_constexpr ? "static_assert(unrank(prepare(1, 7), 100).i == 14 && unrank(prepare(1, 7), 100).j == 2);\n"
                         "static_assert(unrank(prepare(0, 0), 0).i == 0);\n"
                       : "") +
         "static_assert(sizeof(prepared) == 5 * sizeof(index_t)); // no padding, as other languages take it\n"
         "int main(int, char** a) {\n"
         "  std::vector<std::int64_t> in, out;\n"
         "  std::FILE* f = std::fopen(a[1], \"rb\");\n"
         "  for (std::int64_t x; std::fread(&x, 8, 1, f) == 1;) in.push_back(x);\n"
         "  std::fclose(f);\n"
         "  for (std::size_t i = 0; i < in.size(); i += 2) {\n"
         "    const point at = unrank(prepare(1, index_t(in[i])), index_t(in[i + 1]));\n"
         "    out.push_back(at.i);\n"
         "    out.push_back(at.j);\n"
         "  }\n"
         "  f = std::fopen(a[2], \"wb\");\n"
         "  std::fwrite(out.data(), 8, out.size(), f);\n"
         "  return std::fclose(f);\n"
         "}\n";
}

class PreparedDivisors : public testing::TestWithParam<Build> {};

TEST_P(PreparedDivisors, DivideExactly) {
  const Build& build = GetParam();
  const std::string compiler = build.command.substr(0, build.command.find(' '));
  if (!has_command(compiler)) {
    GTEST_SKIP() << "no " << compiler << " on this machine";
  }
  const ExampleMap e = rectangle();
  const auto dialect = *emit::make_dialect(build.dialect);
  const auto text = dialect->emit(unit_of(e));
  ASSERT_TRUE(text) << text.error().format();
  const ScratchFolder folder;
  const std::string header = "rectangle" + std::string(dialect->extension());
  write_text(folder / header, *text);
  for (const int bits : {32, 64}) {
    write_text(folder / "driver.cpp", host_program(header, bits, build.dialect == "cpp"));
    const std::string program = (folder / "driver").string();
    ASSERT_EQ(failure_of(build.command + " '" + (folder / "driver.cpp").string() + "' -o '" + program + "'", folder),
              "");
    const Words pairs = questions_of(bits);
    write_words(folder / "in", pairs);
    ASSERT_EQ(
        failure_of("'" + program + "' '" + (folder / "in").string() + "' '" + (folder / "out").string() + "'", folder),
        "");
    EXPECT_EQ(first_difference(pairs, read_words(folder / "out")), "") << bits << " bits";
  }
}

INSTANTIATE_TEST_SUITE_P(
    All, PreparedDivisors,
    testing::Values(Build{"gcc_sanitized", "cpp",
                          "g++ -std=c++20 -O1 -fsanitize=undefined -fno-sanitize-recover=all" + warnings},
                    Build{"clang", "cpp", "clang++ -std=c++20 -O2" + warnings},
                    Build{"gcc_without_128_bits", "cpp", "g++ -std=c++20 -O2 -U__SIZEOF_INT128__" + warnings},
                    Build{"cuda_as_host", "cuda", "g++ -std=c++17 -O2 -x c++" + warnings},
                    Build{"nvcc_host", "cuda", "nvcc -std=c++17 -O2 -x cu -Werror all-warnings"}),
    [](const auto& p) { return p.param.name; });

TEST(PreparedDivisorsOpenCl, DivideExactly) {
  std::string why;
  const auto device = OpenClProbe::open(why);
  if (!device) {
    GTEST_SKIP() << why;
  }
  const auto text = (*emit::make_dialect("opencl"))->emit(unit_of(rectangle()));
  ASSERT_TRUE(text) << text.error().format();
  for (const int bits : {32, 64}) {
    const std::string word = bits == 32 ? "int" : "long";
    const std::string suffix = "_i" + std::to_string(bits);
    const std::string kernel = "\n__kernel void probe(__global const long *in, long items, __global long *out) {\n"
                               "  const long q = rectangle_global_index();\n  if (q < items) {\n    " +
                               word + " i, j;\n    rectangle_unrank_prepared" + suffix + "(rectangle_prepare" + suffix +
                               "(1, (" + word + ")in[2 * q]), (" + word +
                               ")in[2 * q + 1], &i, &j);\n    out[2 * q] = i;\n    out[2 * q + 1] = j;\n  }\n}\n";
    const Words pairs = questions_of(bits);
    std::string error;
    const Words got = device->run(*text + kernel, "-cl-std=CL1.2", pairs, static_cast<std::int64_t>(pairs.size() / 2),
                                  pairs.size(), error);
    ASSERT_EQ(error, "");
    EXPECT_EQ(first_difference(pairs, got), "") << bits << " bits";
  }
}

} // namespace
} // namespace mapwright::test
