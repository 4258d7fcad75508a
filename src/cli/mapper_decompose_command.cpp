// mapwright mapper decompose N EXTENTS
#include "cli/command.hpp"
#include "cli/mapper_options.hpp"
#include "cli/options.hpp"
#include "mapper/space/factorize.hpp"
#include "report/json.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace mapwright::cli {

namespace {

struct DecomposeOptions {
  std::string processors;
  std::string extents;
  bool json = false;
};

/// The sum of o_i/L_i, to which the surface of a block is proportional.
double surface(const mapper::space::Factors& grid, const std::vector<std::int64_t>& extents) {
  double sum = 0;
  for (std::size_t i = 0; i < grid.size(); ++i) {
    sum += static_cast<double>(grid[i]) / static_cast<double>(extents[i]);
  }
  return sum;
}

Result<int> decompose(const DecomposeOptions& options, Terminal& terminal) {
  const auto processors = parse_integers(options.processors, "N");
  const auto extents = parse_integers(options.extents, "EXTENTS");
  if (!processors || !extents) {
    return forward(processors ? extents : processors);
  }
  if (processors->size() != 1) {
    return fail(ErrorKind::input, "N is one number", "e.g. mapwright mapper decompose 12 16,9,4");
  }
  const auto best = mapper::space::auto_factors(processors->front(), *extents);
  const auto greedy = mapper::space::greedy_factors(processors->front(), *extents);
  if (!best || !greedy) {
    return forward(best ? greedy : best);
  }
  const report::Json document{{"schema_version", 1},
                              {"processors", processors->front()},
                              {"extents", *extents},
                              {"auto_split", *best},
                              {"greedy_split", *greedy},
                              {"auto_surface", surface(*best, *extents)},
                              {"greedy_surface", surface(*greedy, *extents)}};
  const auto written = write_out(
      terminal, options.json ? report::document_text(document)
                             : fmt::format("auto_split    {}  surface {:.4f}\ngreedy_split  {}  surface {:.4f}\n",
                                           fmt::join(*best, " x "), surface(*best, *extents), fmt::join(*greedy, " x "),
                                           surface(*greedy, *extents)));
  return written ? Result<int>(0) : forward(written);
}

} // namespace

void add_mapper_decompose(CLI::App& mapper, Commands& commands) {
  CLI::App& app = commands.add(mapper, "decompose", "the best grid of N processors for an iteration space",
                               "  mapwright mapper decompose 12 16,9,4\n"
                               "The surface is the sum of o_i/L_i: what a block exchanges, up to a factor.");
  auto options = std::make_shared<DecomposeOptions>();
  app.add_option("N", options->processors, "the number of processors")->required()->type_name("");
  app.add_option("EXTENTS", options->extents, "of the iteration space: L1,L2,...")->required()->type_name("");
  declare_json(app, options->json);
  commands.set_action(app, [options](Terminal& terminal) { return decompose(*options, terminal); });
}

} // namespace mapwright::cli
