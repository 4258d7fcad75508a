#include "cli/problem_file.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace mapwright::cli {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::Pair;

TEST(ProblemFile, ReadsEverySection) {
  const auto problem = parse_problem("[problem]\nkind = \"index-map\"\ndomain = \"ragged\"\nform = \"auto\"\n"
                                     "[parameters]\nn = 10\nbig = \"36893488147419103232\"\n"
                                     "[tables]\ncu_seqlens = [0, 3, 8]\nother = \"file.txt\"\n"
                                     "[emit]\nlanguages = [\"cpp\"]\ndirectory = \"out\"\nname = \"rows\"\nbits = 32\n"
                                     "[verify]\nexhaustive = true\n",
                                     "p.toml");
  ASSERT_TRUE(problem) << problem.error().format();
  EXPECT_EQ(problem->kind(), "index-map");
  EXPECT_EQ(problem->title(), "ragged");
  const auto& map = std::get<MapProblem>(problem->problem);
  EXPECT_THAT(map.sizes, ElementsAre(Pair("n", "10"), Pair("big", "36893488147419103232")));
  EXPECT_THAT(map.tables, ElementsAre(Pair("cu_seqlens", "0,3,8"), Pair("other", "file.txt")));
  EXPECT_THAT(map.languages, ElementsAre("cpp"));
  EXPECT_EQ(map.directory, "out");
  EXPECT_EQ(map.name, "rows");
  EXPECT_EQ(map.bits, "32");
  EXPECT_TRUE(map.exhaustive);
}

TEST(ProblemFile, ReadsEverySectionOfAKernel) {
  const auto problem = parse_problem("[problem]\nkind = \"kernel\"\ntask = \"gemm\"\nbackend = \"opencl\"\n"
                                     "start = \"mine.cl\"\n"
                                     "[scientist]\nselector = \"random\"\ndesigner = \"model:qwen\"\n"
                                     "writer = \"model\"\ntune = 3\nknowledge = \"docs\"\nfindings = \"f.json\"\n"
                                     "[learning]\nbandit = false\nledger = false\nfindings = false\n"
                                     "novelty = false\nbehaviour = false\n"
                                     "[judge]\nthreads = 2\ncompiler = \"clang++\"\ndevice = \"CPU\"\n"
                                     "sandbox = \"seccomp\"\nseconds = 2.5\ncontention_check = false\n"
                                     "evaluator = \"./judge {candidate}\"\ntimeout = 30\ncalls = 25\n"
                                     "[emit]\nfile = \"best.cl\"\n[budget]\nevaluations = 7\n",
                                     "p.toml");
  ASSERT_TRUE(problem) << problem.error().format();
  EXPECT_EQ(problem->kind(), "kernel");
  EXPECT_EQ(problem->title(), "gemm (opencl)");
  EXPECT_EQ(problem->run.flow.budget.evaluations, 7U);
  const auto& kernel = std::get<KernelProblem>(problem->problem);
  EXPECT_EQ(kernel.start, "mine.cl");
  EXPECT_EQ(kernel.selector, "random");
  EXPECT_EQ(kernel.designer, "model:qwen");
  EXPECT_EQ(kernel.writer, "model");
  EXPECT_EQ(kernel.tune, 3U);
  EXPECT_EQ(kernel.knowledge, "docs");
  EXPECT_EQ(kernel.findings, "f.json");
  EXPECT_FALSE(kernel.bandit || kernel.ledger || kernel.learnt || kernel.novelty || kernel.behaviour);
  EXPECT_EQ(kernel.threads, 2U);
  EXPECT_EQ(kernel.compiler, "clang++");
  EXPECT_EQ(kernel.device, "CPU");
  EXPECT_EQ(kernel.sandbox, "seccomp");
  EXPECT_EQ(kernel.seconds, 2.5);
  EXPECT_FALSE(kernel.contention_check);
  EXPECT_EQ(kernel.evaluator, "./judge {candidate}");
  EXPECT_FALSE(kernel.external);
  EXPECT_EQ(kernel.timeout, 30);
  EXPECT_EQ(kernel.calls, 25U);
  EXPECT_EQ(kernel.output, "best.cl");
}

