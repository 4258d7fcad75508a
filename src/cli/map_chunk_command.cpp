// mapwright map chunk
#include "cli/command.hpp"
#include "cli/emission.hpp"
#include "cli/options.hpp"
#include "cli/question.hpp"
#include "cli/values.hpp"
#include "expr/text.hpp"
#include "index_map/chunk/cuts.hpp"
#include "index_map/chunk/nest.hpp"
#include "index_map/chunk/weight.hpp"
#include "index_map/derive.hpp"
#include "report/chunk_report.hpp"

#include <optional>
#include <ostream>

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace mapwright::cli {

namespace chunk = index_map::chunk;

namespace {

constexpr std::uint64_t most_chunks = 1'000'000;

struct MapChunkOptions {
  DomainOptions domain;
  std::string weight;
  std::string chunks;
  std::string language;
  EmitOptions emit;
  std::string output;
};

/// A domain with its map and its weight.
struct Chunked {
  Question question;
  index_map::Certified certified;
  std::optional<expr::Expr> weight;          ///< nothing: every point costs the same
  std::optional<Result<chunk::Costs>> costs; ///< of the weight, or why there are none

  [[nodiscard]] std::string weight_text() const { return weight ? expr::to_text(*weight) : "1"; }
};

Result<Chunked> read_chunked(const MapChunkOptions& options, Terminal& terminal) {
  auto question = read_question(options.domain, terminal);
  if (!question) {
    return forward(question);
  }
  std::optional<expr::Expr> weight;
  if (!options.weight.empty()) {
    auto parsed = chunk::parse_weight(options.weight, question->domain);
    if (!parsed) {
      return forward(parsed);
    }
    weight = *parsed;
  }
  auto certified = index_map::derive_certified(question->domain, derive_options(*question, options.domain.form));
  if (!certified) {
    return forward(certified);
  }
  if (certified->certificate.status != index_map::Status::proved) {
    return fail(ErrorKind::answer_no,
                fmt::format("the map is not used: {}", index_map::status_text(certified->certificate)));
  }
  Chunked chunked{std::move(*question), std::move(*certified), std::move(weight), std::nullopt};
  if (chunked.weight) {
    chunked.costs = chunk::derive_costs(chunked.question.domain, *chunked.weight);
  }
  return chunked;
}

Result<int> emit_chunks(const MapChunkOptions& options, const Chunked& chunked, Terminal& terminal) {
  if (auto valid = check(options.emit); !valid) {
    return forward(valid);
  }
  if (chunked.costs && !*chunked.costs) {
    return forward(*chunked.costs);
  }
  const chunk::Costs* costs = chunked.costs ? &**chunked.costs : nullptr;
  auto unit = chunk::nest_unit(chunked.certified, costs, chunked.weight_text(),
                               identifier_of(options.emit, chunked.question.domain));
  if (!unit) {
    return forward(unit);
  }
  for (emit::Unit* map : {&unit->map, unit->costs ? &*unit->costs : nullptr}) {
    if (map != nullptr) {
      map->with_32 = map->with_32 && options.emit.bits != "64";
      map->with_64 = map->with_64 && options.emit.bits != "32";
    }
  }
  const auto source = emit::emit_nest(*unit, options.language);
  if (!source) {
    return forward(source);
  }
  if (options.output.empty()) {
    const auto written = write_out(terminal, *source);
    return written ? Result<int>(0) : forward(written);
  }
  if (auto written = write_file(options.output, *source); !written) {
    return forward(written);
  }
  terminal.err << fmt::format("wrote {} ({}): {}\n", options.output, options.language,
                              index_map::status_text(chunked.certified.certificate));
  if (costs != nullptr) {
    terminal.err << fmt::format("costs: {}\n", index_map::status_text(costs->certified.certificate));
  }
  return 0;
}

/// The cuts and, in words, how they were found.
struct Found {
  chunk::Cuts cuts;
  std::string method;
};

Result<Found> find_cuts(const Chunked& chunked, const report::MapAt& at, expr::Int chunks) {
  const auto with = [](Result<chunk::Cuts> cuts, std::string method) -> Result<Found> {
    return cuts ? Result<Found>(Found{std::move(*cuts), std::move(method)}) : forward(cuts);
  };
  if (!chunked.weight) {
    return with(chunk::cut_evenly(at.count(), chunks), "equal counts, O(1) each");
  }
  if (*chunked.costs) {
    const chunk::Costs& costs = **chunked.costs;
    return with(chunk::cut_by_costs(chunked.certified.derived, costs, at.sizes(), chunks),
                fmt::format("by the inverse of the cumulative weight, {} each: {}",
                            costs.certified.derived.map.complexity,
                            index_map::status_text(costs.certified.certificate)));
  }
  return with(chunk::cut_by_scan(chunked.question.domain, *chunked.weight, at.sizes(), at.tables(), chunks),
              "by a scan of all points: " + chunked.costs->error().message);
}

Result<int> chunk_map(const MapChunkOptions& options, Terminal& terminal) {
  const bool emits = !options.language.empty();
  if (!emits && options.chunks.empty()) {
    return fail(ErrorKind::input, "map chunk needs the number of chunks", "add --chunks 8, or --emit cpp for a header");
  }
  const auto chunks = parse_count(emits && options.chunks.empty() ? "1" : options.chunks, "--chunks", 1, most_chunks);
  if (!chunks) {
    return forward(chunks);
  }
  const auto chunked = read_chunked(options, terminal);
  if (!chunked) {
    return forward(chunked);
  }
  if (emits) {
    return emit_chunks(options, *chunked, terminal);
  }
  auto sizes = all_sizes(chunked->question, "map chunk");
  if (!sizes) {
    return forward(sizes);
  }
  const auto at = report::MapAt::make(chunked->certified.derived, std::move(*sizes), chunked->question.tables);
  if (!at) {
    return forward(at);
  }
  auto found = find_cuts(*chunked, *at, static_cast<expr::Int>(*chunks));
  if (!found) {
    return forward(found);
  }
  const auto report = report::make_chunk_report(chunked->question.domain, *at, chunked->weight_text(),
                                                std::move(found->method), std::move(found->cuts));
  if (!report) {
    return forward(report);
  }
  const auto written = write_out(terminal, options.domain.json ? report::document_text(report::to_json(*report))
                                                               : report::to_text(*report));
  return written ? Result<int>(0) : forward(written);
}

} // namespace

void add_map_chunk(CLI::App& map, Commands& commands) {
  CLI::App& app =
      commands.add(map, "chunk", "cut a domain into chunks of equal weight; loops that replace collapse",
                   "  mapwright map chunk triangle --weight 'i + 1' --chunks 8 --param n=1000\n"
                   "  mapwright map chunk disk --weight 'x*x + y*y' --chunks 4 --param r=100\n"
                   "  mapwright map chunk tetrahedron --emit cpp -o tetrahedron_loops.hpp\n"
                   "Without --weight every point costs the same. docs/collapse.md shows the emitted loops.");
  auto options = std::make_shared<MapChunkOptions>();
  declare(app, options->domain);
  app.add_option("--weight,-w", options->weight, "what a point costs: an expression of coordinates and sizes")
      ->type_name("EXPR");
  app.add_option("--chunks,-c", options->chunks, "how many chunks")->type_name("COUNT");
  app.add_option("--emit", options->language,
                 fmt::format("write loops over the chunks as source text: {}", fmt::join(emit::nest_languages(), ", ")))
      ->type_name("LANG");
  app.add_option("--bits", options->emit.bits, "word size of the emitted variants: 32, 64 or both")
      ->type_name("BITS")
      ->capture_default_str();
  app.add_option("--name", options->emit.name, "base name of the emitted text (default: the domain's)")
      ->type_name("ID");
  app.add_option("--output,-o", options->output, "write the text to FILE instead of standard output")
      ->type_name("FILE");
  commands.set_action(app, [options](Terminal& terminal) { return chunk_map(*options, terminal); });
}

} // namespace mapwright::cli
