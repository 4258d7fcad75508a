#include "cli/search_problem_text.hpp"

#include "mapper/named_parameters.hpp"

#include <sstream>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace mapwright::cli {

namespace {

/// "key = "value"" where there is a value.
std::string toml_line(const char* key, const std::string& value) {
  return value.empty() ? "" : fmt::format("{} = {}\n", key, nlohmann::json(value).dump());
}

std::string toml_list(const char* key, const std::string& names) {
  return names.empty() ? "" : fmt::format("{} = {}\n", key, nlohmann::json(names_in(names)).dump());
}

/// Integers by name, as "n=1000".
Result<std::string> toml_sizes(const std::vector<std::string>& sizes) {
  std::string lines;
  for (const std::string& text : sizes) {
    const auto read = mapper::read_named_parameters("size," + text, "program", "n=1000");
    if (!read) {
      return forward(read);
    }
    for (const auto& [name, value] : read->values) {
      lines += fmt::format("{} = {}\n", name, value);
    }
  }
  return lines;
}

std::string toml_section(const char* name, const std::string& lines) {
  return lines.empty() ? "" : fmt::format("[{}]\n{}", name, lines);
}

} // namespace

std::vector<std::string> names_in(const std::string& text) {
  std::vector<std::string> names;
  std::istringstream parts(text);
  for (std::string part; std::getline(parts, part, ',');) {
    names.push_back(part);
  }
  return names;
}

Result<std::string> search_problem_text(const SearchOptions& options) {
  const auto machine = mapper::read_named_parameters(options.subject.machine, "machine", "lassen,nodes=4");
  const auto sizes = toml_sizes(options.subject.sizes);
  if (!machine || !sizes) {
    return machine ? sizes : forward(machine);
  }
  std::string parameters;
  for (const auto& [name, value] : machine->values) {
    parameters += fmt::format("{} = {}\n", name, value);
  }
  std::string search = toml_list("searchers", options.searchers) + toml_list("feedback", options.feedback);
  search += options.gap ? fmt::format("gap = {:f}\n", *options.gap) : "";
  search += options.side_simulations ? fmt::format("side_simulations = {}\n", *options.side_simulations) : "";
  search += options.repairs ? fmt::format("repairs = {}\n", *options.repairs) : "";
  search += toml_line("policy", options.policy);
  search += toml_line("confirm", options.confirm);
  search += options.confirm_seconds ? fmt::format("confirm_seconds = {:f}\n", *options.confirm_seconds) : "";
  search += options.confirm_top ? fmt::format("confirm_top = {}\n", *options.confirm_top) : "";
  return "[problem]\nkind = \"mapper\"\n" + toml_line("app", options.subject.app) +
         toml_line("program", options.subject.program) + toml_line("machine", machine->name) +
         toml_section("sizes", *sizes) + toml_section("machine", parameters) + toml_section("search", search) +
         toml_section("emit", toml_line("file", options.output) + toml_line("recalibrated", options.recalibrated) +
                                  toml_line("policy", options.policy_output));
}

} // namespace mapwright::cli
