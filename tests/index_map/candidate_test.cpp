// Verification of somebody's own map: .map files, and C++ that is really compiled and run in the sandbox.
#include "domain/parse.hpp"
#include "index_map/candidate.hpp"
#include "index_map/candidate/harness.hpp"
#include "sandbox/level.hpp"
#include "support/scratch_test.hpp"

#include <fstream>
#include <string>
#include <utility>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace mapwright::index_map {
namespace {

using expr::Int;
using ::testing::AllOf;
using ::testing::EndsWith;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Not;
using ::testing::StartsWith;

class CandidateTest : public test::ScratchTest {
protected:
  CandidateTest() {
    options.most_points = 300'000;
    options.seconds = 40;
    options.least_containment = sandbox::Level::rlimits;
  }

  Result<CandidateReport> ask(const std::string& domain, const std::string& name, const std::string& source,
                              const std::string& function = "f") {
    const auto parsed = domain::parse_domain(domain);
    EXPECT_TRUE(parsed) << domain;
    return verify_candidate(*parsed, write(name, source), function, options);
  }

  CandidateReport verify(const std::string& domain, const std::string& name, const std::string& source,
                         const std::string& function = "f") {
    const auto report = ask(domain, name, source, function);
    EXPECT_TRUE(report) << (report ? "" : report.error().format());
    return report.value_or(CandidateReport{});
  }

  Error refused(const std::string& domain, const std::string& name, const std::string& source,
                const std::string& function = "f") {
    const auto report = ask(domain, name, source, function);
    EXPECT_FALSE(report) << source;
    return report ? Error{} : report.error();
  }

