// mapwright map study
#include "cli/command.hpp"
#include "cli/interrupt.hpp"
#include "cli/options.hpp"
#include "cli/points_domain.hpp"
#include "cli/run_session.hpp"
#include "cli/study_models.hpp"
#include "cli/values.hpp"
#include "core/suggest.hpp"
#include "domain/parse.hpp"
#include "index_map/learn/model_proposer.hpp"
#include "index_map/learn/regression_proposer.hpp"
#include "index_map/learn/symbolic_proposer.hpp"
#include "loop/settings.hpp"
#include "measure/machine.hpp"
#include "report/study_report.hpp"

#include <algorithm>

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace mapwright::cli {

namespace {

namespace learn = index_map::learn;

constexpr std::uint64_t least_shown = 4;
constexpr std::uint64_t most_listed = 100'000;
constexpr std::uint64_t most_repeats = 1000;

struct StudyOptions {
  std::vector<std::string> domains;
  std::vector<std::string> points;
  std::vector<std::string> solvers;
  std::vector<std::string> models;
  std::string model_file;
  std::string repeats = "1";
  std::string tries = "1";
  std::string listed = "2000";
  std::string seed = "1";
  std::string archive;
  std::string budget;
  std::string watts;
  bool json = false;
  bool csv = false;
};

Result<std::vector<domain::Domain>> read_domains(const std::vector<std::string>& texts) {
  std::vector<domain::Domain> domains;
  for (const std::string& text : texts) {
    if (names_points(text)) {
      return fail(ErrorKind::input, fmt::format("'{}' has no definition to compare with", text),
                  "a study takes domains by name or text");
    }
    auto domain = domain::parse_domain(text);
    if (!domain) {
      return forward(domain);
    }
    const bool named = std::any_of(domains.begin(), domains.end(),
                                   [&](const domain::Domain& other) { return other.text == domain->text; });
    if (!named) {
      domains.push_back(std::move(*domain));
    }
  }
  return domains;
}

/// Ascending, each once; "20,50" is two.
Result<std::vector<std::size_t>> read_points(const std::vector<std::string>& texts) {
  std::vector<std::size_t> points;
  for (const std::string& text : texts) {
    for (std::size_t begin = 0; begin <= text.size();) {
      const std::size_t end = std::min(text.find(',', begin), text.size());
      const auto count = parse_count(text.substr(begin, end - begin), "--points", least_shown, most_listed);
      if (!count) {
        return forward(count);
      }
      points.push_back(*count);
      begin = end + 1;
    }
  }
  std::sort(points.begin(), points.end());
  points.erase(std::unique(points.begin(), points.end()), points.end());
  return points;
}

Result<std::vector<learn::StudySolver>> read_solvers(const std::vector<std::string>& names, const StudyModels& models) {
  const std::vector<std::string> known{learn::symbolic_name, learn::regression_name, "model"};
  for (const std::string& name : names) {
    if (std::find(known.begin(), known.end(), name) == known.end()) {
      return fail(ErrorKind::input, fmt::format("unknown solver '{}'", name),
                  suggest(name, known, fmt::format("expected one of: {}", fmt::join(known, ", "))));
    }
  }
  const auto wanted = [&](const std::string& name) {
    return names.empty() || std::find(names.begin(), names.end(), name) != names.end();
  };
  if (!names.empty() && wanted("model") && models.models.empty()) {
    return fail(ErrorKind::input, "the solver \"model\" needs a model", "add --model PROVIDER:NAME");
  }
  std::vector<learn::StudySolver> solvers;
  for (const char* name : {learn::symbolic_name, learn::regression_name}) {
    if (wanted(name)) {
      solvers.push_back({name});
    }
  }
  for (const StudyModel& model : models.models) {
    if (wanted("model")) {
      solvers.push_back({learn::proposer_name(model.model), model.identity, &model.model});
    }
  }
  return solvers;
}

Result<learn::StudySpec> read_spec(const StudyOptions& options, const StudyModels& models) {
  learn::StudySpec spec;
  auto domains = read_domains(options.domains.empty() ? learn::study_domains() : options.domains);
  if (!domains) {
    return forward(domains);
  }
  spec.domains = std::move(*domains);
  if (!options.points.empty()) {
    auto points = read_points(options.points);
    if (!points) {
      return forward(points);
    }
    spec.points = std::move(*points);
  }
  auto solvers = read_solvers(options.solvers, models);
  if (!solvers) {
    return forward(solvers);
  }
  spec.solvers = std::move(*solvers);
  const auto budget = options.budget.empty() ? Result<Budget>(Budget{}) : loop::parse_budget(options.budget);
  if (!budget) {
    return forward(budget);
  }
  spec.budget = *budget;
  const auto repeats = parse_count(options.repeats, "--repeats", 1, most_repeats);
  const auto tries = parse_count(options.tries, "--tries", 1, most_repeats);
  const auto listed = parse_count(options.listed, "--listed", 2 * least_shown, most_listed);
  const auto seed = parse_count(options.seed, "--seed", 0, INT64_MAX);
  for (const auto* count : {&repeats, &tries, &listed, &seed}) {
    if (!*count) {
      return forward(*count);
    }
  }
  spec.repeats = *repeats;
  spec.tries = *tries;
  spec.listed = *listed;
  spec.seed = *seed;
  return spec;
}

/// The cell as a problem file: what `replay` and `resume` of its run read.
std::string problem_of(const learn::StudyCell& cell, const StudyModels& models) {
  return fmt::format("[problem]\nkind = \"index-map\"\ndomain = {}\n\n"
                     "[propose]\nproposers = [\"{}\"]\nshown = {}\nlisted = {}\ntries = {}\ndefinition = false\n\n"
                     "[loop]\nseed = {}\n{}{}",
                     nlohmann::json(cell.domain).dump(), cell.model.empty() ? cell.solver : "model", cell.points,
                     cell.listed, cell.tries, cell.seed + cell.repeat,
                     cell.model.empty() || models.sections.empty() ? "" : "\n",
                     cell.model.empty() ? "" : models.sections);
}

RunFlags flags_of(const learn::StudyCell& cell, const StudyModels& models) {
  RunFlags flags;
  for (const StudyModel& model : models.models) {
    if (model.identity == cell.model && !model.flag.empty()) {
      flags.models = {model.flag};
    }
  }
  return flags;
}

/// Whether something asked for is missing. Without DEAP the baseline is left out where nobody named it.
bool lacks_results(const report::StudyAnswer& answer, bool baseline_asked) {
  return std::any_of(answer.cells.begin(), answer.cells.end(), [&](const learn::CellResult& cell) {
    const bool no_baseline = cell.broken && cell.cell.solver == learn::regression_name && !baseline_asked;
    return cell.outcome == learn::CellOutcome::skipped && !no_baseline;
  });
}

Result<int> run_study_command(const StudyOptions& options, Terminal& terminal) {
  const Interrupt interrupt;
  const auto models = read_study_models(options.models, options.model_file, terminal);
  if (!models) {
    return forward(models);
  }
  report::StudyAnswer answer;
  auto spec = read_spec(options, *models);
  if (!spec) {
    return forward(spec);
  }
  answer.spec = std::move(*spec);
  if (!options.watts.empty()) {
    const auto watts = parse_count(options.watts, "--watts", 1, 1'000'000);
    if (!watts) {
      return forward(watts);
    }
    answer.watts = static_cast<double>(*watts);
  }
  answer.archive = options.archive.empty() ? default_archive() : options.archive;
  auto archive = open_archive(options.archive, archive::Access::create);
  if (!archive) {
    return forward(archive);
  }
  const std::size_t all = learn::cells_of(answer.spec).size();
  std::optional<Progress> line(std::in_place, terminal);
  learn::StudyHost host;
  host.archive = &*archive;
  host.record = [&](const learn::StudyCell& cell) {
    return record_problem_text(problem_of(cell, *models), "study", models->directory, flags_of(cell, *models));
  };
  host.progress = [&](const learn::StudyCell& cell, std::size_t done) {
    line->show(fmt::format("cell {} of {}: {}, {} points, {}", done + 1, all, cell.domain, cell.points, cell.solver));
  };
  auto cells = learn::run_study(answer.spec, host, interrupt.token());
  line.reset();
  if (!cells) {
    return forward(cells);
  }
  answer.cells = std::move(*cells);
  answer.machine = measure::describe_machine().summary();
  const auto written = write_out(terminal, options.json  ? report::document_text(report::to_json(answer))
                                           : options.csv ? report::to_csv(answer)
                                                         : report::to_text(answer));
  if (!written) {
    return forward(written);
  }
  return lacks_results(answer, !options.solvers.empty()) ? 1 : 0;
}

} // namespace

void add_map_study(CLI::App& map, Commands& commands) {
  CLI::App& app = commands.add(
      map, "study", "who finds maps from their first points: symbolic inference, regression, models",
      "  mapwright map study\n"
      "  mapwright map study --domain triangle --domain carpet --points 20,100 --solver symbolic\n"
      "  mapwright map study --model openai:qwen3@http://localhost:8080 --repeats 5 --budget tokens=500000\n"
      "The same command goes on with a study that was interrupted.");
  auto options = std::make_shared<StudyOptions>();
  add_repeated(app, "--domain", options->domains, "a domain; repeatable (default: a representative dozen)")
      ->type_name("DOMAIN");
  add_repeated(app, "--points", options->points, "points shown, e.g. 20,50; repeatable (default: 20,50,100)")
      ->type_name("COUNTS");
  add_repeated(app, "--solver", options->solvers, "symbolic, regression or model; repeatable (default: all)")
      ->type_name("SOLVER");
  add_repeated(app, "--model", options->models, "a model to ask: PROVIDER:NAME[@BASE_URL]; repeatable")
      ->type_name("MODEL");
  app.add_option("--models", options->model_file, "a file of [[model]] sections")->type_name("FILE");
  app.add_option("--repeats", options->repeats, "how often solvers that use chance are asked")
      ->type_name("N")
      ->capture_default_str();
  app.add_option("--tries", options->tries, "attempts of a model per cell, each told the first wrong index")
      ->type_name("N")
      ->capture_default_str();
  app.add_option("--listed", options->listed, "first points of a domain that decide")
      ->type_name("N")
      ->capture_default_str();
  app.add_option("--seed", options->seed, "seed of everything drawn at random")->type_name("N")->capture_default_str();
  app.add_option("--budget", options->budget, "limits of all cells together, e.g. seconds=600,tokens=50000")
      ->type_name("LIMITS");
  app.add_option("--watts", options->watts, "power of this machine, to estimate the joules of built-in solvers")
      ->type_name("W");
  declare_archive(app, options->archive);
  declare_json(app, options->json);
  app.add_flag("--csv", options->csv, "print the rows as CSV");
  commands.set_action(app, [options](Terminal& terminal) { return run_study_command(*options, terminal); });
}

} // namespace mapwright::cli
