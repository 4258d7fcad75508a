// The catalogue: what it says of itself, where it fires, and what a dozen of its rewrites look like.
#include "examine_case.hpp"
#include "kernel/candidate/candidate.hpp"

#include <cstdlib>
#include <fstream>
#include <set>
#include <sstream>

namespace mapwright::kernel {
namespace {

TEST(Catalogue, SaysWhatEachExperimentIs) {
  std::set<std::string> names;
  for (const Experiment& experiment : experiments()) {
    SCOPED_TRACE(experiment.name);
    EXPECT_TRUE(names.insert(experiment.name).second);
    EXPECT_EQ(find_experiment(experiment.name), &experiment);
    EXPECT_FALSE(experiment.hypothesis.empty());
    EXPECT_FALSE(experiment.applies.empty());
    EXPECT_FALSE(experiment.backends.empty());
    EXPECT_GT(experiment.gain.low, 0);
    EXPECT_LT(experiment.gain.low, experiment.gain.high);
    EXPECT_GE(experiment.innovation, 0);
    EXPECT_LE(experiment.innovation, 100);
    EXPECT_EQ(avenue_kind_named(to_string(experiment.kind)), experiment.kind);
  }
  EXPECT_EQ(find_experiment("none such"), nullptr);
}

std::string read(const std::filesystem::path& path) {
  std::ifstream file(path, std::ios::binary);
  std::ostringstream text;
  text << file.rdbuf();
  return text.str();
}

TEST(Catalogue, IsDocumented) {
  const std::string page = read(test::source_dir() / "docs/kernel-experiments.md");
  for (const Experiment& experiment : experiments()) {
    EXPECT_NE(page.find("| `" + experiment.name + "` | " + std::string(to_string(experiment.kind)) + " |"),
              std::string::npos)
        << experiment.name;
  }
}

using CatalogueOnTasks = testing::ExamineTest;

TEST_F(CatalogueOnTasks, EveryCppExperimentFiresOnTwoTasks) {
  std::map<std::string, std::set<std::string>> fired;
  for (const std::string& name : testing::shipped_names()) {
    const Task task = testing::shipped_task(name);
    const Examination seen = examined(name);
    EXPECT_EQ(seen.trouble, "") << name;
    std::set<std::pair<std::string, std::string>> places;
    for (const Variant& variant : seen.variants) {
      fired[variant.experiment].insert(name);
      EXPECT_TRUE(places.emplace(variant.experiment, variant.site).second) << name << ": " << variant.site;
      testing::expect_kept_rubric(testing::start_source(task, Backend::cpp), variant);
      EXPECT_TRUE(parse_candidate(task, Backend::cpp, variant.source, "variant"));
    }
  }
  const bool clang = std::filesystem::exists("/usr/bin/clang++");
  for (const Experiment& experiment : experiments()) {
    const bool cpp =
        std::find(experiment.backends.begin(), experiment.backends.end(), Backend::cpp) != experiment.backends.end();
    const bool here = clang || (experiment.name != "other-compiler" && experiment.name != "polly");
    if (cpp && here) {
      EXPECT_GE(fired[experiment.name].size(), 2U) << experiment.name;
    }
  }
}

struct GoldenRewrite {
  std::string experiment;
  std::string task;
};

/// A dozen rewrites, one for each kind of change.
const GoldenRewrite goldens[] = {{"reduction-simd", "n_body"},
                                 {"several-accumulators", "convolution_2d"},
                                 {"reduction-interchange", "gemm"},
                                 {"loop-interchange", "transpose"},
                                 {"tiling", "pairwise_distance"},
                                 {"unroll-and-jam", "causal_attention"},
                                 {"register-tile", "syrk"},
                                 {"guard-to-bounds", "stencil_3d"},
                                 {"guard-to-bounds", "convolution_2d"},
                                 {"hoist-invariants", "n_body"},
                                 {"reciprocal", "softmax"},
                                 {"narrow-index", "row_sum"},
                                 {"prefetch", "spmv"},
                                 {"private-copies", "histogram"},
                                 {"private-copies", "causal_attention"},
                                 {"fast-math", "syrk"}};

TEST_F(CatalogueOnTasks, RewritesLookAsTheyDid) {
  std::map<std::string, Examination> seen;
  for (const auto& [experiment, task] : goldens) {
    SCOPED_TRACE(experiment + " on " + task);
    if (!seen.contains(task)) {
      seen[task] = examined(task);
    }
    const std::vector<Variant>& variants = seen[task].variants;
    const auto variant = std::find_if(variants.begin(), variants.end(),
                                      [&, name = experiment](const Variant& one) { return one.experiment == name; });
    ASSERT_NE(variant, variants.end());
    std::string text = "// " + variant->experiment + ": " + variant->site + "\n";
    for (const std::string& item : variant->rubric) {
      text += "// - " + item + "\n";
    }
    text += variant->source;
    const auto path = test::golden_dir() / "rewrite" / (experiment + "." + task + ".cpp.golden");
    if (std::getenv("MAPWRIGHT_UPDATE_GOLDEN") != nullptr) {
      std::filesystem::create_directories(path.parent_path());
      std::ofstream(path, std::ios::binary) << text;
    }
    EXPECT_EQ(text, read(path)) << path << " differs; MAPWRIGHT_UPDATE_GOLDEN=1 rewrites it";
  }
}

} // namespace
} // namespace mapwright::kernel
