// Meters on a fake powercap tree and by a scripted meter.
#include "fake_clock.hpp"
#include "measure/energy.hpp"

#include <filesystem>
#include <fstream>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

namespace mapwright::measure {
namespace {

namespace fs = std::filesystem;
using testing::FakeClock;
using ::testing::HasSubstr;

class RaplTest : public ::testing::Test {
protected:
  void SetUp() override {
    root = fs::temp_directory_path() / ("powercap-" + std::to_string(getpid()));
    fs::create_directories(root);
  }
  void TearDown() override { fs::remove_all(root); }

  void zone(const std::string& folder, const std::string& name, long energy, long range = 1'000'000) {
    fs::create_directories(root / folder);
    std::ofstream(root / folder / "name") << name << "\n";
    std::ofstream(root / folder / "max_energy_range_uj") << range << "\n";
    std::ofstream(root / folder / "energy_uj") << energy << "\n";
  }

  fs::path root;
};

TEST_F(RaplTest, SumsPackagesOnce) {
  zone("intel-rapl:0", "package-0", 1000);
  zone("intel-rapl:1", "package-1", 5000);
  zone("intel-rapl:0:0", "core", 500);
  zone("intel-rapl:2", "psys", 9000);
  zone("dtpm", "package-9", 1);
  const auto meter = open_rapl(root);
  ASSERT_TRUE(meter) << meter.error().format();
  EXPECT_EQ((*meter)->method(), "RAPL package-0 + package-1 (CPU sockets, without DRAM)");
  EXPECT_DOUBLE_EQ((*meter)->total()->count(), 0);
  zone("intel-rapl:0", "package-0", 3000);
  zone("intel-rapl:1", "package-1", 5500);
  zone("intel-rapl:0:0", "core", 99000);
  zone("intel-rapl:2", "psys", 99000);
  EXPECT_DOUBLE_EQ((*meter)->total()->count(), 2500e-6);
}

TEST_F(RaplTest, FollowsTheCounterAroundItsRange) {
  zone("intel-rapl:0", "package-0", 999'000);
  const auto meter = open_rapl(root);
  ASSERT_TRUE(meter);
  zone("intel-rapl:0", "package-0", 4'000);
  EXPECT_DOUBLE_EQ((*meter)->total()->count(), 5000e-6);
  zone("intel-rapl:0", "package-0", 3'000);
  EXPECT_DOUBLE_EQ((*meter)->total()->count(), 1'004'000e-6) << "once more around";
}

TEST_F(RaplTest, AbsenceIsAnErrorWithAHint) {
  const auto none = open_rapl(root);
  ASSERT_FALSE(none);
  EXPECT_EQ(none.error().kind, ErrorKind::machine);
  EXPECT_THAT(none.error().hint, HasSubstr("intel_rapl"));
  EXPECT_FALSE(open_rapl(root / "nowhere"));
  zone("intel-rapl:0", "package-0", 1);
  fs::remove(root / "intel-rapl:0" / "energy_uj");
  EXPECT_THAT(open_rapl(root).error().message, HasSubstr("energy_uj"));
}

TEST_F(RaplTest, ACounterThatVanishesFails) {
  zone("intel-rapl:0", "package-0", 1);
  const auto meter = open_rapl(root);
  fs::remove_all(root / "intel-rapl:0");
  EXPECT_EQ((*meter)->total().error().kind, ErrorKind::machine);
}

TEST(Nvml, AbsenceIsAnErrorWithAHint) {
  const auto meter = open_nvml(0, "libno-such-nvml.so.1");
  ASSERT_FALSE(meter);
  EXPECT_EQ(meter.error().kind, ErrorKind::machine);
  EXPECT_THAT(meter.error().hint, HasSubstr("nvidia"));
  EXPECT_THAT(open_nvml(0, "libc.so.6").error().message, HasSubstr("too old"));
}

class FakeMeter final : public EnergyMeter {
public:
  std::string method() const override { return "fake"; }
  Seconds update_period() const override { return Seconds(0.1); }
  Result<Joules> total() override {
    if (broken) {
      return fail(ErrorKind::machine, "unplugged");
    }
    return Joules(used += 7);
  }
  double used = 0;
  bool broken = false;
};

TEST(MeasureEnergy, ReportsLongWindowsOnly) {
  FakeClock clock;
  FakeMeter meter;
  EXPECT_EQ(min_window(meter), Seconds(5));
  const EnergyReading good = measure_energy(&meter, clock, [&] { clock.advance(Seconds(6)); });
  EXPECT_EQ(good.state, EnergyState::measured);
  EXPECT_EQ(good.energy, Joules(7));
  EXPECT_EQ(good.window, Seconds(6));
  EXPECT_EQ(good.method, "fake");
  const auto record = to_measurement(good, "a machine");
  ASSERT_TRUE(record);
  EXPECT_EQ(record->unit, "J");
  EXPECT_EQ(record->value, 7);
  EXPECT_EQ(record->method, "fake over 6 s");

  const EnergyReading brief = measure_energy(&meter, clock, [&] { clock.advance(Seconds(4)); });
  EXPECT_EQ(brief.state, EnergyState::window_too_short);
  EXPECT_FALSE(brief.energy);
  EXPECT_THAT(brief.detail, HasSubstr("at least 5 s"));
  EXPECT_FALSE(to_measurement(brief, ""));
}

TEST(MeasureEnergy, MissingIsAbsentAndNeverZero) {
  FakeClock clock;
  bool ran = false;
  const EnergyReading none = measure_energy(nullptr, clock, [&] { ran = true; });
  EXPECT_TRUE(ran);
  EXPECT_EQ(none.state, EnergyState::no_meter);
  EXPECT_FALSE(none.energy);
  FakeMeter meter;
  const EnergyReading failed = measure_energy(&meter, clock, [&] { meter.broken = true; });
  EXPECT_EQ(failed.state, EnergyState::meter_failed);
  EXPECT_EQ(failed.detail, "unplugged");
  EXPECT_FALSE(failed.energy);
}

} // namespace
} // namespace mapwright::measure
