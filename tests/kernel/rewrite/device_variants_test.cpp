// The device half of the catalogue: where it fits, what it writes, and that what it writes is right.
#include "device_case.hpp"
#include "kernel/judge/cases.hpp"
#include "kernel/judge/validity.hpp"

#include <cstdlib>
#include <fstream>
#include <map>
#include <set>
#include <sstream>

namespace mapwright::kernel::testing {
namespace {

class DeviceCatalogue : public RunnerTest {};

/// The experiments that must fit on so many tasks of a back end; others are for C++.
std::set<std::string> experiments_for(Backend backend) {
  std::set<std::string> names;
  for (const Experiment& experiment : experiments()) {
    if (std::find(experiment.backends.begin(), experiment.backends.end(), backend) != experiment.backends.end()) {
      names.insert(experiment.name);
    }
  }
  return names;
}

/// On how many shipped tasks each experiment fits.
std::map<std::string, std::set<std::string>> tasks_by_experiment(Backend backend) {
  std::map<std::string, std::set<std::string>> found;
  for (const std::string& name : shipped_names()) {
    const Task task = shipped_task(name);
    for (const Variant& variant : variants_of(task, backend, start_of(task, backend).source)) {
      found[variant.experiment].insert(name);
      EXPECT_FALSE(variant.rubric.empty()) << variant.experiment;
      EXPECT_FALSE(variant.site.empty()) << variant.experiment;
    }
  }
  return found;
}

TEST_F(DeviceCatalogue, EveryOpenClExperimentFitsTwoShippedTasks) {
  auto found = tasks_by_experiment(Backend::opencl);
  for (const std::string& name : experiments_for(Backend::opencl)) {
    EXPECT_GE(found[name].size(), 2U) << name;
  }
}

TEST_F(DeviceCatalogue, EveryCudaExperimentFitsTwoShippedTasks) {
  auto found = tasks_by_experiment(Backend::cuda);
  for (const std::string& name : experiments_for(Backend::cuda)) {
    EXPECT_GE(found[name].size(), 2U) << name;
  }
}

TEST_F(DeviceCatalogue, GuardsOfTrianglesBecomeIndexMapsInAllLanguages) {
  for (const std::string name : {"syrk", "pairwise_distance", "causal_attention"}) {
    const Task task = shipped_task(name);
    for (const Backend backend : {Backend::opencl, Backend::cuda, Backend::hip}) {
      const std::string source = start_of(task, backend).source;
      EXPECT_TRUE(variant_of(task, backend, source, "exact-index-map").gain) << name;
      EXPECT_TRUE(variant_of(task, backend, source, "exact-tile-map").gain) << name;
    }
  }
  for (const std::string name : {"syrk", "pairwise_distance"}) {
    const Task task = shipped_task(name);
    variant_of(task, Backend::cpp, start_of(task, Backend::cpp).source, "exact-index-map");
  }
}

struct Golden {
  const char* task;
  Backend backend;
  const char* experiment;
  const char* site;
};

class DeviceRewrite : public RunnerTest, public ::testing::WithParamInterface<Golden> {};

TEST_P(DeviceRewrite, IsAsInTheGoldenFile) {
  const Golden& golden = GetParam();
  const Task task = shipped_task(golden.task);
  const Variant variant =
      variant_of(task, golden.backend, start_of(task, golden.backend).source, golden.experiment, golden.site);
  const std::filesystem::path path =
      test::golden_dir() / "rewrite" /
      (std::string(golden.task) + "." + golden.experiment + std::string(extension(golden.backend)) + ".golden");
  if (std::getenv("MAPWRIGHT_UPDATE_GOLDEN") != nullptr) {
    std::filesystem::create_directories(path.parent_path());
    std::ofstream(path) << variant.source;
  }
  std::ostringstream expected;
  expected << std::ifstream(path).rdbuf();
  EXPECT_EQ(variant.source, expected.str()) << path << " differs; MAPWRIGHT_UPDATE_GOLDEN=1 rewrites it";
}

INSTANTIATE_TEST_SUITE_P(Goldens, DeviceRewrite,
                         ::testing::Values(Golden{"syrk", Backend::opencl, "exact-index-map", ""},
                                           Golden{"syrk", Backend::cuda, "exact-index-map", ""},
                                           Golden{"syrk", Backend::cpp, "exact-index-map", ""},
                                           Golden{"causal_attention", Backend::opencl, "exact-tile-map", ""},
                                           Golden{"pairwise_distance", Backend::cuda, "exact-tile-map", ""},
                                           Golden{"causal_attention", Backend::opencl, "local-memory-staging", ""},
                                           Golden{"gemm", Backend::cuda, "local-memory-staging", ""},
                                           Golden{"block_scaled_gemm", Backend::opencl, "local-memory-staging", ""},
                                           Golden{"nearest_neighbours", Backend::opencl, "vector-types", ""},
                                           Golden{"prefix_sum", Backend::opencl, "accumulator-lanes", ""},
                                           Golden{"transpose", Backend::opencl, "id-transposition", ""},
                                           Golden{"spmv", Backend::opencl, "coarsening", ""},
                                           Golden{"softmax", Backend::opencl, "reciprocal-of-divisor", ""},
                                           Golden{"gemm", Backend::opencl, "multiply-add-calls", ""},
                                           Golden{"row_sum", Backend::opencl, "build-options", ""}),
                         [](const auto& golden) {
                           std::string name = std::string(golden.param.task) + "_" + golden.param.experiment + "_" +
                                              std::string(to_string(golden.param.backend));
                           std::replace(name.begin(), name.end(), '-', '_');
                           return name;
                         });

/// With its defaults, on two small shapes and every kind of input.
void expect_valid(const Task& whole, Backend backend, const std::string& source, const RunnerSettings& settings) {
  Task task = whole;
  std::erase_if(task.shapes, [](const Shape& shape) { return shape.use != Use::test; });
  task.shapes = {task.shapes[task.shapes.size() / 2], task.shapes.back()};
  const Result<KernelCandidate> candidate = parse_candidate(task, backend, source, "variant");
  ASSERT_TRUE(candidate) << candidate.error().format();
  Result<BuildResult> built = build(task, *candidate, preset(*candidate), settings);
  ASSERT_TRUE(built) << built.error().format();
  ASSERT_EQ(to_string(built->status), "done") << built->log << "\n" << source;
  auto reference = compile_reference(task, settings.least);
  ASSERT_TRUE(reference) << reference.error().format();
  Cases cases(task, **reference, 1);
  const Use uses[] = {Use::test};
  const Result<Validity> validity = check_validity(cases, *built->runner, uses, 1);
  ASSERT_TRUE(validity) << validity.error().format();
  EXPECT_TRUE(validity->valid()) << to_string(validity->fault) << ": " << validity->evidence << " " << validity->where
                                 << "\n"
                                 << source;
}

class DeviceVariantsSlow : public RunnerTest, public ::testing::WithParamInterface<std::string> {};

TEST_P(DeviceVariantsSlow, AreRightOnPocl) {
  const Task task = shipped_task(GetParam());
  std::set<std::string> seen; // one variant of each experiment
  for (const Variant& variant : variants_of(task, Backend::opencl, start_of(task, Backend::opencl).source)) {
    if (seen.insert(variant.experiment).second) {
      SCOPED_TRACE(variant.experiment + ", " + variant.site);
      expect_valid(task, Backend::opencl, variant.source, settings);
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Tasks, DeviceVariantsSlow, ::testing::ValuesIn(shipped_names()),
                         [](const auto& name) { return name.param; });

} // namespace
} // namespace mapwright::kernel::testing
