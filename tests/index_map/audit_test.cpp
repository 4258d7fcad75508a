// Audits of small functions: where they are first wrong, what that rests on, and what kind of fault it is.
#include "domain/parse.hpp"
#include "index_map/audit.hpp"
#include "sandbox/level.hpp"
#include "support/scratch_test.hpp"

#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace mapwright::index_map {
namespace {

using expr::Int;
using ::testing::Contains;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Not;

constexpr const char* strict_pairs = "[n] -> { [i, j] : 0 <= i < j < n }";

class AuditTest : public test::ScratchTest {
protected:
  AuditTest() {
    options.most_points = 100'000;
    options.least_containment = sandbox::Level::rlimits;
  }

  Result<AuditReport> ask(const std::string& domain, const std::string& name, const std::string& source) {
    const auto parsed = domain::parse_domain(domain);
    EXPECT_TRUE(parsed) << domain;
    const auto certified = derive_certified(*parsed);
    EXPECT_TRUE(certified) << domain;
    return audit_function(*certified, write(name, source), "f", options);
  }

  AuditReport audit(const std::string& domain, const std::string& name, const std::string& source) {
    auto report = ask(domain, name, source);
    EXPECT_TRUE(report) << (report ? "" : report.error().format());
    return report.value_or(AuditReport{});
  }

  AuditFault fault(const std::string& domain, const std::string& name, const std::string& source) {
    const AuditReport report = audit(domain, name, source);
    EXPECT_TRUE(report.verdict.fault) << report.verdict.searched;
    return report.verdict.fault.value_or(AuditFault{});
  }

  static std::vector<std::string> kinds(const AuditFault& fault) {
    std::vector<std::string> names;
    for (const Finding& finding : fault.kinds) {
      names.emplace_back(to_string(finding.kind));
    }
    return names;
  }

