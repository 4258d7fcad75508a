// mapwright mapper robustness FILE --app A --machine M [--machine M2] [--nodes N,N] [--set PARAMETER=V,V]
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

namespace mapwright::cli {

namespace {

using mapper::language::SourceText;

constexpr std::size_t most_cells = 1000;

struct RobustnessCommandOptions {
  std::string file;
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

/// Every first with every second, joined by a comma.
std::vector<std::string> combined(const std::vector<std::string>& first, const std::vector<std::string>& second) {
  std::vector<std::string> out;
  for (const std::string& a : first) {
    for (const std::string& b : second) {
      out.push_back(a.empty() || b.empty() ? a + b : a + "," + b);
    }
  }
  return out;
}

/// What the map spans.
struct Axes {
  std::vector<std::string> sizes;
  std::vector<std::string> machines;
};

Result<Axes> axes_of(const RobustnessCommandOptions& options) {
  Axes axes{{""}, options.machines};
  for (const std::string& text : options.sizes) {
    const auto settings = settings_of(text);
    if (!settings) {
      return forward(settings);
    }
    axes.sizes = combined(axes.sizes, *settings);
  }
  if (!options.nodes.empty()) {
    const auto nodes = settings_of("nodes=" + options.nodes);
    if (!nodes) {
      return forward(nodes);
    }
    axes.machines = combined(axes.machines, *nodes);
  }
  if (axes.sizes.size() * axes.machines.size() > most_cells) {
    return fail(
        ErrorKind::input,
        fmt::format("the map has {} cells; there may be {}", axes.sizes.size() * axes.machines.size(), most_cells),
        "give fewer values");
  }
  return axes;
}

Result<int> robustness(const RobustnessCommandOptions& options, Terminal& terminal) {
  const auto axes = axes_of(options);
  if (!axes) {
    return forward(axes);
  }
  std::vector<mapper::RobustnessCell> cells;
  std::optional<SourceText> source;
  for (const std::string& size : axes->sizes) {
    for (const std::string& machine : axes->machines) {
      SubjectOptions about;
      about.app = size.empty() ? options.app : options.app + "," + size;
      about.machine = machine;
      const auto subject = open_subject(about);
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
      cells.push_back(mapper::robustness_cell(*source, scene, subject->application->mapper("default"),
                                              subject->application->mapper("expert")));
      cells.back().size = size;
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
      "  mapwright mapper robustness expert --app circuit --machine lassen --machine dgx-h200 --nodes 1,2,4");
  auto options = std::make_shared<RobustnessCommandOptions>();
  app.add_option("FILE", options->file, "a mapper, or the name of one of --app; - reads standard input")
      ->required()
      ->type_name("");
  app.add_option("--app", options->app, "an application that comes with the program")
      ->required()
      ->type_name("NAME[,PARAMETER=VALUE]");
  add_repeated(app, "--machine", options->machines, "a machine; repeatable")->required()->type_name("NAME[,nodes=N]");
  app.add_option("--nodes", options->nodes, "node counts of every machine: 1,2,4")->type_name("N,...");
  add_repeated(app, "--set", options->sizes, "values of a parameter of --app: pieces=4,8; repeatable")
      ->type_name("PARAMETER=VALUE,...");
  declare_json(app, options->json);
  commands.set_action(app, [options](Terminal& terminal) { return robustness(*options, terminal); });
}

} // namespace mapwright::cli
