#include "mapper/apps/application.hpp"

#include "core/suggest.hpp"
#include "mapper/apps/catalogue.hpp"
#include "mapper/named_parameters.hpp"

#include <algorithm>

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace mapwright::mapper {

namespace {

/// The values of all parameters: the given ones and defaults.
Result<ApplicationValues> complete_values(const ApplicationInfo& info, const ApplicationValues& given) {
  ApplicationValues values;
  std::vector<std::string> names;
  for (const ApplicationParameter& parameter : info.parameters) {
    names.push_back(parameter.name);
    const auto found = given.find(parameter.name);
    const std::int64_t value = found == given.end() ? parameter.value : found->second;
    if (value < parameter.least || value > parameter.most) {
      return fail(ErrorKind::input, fmt::format("application {}: {}={} is outside {} to {}", info.name, parameter.name,
                                                value, parameter.least, parameter.most));
    }
    values.emplace(parameter.name, value);
  }
  for (const auto& [name, value] : given) {
    if (!values.contains(name)) {
      return fail(ErrorKind::input, fmt::format("application {} has no parameter '{}'", info.name, name),
                  suggest(name, names, fmt::format("it has: {}", fmt::join(names, ", "))));
    }
  }
  return values;
}

} // namespace

const std::string* Application::mapper(std::string_view mapper_name) const {
  const auto found = std::find_if(mappers.begin(), mappers.end(),
                                  [&](const ApplicationMapper& candidate) { return candidate.name == mapper_name; });
  return found == mappers.end() ? nullptr : &found->text;
}

const std::vector<ApplicationInfo>& application_catalogue() {
  static const std::vector<ApplicationInfo> catalogue = [] {
    std::vector<ApplicationInfo> all = shipped_applications();
    std::sort(all.begin(), all.end(),
              [](const ApplicationInfo& a, const ApplicationInfo& b) { return a.name < b.name; });
    return all;
  }();
  return catalogue;
}

Result<Application> open_application(std::string_view specification) {
  const auto read = read_named_parameters(specification, "application", "stencil,tiles=4");
  if (!read) {
    return forward(read);
  }
  std::vector<std::string> names;
  for (const ApplicationInfo& info : application_catalogue()) {
    names.push_back(info.name);
    if (info.name == read->name) {
      const auto values = complete_values(info, read->values);
      return values ? info.make(*values) : Result<Application>(forward(values));
    }
  }
  return fail(ErrorKind::input, fmt::format("there is no application '{}'", read->name),
              suggest(read->name, names, fmt::format("expected one of: {}", fmt::join(names, ", "))));
}

} // namespace mapwright::mapper
