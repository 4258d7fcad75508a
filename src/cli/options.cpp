#include "cli/options.hpp"

namespace mapwright::cli {

CLI::Option* add_repeated(CLI::App& app, const std::string& name, std::vector<std::string>& values,
                          const std::string& meaning) {
  return app.add_option(name, values, meaning)
      ->type_size(1)
      ->allow_extra_args(false)
      ->multi_option_policy(CLI::MultiOptionPolicy::TakeAll);
}

void declare_json(CLI::App& app, bool& json) {
  app.add_flag("--json", json, "print one JSON document");
}

void declare(CLI::App& app, DomainOptions& options, bool required) {
  app.add_option("DOMAIN", options.domain, "a domain: see `mapwright map --help`; - reads it from standard input")
      ->required(required)
      ->type_name("");
  add_repeated(app, "--param,-p", options.parameters, "a size; repeatable, also n=10,m=3")->type_name("NAME=VALUE");
  add_repeated(app, "--table", options.tables, "a run-time table: values v1,v2,... or a file of them")
      ->type_name("NAME=VALUES");
  app.add_option("--order", options.order, "the order of the points (default: that of the domain); see docs/orders.md")
      ->type_name("ORDER");
  app.add_option("--form", options.form, "the method the map must use (default: the cheapest)")->type_name("FORM");
  declare_json(app, options.json);
}

} // namespace mapwright::cli
