// Applications that come with the program: a Program for any size, kernels, initial data, a sequential reference, and
// mappers.
#pragma once

#include "core/error.hpp"
#include "mapper/engine/kernels.hpp"
#include "mapper/engine/region_data.hpp"
#include "mapper/program/program.hpp"

#include <cstdint>
#include <functional>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace mapwright::mapper {

/// A mapper text that belongs to an application.
struct ApplicationMapper {
  std::string name; ///< "expert", "default"
  std::string text;
};

/// An application at one size.
struct Application {
  std::string name;
  Program program;
  KernelTable kernels;
  /// Sets what the run begins with; everything is zero before.
  std::function<void(RegionData&)> initialise;
  /// From initialised data to what a run must leave, computed without tasks, partitions or kernels.
  std::function<void(RegionData&)> reference;
  /// Regions that a run leaves results in; the others may hold anything.
  std::vector<std::string> results;
  /// How far a result may lie from the reference, as a part of the largest magnitude of its field.
  double tolerance = 0;
  std::vector<ApplicationMapper> mappers;

  /// The text of this mapper; null when there is none.
  [[nodiscard]] const std::string* mapper(std::string_view mapper_name) const;
};

/// A parameter of an application.
struct ApplicationParameter {
  std::string name;
  std::int64_t value = 0; ///< unless given
  std::int64_t least = 1;
  std::int64_t most = 1;
  std::string meaning; ///< with unit
};

/// Values of all parameters, by name.
using ApplicationValues = std::map<std::string, std::int64_t>;

/// How an application is made.
struct ApplicationInfo {
  std::string name;
  std::string summary;
  std::vector<ApplicationParameter> parameters;
  /// Gets a value within its range for each parameter. Input error: values that do not go together.
  std::function<Result<Application>(const ApplicationValues&)> make;
};

/// All of them, sorted by name.
const std::vector<ApplicationInfo>& application_catalogue();

/// An application by "NAME" or "NAME,parameter=value,...". Input error with a suggestion: no such application or
/// parameter, a value out of range.
Result<Application> open_application(std::string_view specification);

} // namespace mapwright::mapper