  AuditOptions options;
};

/// A triangle by double root and two corrections, then `change` for what is to be wrong.
std::string triangle(const std::string& change, const std::string& type = "long") {
  return "#include <cmath>\nvoid f(" + type + " w, " + type + "& i, " + type + "& j) {\n  i = (" + type +
         ")((std::sqrt(8.0 * (double)w + 1) - 1) / 2);\n  if (i * (i + 1) / 2 > w) --i;\n  else if ((i + 1) * (i + 2) "
         "/ 2 "
         "<= w) ++i;\n  j = w - i * (i + 1) / 2;\n  " +
         change + "\n}\n";
}

TEST_F(AuditTest, ARightFunctionIsClean) {
  const AuditReport report = audit("triangle", "f.cpp", triangle(""));
  EXPECT_TRUE(report.clean()) << report.verdict.fault->kinds[0].detail;
  EXPECT_THAT(report.verdict.searched, HasSubstr("indices 0 to 99999, all of them"));
  EXPECT_GT(report.verdict.indices, 100'000U);
  EXPECT_EQ(report.language, "cpp");
}

TEST_F(AuditTest, ASlowFunctionIsComparedAtLandmarksToo) {
  options.gapless_seconds = 0.5;
  const AuditReport report = audit("triangle", "f.cpp", "#include <unistd.h>\n" + triangle("usleep(10);"));
  EXPECT_TRUE(report.clean());
  EXPECT_THAT(report.verdict.searched, HasSubstr("ends of rows"));
  EXPECT_THAT(report.verdict.searched, Not(HasSubstr("time was over")));
  EXPECT_LT(report.verdict.indices, options.most_points) << "the comparison without a gap ends in time";
}

TEST_F(AuditTest, TheFirstIndexMayBeWrong) {
  const AuditReport report = audit("triangle", "f.cpp", triangle("if (w == 0) j = 1;"));
  ASSERT_TRUE(report.verdict.fault);
  EXPECT_EQ(report.verdict.fault->index, 0);
  EXPECT_EQ(report.verdict.searched, "index 0");
}

TEST_F(AuditTest, EveryIndexBelowTheBudgetIsCompared) {
  const AuditFault found = fault("triangle", "f.cpp", triangle("if (w == 77777) --j;"));
  EXPECT_EQ(found.index, 77'777);
  EXPECT_EQ(found.first, Claim::proven);
  EXPECT_EQ(found.smallest, Claim::proven);
  EXPECT_THAT(found.size, ElementsAre(Int{394})); // 393*394/2 = 77421 <= 77777 < 394*395/2
  EXPECT_EQ(kinds(found), (std::vector<std::string>{"wrong-place", "duplicate", "dropped"}));
  EXPECT_EQ(found.kinds[1].detail, "index 77776 has (393, 355) too");
}

TEST_F(AuditTest, FaultsDenseFromSomeRowOnAreTracedToThatRow) {
  const AuditFault found = fault("triangle", "f.cpp", triangle("if (j == i && i >= 123456789) { ++i; j = -1; }"));
  EXPECT_EQ(found.index, Int{123'456'789} * 123'456'790 / 2 + 123'456'789);
  EXPECT_EQ(found.first, Claim::found);
  EXPECT_THAT(found.size, ElementsAre(Int{123'456'790}));
  EXPECT_EQ(kinds(found), (std::vector<std::string>{"off-by-a-row", "out-of-domain", "dropped"}));
}

TEST_F(AuditTest, FaultsFromSomeIndexOnAreTracedToThatIndex) {
  const AuditFault found = fault("triangle", "f.cpp", triangle("if (w >= 31415926535897) ++j;"));
  EXPECT_EQ(found.index, Int{31'415'926'535'897});
}

TEST_F(AuditTest, FaultsDenseAtTheEndsOfInnerRowsAreTracedToTheirLayer) {
  const std::string source = R"(void f(long w, long& i, long& j, long& k) {
    i = (long)__builtin_cbrt(6.0 * (double)w);
    while (i > 0 && (__int128)i * (i + 1) * (i + 2) / 6 > w) --i;
    while ((__int128)(i + 1) * (i + 2) * (i + 3) / 6 <= w) ++i;
    const long r = w - (long)((__int128)i * (i + 1) * (i + 2) / 6);
    j = (long)((__builtin_sqrt(8.0 * (double)r + 1) - 1) / 2);
    if (j * (j + 1) / 2 > r) --j;
    k = r - j * (j + 1) / 2;
    if (k == j && i > 54321) ++j;
  })";
  const AuditFault found = fault("tetrahedron", "f.cpp", source);
  EXPECT_EQ(found.index, Int{54'322} * 54'323 * 54'324 / 6); // the point (54322, 0, 0)
  EXPECT_THAT(kinds(found), Contains("off-by-a-row"));
  EXPECT_THAT(found.kinds[0].detail, HasSubstr("j is 1, 1 too large"));
}

TEST_F(AuditTest, SizesOfAFunctionThatTakesThemAreSearched) {
  const std::string source = R"(struct P { long i, j; };
  P f(long n, long w) {
    const long back = n * (n - 1) / 2 - 1 - w;
    long r = (long)((__builtin_sqrt(8.0 * (double)back + 1) - 1) / 2);
    if (r * (r + 1) / 2 > back) --r;
    else if ((r + 1) * (r + 2) / 2 <= back) ++r;
    P p{n - 2 - r, n - 1 - (back - r * (r + 1) / 2)};
    if (n >= LIMIT && w == n * (n - 1) / 2 - 1) --p.i;
    return p;
  })";
  const auto with = [&](const std::string& limit) {
    std::string text = source;
    return text.replace(text.find("LIMIT"), 5, limit);
  };
  const AuditFault large = fault(strict_pairs, "f.cpp", with("1234567"));
  EXPECT_THAT(large.size, ElementsAre(Int{1'234'567}));
  EXPECT_EQ(large.index, Int{1'234'567} * 1'234'566 / 2 - 1);
  EXPECT_EQ(large.smallest, Claim::found);
  const AuditFault small = fault(strict_pairs, "f.cpp", with("9"));
  EXPECT_THAT(small.size, ElementsAre(Int{9}));
  EXPECT_EQ(small.first, Claim::proven);
  EXPECT_EQ(small.smallest, Claim::proven);
  options.parameters = {Int{500}};
  const AuditFault given = fault(strict_pairs, "f.cpp", with("9"));
  EXPECT_THAT(given.size, ElementsAre(Int{500}));
  EXPECT_EQ(given.smallest, Claim::given);
  EXPECT_EQ(given.index, 500 * 499 / 2 - 1);
}

TEST_F(AuditTest, SignedOverflowIsNamedWithItsLine) {
  const std::string source =
      "#include <cmath>\nvoid f(int w, int& i, int& j) {\n  i = (int)((std::sqrt((double)(8 * w) + "
      "1) - 1) / 2);\n  j = w - i * (i + 1) / 2;\n}\n";
  const AuditFault found = fault("triangle", "f.cpp", source);
  EXPECT_EQ(found.index, Int{1} << 28);
  EXPECT_THAT(kinds(found), Contains("overflow"));
  EXPECT_THAT(found.kinds.back().detail, HasSubstr("line 3: signed integer overflow: "));
}

TEST_F(AuditTest, OverflowIsAFaultAlsoWhereThePointIsRight) {
  const AuditFault found = fault("triangle", "f.cpp", triangle("static volatile long sink; sink = w * 16;"));
  EXPECT_EQ(found.index, Int{1} << 59);
  EXPECT_EQ(found.point, found.expected);
  EXPECT_EQ(kinds(found), (std::vector<std::string>{"overflow"}));
}

TEST_F(AuditTest, UnsignedProductsThatWrapAreNamed) {
  const AuditFault found =
      fault("triangle", "f.cu",
            "__device__ uint2 f(unsigned w) { unsigned i = (unsigned)((sqrt((double)(8u * w + 1u)) "
            "- 1.0) * 0.5); return make_uint2(i, w - i * (i + 1u) / 2u); }");
  EXPECT_EQ(found.index, Int{1} << 29);
  EXPECT_THAT(found.size, ElementsAre(Int{32'768}));
  EXPECT_THAT(kinds(found), Contains("wraps"));
}

TEST_F(AuditTest, OpenClTextIsUnderstood) {
  const AuditReport report =
      audit("triangle", "f.cl",
            "uint2 f(const uint w) {\n  uint i = convert_uint_rtz(sqrt(2.0f * w));\n  if (i * (i + 1) / 2 > w) --i;\n"
            "  return (uint2)(i, w - i * (i + 1) / 2);\n}\n");
  EXPECT_EQ(report.language, "opencl");
  EXPECT_TRUE(!report.verdict.fault || report.verdict.fault->index > 100'000)
      << "the correction is enough for small ones";
}

TEST_F(AuditTest, HostileFunctionsAreFaultsAtTheirIndex) {
  for (const auto& [change, what] : std::vector<std::pair<std::string, std::string>>{
           {"while (w == 500) { }", "does not return"},
           {"if (w == 500) __builtin_trap();", "crashes"},
           {"if (w == 500) (&j)[1] = 3;", "out of bounds"},
           {"if (w == 500) (&j)[1L << 40] = 3;", "crashes"},
       }) {
    const AuditFault found = fault("triangle", "f.cpp", triangle(change));
    EXPECT_EQ(found.index, 500) << change;
    EXPECT_THAT(found.stopped, HasSubstr(what));
    EXPECT_EQ(kinds(found), (std::vector<std::string>{"no-answer"}));
    EXPECT_THAT(found.point, IsEmpty());
  }
}

TEST_F(AuditTest, InputErrorsSayWhatIsWrong) {
  const auto refused = [&](const std::string& name, const std::string& source) {
    const auto report = ask("triangle", name, source);
    EXPECT_FALSE(report) << source;
    return report ? Error{} : report.error();
  };
  EXPECT_THAT(refused("f.cpp", "void f(int w, int& i, int& j) { i = nope; }").message, HasSubstr("f.cpp:1:"));
  EXPECT_THAT(refused("f.cpp", "int f(int w) { return w;\n").message,
              ::testing::AllOf(HasSubstr("error: expected"), Not(HasSubstr("harness"))));
  EXPECT_THAT(refused("f.cpp", "int g(int w) { return w; }").message, HasSubstr("no function f"));
  EXPECT_THAT(refused("f.cpp", "float f(float w) { return w; }").message, HasSubstr("a form that is not understood"));
  EXPECT_THAT(refused("f.map", "fn f(n; w) -> (i, j) { return (w, w); }").message, HasSubstr("exact integers"));
  EXPECT_THAT(refused("f.py", "").message, HasSubstr("the kind of file is not known"));
}

} // namespace
} // namespace mapwright::index_map
