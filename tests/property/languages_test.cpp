// Every domain of the catalogue in Python, NumPy and Triton: each index, against the evaluator.
#include "domain/catalogue.hpp"
#include "domain/parse.hpp"
#include "emit/names.hpp"
#include "emit/python_runs.hpp"
#include "index_map/derive.hpp"

#include <deque>
#include <optional>

#include <gtest/gtest.h>

namespace mapwright::test {
namespace {

constexpr std::int64_t most_points = 150;

/// The offsets of rows of these lengths, for ragged entries.
std::vector<expr::Table> row_offsets(const domain::Entry& entry, const domain::Domain& domain, std::int64_t rows) {
  const auto* ragged = std::get_if<domain::RaggedShape>(&domain.shape);
  if (ragged == nullptr || !ragged->fixed.empty()) {
    return {};
  }
  expr::Table table{ragged->offsets, true, {0}, 0, 0, ""};
  for (std::size_t row = 0; row < static_cast<std::size_t>(rows); ++row) {
    table.values.push_back(table.values.back() + entry.row_lengths.at(row));
  }
  return {table};
}

/// A map of the catalogue at one size, and that size.
struct AtSize {
  ExampleMap map;
  Case asked;
};

/// The map at the greatest of the entry's sizes with at most `most_points` points. A single run-time table stays one;
/// where there are several, they become fixed.
std::optional<AtSize> entry_at_size(const domain::Entry& entry) {
  const auto parsed = domain::parse_domain(entry.names.front());
  if (!parsed) {
    throw std::runtime_error(parsed.error().format());
  }
  const auto derived = index_map::derive(*parsed);
  if (!derived) {
    throw std::runtime_error(derived.error().format());
  }
  std::optional<AtSize> best;
  for (const std::vector<std::int64_t>& sizes : entry.sizes) {
    const std::vector<expr::Int> wide(sizes.begin(), sizes.end());
    const auto given = row_offsets(entry, *parsed, sizes.empty() ? 0 : sizes[0]);
    auto tables = index_map::tables_for(*derived, wide, given);
    if (!tables) {
      throw std::runtime_error(tables.error().format());
    }
    AtSize one{{emit::to_identifier(entry.names.front()), derived->map, wide, wide}, {sizes, {}, {}}};
    const auto runtime = std::count_if(one.map.map.tables.begin(), one.map.map.tables.end(),
                                       [](const expr::Table& table) { return table.runtime; });
    if (runtime == 1 && tables->size() == 1) {
      one.asked.table = tables->front().values;
    } else {
      one.map.map.tables = *tables;
      for (expr::Table& table : one.map.map.tables) {
        table.runtime = false;
      }
    }
    const auto count =
        static_cast<std::int64_t>(ask(one.map.map.count, sizes, {}, filled_tables(one.map, one.asked)).front());
    if (count > most_points || (best && count < static_cast<std::int64_t>(best->asked.indices.size()))) {
      continue;
    }
    for (std::int64_t w = 0; w < count; ++w) {
      one.asked.indices.push_back(w);
    }
    best = std::move(one);
  }
  return best;
}

TEST(CatalogueInPython, AnswersAsTheEvaluatorAtEveryIndex) {
  if (!has_numpy()) {
    GTEST_SKIP() << "no python3-numpy on this machine";
  }
  const ScratchFolder folder;
  std::deque<AtSize> maps;
  std::vector<PythonQuestion> asked;
  std::size_t indices = 0;
  for (const domain::Entry& entry : domain::catalogue()) {
    auto at = entry_at_size(entry);
    if (!at) {
      continue;
    }
    maps.push_back(std::move(*at));
    const AtSize& one = maps.back();
    const std::vector<std::int64_t> wanted = expected_answers(one.map, one.asked);
    for (const char* language : {"python", "numpy", "triton"}) {
      ASSERT_EQ(write_module(folder, one.map, language), "") << entry.names.front();
      asked.push_back({&one.map, language, 64, one.asked, wanted});
    }
    indices += one.asked.indices.size();
  }
  EXPECT_GE(maps.size(), domain::catalogue().size() - 2);
  EXPECT_GT(indices, 20 * maps.size());
  EXPECT_EQ(ask_modules(folder, asked), "");
}

} // namespace
} // namespace mapwright::test
