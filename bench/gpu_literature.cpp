// The table of the thread-mapping literature: fractals and simplices, bounding box against map, time and joules, over
// sizes up to what memory allows, with the waste ratio beside the speed-up.
//
// bench_gpu_literature [host|opencl|cuda] [SECONDS per size] [GiB at most]; without arguments the first CUDA device.
#include "domain/parse.hpp"
#include "index_map/bench.hpp"
#include "measure/machine.hpp"

#include <algorithm>
#include <cstdlib>
#include <iostream>
#include <string>
#include <vector>

#include <fmt/format.h>

namespace {

using namespace mapwright;
using index_map::BenchRow;
using index_map::Strategy;

struct Shape {
  std::string domain;
  std::vector<expr::Int> sizes; ///< growing
};

std::vector<expr::Int> levels(int last) {
  std::vector<expr::Int> all;
  for (int level = 1; level <= last; ++level) {
    all.push_back(level);
  }
  return all;
}

std::vector<expr::Int> powers_of_two(int last) {
  std::vector<expr::Int> all;
  for (int exponent = 5; exponent <= last; ++exponent) {
    all.push_back(expr::Int{1} << exponent);
  }
  return all;
}

const std::vector<Shape>& shapes() {
  static const std::vector<Shape> all{
      {"triangle", powers_of_two(17)}, {"tetrahedron", powers_of_two(12)},
      {"gasket", levels(18)},          {"carpet", levels(11)},
      {"vicsek", levels(11)},          {"sierpinski-tetrahedron", levels(12)},
      {"vicsek-3d", levels(8)},        {"menger-sponge", levels(8)},
      {"mosely-light", levels(8)},     {"mosely-heavy", levels(8)},
  };
  return all;
}

std::string joules(const BenchRow& row) {
  return row.energy.energy ? fmt::format("{:.4g}", row.energy.energy->count() / row.energy_runs) : std::string("-");
}

void print(const std::string& domain, expr::Int size, const index_map::BenchReport& report) {
  const BenchRow& box = report.row(Strategy::box);
  const BenchRow& map = report.row(Strategy::map);
  if (map.pairs == 0) {
    std::cout << fmt::format("{:<23} {:>7}  no undisturbed run\n", domain, expr::to_string(size));
    return;
  }
  std::cout << fmt::format("{:<23} {:>7} {:>14} {:>8.2f} {:>12.4g} {:>12.4g} {:>8.2f} [{:.2f}, {:.2f}] {:>9} {:>9}\n",
                           domain, expr::to_string(size), expr::to_string(report.points), report.waste(),
                           1e3 * box.time.count(), 1e3 * map.time.count(), map.speedup, map.interval.low,
                           map.interval.high, joules(box), joules(map))
            << std::flush;
}

/// Every size that has at least 2^16 points in its box and fits; false when the device failed.
bool run(const Shape& shape, index_map::BenchOptions options) {
  const auto domain = domain::parse_domain(shape.domain);
  for (const expr::Int size : shape.sizes) {
    const auto derive = [&](const std::vector<expr::Int>& at) -> Result<std::shared_ptr<const index_map::Certified>> {
      index_map::DeriveOptions fixed;
      fixed.parameters.assign(at.begin(), at.end());
      auto certified = index_map::derive_certified(*domain, fixed);
      return certified ? Result<std::shared_ptr<const index_map::Certified>>(
                             std::make_shared<const index_map::Certified>(std::move(*certified)))
                       : forward(certified);
    };
    const auto report = index_map::run_bench(derive, {size}, {}, options);
    if (!report) {
      const bool too_large = report.error().kind == ErrorKind::input;
      if (!too_large) {
        std::cerr << report.error().format() << "\n";
      }
      return too_large;
    }
    if (report->box >= 1 << 16) {
      print(shape.domain, size, *report);
    }
  }
  return true;
}

} // namespace

int main(int argc, char** argv) {
  const std::string kind = argc > 1 ? argv[1] : "cuda";
  const device::DeviceList list = device::list_devices();
  const auto found = std::find_if(list.devices.begin(), list.devices.end(),
                                  [&](const device::DeviceInfo& info) { return to_string(info.api) == kind; });
  if (found == list.devices.end()) {
    std::cout << "SKIPPED: there is no " << kind << " device\n";
    return 0;
  }
  index_map::BenchOptions options;
  options.device = *found;
  options.time_cap = Seconds(argc > 2 ? std::atof(argv[2]) : 2);
  if (argc > 3) {
    const auto most = static_cast<std::uint64_t>(std::atof(argv[3]) * (1 << 30));
    options.device.memory = std::min(options.device.memory, Bytes(most));
  }
  options.only = {Strategy::map};
  options.contention_check = options.device.api == device::Api::host;
  std::cout << fmt::format("{} on {}; one store per point; maps of one size each\n", options.device.name,
                           measure::describe_machine().summary())
            << fmt::format("{:<23} {:>7} {:>14} {:>8} {:>12} {:>12} {:>8} {:>14} {:>9} {:>9}\n", "domain", "size",
                           "points", "waste", "box ms", "map ms", "speed-up", "interval", "box J", "map J");
  bool fine = true;
  for (const Shape& shape : shapes()) {
    fine = run(shape, options) && fine;
  }
  return fine ? 0 : 1;
}
