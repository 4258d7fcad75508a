// mapwright map rank
#include "cli/answerer.hpp"
#include "cli/command.hpp"
#include "cli/options.hpp"
#include "cli/points_domain.hpp"
#include "cli/points_file.hpp"
#include "cli/question.hpp"
#include "cli/values.hpp"
#include "report/points.hpp"

#include <ostream>

#include <fmt/format.h>

namespace mapwright::cli {

namespace {

struct RankOptions {
  DomainOptions domain;
  std::vector<std::string> points;
  std::string file;
  bool csv = false;
  bool allow_unproved = false;
};

Result<std::vector<domain::Point>> read_points(const RankOptions& options, const domain::Domain& domain,
                                               Terminal& terminal) {
  std::vector<domain::Point> points;
  for (const std::string& text : options.points) {
    auto point = parse_point(text, domain.dimensions);
    if (!point) {
      return forward(point);
    }
    points.push_back(std::move(*point));
  }
  if (!options.file.empty()) {
    const auto text = options.file == "-" ? read_all(terminal.in, points_text_limit, "standard input")
                                          : read_file(options.file, points_text_limit, "points");
    if (!text) {
      return forward(text);
    }
    auto more = parse_points(*text, domain.dimensions, options.file == "-" ? "<stdin>" : options.file);
    if (!more) {
      return forward(more);
    }
    points.insert(points.end(), more->begin(), more->end());
  }
  return points;
}

std::string render(const RankOptions& options, const std::vector<report::Ranked>& ranked, const report::MapAt& at,
                   const domain::Domain& domain) {
  if (options.domain.json) {
    return report::document_text(report::to_json(ranked, at.count(), domain, at.sizes()));
  }
  return options.csv ? report::to_csv(ranked, domain.dimensions) : report::to_text(ranked, domain);
}

/// One message for all points outside.
std::string outside_text(const std::vector<report::Ranked>& ranked, const report::MapAt& at,
                         const domain::Domain& domain) {
  std::size_t outside = 0;
  std::string first;
  for (const report::Ranked& r : ranked) {
    if (!r.index && outside++ == 0) {
      first = report::point_text(r.point);
    }
  }
  const std::string sizes = report::sizes_text(domain.parameters, at.sizes());
  return fmt::format("{}{} is not a point of the domain{}\n",
                     outside > 1 ? fmt::format("{} of {} points are outside; the first, ", outside, ranked.size()) : "",
                     first, sizes.empty() ? "" : " at " + sizes);
}

Result<int> rank(const RankOptions& options, Terminal& terminal) {
  if (options.csv && options.domain.json) {
    return fail(ErrorKind::input, "--csv and --json exclude each other");
  }
  if (options.points.empty() && options.file.empty()) {
    return fail(ErrorKind::input, "map rank needs a point", "add --point 4,2 or --points FILE.csv");
  }
  if ((options.domain.domain == "-" || options.domain.domain == "points:-") && options.file == "-") {
    return fail(ErrorKind::input, "the domain and the points cannot both come from standard input");
  }
  std::vector<domain::Point> points;
  const auto around_points = [&](const Question& question,
                                 const index_map::Derived& derived) -> Result<std::vector<expr::Int>> {
    auto read = read_points(options, question.domain, terminal);
    if (!read) {
      return forward(read);
    }
    points = std::move(*read);
    return sizes_around(question, derived, points, "map rank");
  };
  const auto asked = read_answerer(options.domain, options.allow_unproved, "map rank", around_points, terminal);
  if (!asked) {
    return forward(asked);
  }
  const domain::Domain& domain = asked->domain();
  std::vector<report::Ranked> ranked;
  bool all_inside = true;
  for (domain::Point& point : points) {
    const auto index = asked->at.rank(point);
    if (!index) {
      return forward(index);
    }
    all_inside = all_inside && index->has_value();
    ranked.push_back({std::move(point), *index});
  }
  if (auto written = write_out(terminal, render(options, ranked, asked->at, domain)); !written) {
    return forward(written);
  }
  if (!all_inside) {
    terminal.err << "no: " << outside_text(ranked, asked->at, domain) << std::flush;
  }
  return all_inside ? 0 : 1;
}

} // namespace

void add_map_rank(CLI::App& map, Commands& commands) {
  CLI::App& app = commands.add(map, "rank", "the index of a point",
                               "  mapwright map rank triangle --param n=10 --point 4,2\n"
                               "  mapwright map rank triangle --param n=10 --point 4,2 --point 9,9\n"
                               "  mapwright map eval disk --param r=5 --csv | mapwright map rank disk --param r=5 "
                               "--points -\n"
                               "Exit code 1: a point is not in the domain.");
  auto options = std::make_shared<RankOptions>();
  declare(app, options->domain);
  add_repeated(app, "--point", options->points, "a point; repeatable")->type_name("I,J,...");
  app.add_option("--points", options->file, "points from a CSV file, one a line (- for standard input)")
      ->type_name("FILE");
  app.add_flag("--csv", options->csv, "print index,<dimensions> and one row per point");
  app.add_flag("--allow-unproved", options->allow_unproved, "use the map even if it is not proved");
  commands.set_action(app, [options](Terminal& terminal) { return rank(*options, terminal); });
}

} // namespace mapwright::cli
