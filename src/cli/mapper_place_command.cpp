// mapwright mapper place FILE --machine M --task T --domain D
#include "cli/command.hpp"
#include "cli/mapper_options.hpp"
#include "cli/options.hpp"
#include "core/suggest.hpp"
#include "expr/text.hpp"
#include "report/json.hpp"

#include <algorithm>
#include <optional>
#include <ostream>

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace mapwright::cli {

namespace {

using mapper::ProcessorKind;
using mapper::language::LaunchDomain;
using mapper::language::LaunchMap;
using mapper::language::Mapper;
using mapper::language::Placements;

constexpr std::int64_t points_per_write = 65'536;
constexpr std::int64_t most_json_points = 1'000'000;

struct PlaceOptions {
  std::string file;
  std::string machine;
  std::string kind;
  std::string task;
  std::string domain;
  bool json = false;
};

/// --kind, or the first kind of the task's Task statement that the machine has.
Result<ProcessorKind> kind_of(const PlaceOptions& options, const Mapper& mapper) {
  if (!options.kind.empty()) {
    const auto named = mapper::processor_kind_named(options.kind);
    if (!named) {
      return fail(
          ErrorKind::input, fmt::format("there is no kind of processor '{}'", options.kind),
          suggest(options.kind, {"CPU", "GPU", "OMP", "IO", "PY", "PROC"}, "kinds are CPU, GPU, OMP, IO, PY and PROC"));
    }
    return *named;
  }
  const auto chosen =
      mapper.policy().processor_kind(options.task, [&](ProcessorKind kind) { return mapper.machine().of(kind) > 0; });
  if (!chosen) {
    return fail(ErrorKind::input,
                fmt::format("no Task statement sends '{}' to processors of this machine", options.task),
                "say which with --kind CPU");
  }
  return *chosen;
}

/// A point as one field of CSV: in quotes where it has commas.
std::string point_field(const std::vector<std::int64_t>& point) {
  return point.size() == 1 ? std::to_string(point[0]) : fmt::format("\"{}\"", fmt::join(point, ","));
}

Result<int> print_csv(const LaunchMap& map, Terminal& terminal) {
  const std::int64_t volume = map.domain().volume();
  std::string rows = "point,node,processor\n";
  for (std::int64_t first = 0; first < volume; first += points_per_write) {
    const auto placed = map.place(first, std::min(points_per_write, volume - first));
    if (!placed) {
      return forward(placed);
    }
    std::size_t member = 0;
    for (std::size_t k = 0; k < placed->counts.size(); ++k) {
      const std::string point = point_field(map.domain().point(first + static_cast<std::int64_t>(k)));
      for (std::int64_t i = 0; i < placed->counts[k]; ++i, ++member) {
        rows += fmt::format("{},{},{}\n", point, placed->nodes[member], placed->processors[member]);
      }
    }
    for (const std::string& line : placed->printed) {
      terminal.err << line << '\n';
    }
    if (const auto written = write_out(terminal, rows); !written) {
      return forward(written);
    }
    rows.clear();
  }
  return 0;
}

report::Json expressions_json(const LaunchMap& map) {
  if (map.lifted() == nullptr) {
    return nullptr;
  }
  report::Json list = report::Json::array();
  const std::vector<expr::Expr>& results = map.lifted()->results;
  for (std::size_t i = 0; i + 1 < results.size(); i += 2) {
    list.push_back({{"node", expr::to_text(results[i])}, {"processor", expr::to_text(results[i + 1])}});
  }
  return list;
}

Result<int> print_json(const LaunchMap& map, const PlaceOptions& options, ProcessorKind kind,
                       const std::string& function, Terminal& terminal) {
  const std::int64_t volume = map.domain().volume();
  if (volume > most_json_points) {
    return fail(ErrorKind::input, fmt::format("more than {} points are printed as CSV only", most_json_points),
                "leave out --json");
  }
  const auto placed = map.place(0, volume);
  if (!placed) {
    return forward(placed);
  }
  report::Json points = report::Json::array();
  std::size_t member = 0;
  for (std::size_t k = 0; k < placed->counts.size(); ++k) {
    report::Json processors = report::Json::array();
    for (std::int64_t i = 0; i < placed->counts[k]; ++i, ++member) {
      processors.push_back({{"node", placed->nodes[member]}, {"processor", placed->processors[member]}});
    }
    points.push_back(
        {{"point", map.domain().point(static_cast<std::int64_t>(k))}, {"processors", std::move(processors)}});
  }
  const report::Json document{{"schema_version", 1},
                              {"task", options.task},
                              {"kind", std::string(to_string(kind))},
                              {"function", function},
                              {"proved", map.proved()},
                              {"obstacle", map.proved() ? report::Json(nullptr) : report::Json(map.obstacle())},
                              {"expressions", expressions_json(map)},
                              {"points", std::move(points)}};
  const auto written = write_out(terminal, report::document_text(document));
  return written ? Result<int>(0) : forward(written);
}

Result<int> place(const PlaceOptions& options, Terminal& terminal) {
  auto text = read_mapper_text(options.file, terminal);
  const auto machine = parse_machine_shape(options.machine);
  auto domain = parse_launch_domain(options.domain);
  if (!text || !machine || !domain) {
    return !text ? forward(text) : !machine ? forward(machine) : forward(domain);
  }
  const auto mapper = Mapper::make(*std::move(text), *machine);
  if (!mapper) {
    return forward(mapper);
  }
  for (const std::string& line : mapper->printed()) {
    terminal.err << line << '\n';
  }
  const auto kind = kind_of(options, *mapper);
  if (!kind) {
    return forward(kind);
  }
  const auto function = mapper->policy().index_map(options.task, *kind);
  if (!function) {
    return fail(ErrorKind::input,
                fmt::format("the mapper has no IndexTaskMap for '{}' on {}", options.task, to_string(*kind)),
                fmt::format("add `IndexTaskMap {} f;` with a function f(Task t)", options.task));
  }
  const auto map = LaunchMap::make(*mapper, *function, *kind, *std::move(domain));
  if (!map) {
    return forward(map);
  }
  return options.json ? print_json(*map, options, *kind, *function, terminal) : print_csv(*map, terminal);
}

} // namespace

void add_mapper_place(CLI::App& mapper, Commands& commands) {
  CLI::App& app = commands.add(mapper, "place", "the processor of every point of an index launch",
                               "  mapwright mapper place stencil.mapper --machine nodes=2,gpus=4 --task step "
                               "--domain 8,8\n"
                               "One row a point, the first dimension fastest; a point that may run on several "
                               "processors has a row for each.");
  auto options = std::make_shared<PlaceOptions>();
  app.add_option("FILE", options->file, "the mapper; - reads standard input")->required()->type_name("");
  app.add_option("--machine", options->machine, "nodes, and processors of each node: cpus gpus omps ios pys procs")
      ->required()
      ->type_name("nodes=N,gpus=N");
  app.add_option("--task", options->task, "the name of the task")->required()->type_name("NAME");
  app.add_option("--domain", options->domain, "extents of the launch, or FIRST:LAST of each dimension")
      ->required()
      ->type_name("E1,E2,...");
  app.add_option("--kind", options->kind, "the kind of processor (default: by the Task statement)")->type_name("KIND");
  declare_json(app, options->json);
  commands.set_action(app, [options](Terminal& terminal) { return place(*options, terminal); });
}

} // namespace mapwright::cli
