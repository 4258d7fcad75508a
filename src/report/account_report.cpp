#include "report/account_report.hpp"

#include "report/text_table.hpp"

#include <cmath>

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace mapwright::report {

namespace {

constexpr double most_executions = 1e18; ///< beyond, nobody waits for it

/// A strategy of the document with a time; null when it has none.
const Json* timed_row(const Json& document, const std::string& name) {
  const auto rows = document.find("strategies");
  if (rows == document.end() || !rows->is_array()) {
    return nullptr;
  }
  for (const Json& row : *rows) {
    if (row.is_object() && row.value("strategy", "") == name && row.contains("seconds") &&
        row.at("seconds").is_number()) {
      return &row;
    }
  }
  return nullptr;
}

std::optional<double> metered_joules(const Json& row) {
  const auto energy = row.find("energy");
  if (energy == row.end() || !energy->is_object() || !energy->contains("joules_per_run") ||
      !energy->at("joules_per_run").is_number()) {
    return std::nullopt;
  }
  return energy->at("joules_per_run").get<double>();
}

std::string workload_of(const Json& document) {
  std::vector<std::string> sizes;
  if (const auto found = document.find("sizes"); found != document.end() && found->is_object()) {
    for (const auto& [name, value] : found->items()) {
      sizes.push_back(fmt::format("{} = {}", name, value.dump()));
    }
  }
  const Json device = document.value("device", Json::object());
  return fmt::format("{}{}{}, body {}, {}: {}", document.value("domain", ""), sizes.empty() ? "" : " at ",
                     fmt::join(sizes, ", "), document.value("body", ""), device.value("api", ""),
                     device.value("name", ""));
}

/// "12.3 J", and that it is an estimate.
std::string joules_text(double joules, bool estimated) {
  return fmt::format("{:.4g} J{}", joules, estimated ? " (estimate)" : "");
}

} // namespace

std::optional<std::uint64_t> Account::break_even() const {
  if (saved() <= 0 || spent.joules / saved() > most_executions) {
    return std::nullopt;
  }
  return static_cast<std::uint64_t>(std::ceil(spent.joules / saved()));
}

Result<Account> make_account(const Spent& spent, std::string_view text, const std::string& file,
                             std::optional<double> watts) {
  const Json document = Json::parse(text, nullptr, false);
  if (!document.is_object() || !document.contains("strategies")) {
    return fail(ErrorKind::input, fmt::format("{} is no document of map bench", file),
                "write one with `mapwright map bench DOMAIN --json`");
  }
  const Json* box = timed_row(document, "box");
  const Json* map = timed_row(document, "map");
  if (box == nullptr || map == nullptr) {
    return fail(ErrorKind::input,
                fmt::format("{}: the bench has no time of the {}", file, box == nullptr ? "box" : "map"),
                "other work may have disturbed every run; --no-contention-check counts them all the same");
  }
  Account account;
  account.spent = spent;
  account.workload = workload_of(document);
  account.box.seconds = box->at("seconds").get<double>();
  account.map.seconds = map->at("seconds").get<double>();
  const auto box_joules = metered_joules(*box);
  const auto map_joules = metered_joules(*map);
  if (box_joules && map_joules) {
    account.box.joules = *box_joules;
    account.map.joules = *map_joules;
    account.assumptions.push_back(
        fmt::format("joules per execution were read from a meter: {}",
                    document.contains("energy_meter") && document.at("energy_meter").is_string()
                        ? document.at("energy_meter").get<std::string>()
                        : "not named"));
  } else if (watts) {
    account.watts = watts;
    for (Execution* execution : {&account.box, &account.map}) {
      execution->joules = execution->seconds * *watts;
      execution->estimated = true;
    }
    account.assumptions.push_back(fmt::format("the bench had no meter: joules per execution are its time x {:g} W "
                                              "(--watts), the same for both strategies",
                                              *watts));
  } else {
    return fail(ErrorKind::input, fmt::format("{} has no joules: the bench had no meter", file),
                "state the power of the device with --watts W");
  }
  account.assumptions.push_back(
      fmt::format("joules spent are {}: {}", spent.estimated ? "an estimate" : "measured", spent.method));
  account.assumptions.emplace_back(
      "every execution is like that of the bench, and would use the bounding box otherwise");
  return account;
}

std::string to_text(const Account& account) {
  const auto row = [](const std::string& what, const Execution& execution) {
    return std::vector<std::string>{what, duration_text(execution.seconds),
                                    joules_text(execution.joules, execution.estimated)};
  };
  std::string text =
      field("spent",
            fmt::format("{} by {}{}", joules_text(account.spent.joules, account.spent.estimated), account.spent.source,
                        account.spent.fixture ? "; fixture: written for a test, no model's performance" : ""));
  text += field("executed", account.workload);
  text +=
      "\n" + table_text({{"per execution"}, {"time", true}, {"energy", true}},
                        {row("bounding box", account.box),
                         row("map", account.map),
                         {"saved", "", joules_text(account.saved(), account.box.estimated || account.map.estimated)}});
  const auto runs = account.break_even();
  text += "\n" + field("break-even", runs ? fmt::format("after {} execution{}{}", grouped(std::to_string(*runs)),
                                                        *runs == 1 ? "" : "s", account.estimated() ? " (estimate)" : "")
                                     : account.saved() <= 0 ? "never: the map saves nothing"
                                                            : "never: more than 1e18 executions");
  for (std::size_t i = 0; i < account.assumptions.size(); ++i) {
    text += field(i == 0 ? "assumed" : "", account.assumptions[i]);
  }
  return text;
}

Json to_json(const Account& account) {
  const auto execution = [](const Execution& one) {
    return Json{{"seconds", one.seconds}, {"joules", one.joules}, {"estimated", one.estimated}};
  };
  const auto runs = account.break_even();
  return {{"schema_version", 1},
          {"spent",
           {{"joules", account.spent.joules},
            {"estimated", account.spent.estimated},
            {"source", account.spent.source},
            {"method", account.spent.method},
            {"fixture", account.spent.fixture}}},
          {"workload", account.workload},
          {"box", execution(account.box)},
          {"map", execution(account.map)},
          {"watts", account.watts ? Json(*account.watts) : Json()},
          {"saved_per_execution", account.saved()},
          {"break_even", runs ? Json(*runs) : Json()},
          {"never", !runs},
          {"estimated", account.estimated()},
          {"assumptions", account.assumptions}};
}

} // namespace mapwright::report
