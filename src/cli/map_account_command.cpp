// mapwright map account
#include "cli/command.hpp"
#include "cli/options.hpp"
#include "cli/run_session.hpp"
#include "report/account_report.hpp"

#include <cmath>
#include <cstdlib>
#include <set>

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace mapwright::cli {

namespace {

constexpr std::size_t bench_limit = std::size_t{1} << 24;

struct AccountOptions {
  std::string run;
  std::string joules;
  std::string archive;
  std::string bench;
  std::string watts;
  bool json = false;
};

/// A number of at least `least` as it was typed.
Result<double> parse_real(const std::string& text, const std::string& what, double least) {
  char* end = nullptr;
  const double value = std::strtod(text.c_str(), &end);
  if (text.empty() || *end != '\0' || !std::isfinite(value) || value < least) {
    return fail(ErrorKind::input, fmt::format("{} must be a number of at least {:g}", what, least));
  }
  return value;
}

/// The joules of a run's questions to models; of a run without any, its time at the stated power.
Result<report::Spent> spent_by_run(const AccountOptions& options, std::optional<double> watts) {
  auto opened = open_run(options.archive, options.run, archive::Access::read);
  if (!opened) {
    return forward(opened);
  }
  auto& [archive, run] = *opened;
  const auto exchanges = archive.exchanges(run.id);
  if (!exchanges) {
    return forward(exchanges);
  }
  report::Spent spent{0, false, fmt::format("run {}: {}", run.id.value(), run.title), "", false};
  std::set<std::string> methods;
  for (const archive::Exchange& exchange : *exchanges) {
    spent.fixture = spent.fixture || exchange.fixture;
    const auto energy = exchange.reply.find("energy");
    if (energy != exchange.reply.end() && energy->is_object()) {
      spent.joules += exchange.used.energy.count();
      spent.estimated = spent.estimated || energy->value("estimated", true);
      methods.insert(energy->value("method", "no method is named"));
    }
  }
  if (!methods.empty()) {
    spent.method = fmt::format("{}", fmt::join(methods, "; "));
    return spent;
  }
  if (!exchanges->empty() || !watts) {
    return fail(ErrorKind::input,
                fmt::format("nothing is known of the joules of {}{}", spent.source,
                            spent.fixture ? ": its replies were written for a test" : ""),
                exchanges->empty() ? "no model was asked: state the power of this machine with --watts W, or --joules J"
                                   : "state them with --joules J");
  }
  double seconds = 0;
  const auto read = archive.for_each_step(run.id, [&](archive::Step&& step) -> Result<void> {
    seconds = step.committed.count();
    return {};
  });
  if (!read) {
    return forward(read);
  }
  spent.joules = seconds * *watts;
  spent.estimated = true;
  spent.method = fmt::format("no model was asked; the run's {:.3g} s x {:g} W (--watts)", seconds, *watts);
  return spent;
}

Result<report::Spent> spent_of(const AccountOptions& options, std::optional<double> watts) {
  if (options.joules.empty()) {
    return spent_by_run(options, watts);
  }
  const auto joules = parse_real(options.joules, "--joules", 0);
  if (!joules) {
    return forward(joules);
  }
  return report::Spent{*joules, true, "statement", "stated by --joules", false};
}

Result<int> run_account(const AccountOptions& options, Terminal& terminal) {
  std::optional<double> watts;
  if (!options.watts.empty()) {
    const auto stated = parse_real(options.watts, "--watts", 0);
    if (!stated) {
      return forward(stated);
    }
    watts = *stated;
  }
  const auto text = read_file(options.bench, bench_limit, "bench");
  if (!text) {
    return forward(text);
  }
  const auto spent = spent_of(options, watts);
  if (!spent) {
    return forward(spent);
  }
  const auto account = report::make_account(*spent, *text, options.bench, watts);
  if (!account) {
    return forward(account);
  }
  const auto written =
      write_out(terminal, options.json ? report::document_text(report::to_json(*account)) : report::to_text(*account));
  if (!written) {
    return forward(written);
  }
  return account->break_even() ? 0 : 1;
}

} // namespace

void add_map_account(CLI::App& map, Commands& commands) {
  CLI::App& app = commands.add(map, "account", "joules spent to find a map against joules it saves: the break-even",
                               "  mapwright map bench triangle --param n=4000 --body pairs --json > bench.json\n"
                               "  mapwright map account --run 3 --bench bench.json --watts 150\n"
                               "  mapwright map account --joules 2000 --bench bench.json --json\n"
                               "Exit code 1: the map saves nothing.");
  auto options = std::make_shared<AccountOptions>();
  CLI::Option* run =
      app.add_option("--run", options->run, "a run, also one of a study, that found the map (default: the latest)")
          ->type_name("RUN");
  app.add_option("--joules", options->joules, "or the joules that were spent")->type_name("J")->excludes(run);
  app.add_option("--bench", options->bench, "what `map bench --json` printed")->required()->type_name("FILE");
  app.add_option("--watts", options->watts, "power in use, where there was no meter")->type_name("W");
  declare_archive(app, options->archive);
  declare_json(app, options->json);
  commands.set_action(app, [options](Terminal& terminal) { return run_account(*options, terminal); });
}

} // namespace mapwright::cli
