// What tests of the bench share.
#pragma once

#include "domain/parse.hpp"
#include "index_map/bench.hpp"
#include "index_map/bench/set_up.hpp"

#include <memory>
#include <string>
#include <vector>

namespace mapwright::test {

/// A domain at a size, ready to be benched; throws on bad input.
struct BenchCase {
  std::shared_ptr<const index_map::Certified> certified;
  std::vector<expr::Int> sizes;
  std::vector<expr::Table> tables;
  index_map::BenchOptions options;
  index_map::BenchDerive derive;

  BenchCase(const std::string& text, std::vector<expr::Int> at, const device::DeviceInfo& device)
      : sizes(std::move(at)) {
    const auto domain = domain::parse_domain(text).value();
    certified = std::make_shared<const index_map::Certified>(index_map::derive_certified(domain).value());
    if (const auto* ragged = std::get_if<domain::RaggedShape>(&domain.shape)) {
      expr::Table offsets{ragged->offsets, true, {0}, 0, 0, {}};
      for (expr::Int row = 0; row < sizes.at(0); ++row) {
        offsets.greatest = offsets.values.back() + static_cast<std::int64_t>(row * 5 % 7);
        offsets.values.push_back(offsets.greatest);
      }
      tables.push_back(std::move(offsets));
    }
    options.device = device;
    options.threads = 2;
    options.time_cap = Seconds(0.05);
    options.contention_check = false;
    derive = [this](const std::vector<expr::Int>&) {
      return Result<std::shared_ptr<const index_map::Certified>>(certified);
    };
  }
  BenchCase(const BenchCase&) = delete;
  BenchCase& operator=(const BenchCase&) = delete;

  [[nodiscard]] index_map::bench::Task task() const { return {derive, sizes, tables, options}; }
};

/// The host as list_devices() tells it.
inline device::DeviceInfo host_device() {
  return device::list_devices().devices.front();
}

/// The names of the strategies that exist.
inline std::vector<std::string> present(const std::vector<index_map::BenchRow>& rows) {
  std::vector<std::string> names;
  for (const index_map::BenchRow& row : rows) {
    if (row.state != index_map::BenchRow::State::missing) {
      names.emplace_back(to_string(row.strategy));
    }
  }
  return names;
}

} // namespace mapwright::test
