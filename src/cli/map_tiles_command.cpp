// mapwright map tiles
#include "cli/command.hpp"
#include "cli/options.hpp"
#include "cli/tile_lengths.hpp"
#include "cli/values.hpp"
#include "emit/names.hpp"
#include "index_map/tiles/emit_schedule.hpp"
#include "report/tiles_report.hpp"

#include <algorithm>
#include <array>
#include <filesystem>
#include <ostream>
#include <span>

#include <fmt/format.h>

namespace mapwright::cli {

namespace tiles = index_map::tiles;

namespace {

constexpr tiles::Number most_padded = tiles::Number{1} << 30; // entries of one file of --emit blocks

struct TilesOptions {
  std::string mask;
  std::string tile = "128,128";
  TileLengthOptions lengths;
  std::string heads = "1";
  std::string edges = "exact";
  std::string order = "row-major";
  std::string unit = "row";
  std::string workers = "132";
  std::string emit;
  std::string name;
  std::string output;
  bool json = false;
};

Result<tiles::TileShape> parse_tile_shape(const std::string& text) {
  const auto sides = parse_point(text, {"queries", "keys"});
  if (!sides) {
    return fail(ErrorKind::input, fmt::format("--tile expects QUERIES,KEYS, found '{}'", text), "e.g. --tile 128,64");
  }
  for (const expr::Int side : *sides) {
    if (side < 1 || side > tiles::most_length) {
      return fail(ErrorKind::input, fmt::format("sides of a tile are from 1 to {}", tiles::most_length));
    }
  }
  return tiles::TileShape{static_cast<tiles::Number>((*sides)[0]), static_cast<tiles::Number>((*sides)[1])};
}

Result<tiles::ScheduleShape> read_shape(const TilesOptions& options) {
  const auto mask = tiles::parse_mask(options.mask);
  const auto tile = parse_tile_shape(options.tile);
  const auto edges = tiles::parse_edges(options.edges);
  const auto order = tiles::parse_order(options.order);
  const auto unit = tiles::parse_unit(options.unit);
  const auto heads = parse_count(options.heads, "--heads", 1, 1U << 20);
  for (const Error* error :
       {mask ? nullptr : &mask.error(), tile ? nullptr : &tile.error(), edges ? nullptr : &edges.error(),
        order ? nullptr : &order.error(), unit ? nullptr : &unit.error(), heads ? nullptr : &heads.error()}) {
    if (error != nullptr) {
      return tl::unexpected<Error>(*error);
    }
  }
  return tiles::ScheduleShape{*mask, *tile, *edges, *order, *unit, static_cast<tiles::Number>(*heads)};
}

/// The grids of the block lists: one of all documents, or one per sequence.
std::vector<tiles::TileGrid> grids_of(const std::vector<tiles::SequenceLengths>& lengths,
                                      const tiles::ScheduleShape& shape) {
  if (shape.mask.documents) {
    std::vector<tiles::Number> offsets{0};
    for (const tiles::SequenceLengths& one : lengths) {
      offsets.push_back(offsets.back() + one.queries);
    }
    return {tiles::packed_grid(std::move(offsets), shape.mask, shape.tile, shape.edges)};
  }
  std::vector<tiles::TileGrid> grids;
  for (const tiles::SequenceLengths& one : lengths) {
    grids.push_back(tiles::sequence_grid({one.queries, one.keys, shape.mask, shape.tile, shape.edges}));
  }
  return grids;
}

/// Counts, waste and the balance of every order.
Result<report::TilesSummary> summarise(const TilesOptions& options, const tiles::ScheduleShape& shape,
                                       const std::vector<tiles::SequenceLengths>& lengths) {
  const auto workers = parse_count(options.workers, "--workers", 1, 1U << 20);
  if (!workers) {
    return forward(workers);
  }
  report::TilesSummary summary;
  summary.mask_text = options.mask;
  summary.lengths = lengths_text(lengths, shape.heads);
  summary.shape = shape;
  summary.workers = static_cast<tiles::Number>(*workers);
  for (const tiles::SequenceLengths& one : lengths) {
    const tiles::SequenceTiles pairs(one.queries, one.keys, shape.mask, {1, 1}, tiles::Edges::exact);
    if (__builtin_add_overflow(summary.pairs, pairs.touched(), &summary.pairs) ||
        pairs.touched() > (tiles::Number{1} << 62) / shape.heads) {
      return fail(ErrorKind::input, "the pairs of queries and keys are more than 2^62");
    }
  }
  if (__builtin_mul_overflow(summary.pairs, shape.heads, &summary.pairs)) {
    return fail(ErrorKind::input, "the pairs of queries and keys are more than 2^62");
  }
  if (shape.mask.documents) {
    const tiles::TileCounts one = grids_of(lengths, shape).front().counts();
    summary.counts = {one.full * shape.heads, one.partial * shape.heads, one.empty * shape.heads};
    return summary;
  }
  for (const tiles::Order order : {tiles::Order::row_major, tiles::Order::longest_first, tiles::Order::fold}) {
    if (order == tiles::Order::fold && shape.unit == tiles::Unit::tile) {
      continue;
    }
    tiles::ScheduleShape other = shape;
    other.order = order;
    const auto schedule = tiles::Schedule::make(lengths, other);
    if (!schedule) {
      return forward(schedule);
    }
    if (summary.orders.empty()) {
      summary.counts = schedule->counts();
      summary.positions = schedule->size();
    }
    summary.orders.push_back({order, tiles::balance_of(*schedule, summary.workers)});
  }
  return summary;
}

/// The tables as files of 32-bit words in the byte order of this machine, and shape.json, which names them.
Result<void> write_blocks(const tiles::BlockLists& lists, const std::string& folder) {
  std::error_code code;
  std::filesystem::create_directories(folder, code);
  if (code) {
    return fail(ErrorKind::input, fmt::format("cannot make the folder {}: {}", folder, code.message()));
  }
  if (lists.rows > 0 && lists.columns > most_padded / lists.rows / std::max<tiles::Number>(1, lists.batch)) {
    return fail(ErrorKind::input, "a padded table of indices would have more than 2^30 entries",
                "--emit json lists them without padding");
  }
  report::Json shapes{{"schema_version", 1}, {"word", "int32"}};
  const auto write = [&](const std::string& name, std::span<const std::int32_t> words,
                         std::vector<tiles::Number> shape) {
    shapes[name] = {{"file", name + ".i32"}, {"shape", std::move(shape)}};
    const auto bytes = std::as_bytes(words);
    return write_file((std::filesystem::path(folder) / (name + ".i32")).string(),
                      {reinterpret_cast<const char*>(bytes.data()), bytes.size()});
  };
  for (const tiles::BlockLists::Named& named : lists.tables()) {
    const tiles::Number other = named.table->width;
    const tiles::Number rows = named.indices.ends_with("kv_indices") ? lists.rows : lists.columns;
    if (auto written = write(named.counts, named.table->counts, {lists.batch, 1, rows}); !written) {
      return written;
    }
    if (auto written = write(named.indices, named.table->padded(), {lists.batch, 1, rows, other}); !written) {
      return written;
    }
  }
  return write_file((std::filesystem::path(folder) / "shape.json").string(), report::document_text(shapes));
}

Result<int> print_or_write(const TilesOptions& options, const std::string& text, Terminal& terminal) {
  if (options.output.empty()) {
    const auto written = write_out(terminal, text);
    return written ? Result<int>(0) : forward(written);
  }
  if (auto written = write_file(options.output, text); !written) {
    return forward(written);
  }
  terminal.err << fmt::format("wrote {}\n", options.output);
  return 0;
}

Result<int> emit_lists(const TilesOptions& options, const tiles::ScheduleShape& shape,
                       const std::vector<tiles::SequenceLengths>& lengths, Terminal& terminal) {
  const auto lists = tiles::make_block_lists(grids_of(lengths, shape));
  if (!lists) {
    return forward(lists);
  }
  if (options.emit == "csv" || options.emit == "json") {
    return print_or_write(
        options, options.emit == "csv" ? report::to_csv(*lists) : report::to_json(*lists).dump() + "\n", terminal);
  }
  if (options.output.empty()) {
    return fail(ErrorKind::input, "--emit blocks writes files into a folder", "name it with --output DIR");
  }
  if (auto written = write_blocks(*lists, options.output); !written) {
    return forward(written);
  }
  terminal.err << fmt::format("wrote the block lists into {}\n", options.output);
  return 0;
}

Result<int> emit_text(const TilesOptions& options, const tiles::ScheduleShape& shape, Terminal& terminal) {
  const std::string base = options.mask.substr(0, options.mask.find('('));
  const tiles::Emission emission{options.name.empty() ? emit::to_identifier(base) : options.name,
                                 options.mask,
                                 shape.mask,
                                 shape.tile,
                                 shape.edges,
                                 shape.order};
  const auto text = tiles::emit_schedule(emission, options.emit);
  return text ? print_or_write(options, *text, terminal) : forward(text);
}

Result<int> run_tiles(const TilesOptions& options, Terminal& terminal) {
  const std::array<std::string_view, 6> emissions{"", "cuda", "opencl", "blocks", "csv", "json"};
  if (std::find(emissions.begin(), emissions.end(), options.emit) == emissions.end()) {
    return fail(ErrorKind::input, fmt::format("there is no --emit {}", options.emit),
                "cuda, opencl, blocks, csv or json");
  }
  const auto shape = read_shape(options);
  if (!shape) {
    return forward(shape);
  }
  if (options.emit == "cuda" || options.emit == "opencl") {
    return emit_text(options, *shape, terminal);
  }
  const auto lengths = read_lengths(options.lengths, shape->mask.documents);
  if (!lengths) {
    return forward(lengths);
  }
  if (!options.emit.empty()) {
    return emit_lists(options, *shape, *lengths, terminal);
  }
  const auto summary = summarise(options, *shape, *lengths);
  if (!summary) {
    return forward(summary);
  }
  return print_or_write(
      options, options.json ? report::document_text(report::to_json(*summary)) : report::to_text(*summary), terminal);
}

} // namespace

void add_map_tiles(CLI::App& map, Commands& commands) {
  CLI::App& app = commands.add(
      map, "tiles", "tiles of attention masks and triangles: full, partial, empty; schedules and block lists",
      "  mapwright map tiles causal --tile 128,176 --seqlen 16384\n"
      "  mapwright map tiles 'window(left=1024,right=0,align=bottom-right)' --cu-seqlens 0,3000,9000 --heads 16\n"
      "  mapwright map tiles causal --tile 128,128 --order longest-first --emit cuda --name causal -o causal.cuh\n"
      "  mapwright map tiles 'document(causal)' --cu-seqlens offsets.txt --edges masked --emit blocks -o lists\n"
      "  mapwright map tiles lower --tile 128,64 --seqlen 5000 --unit tile\n"
      "MASK: full, causal, window(left=L,right=R), sink-window(sink=S,left=L), prefix(prefix=P), lower, upper, each "
      "with\n"
      "any of left, right, sink, prefix and align=top-left|bottom-right; document(MASK) for documents on one grid.");
  auto options = std::make_shared<TilesOptions>();
  app.add_option("MASK", options->mask, "which keys a query sees")->required();
  app.add_option("--tile", options->tile, "queries and keys of a tile")->type_name("Q,K")->capture_default_str();
  declare(app, options->lengths);
  app.add_option("--heads", options->heads, "heads with this mask")->type_name("N")->capture_default_str();
  app.add_option("--edges", options->edges,
                 "what counts beyond an end: exact, masked (FlexAttention) or padded (FlashAttention)")
      ->type_name("HOW")
      ->capture_default_str();
  app.add_option("--order", options->order, "of an emitted schedule: row-major, longest-first or fold")
      ->type_name("ORDER")
      ->capture_default_str();
  app.add_option("--unit", options->unit, "a work item is a row of tiles or one tile: row or tile")
      ->type_name("UNIT")
      ->capture_default_str();
  app.add_option("--workers", options->workers, "thread blocks that run at once, for the balance")
      ->type_name("N")
      ->capture_default_str();
  app.add_option("--emit", options->emit,
                 "cuda or opencl: a schedule as source text; blocks, csv or json: lists of blocks")
      ->type_name("WHAT");
  app.add_option("--name", options->name, "name in the emitted text (default: the mask's)")->type_name("ID");
  app.add_option("--output,-o", options->output, "write to FILE (blocks: into DIR) instead of standard output")
      ->type_name("FILE");
  declare_json(app, options->json);
  commands.set_action(app, [options](Terminal& terminal) { return run_tiles(*options, terminal); });
}

} // namespace mapwright::cli
