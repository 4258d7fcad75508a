#include "report/tiles_report.hpp"

#include "report/text_table.hpp"

#include <fmt/format.h>

namespace mapwright::report {

using index_map::tiles::BlockLists;
using index_map::tiles::BlockTable;
using index_map::tiles::Number;

namespace {

double tiles_ratio(Number a, double b) {
  return b > 0 ? static_cast<double>(a) / b : 0.0;
}

std::string share_text(Number part, Number whole) {
  return fmt::format("{} ({:.1f} %)", grouped(std::to_string(part)),
                     100 * tiles_ratio(part, static_cast<double>(whole)));
}

/// The rows of a table, per batch entry, as arrays.
Json rows_json(const BlockTable& table, Number batch) {
  Json all = Json::array();
  const std::size_t rows = batch == 0 ? 0 : table.counts.size() / static_cast<std::size_t>(batch);
  std::size_t at = 0;
  for (std::size_t b = 0; b < static_cast<std::size_t>(batch); ++b) {
    Json entry = Json::array();
    for (std::size_t r = b * rows; r < (b + 1) * rows; ++r) {
      const auto row = table.row(r, at);
      entry.push_back(Json(std::vector<std::int32_t>(row.begin(), row.end())));
      at += row.size();
    }
    all.push_back(std::move(entry));
  }
  return all;
}

Json counts_json(const BlockTable& table, Number batch) {
  Json all = Json::array();
  const std::size_t rows = batch == 0 ? 0 : table.counts.size() / static_cast<std::size_t>(batch);
  for (std::size_t b = 0; b < static_cast<std::size_t>(batch); ++b) {
    const auto first = table.counts.begin() + static_cast<std::ptrdiff_t>(b * rows);
    all.push_back(Json(std::vector<std::int32_t>(first, first + static_cast<std::ptrdiff_t>(rows))));
  }
  return all;
}

} // namespace

double TilesSummary::grid_waste() const {
  return tiles_ratio(counts.grid(), static_cast<double>(counts.touched()));
}

double TilesSummary::pair_waste() const {
  const double computed = static_cast<double>(counts.touched()) * static_cast<double>(shape.tile.queries) *
                          static_cast<double>(shape.tile.keys);
  return pairs > 0 ? computed / static_cast<double>(pairs) : 0.0;
}

std::string to_text(const TilesSummary& s) {
  std::string text = field("mask", "query i sees key j when " + condition_text(s.shape.mask));
  text += field("lengths", s.lengths);
  text += field("tiles", fmt::format("{} queries x {} keys, edges {}", s.shape.tile.queries, s.shape.tile.keys,
                                     to_string(s.shape.edges)));
  text += field("full", share_text(s.counts.full, s.counts.grid()));
  text += field("partial", share_text(s.counts.partial, s.counts.grid()));
  text += field("empty", share_text(s.counts.empty, s.counts.grid()));
  text += field("waste", fmt::format("{:.3f} tiles of the grid per tile with work, {:.3f} pairs computed per pair seen",
                                     s.grid_waste(), s.pair_waste()));
  if (s.orders.empty()) {
    return text;
  }
  text += field("schedule", fmt::format("{} work items of one {} each", grouped(std::to_string(s.positions)),
                                        s.shape.unit == index_map::tiles::Unit::row ? "row of tiles" : "tile"));
  std::vector<std::vector<std::string>> rows;
  for (const TilesOrder& one : s.orders) {
    rows.push_back({std::string(to_string(one.order)),
                    one.balance ? fmt::format("{:.3f}", one.balance->persistent) : "not computed",
                    one.balance ? fmt::format("{:.3f}", one.balance->dynamic) : "not computed"});
  }
  text += fmt::format("\nbusiest of {} workers over their mean:\n", s.workers);
  return text + table_text({{"order"}, {"persistent", true}, {"next to the idle", true}}, rows);
}

Json to_json(const TilesSummary& s) {
  Json orders = Json::array();
  for (const TilesOrder& one : s.orders) {
    orders.push_back({{"order", to_string(one.order)},
                      {"persistent", one.balance ? Json(one.balance->persistent) : Json()},
                      {"dynamic", one.balance ? Json(one.balance->dynamic) : Json()}});
  }
  return {{"schema_version", 1},
          {"mask", s.mask_text},
          {"condition", condition_text(s.shape.mask)},
          {"tile", {s.shape.tile.queries, s.shape.tile.keys}},
          {"edges", to_string(s.shape.edges)},
          {"unit", to_string(s.shape.unit)},
          {"heads", s.shape.heads},
          {"full", integer(s.counts.full)},
          {"partial", integer(s.counts.partial)},
          {"empty", integer(s.counts.empty)},
          {"pairs", integer(s.pairs)},
          {"grid_waste", s.grid_waste()},
          {"pair_waste", s.pair_waste()},
          {"work_items", integer(s.positions)},
          {"workers", s.workers},
          {"balance", std::move(orders)}};
}

Json to_json(const BlockLists& lists) {
  Json document{{"schema_version", 1},
                {"batch", lists.batch},
                {"heads", 1},
                {"q_blocks", lists.rows},
                {"kv_blocks", lists.columns}};
  for (const BlockLists::Named& named : lists.tables()) {
    document[named.counts] = counts_json(*named.table, lists.batch);
    document[named.indices] = rows_json(*named.table, lists.batch);
  }
  return document;
}

std::string to_csv(const BlockLists& lists) {
  std::string text = "batch,q_block,kv_block,class\n";
  std::size_t partial_at = 0;
  std::size_t full_at = 0;
  for (std::size_t r = 0; r < lists.kv.counts.size(); ++r) {
    const auto partial = lists.kv.row(r, partial_at);
    const auto full = lists.full_kv.row(r, full_at);
    partial_at += partial.size();
    full_at += full.size();
    const auto rows = static_cast<std::size_t>(lists.rows);
    for (std::size_t p = 0, f = 0; p < partial.size() || f < full.size();) {
      const bool next_is_full = p == partial.size() || (f < full.size() && full[f] < partial[p]);
      text += fmt::format("{},{},{},{}\n", r / rows, r % rows, next_is_full ? full[f] : partial[p],
                          next_is_full ? "full" : "partial");
      ++(next_is_full ? f : p);
    }
  }
  return text;
}

} // namespace mapwright::report
