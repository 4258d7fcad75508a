#include "kernel/tune/cache.hpp"

#include "core/digest.hpp"
#include "measure/machine.hpp"

#include <algorithm>
#include <array>
#include <chrono>
#include <iterator>

#include <fmt/chrono.h>
#include <fmt/format.h>

namespace mapwright::kernel {

namespace {

/// Names in the metadata, and what errors call what they are of.
std::vector<std::array<std::string, 3>> entries_of(const TuneOrigin& origin) {
  return {{"task", origin.task, "another task"},
          {"kernel_sha256", origin.kernel, "another kernel"},
          {"backend", origin.backend, "another back end"},
          {"device", origin.device, "another device"},
          {"threads", origin.threads, "another number of threads"},
          {"shapes", origin.shapes, "other shapes"},
          {"machine", origin.machine, "another machine"}};
}

} // namespace

TuneOrigin origin_of(const Task& task, const KernelCandidate& candidate, const RunnerSettings& settings) {
  TuneOrigin origin{.task = task.name,
                    .kernel = sha256_hex(candidate.source),
                    .backend = std::string(to_string(candidate.backend)),
                    .device = settings.device,
                    .threads = settings.threads == 0 ? "all" : std::to_string(settings.threads),
                    .shapes = "",
                    .machine = measure::describe_machine().summary()};
  for (const Shape& shape : task.shapes) {
    if (shape.use == Use::benchmark) {
      origin.shapes += (origin.shapes.empty() ? "" : "; ") + describe(task, shape);
    }
  }
  return origin;
}

std::map<std::string, std::string> metadata_of(const TuneOrigin& origin) {
  std::map<std::string, std::string> metadata;
  for (const auto& [name, value, unused] : entries_of(origin)) {
    metadata[name] = value;
  }
  metadata["date"] = fmt::format("{:%Y-%m-%d}", fmt::gmtime(std::chrono::system_clock::now()));
  return metadata;
}

Result<T4Record> read_cache(const std::filesystem::path& file, const TuneOrigin& origin) {
  auto record = read_t4(file);
  if (!record) {
    return forward(record);
  }
  for (const auto& [name, value, other] : entries_of(origin)) {
    const auto found = record->metadata.find(name);
    if (found == record->metadata.end() || found->second != value) {
      return fail(ErrorKind::input, fmt::format("{} holds results of {}", file.string(), other),
                  "results are used again only where nothing has changed; name another file");
    }
  }
  return *std::move(record);
}

std::vector<T4Result> usable(std::span<const T4Result> results, std::span<const std::string> objectives) {
  std::vector<T4Result> found;
  std::copy_if(results.begin(), results.end(), std::back_inserter(found), [&](const T4Result& result) {
    return result.invalidity != Outcome::correct ||
           std::all_of(objectives.begin(), objectives.end(), [&](const std::string& objective) {
             return std::any_of(result.measurements.begin(), result.measurements.end(),
                                [&](const T4Measurement& measurement) { return measurement.name == objective; });
           });
  });
  return found;
}

} // namespace mapwright::kernel
