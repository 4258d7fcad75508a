#include "measure/contention.hpp"

#include <fstream>
#include <string>
#include <utility>

#include <sys/resource.h>

namespace mapwright::measure {
namespace {

Seconds seconds_of(const timeval& time) {
  return std::chrono::seconds(time.tv_sec) + std::chrono::microseconds(time.tv_usec);
}

/// The total of the line "some avg10=0.00 avg60=0.00 avg300=0.00 total=12345", which counts microseconds.
std::optional<Seconds> read_pressure(const std::filesystem::path& file) {
  std::ifstream in(file);
  for (std::string line; std::getline(in, line);) {
    const std::size_t total = line.find("total=");
    if (!line.starts_with("some ") || total == std::string::npos) {
      continue;
    }
    try {
      return std::chrono::microseconds(std::stoll(line.substr(total + 6)));
    } catch (const std::exception&) {
      return std::nullopt;
    }
  }
  return std::nullopt;
}

} // namespace

std::string_view to_string(Taint taint) {
  switch (taint) {
  case Taint::starved:
    return "starved";
  case Taint::delayed:
    return "delayed";
  case Taint::switched:
    return "switched";
  case Taint::pressure:
    return "pressure";
  case Taint::none:
    break;
  }
  return "none";
}

Taint assess(const UsageSnapshot& before, const UsageSnapshot& after, Seconds wall, const ContentionRule& rule) {
  if (wall < rule.min_wall) {
    return Taint::none;
  }
  if (rule.busy_threads > 0) {
    const double threads = rule.busy_threads;
    if ((after.cpu - before.cpu).count() < rule.min_cpu_share * threads * wall.count()) {
      return Taint::starved;
    }
    if (before.delay && after.delay) {
      return *after.delay - *before.delay > rule.free_delay + rule.max_delay_share * wall ? Taint::delayed
                                                                                          : Taint::none;
    }
    const auto switches = static_cast<double>(after.involuntary_switches - before.involuntary_switches);
    if (switches > rule.free_switches + rule.max_switches_per_second * threads * wall.count()) {
      return Taint::switched;
    }
  }
  if (before.pressure && after.pressure &&
      (*after.pressure - *before.pressure).count() > rule.max_pressure_share * wall.count()) {
    return Taint::pressure;
  }
  return Taint::none;
}

SystemUsageProbe::SystemUsageProbe(std::filesystem::path pressure_file) : pressure_file_(std::move(pressure_file)) {}

UsageSnapshot SystemUsageProbe::snapshot() {
  rusage usage{};
  getrusage(RUSAGE_SELF, &usage);
  return {.cpu = seconds_of(usage.ru_utime) + seconds_of(usage.ru_stime),
          .involuntary_switches = usage.ru_nivcsw,
          .pressure = read_pressure(pressure_file_)};
}

} // namespace mapwright::measure
