// Options that several commands share, as they are typed.
#pragma once

#include <string>
#include <vector>

#include <CLI/CLI.hpp>

namespace mapwright::cli {

/// As typed: DOMAIN, --param, --table, --order, --form, --json.
struct DomainOptions {
  std::string domain;
  std::vector<std::string> parameters{};
  std::vector<std::string> tables{};
  std::string order{}; ///< empty: the own order of the domain
  std::string form = "auto";
  bool json = false;
};

/// Declares them on a command. `required`: whether DOMAIN must be there.
void declare(CLI::App& app, DomainOptions& options, bool required = true);

/// --json alone.
void declare_json(CLI::App& app, bool& json);

/// An option that may be given several times, one value each.
CLI::Option* add_repeated(CLI::App& app, const std::string& name, std::vector<std::string>& values,
                          const std::string& meaning);

} // namespace mapwright::cli
