// The device half of the catalogue: where it fits, what it writes, and that what it writes is right.
#include "device/nvrtc.hpp"
#include "kernel/judge/cases.hpp"
#include "kernel/judge/validity.hpp"
#include "kernel/rewrite/examine_case.hpp"

#include <cstdlib>
#include <fstream>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <sstream>

#include <fmt/format.h>

namespace mapwright::kernel::testing {
namespace {

class DeviceTest : public ExamineTest {
protected:
  /// The first variant of an experiment whose site contains the text.
  Variant variant_of(const Task& task, Backend backend, const std::string& source, const std::string& experiment,
                     const std::string& site = "") const {
    for (const Variant& variant : examined(task, backend, source).variants) {
      if (variant.experiment == experiment && variant.site.find(site) != std::string::npos) {
        return variant;
      }
    }
    ADD_FAILURE() << experiment << " does not fit " << task.name << " at '" << site << "'";
    return {};
  }

  /// On how many shipped tasks each experiment fits.
  std::map<std::string, std::set<std::string>> tasks_by_experiment(Backend backend) const {
    std::map<std::string, std::set<std::string>> found;
    for (const std::string& name : shipped_names()) {
      const std::string base = start_source(shipped_task(name), backend);
      for (const Variant& variant : examined(name, backend).variants) {
        found[variant.experiment].insert(name);
        expect_kept_rubric(base, variant);
        EXPECT_FALSE(variant.site.empty()) << variant.experiment;
      }
    }
    return found;
  }
};

class DeviceCatalogue : public DeviceTest {};

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

TEST_F(DeviceCatalogue, CudaVariantsParseAndCanBeChangedAgain) {
  for (const std::string name : {"syrk", "gemm"}) {
    const Task task = shipped_task(name);
    for (const Variant& variant : examined(name, Backend::cuda).variants) {
      const Examination again = examined(task, Backend::cuda, variant.source);
      EXPECT_EQ(again.trouble, "") << name << ", " << variant.experiment << "\n" << variant.source;
      EXPECT_FALSE(again.variants.empty()) << name << ", " << variant.experiment;
    }
  }
}

TEST_F(DeviceCatalogue, GuardsOfTrianglesBecomeIndexMapsInAllLanguages) {
  for (const std::string name : {"syrk", "pairwise_distance", "causal_attention"}) {
    const Task task = shipped_task(name);
    for (const Backend backend : {Backend::opencl, Backend::cuda, Backend::hip}) {
      const std::string source = start_source(task, backend);
      EXPECT_TRUE(variant_of(task, backend, source, "exact-index-map").gain) << name;
      EXPECT_TRUE(variant_of(task, backend, source, "exact-tile-map").gain) << name;
    }
  }
  for (const std::string name : {"syrk", "pairwise_distance"}) {
    const Task task = shipped_task(name);
    variant_of(task, Backend::cpp, start_source(task, Backend::cpp), "exact-index-map");
  }
}

struct Golden {
  const char* task;
  Backend backend;
  const char* experiment;
  const char* site;
};

class DeviceRewrite : public DeviceTest, public ::testing::WithParamInterface<Golden> {};

TEST_P(DeviceRewrite, IsAsInTheGoldenFile) {
  const Golden& golden = GetParam();
  const Task task = shipped_task(golden.task);
  const Variant variant =
      variant_of(task, golden.backend, start_source(task, golden.backend), golden.experiment, golden.site);
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
                                           Golden{"syrk", Backend::opencl, "item-jam", "axis 0"},
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

/// A task with one odd shape, and what its reference gives: made once for all variants that are checked.
class Checked {
public:
  Checked(const Task& whole, const RunnerSettings& settings) : task_(whole), settings_(settings) {
    std::erase_if(task_.shapes, [](const Shape& shape) { return shape.use != Use::test; });
    task_.shapes = {task_.shapes.back()};
    auto compiled = compile_reference(task_, settings.least);
    if (!compiled) {
      throw std::runtime_error(compiled.error().format());
    }
    reference_ = *std::move(compiled);
    cases_.emplace(task_, *reference_, 1);
  }

  /// With its defaults, on every kind of input.
  void expect_valid(Backend backend, const std::string& source) {
    const Result<KernelCandidate> candidate = parse_candidate(task_, backend, source, "variant");
    ASSERT_TRUE(candidate) << candidate.error().format();
    Result<BuildResult> built = build(task_, *candidate, preset(*candidate), settings_);
    ASSERT_TRUE(built) << built.error().format();
    ASSERT_EQ(to_string(built->status), "done") << built->log << "\n" << source;
    const Use uses[] = {Use::test};
    const Result<Validity> validity = check_validity(*cases_, *built->runner, uses, 1);
    ASSERT_TRUE(validity) << validity.error().format();
    EXPECT_TRUE(validity->valid()) << to_string(validity->fault) << ": " << validity->evidence << " " << validity->where
                                   << "\n"
                                   << source;
  }

private:
  Task task_;
  const RunnerSettings& settings_;
  std::unique_ptr<Reference> reference_;
  std::optional<Cases> cases_;
};

class DeviceVariantsSlow : public DeviceTest, public ::testing::WithParamInterface<std::string> {};

/// Rewrites of much are checked wherever they fit, others on every fifth task.
bool is_checked(const std::string& experiment, const std::string& task) {
  const std::set<std::string> always{"exact-index-map", "exact-tile-map", "local-memory-staging", "vector-types",
                                     "item-jam"};
  const std::vector<std::string> tasks = shipped_names();
  const auto place = std::find(tasks.begin(), tasks.end(), task) - tasks.begin();
  const auto number = find_experiment(experiment) - experiments().data();
  return always.contains(experiment) || (place + number) % 5 == 0;
}

TEST_P(DeviceVariantsSlow, AreRightOnPocl) {
  const Task task = shipped_task(GetParam());
  Checked checked(task, settings);
  std::set<std::string> seen; // one variant of each experiment
  for (const Variant& variant : examined(GetParam(), Backend::opencl).variants) {
    if (is_checked(variant.experiment, GetParam()) && seen.insert(variant.experiment).second) {
      SCOPED_TRACE(variant.experiment + ", " + variant.site);
      checked.expect_valid(Backend::opencl, variant.source);
    }
  }
}

class DeviceCompositionSlow : public DeviceTest {};

TEST_F(DeviceCompositionSlow, ExperimentsFollowEachOther) {
  const std::vector<std::pair<std::string, std::vector<std::string>>> chains{
      {"syrk", {"exact-tile-map", "multiply-add-calls", "build-options"}},
      {"pairwise_distance", {"exact-index-map", "coarsening", "work-group-shape"}},
      {"causal_attention", {"exact-index-map", "vector-types", "reciprocal-of-divisor", "accumulator-lanes"}},
      {"causal_attention", {"local-memory-staging", "vector-types", "restrict-parameters"}},
      {"syrk", {"item-jam", "multiply-add-calls", "id-transposition"}},
      {"block_scaled_gemm", {"id-transposition", "coarsening", "multiply-add-calls"}}};
  for (const auto& [name, chain] : chains) {
    const Task task = shipped_task(name);
    std::string source = start_source(task, Backend::opencl);
    for (const std::string& experiment : chain) {
      SCOPED_TRACE(name + ", " + experiment);
      source = variant_of(task, Backend::opencl, source, experiment).source;
      ASSERT_FALSE(source.empty());
    }
    Checked(task, settings).expect_valid(Backend::opencl, source);
  }
}

class GpuVariantsSlow : public DeviceTest, public ::testing::WithParamInterface<std::string> {};

TEST_P(GpuVariantsSlow, AreTakenByNvrtc) {
  const auto architectures = device::nvrtc_architectures();
  if (!architectures) {
    GTEST_SKIP() << architectures.error().format();
  }
  const Task task = shipped_task(GetParam());
  std::set<std::string> seen; // one variant of each experiment
  for (const Variant& variant : examined(GetParam(), Backend::cuda).variants) {
    if (!seen.insert(variant.experiment).second) {
      continue;
    }
    SCOPED_TRACE(variant.experiment + ", " + variant.site);
    const auto candidate = parse_candidate(task, Backend::cuda, variant.source, "variant");
    ASSERT_TRUE(candidate) << candidate.error().format();
    const auto output = device::nvrtc_compile({.source = candidate->source,
                                               .architecture = fmt::format("sm_{}", architectures->back()),
                                               .options = compile_options(*candidate, preset(*candidate))});
    ASSERT_TRUE(output) << output.error().format();
    EXPECT_TRUE(output->image) << output->log << variant.source;
  }
}

INSTANTIATE_TEST_SUITE_P(Tasks, GpuVariantsSlow, ::testing::ValuesIn(shipped_names()),
                         [](const auto& name) { return name.param; });

INSTANTIATE_TEST_SUITE_P(Tasks, DeviceVariantsSlow, ::testing::ValuesIn(shipped_names()),
                         [](const auto& name) { return name.param; });

} // namespace
} // namespace mapwright::kernel::testing
