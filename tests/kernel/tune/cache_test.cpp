// Results are used again where nothing has changed, and nowhere else.
#include "kernel/tune/cache.hpp"
#include "kernel/tune/tune_case.hpp"
#include "support/scratch_test.hpp"

namespace mapwright::kernel {
namespace {

class CacheTest : public test::ScratchTest {
protected:
  CacheTest() {
    task.name = "f";
    task.sizes = {"n"};
    task.shapes = {{Use::test, {1}}, {Use::benchmark, {64}}};
    record = {metadata_of(origin_of(task, kernel, {})), {{.configuration = {{"A", 1}}, .objectives = {"time"}}}};
    record.results[0].measurements = {{"time", 0.5, "s"}};
  }

  Result<T4Record> read(const TuneOrigin& origin) { return read_cache(write("cache.json", t4_text(record)), origin); }

  Task task;
  KernelCandidate kernel = tunable_kernel("[tunables]\nA = [1, 2]\n");
  T4Record record;
};

TEST_F(CacheTest, IsReadWhereNothingHasChanged) {
  const auto found = read(origin_of(task, kernel, {}));
  ASSERT_TRUE(found) << found.error().format();
  EXPECT_EQ(*found, record);
  EXPECT_EQ(found->metadata.at("date").size(), 10U);
  EXPECT_FALSE(read_cache(directory->path() / "none.json", origin_of(task, kernel, {})));
}

TEST_F(CacheTest, IsRefusedWhereSomethingHas) {
  const auto expect = [&](const TuneOrigin& origin, const std::string& what) {
    const auto refused = read(origin);
    ASSERT_FALSE(refused) << what;
    EXPECT_EQ(refused.error().kind, ErrorKind::input);
    EXPECT_TRUE(refused.error().message.ends_with("cache.json holds results of " + what)) << refused.error().message;
  };
  KernelCandidate changed = kernel;
  changed.source += " ";
  expect(origin_of(task, changed, {}), "another kernel");
  expect(origin_of(task, kernel, {.worker = {}, .device = "gpu"}), "another device");
  expect(origin_of(task, kernel, {.worker = {}, .threads = 1}), "another number of threads");
  Task larger = task;
  larger.shapes[1].sizes = {65};
  expect(origin_of(larger, kernel, {}), "other shapes");
  TuneOrigin elsewhere = origin_of(task, kernel, {});
  elsewhere.machine = "some machine";
  expect(elsewhere, "another machine");
  record.metadata.clear();
  expect(origin_of(task, kernel, {}), "another task");
}

TEST_F(CacheTest, ValidResultsNeedAllMeasurements) {
  std::vector<T4Result> results(3, record.results[0]);
  results[1].measurements.push_back({"energy", 2, "J"});
  results[2].invalidity = Outcome::compile;
  results[2].measurements.clear();
  EXPECT_EQ(usable(results, std::vector<std::string>{"time"}), results);
  EXPECT_EQ(usable(results, std::vector<std::string>{"time", "energy"}),
            (std::vector<T4Result>{results[1], results[2]}));
}

} // namespace
} // namespace mapwright::kernel
