// Compiling honest, wrong and hostile source.
#include "sandbox/compile.hpp"
#include "sandbox/run.hpp"
#include "sandbox/scratch.hpp"

#include <fstream>
#include <optional>

#include <dlfcn.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace mapwright::sandbox {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

class CompileTest : public ::testing::Test {
protected:
  void SetUp() override {
    level = detect_level().level;
    Result<ScratchDirectory> created = ScratchDirectory::create();
    ASSERT_TRUE(created) << created.error().format();
    scratch = std::move(*created);
    policy.minimum = Level::rlimits;
    policy.wall_time = Seconds(60);
    policy.cpu_time = Seconds(60);
    policy.scratch = scratch->path();
  }

  Compiled compile(const Compilation& compilation) {
    Result<Compiled> compiled = compile_cxx(compilation, policy);
    if (!compiled) {
      ADD_FAILURE() << compiled.error().format();
      return {};
    }
    return *compiled;
  }

  Level level = Level::none;
  std::optional<ScratchDirectory> scratch;
  Policy policy;
};

TEST_F(CompileTest, MakesAnExecutable) {
  const Compiled compiled = compile({.source = "#include <iostream>\nint main() { std::cout << 6 * 7; }"});
  ASSERT_TRUE(compiled.binary) << compiled.diagnostics;
  const Result<Outcome> outcome = run(policy, {compiled.binary->string()});
  ASSERT_TRUE(outcome) << outcome.error().format();
  EXPECT_EQ(outcome->standard_output, "42");
}

TEST_F(CompileTest, MakesASharedObject) {
  const Compiled compiled =
      compile({.source = "extern \"C\" int seven() { return 7; }", .name = "seven", .binary = Binary::shared_object});
  ASSERT_TRUE(compiled.binary) << compiled.diagnostics;
  EXPECT_EQ(compiled.binary->filename(), "seven.so");
  void* library = dlopen(compiled.binary->c_str(), RTLD_NOW | RTLD_LOCAL);
  ASSERT_NE(library, nullptr) << dlerror();
  EXPECT_EQ(reinterpret_cast<int (*)()>(dlsym(library, "seven"))(), 7);
  dlclose(library);
}

TEST_F(CompileTest, RejectsWithDiagnostics) {
  const Compiled compiled = compile({.source = "int main() { return nonsense; }"});
  EXPECT_FALSE(compiled.binary);
  EXPECT_EQ(compiled.outcome.ending, Ending::exited);
  EXPECT_THAT(compiled.diagnostics, HasSubstr("candidate.cpp:1:"));
  EXPECT_THAT(compiled.diagnostics, HasSubstr("nonsense"));
}

TEST_F(CompileTest, AnEarlierBinaryIsNotTheResult) {
  ASSERT_TRUE(compile({.source = "int main() {}"}).binary);
  EXPECT_FALSE(compile({.source = "int main("}).binary);
}

TEST_F(CompileTest, HostileIncludesFindNothing) {
  if (level != Level::full) {
    GTEST_SKIP() << "needs level full, this machine offers " << to_string(level);
  }
  for (const char* file : {"/etc/shadow", "/etc/passwd", "/etc/hostname"}) {
    const Compiled compiled = compile({.source = std::string("#include \"") + file + "\"\nint main() {}"});
    EXPECT_FALSE(compiled.binary);
    EXPECT_THAT(compiled.diagnostics, HasSubstr("No such file")) << file;
    EXPECT_THAT(compiled.diagnostics, Not(HasSubstr("root:"))) << file;
  }
  const Compiled embedded =
      compile({.source = "asm(\".section .rodata\\n.incbin \\\"/etc/passwd\\\"\\n.text\"); int main() {}"});
  EXPECT_FALSE(embedded.binary) << "the assembler could read /etc/passwd";
}

TEST_F(CompileTest, EndlessTemplatesHitALimit) {
  policy.wall_time = Seconds(2);
  policy.memory = mebibytes(512);
  const Compiled compiled = compile({.source = R"(
    template <int D, int B> struct T { using type = T<D - 1, 2 * B>; typename type::type a; typename T<D - 1, 2 * B + 1>::type b; };
    template <int B> struct T<0, B> { using type = int; };
    template <int N> constexpr int f() { return N < 200000 ? f<N + 1>() + f<N + 2>() : 0; }
    int main() { T<18, 1> t; (void)t; return f<0>(); })",
                                     .flags = {"-std=c++20", "-ftemplate-depth=1000000"}});
  EXPECT_FALSE(compiled.binary);
  EXPECT_FALSE(compiled.outcome.succeeded());
}

TEST_F(CompileTest, ReadsTheHeadersThePolicyGrants) {
  Result<ScratchDirectory> headers = ScratchDirectory::create();
  ASSERT_TRUE(headers);
  std::ofstream(headers->path() / "granted.hpp") << "inline int granted() { return 0; }\n";
  std::filesystem::permissions(headers->path(), std::filesystem::perms::all);
  const Compilation compilation{.source = "#include <granted.hpp>\nint main() { return granted(); }",
                                .flags = {"-I" + headers->path().string()}};
  policy.read_only = {headers->path()};
  const Compiled granted = compile(compilation);
  EXPECT_TRUE(granted.binary) << granted.diagnostics;
  if (level == Level::full) {
    policy.read_only.clear();
    EXPECT_FALSE(compile(compilation).binary);
  }
}

TEST_F(CompileTest, TellsOurErrorsFromRejection) {
  const Result<Compiled> no_compiler = compile_cxx({.source = "int main() {}", .compiler = "no-such-compiler"}, policy);
  ASSERT_FALSE(no_compiler);
  EXPECT_EQ(no_compiler.error().kind, ErrorKind::machine);
  EXPECT_THAT(no_compiler.error().message, HasSubstr("no-such-compiler"));
  EXPECT_EQ(compile_cxx({.source = "", .name = "../x"}, policy).error().kind, ErrorKind::input);
  policy.scratch.clear();
  EXPECT_EQ(compile_cxx({.source = ""}, policy).error().kind, ErrorKind::input);
}

} // namespace
} // namespace mapwright::sandbox
