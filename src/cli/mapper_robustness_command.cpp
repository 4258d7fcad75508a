// mapwright mapper robustness FILE --app A | --program P --machine M [--machine M2] [--nodes N,N] [--set PARAMETER=V,V]
#include "cli/command.hpp"
#include "cli/mapper_options.hpp"
#include "cli/mapper_subject.hpp"
#include "cli/options.hpp"
#include "cli/values.hpp"
#include "report/mapper_guidance.hpp"

#include <algorithm>
#include <optional>
#include <utility>

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace mapwright::cli {

namespace {

using mapper::language::SourceText;

constexpr std::size_t most_cells = 1000;

struct RobustnessCommandOptions {
  std::string file;
  std::string program;
  std::string app;
  std::vector<std::string> machines{};
  std::string nodes;
  std::vector<std::string> sizes{};
  bool json = false;
};

/// "pieces=4,8" as "pieces=4" and "pieces=8".
Result<std::vector<std::string>> settings_of(const std::string& text) {
  const std::size_t equals = text.find('=');
  if (equals == 0 || equals == std::string::npos || equals + 1 == text.size()) {
    return fail(ErrorKind::input, fmt::format("--set expects PARAMETER=VALUE,..., found '{}'", text.substr(0, 60)),
                "e.g. --set pieces=4,8,16");
  }
  std::vector<std::string> settings;
  for (std::size_t begin = equals + 1; begin <= text.size();) {
    const std::size_t end = std::min(text.find(',', begin), text.size());
    const auto value = parse_integer(text.substr(begin, end - begin), "--set " + text.substr(0, equals));
    if (!value) {
      return forward(value);
    }
    settings.push_back(fmt::format("{}={}", text.substr(0, equals), expr::to_string(*value)));
    begin = end + 1;
  }
  return settings;
}

/// Every first with every second behind it.
std::vector<std::vector<std::string>> combined(const std::vector<std::vector<std::string>>& first,
                                               const std::vector<std::string>& second) {
  std::vector<std::vector<std::string>> out;
  for (const std::vector<std::string>& a : first) {
    for (const std::string& b : second) {
      out.push_back(a);
      out.back().push_back(b);
    }
  }
  return out;
}

/// What the map spans.
struct Axes {
  std::vector<std::vector<std::string>> sizes; ///< "pieces=4" and others that are set together
  std::vector<std::string> machines;
};

Result<Axes> axes_of(const RobustnessCommandOptions& options) {
  Axes axes;
  axes.sizes.resize(1); // with nothing set
  for (const std::string& text : options.sizes) {
    const auto settings = settings_of(text);
    if (!settings) {
      return forward(settings);
    }
    axes.sizes = combined(axes.sizes, *settings);
  }
  std::vector<std::vector<std::string>> machines;
  for (const std::string& machine : options.machines) {
    machines.push_back({machine});
  }
  if (!options.nodes.empty()) {
    const auto nodes = settings_of("nodes=" + options.nodes);
    if (!nodes) {
      return forward(nodes);
    }
    machines = combined(machines, *nodes);
  }
  for (const std::vector<std::string>& parts : machines) {
    axes.machines.push_back(fmt::format("{}", fmt::join(parts, ",")));
  }
  if (axes.sizes.size() * axes.machines.size() > most_cells) {
    return fail(
        ErrorKind::input,
        fmt::format("the map has {} cells; there may be {}", axes.sizes.size() * axes.machines.size(), most_cells),
        "give fewer values");
  }
  return axes;
}

/// The program at these sizes, on this machine.
Result<MapperSubject> subject_of(const RobustnessCommandOptions& options, const std::vector<std::string>& sizes,
                                 const std::string& machine) {
  SubjectOptions about;
  about.program = options.program;
  about.app = options.app;
  about.machine = machine;
  if (options.app.empty()) {
    about.sizes = sizes;
  } else if (!sizes.empty()) {
    about.app += fmt::format(",{}", fmt::join(sizes, ","));
  }
  return open_subject(about);
}

Result<int> robustness(const RobustnessCommandOptions& options, Terminal& terminal) {
  static const std::string no_statements;
  const auto axes = axes_of(options);
  if (!axes) {
    return forward(axes);
  }
  std::vector<mapper::RobustnessCell> cells;
  std::optional<SourceText> source;
  for (const std::vector<std::string>& sizes : axes->sizes) {
    for (const std::string& machine : axes->machines) {
      const auto subject = subject_of(options, sizes, machine);
      if (!subject) {
        return forward(subject);
      }
      if (!source) {
        auto read = read_mapper_for(*subject, options.file, terminal);
        if (!read) {
          return forward(read);
        }
        source = *std::move(read);
      }
      const mapper::SearchScene scene{subject->program, subject->graph, subject->machine};
      const auto& application = subject->application;
      cells.push_back(mapper::robustness_cell(*source, scene,
                                              application ? application->mapper("default") : &no_statements,
                                              application ? application->mapper("expert") : nullptr));
      cells.back().size = fmt::format("{}", fmt::join(sizes, ","));
      cells.back().machine = machine;
    }
  }
  const auto written = write_out(terminal, options.json ? report::document_text(report::robustness_json(cells))
                                                        : report::robustness_text(cells));
  return written ? Result<int>(0) : forward(written);
}

} // namespace

void add_mapper_robustness(CLI::App& mapper, Commands& commands) {
  CLI::App& app = commands.add(
      mapper, "robustness", "one mapper over sizes, node counts and machines",
      "  mapwright mapper robustness my.mapper --app circuit --machine p100x4 --set pieces=4,8\n"
      "  mapwright mapper robustness expert --app circuit --machine lassen --machine dgx-h200 --nodes 1,2,4\n"
      "  mapwright mapper robustness my.mapper --program mine.toml --machine lassen --set n=1000,10000");
  auto options = std::make_shared<RobustnessCommandOptions>();
  app.add_option("FILE", options->file, "a mapper, or the name of one of --app; - reads standard input")
      ->required()
      ->type_name("");
  app.add_option("--program", options->program, "a program of tasks (docs/programs.md)")->type_name("FILE.toml");
  app.add_option("--app", options->app, "an application that comes with the program, instead of --program")
      ->type_name("NAME[,PARAMETER=VALUE]");
  add_repeated(app, "--machine", options->machines, "a machine; repeatable")->required()->type_name("NAME[,nodes=N]");
  app.add_option("--nodes", options->nodes, "node counts of every machine: 1,2,4")->type_name("N,...");
  add_repeated(app, "--set", options->sizes,
               "values of a parameter of --app, or a size of --program: pieces=4,8; repeatable")
      ->type_name("PARAMETER=VALUE,...");
  declare_json(app, options->json);
  commands.set_action(app, [options](Terminal& terminal) { return robustness(*options, terminal); });
}

} // namespace mapwright::cli
