// Rewritten kernels are right: built, run on every test shape and kind of input, and judged.
#include "examine_case.hpp"
#include "kernel/judge/validity.hpp"

#include <cstdlib>
#include <random>

namespace mapwright::kernel {
namespace {

/// A shipped task that is ready to judge candidates.
struct Bench {
  Task task;
  std::unique_ptr<Reference> reference;
  std::unique_ptr<Cases> cases;

  explicit Bench(const std::string& name) : task(testing::shipped_task(name)) {
    auto compiled = compile_reference(task, sandbox::Level::seccomp);
    if (!compiled) {
      throw std::runtime_error(compiled.error().format());
    }
    reference = *std::move(compiled);
    cases = std::make_unique<Cases>(task, *reference, 1);
  }

  void expect_valid(const std::string& source, const RunnerSettings& settings) {
    const auto candidate = parse_candidate(task, Backend::cpp, source, "variant");
    ASSERT_TRUE(candidate) << candidate.error().format();
    const auto built = build(task, *candidate, preset(*candidate), settings);
    ASSERT_TRUE(built) << built.error().format();
    ASSERT_EQ(to_string(built->status), "done") << built->log << source;
    const Use uses[] = {Use::test};
    const auto validity = check_validity(*cases, *built->runner, uses, 1);
    ASSERT_TRUE(validity) << validity.error().format();
    EXPECT_EQ(to_string(validity->fault), "none") << validity->evidence << " at " << validity->where << "\n" << source;
  }
};

using VariantsSlow = testing::ExamineTest;

/// One variant of each experiment, on tasks in turn; with MAPWRIGHT_ALL_VARIANTS=1 each variant of each start.
TEST_F(VariantsSlow, OfShippedStartsAreRight) {
  const bool all = std::getenv("MAPWRIGHT_ALL_VARIANTS") != nullptr;
  std::map<std::string, std::size_t> tried;
  for (const std::string& name : testing::shipped_names()) {
    const Examination seen = examined(name);
    std::vector<const Variant*> chosen;
    for (const Variant& variant : seen.variants) {
      std::size_t& count = tried[variant.experiment];
      if (all || count == 0) {
        ++count;
        chosen.push_back(&variant);
      }
    }
    if (chosen.empty()) {
      continue;
    }
    Bench bench(name);
    for (const Variant* variant : chosen) {
      SCOPED_TRACE(name + ": " + variant->experiment + ", " + variant->site);
      bench.expect_valid(variant->source, settings);
    }
  }
}

/// Three experiments in a row, drawn by chance, each on what the one before made.
TEST_F(VariantsSlow, OfVariantsAreRight) {
  std::mt19937 random(7);
  for (const std::string name : {"gemm", "row_sum", "syrk"}) {
    Bench bench(name);
    std::string source = testing::start_source(bench.task, Backend::cpp);
    std::string path = name;
    for (int step = 0; step < 3; ++step) {
      Examination seen = examined(bench.task, Backend::cpp, source);
      ASSERT_EQ(seen.trouble, "") << path;
      std::erase_if(seen.variants, [](const Variant& variant) {
        return find_experiment(variant.experiment)->kind == AvenueKind::compiler;
      });
      ASSERT_FALSE(seen.variants.empty()) << path;
      const Variant& next = seen.variants[random() % seen.variants.size()];
      path += ", then " + next.experiment + " at " + next.site;
      source = next.source;
    }
    SCOPED_TRACE(path);
    bench.expect_valid(source, settings);
  }
}

} // namespace
} // namespace mapwright::kernel