TEST(ProblemFile, ReadsEverySectionOfAMapper) {
  const auto problem = parse_problem("[problem]\nkind = \"mapper\"\nprogram = \"mine.toml\"\nmachine = \"lassen\"\n"
                                     "[sizes]\nn = 100\n[machine]\nnodes = 4\n"
                                     "[search]\nsearchers = [\"rl\", \"agent\"]\nside_simulations = 7\ngap = 0.5\n"
                                     "policy = \"old.json\"\nfeedback = [\"raw\"]\nrepairs = 1\n"
                                     "[emit]\nfile = \"best.mapper\"\npolicy = \"new.json\"\n",
                                     "p.toml");
  ASSERT_TRUE(problem) << problem.error().format();
  EXPECT_EQ(problem->kind(), "mapper");
  EXPECT_EQ(problem->title(), "mine.toml on lassen,nodes=4");
  const auto& mapper = std::get<MapperProblem>(problem->problem);
  EXPECT_EQ(mapper.program, "mine.toml");
  EXPECT_THAT(mapper.sizes, ElementsAre(Pair("n", 100)));
  EXPECT_THAT(mapper.searchers, ElementsAre("rl", "agent"));
  EXPECT_THAT(mapper.feedback, ElementsAre("raw"));
  EXPECT_EQ(mapper.side_simulations, 7U);
  EXPECT_EQ(mapper.gap, 0.5);
  EXPECT_EQ(mapper.repairs, 1U);
  EXPECT_EQ(mapper.output, "best.mapper");
  EXPECT_EQ(mapper.policy, "old.json");
  EXPECT_EQ(mapper.policy_output, "new.json");
}

TEST(ProblemFile, ErrorsPointAtTheirPlace) {
  const std::string head = "[problem]\nkind = \"index-map\"\ndomain = \"triangle\"\n";
  const std::string kernel = "[problem]\nkind = \"kernel\"\ntask = \"gemm\"\n";
  const std::vector<std::pair<std::string, std::string>> cases{
      {"", "p.toml: the file has no [problem] with a kind"},
      {"[problem]\nkind = \"index-map\"\n", "p.toml: the problem has no domain"},
      {"[problem]\nkind = \"kernel\"\n", "p.toml: the problem has no task"},
      {"[problem]\nkind = \"kernels\"\n", "p.toml:2:8: error: unknown kind 'kernels'"},
      {kernel + "domain = \"x\"\n", "p.toml:4:1: error: unknown key of [problem] 'domain'"},
      {kernel + "backend = \"opencls\"\n", "p.toml:4:11: error: unknown back end 'opencls'"},
      {kernel + "[scientist]\nwriter = \"modle\"\n", "p.toml:5:10: error: 'modle' cannot be the writer"},
      {kernel + "[scientist]\nwriter = \"model:\"\n", "p.toml:5:10: error: 'model:' cannot be the writer"},
      {kernel + "[judge]\nseconds = 0\n", "p.toml:5:11: error: 'seconds' must be from 0.1 to 3600"},
      {kernel + "[verify]\n", "p.toml:4:2: error: unknown section 'verify'"},
      {"[problem]\nkind = 3\n", "p.toml:2:8: error: 'kind' must be a text in quotes"},
      {head + "domian = \"x\"\n", "p.toml:4:1: error: unknown key of [problem] 'domian'"},
      {head + "[prameters]\n", "p.toml:4:2: error: unknown section 'prameters'"},
      {head + "[parameters]\nn = 1.5\n", "p.toml:5:5: error: 'n' must be an integer"},
      {head + "[emit]\nlanguages = \"cpp\"\n", "p.toml:5:13: error: 'languages' must be a list of names"},
      {head + "[emit]\nlanguages = []\n", "p.toml:5:13: error: 'languages' must be a list of names"},
      {head + "[tables]\nt = [1, \"a\"]\n", "p.toml:5:5: error: 't' must be a list of integers"},
      {head + "[verify]\nexhaustive = 1\n", "p.toml:5:14: error: 'exhaustive' is true or false"},
      {head + "verify = 3\n[x", "p.toml:5:"},
  };
  for (const auto& [text, message] : cases) {
    const auto problem = parse_problem(text, "p.toml");
    ASSERT_FALSE(problem) << text;
    EXPECT_THAT(problem.error().format(), HasSubstr(message)) << text;
    EXPECT_EQ(problem.error().kind, ErrorKind::input);
  }
}

} // namespace
} // namespace mapwright::cli
