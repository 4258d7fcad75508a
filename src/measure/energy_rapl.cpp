// The powercap tree of the kernel (Documentation/power/powercap/powercap.rst).
#include "measure/energy.hpp"

#include <algorithm>
#include <fstream>
#include <utility>

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace mapwright::measure {
namespace {

namespace fs = std::filesystem;

template <class T> std::optional<T> read_value(const fs::path& file) {
  std::ifstream in(file);
  T value{};
  return in >> value ? std::optional(value) : std::nullopt;
}

/// One package counter in microjoules; it goes from 0 to max_energy_range_uj and wraps to 0.
struct Package {
  fs::path counter;
  std::uint64_t range;
  std::uint64_t last;
  std::uint64_t used = 0; ///< microjoules since the meter was opened
};

/// "intel-rapl:N" is a package or the whole platform; "intel-rapl:N:M" is a part of a package.
bool is_top_level_zone(const std::string& name) {
  return name.starts_with("intel-rapl:") && std::count(name.begin(), name.end(), ':') == 1;
}

class RaplMeter final : public EnergyMeter {
public:
  RaplMeter(std::vector<Package> packages, std::string method)
      : packages_(std::move(packages)), method_(std::move(method)) {}

  [[nodiscard]] std::string method() const override { return method_; }
  [[nodiscard]] Seconds update_period() const override { return std::chrono::milliseconds(1); }

  Result<Joules> total() override {
    std::uint64_t microjoules = 0;
    for (Package& package : packages_) {
      const auto now = read_value<std::uint64_t>(package.counter);
      if (!now) {
        return fail(ErrorKind::machine, fmt::format("cannot read the energy counter {}", package.counter.string()));
      }
      package.used += *now >= package.last ? *now - package.last : package.range - package.last + *now;
      package.last = *now;
      microjoules += package.used;
    }
    return Joules(1e-6 * static_cast<double>(microjoules));
  }

private:
  std::vector<Package> packages_;
  std::string method_;
};

} // namespace

Result<std::unique_ptr<EnergyMeter>> open_rapl(const fs::path& root) {
  std::error_code ignored;
  std::vector<fs::path> zones;
  for (const fs::directory_entry& entry : fs::directory_iterator(root, ignored)) {
    if (is_top_level_zone(entry.path().filename().string())) {
      zones.push_back(entry.path());
    }
  }
  std::sort(zones.begin(), zones.end());

  std::vector<Package> packages;
  std::vector<std::string> names;
  for (const fs::path& zone : zones) {
    const auto name = read_value<std::string>(zone / "name");
    if (!name || !name->starts_with("package")) { // "psys" contains the packages: summing it would count twice
      continue;
    }
    const auto range = read_value<std::uint64_t>(zone / "max_energy_range_uj");
    const auto start = read_value<std::uint64_t>(zone / "energy_uj");
    if (!range || !start) {
      return fail(ErrorKind::machine, fmt::format("cannot read the energy counter {}", (zone / "energy_uj").string()),
                  "run as root, or let an administrator make energy_uj readable");
    }
    packages.push_back({zone / "energy_uj", *range, *start});
    names.push_back(*name);
  }
  if (packages.empty()) {
    return fail(ErrorKind::machine, fmt::format("no RAPL package under {}", root.string()),
                "virtual machines hide RAPL; on hardware load the kernel module intel_rapl_msr");
  }
  return std::make_unique<RaplMeter>(std::move(packages),
                                     fmt::format("RAPL {} (CPU sockets, without DRAM)", fmt::join(names, " + ")));
}

} // namespace mapwright::measure