  CandidateOptions options;
};

// Text
// -------------------------------------------------------------------------------------------------------------------

using CandidateText = CandidateTest;

TEST_F(CandidateText, TheUsualTriangleIsProved) {
  const CandidateReport report =
      verify("triangle", "mine.map",
             "fn f(n; w) -> (i, j) { let i = floor_div(isqrt(8*w + 1) - 1, 2); return (i, w - i*(i + 1)/2); }");
  EXPECT_EQ(report.verdict, CandidateVerdict::proved);
  EXPECT_THAT(report.how, HasSubstr("all points of all sizes"));
  EXPECT_THAT(report.counterexample, IsEmpty());
  EXPECT_GT(report.indices, 10'000U) << "it is compared nevertheless";
}

TEST_F(CandidateText, WrongVariantsAreRefuted) {
  const CandidateReport report =
      verify("triangle", "mine.map",
             "fn f(n; w) -> (i, j) { let i = floor_div(isqrt(8*w + 9) - 1, 2); return (i, w - i*(i + 1)/2); }");
  EXPECT_EQ(report.verdict, CandidateVerdict::refuted);
  EXPECT_EQ(report.counterexample, "n = 1, w = 0: (1, -1), expected (0, 0)");
  EXPECT_THAT(report.how, HasSubstr("no proof"));
}

TEST_F(CandidateText, AFaultIsACounterexample) {
  const std::string row = "let i = floor_div(isqrt(8*w + 1) - 1, 2); ";
  for (const auto& [tail, why] : std::vector<std::pair<std::string, std::string>>{
           {"return (i, w - i*(i + 1)/2 + 0*(w/16384));", "n = 2, w = 1: stops: an exact division leaves a remainder"},
           {"return (i, w - i*(i + 1)/2 + 0*floor_div(1, w - 500));", "n = 32, w = 500: stops: division by zero"},
           {"return (i, select(w == 500, w/3, w - i*(i + 1)/2));", "n = 32, w = 500: stops: an exact division"},
       }) {
    const CandidateReport report = verify("triangle", "mine.map", "fn f(n; w) -> (i, j) { " + row + tail + " }");
    EXPECT_EQ(report.verdict, CandidateVerdict::refuted);
    EXPECT_THAT(report.counterexample, StartsWith(why)) << tail;
  }
}

TEST_F(CandidateText, WhatTheProofDoesNotCoverIsCompared) {
  options.most_points = 30'000;
  const std::string loop = "fn f(n; w) -> (i, j) { var i = 0; var r = w; for k below COUNT { if (r > i) { "
                           "set r = r - i - 1; set i = i + 1; } } return (i, r); }";
  const auto with_count = [&](const std::string& count) {
    std::string text = loop;
    return text.replace(text.find("COUNT"), 5, count);
  };
  const CandidateReport wrong = verify("triangle", "mine.map", with_count("min(n, 150)"));
  EXPECT_EQ(wrong.verdict, CandidateVerdict::refuted) << "it gives up after 150 rows";
  EXPECT_THAT(wrong.counterexample, HasSubstr("expected (151, 0)"));
  options.parameters = {Int{150}};
  const CandidateReport right = verify("triangle", "mine.map", with_count("n"));
  EXPECT_EQ(right.verdict, CandidateVerdict::exhaustive) << right.counterexample;
  EXPECT_EQ(right.indices, 11'325U);
  EXPECT_EQ(right.sizes, (std::vector<std::vector<Int>>{{150}}));
  EXPECT_THAT(right.how, HasSubstr("no proof (it has a loop)"));
}

TEST_F(CandidateText, GivingUpOnALongLoopIsNoRefutation) {
  options.most_points = 2'000;
  options.seconds = 5;
  const CandidateReport report = verify("triangle", "mine.map",
                                        "fn f(n; w) -> (i, j) { var i = 0; var r = w; for k below n { if (r > i) { "
                                        "set r = r - i - 1; set i = i + 1; } } return (i, r); }");
  EXPECT_EQ(report.verdict, CandidateVerdict::exhaustive) << report.counterexample;
  EXPECT_THAT(report.how, HasSubstr("time was over"));
}

TEST_F(CandidateText, AnotherOrderIsABijectionAllTheSame) {
  const CandidateReport report = verify("triangle", "mine.map",
                                        "fn f(n; w) -> (i, j) { let i = floor_div(isqrt(8*w + 1) - 1, 2); "
                                        "return (i, i - (w - i*(i + 1)/2)); }");
  EXPECT_EQ(report.verdict, CandidateVerdict::exhaustive);
  EXPECT_EQ(report.order, "n = 2, w = 1: (1, 1), expected (1, 0)");
  EXPECT_THAT(report.how, HasSubstr("ANOTHER ORDER"));
  const CandidateReport repeats = verify("triangle", "mine.map",
                                         "fn f(n; w) -> (i, j) { let i = floor_div(isqrt(8*w + 1) - 1, 2); "
                                         "return (i, max(0, i - (w - i*(i + 1)/2) - 1)); }");
  EXPECT_EQ(repeats.verdict, CandidateVerdict::refuted);
  EXPECT_THAT(repeats.order, IsEmpty());
}

TEST_F(CandidateText, OtherDomainsThanAffineOnes) {
  const std::string digits =
      "table row: \"row of a cell\" = [0, 1, 1];\ntable column: \"column of a cell\" = [0, 0, 1];\n"
      "fn f(level; w) -> (i, j) { var r = w; var s = 1; var i = 0; var j = 0; for l below level { let d = rem(r, 3); "
      "set r = div(r, 3); set i = i + row[d]*s; set j = j + column[d]*s; set s = 2*s; } return (i, j); }";
  const CandidateReport report = verify("gasket", "mine.map", digits);
  EXPECT_EQ(report.verdict, CandidateVerdict::exhaustive) << report.counterexample;
  EXPECT_THAT(report.how, HasSubstr("near powers of two"));
  std::string wrong = digits;
  wrong.replace(wrong.find("[0, 0, 1]"), 9, "[0, 1, 1]");
  EXPECT_EQ(verify("gasket", "mine.map", wrong).verdict, CandidateVerdict::refuted);
}

TEST_F(CandidateText, WhatIsNotAMapOfTheDomainIsAnInputError) {
  EXPECT_THAT(refused("triangle", "mine.map", "fn g(n; w) -> (i, j) { return (w, 0); }").message,
              HasSubstr("has no function f"));
  EXPECT_THAT(refused("triangle", "mine.map", "fn f(n; w) -> (i, j, k) { return (w, 0, 0); }").message,
              HasSubstr("form"));
  EXPECT_THAT(refused("triangle", "mine.map", "fn f(n, m; w) -> (i, j) { return (w, 0); }").hint,
              HasSubstr("fn f(n; w) -> (i, j)"));
  const Error syntax = refused("triangle", "mine.map", "fn f(n; w) -> (i, j) {\n return (w, ); }");
  ASSERT_TRUE(syntax.where);
  EXPECT_EQ(syntax.where->line, 2);
  EXPECT_THAT(refused("triangle", "mine.txt", "").message, HasSubstr("kind of file"));
  EXPECT_THAT(refused("ragged", "mine.map", "fn f(batch; w) -> (b, j) { return (w, 0); }").message,
              HasSubstr("run time"));
  options.parameters = {Int{1'000'000}};
  EXPECT_EQ(refused("triangle", "mine.map", "fn f(n; w) -> (i, j) { return (w, 0); }").kind, ErrorKind::input);
  const auto domain = domain::parse_domain("triangle");
  EXPECT_EQ(verify_candidate(*domain, directory->path() / "missing.map", "f", {}).error().kind, ErrorKind::input);
}

// Native code
// ------------------------------------------------------------------------------------------------------------

class CandidateNative : public CandidateTest {
protected:
  void SetUp() override {
    CandidateTest::SetUp();
    level = sandbox::detect_level().level;
    if (level < sandbox::Level::rlimits) {
      GTEST_SKIP() << "this machine cannot contain native code";
    }
  }
  sandbox::Level level = sandbox::Level::none;
};

const std::string right = R"(#include <cmath>
void right(long n, long w, long& i, long& j) {
  i = static_cast<long>((std::sqrt(8.0 * w + 1) - 1) / 2);
  if (i * (i + 1) / 2 > w) --i;
  else if ((i + 1) * (i + 2) / 2 <= w) ++i;
  j = w - i * (i + 1) / 2;
}
)";

TEST_F(CandidateNative, ACorrectedRootHoldsUpTo62Bits) {
  const CandidateReport report = verify("triangle", "mine.cpp", right, "right");
  EXPECT_EQ(report.verdict, CandidateVerdict::exhaustive) << report.counterexample;
  EXPECT_THAT(report.order, IsEmpty());
  EXPECT_THAT(report.how, AllOf(HasSubstr("every index"), HasSubstr("n = 3037000499")));
  EXPECT_EQ(report.sandbox_level, to_string(level));
  EXPECT_GT(report.indices, 150'000U);
}

const std::string doubles = R"(#include <math.h>
void f(long n, long w, long* i, long* j) { *i = (sqrt(8.0 * w + 1) - 1) / 2; *j = w - *i * (*i + 1) / 2; }
)";

TEST_F(CandidateNative, TheTextbookFormulaHoldsAtTheSizesAsked) {
  options.parameters = {Int{700}};
  const CandidateReport report = verify("triangle", "mine.c", doubles);
  EXPECT_EQ(report.verdict, CandidateVerdict::exhaustive) << report.counterexample;
  EXPECT_EQ(report.indices, 245'350U);
  EXPECT_EQ(report.sizes, (std::vector<std::vector<Int>>{{700}}));
}

TEST_F(CandidateNative, TheTextbookFormulaFailsAtBordersOfRowsOfLargeSizes) {
  const CandidateReport report = verify("triangle", "mine.c", doubles);
  EXPECT_EQ(report.verdict, CandidateVerdict::refuted);
  EXPECT_THAT(report.counterexample, AllOf(StartsWith("n = 3037000499, w = "), HasSubstr(", -1), expected")));
}

TEST_F(CandidateNative, ASinglePrecisionRootIsRefuted) {
  options.parameters = {Int{4700}};
  options.most_points = 20'000'000;
  const CandidateReport report = verify("triangle", "mine.cu", R"(
__device__ __forceinline__ void f(int n, int w, int& i, int& j) {
  i = (int)((__builtin_sqrtf(8.0f * w + 1) - 1) / 2);
  j = w - i * (i + 1) / 2;
})");
  EXPECT_EQ(report.verdict, CandidateVerdict::refuted);
  EXPECT_EQ(report.counterexample, "n = 4700, w = 10619135: (4608, -1), expected (4607, 4607)");
}

TEST_F(CandidateNative, WhatGoesWrongAtOneIndexIsFound) {
  const std::string at = right + "#include <cstdlib>\n#include <cstdio>\n"
                                 "void f(long n, long w, long& i, long& j) {\n  right(n, w, i, j);\n"
                                 "  if (w == 1000) { WHAT; }\n}\n";
  for (const auto& [what, found] : std::vector<std::pair<std::string, std::string>>{
           {"++j", "(44, 11), expected (44, 10)"},
           {"*reinterpret_cast<volatile int*>(8) = 1", "crashes: ended by signal 11 (SEGV), expected (44, 10)"},
           {"std::abort()", "crashes: ended by signal 6 (ABRT), expected (44, 10)"},
           {"throw 1", "crashes: ended by signal 6 (ABRT), expected (44, 10)"},
           {"std::exit(0)", "ends the program, expected (44, 10)"},
           {"std::exit(3)", "ends the program: exited with code 3, expected (44, 10)"},
           {"for (volatile int stop = 0; !stop;) {}", "does not return within 2 s, expected (44, 10)"},
       }) {
    std::string source = at;
    source.replace(source.find("WHAT"), 4, what);
    const CandidateReport report = verify("triangle", "mine.cpp", source);
    EXPECT_EQ(report.verdict, CandidateVerdict::refuted) << what;
    EXPECT_EQ(report.counterexample, "n = 64, w = 1000: " + found) << what;
  }
}

TEST_F(CandidateNative, AProcessItStartsDoesNotAnswerInItsPlace) {
  const CandidateReport report =
      verify("triangle", "mine.cpp",
             "#include <unistd.h>\n" + right +
                 "void f(long n, long w, long& i, long& j) { if (w == 500) { fork(); } right(n, w, i, j); }");
  EXPECT_EQ(report.verdict, CandidateVerdict::exhaustive) << report.counterexample;
}

TEST_F(CandidateNative, AnotherOrderIsABijectionAllTheSame) {
  const CandidateReport report = verify(
      "triangle", "mine.cpp", right + "void f(long n, long w, long& i, long& j) { right(n, w, i, j); j = i - j; }");
  EXPECT_EQ(report.verdict, CandidateVerdict::exhaustive) << report.counterexample;
  EXPECT_EQ(report.order, "n = 2, w = 1: (1, 1), expected (1, 0)");
}

TEST_F(CandidateNative, AllUsualForms) {
  options.parameters = {Int{40}};
  const std::string body = "long i, j; right(n, w, i, j); ";
  for (const std::string& form : std::vector<std::string>{
           "void f(int n, unsigned w, int& x, short& y) { " + body + "x = i; y = j; }",
           "void f(long w, long* x, long* y) { const long n = 0; " + body + "*x = i; *y = j; }",
           "void f(const int& n, const long long& w, long long out[2]) { " + body + "out[0] = i; out[1] = j; }",
           "struct P { int j, i; }; P f(long n, long w) { " + body + "return {int(j), int(i)}; }",
           "struct P { long row; int column; }; static P f(long n, long w) noexcept { " + body +
               "return {i, int(j)}; }",
           "#include <array>\nstd::array<int, 2> f(long w) { const long n = 0; " + body + "return {int(i), int(j)}; }",
           "#include <utility>\nnamespace a { std::pair<long, long> g(long n, long w) { " + body +
               "return {i, j}; } }\nconst auto f = a::g;",
           "#include <vector>\nstd::vector<long> f(long n, long w) { " + body + "return {i, j}; }",
           "template <class T> void f(T n, T w, T& x, T& y) { " + body + "x = i; y = j; }",
           "void f(int, int) {}\nvoid f(long n, long w, long& x, long& y) { right(n, w, x, y); }\n"
           "int main() { return 7; }",
           "const auto f = [](long n, long w) { " + body + "struct P { long i, j; }; return P{i, j}; };",
       }) {
    const CandidateReport report = verify("triangle", "mine.cpp", right + form);
    EXPECT_EQ(report.verdict, CandidateVerdict::exhaustive) << form << "\n" << report.counterexample;
    EXPECT_EQ(report.indices, 820U) << form;
  }
  const CandidateReport qualified =
      verify("triangle", "mine.cpp",
             right + "namespace a::b { void g(long n, long w, long& x, long& y) { right(n, w, x, y); } }", "a::b::g");
  EXPECT_EQ(qualified.verdict, CandidateVerdict::exhaustive);
}

TEST_F(CandidateNative, MoreSizesAndDimensions) {
  const CandidateReport box = verify("[n, m] -> { [i, j] : 0 <= i < n and 0 <= j < m }", "mine.cpp",
                                     "void f(long n, long m, long w, long& i, long& j) { i = w / m; j = w % m; }");
  EXPECT_EQ(box.verdict, CandidateVerdict::exhaustive) << box.counterexample;
  const CandidateReport swapped = verify("[n, m] -> { [i, j] : 0 <= i < n and 0 <= j < m }", "mine.cpp",
                                         "void f(long n, long m, long w, long& i, long& j) { i = w / n; j = w % n; }");
  EXPECT_EQ(swapped.verdict, CandidateVerdict::refuted);
  const CandidateReport gasket =
      verify("gasket", "mine.cpp",
             "void f(long level, long w, long& i, long& j) { i = j = 0; for (long s = 1; level-- > "
             "0; s *= 2, w /= 3) { i += s * (w % 3 > 0); j += s * (w % 3 > 1); } }");
  EXPECT_EQ(gasket.verdict, CandidateVerdict::exhaustive) << gasket.counterexample;
  options.most_points = 20'000; // this one walks through the box
  const CandidateReport disk =
      verify("where:[r] -> [x,y] in [-r,r]x[-r,r] : x*x + y*y <= r*r", "mine.cpp",
             "void f(long r, long w, long& x, long& y) { for (x = -r; x <= r; ++x) for (y = -r; "
             "y <= r; ++y) if (x * x + y * y <= r * r && w-- == 0) return; }");
  EXPECT_NE(disk.verdict, CandidateVerdict::refuted) << disk.counterexample;
}

TEST_F(CandidateNative, TypesLimitTheSizes) {
  const CandidateReport report = verify("triangle", "mine.cpp",
                                        right + "void f(short n, short w, signed char& x, signed char& y) { long i, j; "
                                                "right(n, w, i, j); x = i; y = j; }");
  EXPECT_EQ(report.verdict, CandidateVerdict::refuted) << "rows beyond 127 do not fit the coordinates";
  EXPECT_THAT(report.counterexample, HasSubstr("expected (128, 0)"));
  options.parameters = {Int{40'000}};
  EXPECT_THAT(refused("triangle", "mine.cpp", "void f(short n, short w, int& x, int& y) {}").message,
              HasSubstr("fits the types"));
}

TEST_F(CandidateNative, HostileCodeSeesNothingAndChangesNothing) {
  const auto kept = directory->path() / "kept";
  std::ofstream(kept) << "original";
  options.parameters = {Int{20}};
  // It takes the right answer only where it can read or write what it must not.
  const CandidateReport report = verify("triangle", "mine.cpp", right + R"(
#include <cstdio>
#include <fstream>
#include <unistd.h>
#include <sys/socket.h>
void f(long n, long w, long& i, long& j) {
  std::puts("printed");
  std::ofstream(")" + kept.string() + R"(") << "changed";
  static const bool reads = std::ifstream(")" + kept.string() + R"(").good();
  static const bool talks = socket(AF_INET, SOCK_STREAM, 0) >= 0;
  right(n, w, i, j);
  if (reads || talks) j += 1;
})");
  std::ifstream after(kept);
  EXPECT_EQ(std::string(std::istreambuf_iterator<char>(after), {}), "original");
  if (level == sandbox::Level::full) {
    EXPECT_EQ(report.verdict, CandidateVerdict::exhaustive) << report.counterexample;
  }
}

TEST_F(CandidateNative, WhatIsNotAMapOfTheDomainIsAnInputError) {
  const Error syntax = refused("triangle", "mine.cpp", "void f(int n, int w, int& i, int& j) {\n  i = oops;\n}\n");
  EXPECT_EQ(syntax.kind, ErrorKind::input);
  EXPECT_THAT(syntax.message, AllOf(StartsWith("mine.cpp does not compile"), HasSubstr("mine.cpp:2:7: error"),
                                    HasSubstr("oops"), Not(HasSubstr("/tmp/"))));
  EXPECT_EQ(refused("triangle", "mine.cpp", right).message, "mine.cpp has no function f");
  EXPECT_EQ(refused("triangle", "mine.cpp", "namespace a {}", "a::f").message, "mine.cpp has no function a::f");
  EXPECT_THAT(refused("triangle", "mine.cpp", "void f(int n, int w, int& i) {}").message,
              HasSubstr("the arguments are not the sizes, the index and the coordinates"));
  EXPECT_THAT(refused("triangle", "mine.cpp", "struct P { int a, b, c; }; P f(int n, int w);").message,
              HasSubstr("the result is not a point"));
  EXPECT_THAT(refused("triangle", "mine.cpp", "template <class T> T f(T n, T w, T x, T y);").message,
              HasSubstr("cannot be called"));
  EXPECT_THAT(refused("triangle", "mine.cpp", "#include \"/etc/passwd\"\n").message, Not(HasSubstr("root:")));
  EXPECT_THAT(refused("triangle", "mine.cpp", "", "f; int g").message, HasSubstr("not the name of a function"));
  EXPECT_THAT(
      refused("triangle", "mine.cpp", "int start = (__builtin_trap(), 1);\nvoid f(int n, int w, int& i, int& j) {}")
          .message,
      HasSubstr("does not start"));
}

TEST(CandidateHarness, KnowsNamesOfFunctions) {
  for (const char* name : {"f", "_f1", "a::b::f"}) {
    EXPECT_TRUE(candidate::is_function_name(name)) << name;
  }
  for (const char* name : {"", "1f", "a:b", "::f", "a::", "f()", "f g", "f\nint"}) {
    EXPECT_FALSE(candidate::is_function_name(name)) << name;
  }
}

} // namespace
} // namespace mapwright::index_map
