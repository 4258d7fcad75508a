// What the emitted text of an example map is asked, and what the evaluator answers.
//
// One case fixes the parameters and asks a list of indices. The answer is one list of words: count; then for every
// index w the point of unrank(w), the point of the prepared unrank where there is one (else the same again), rank of
// that point, contains of that point and of its 2d neighbours, has_next, and the next point (zeros where there is
// none).
#pragma once

#include "emit/example_maps.hpp"
#include "expr/evaluate.hpp"

#include <algorithm>
#include <cstdint>
#include <random>
#include <stdexcept>
#include <vector>

namespace mapwright::test {

struct Case {
  std::vector<std::int64_t> parameters;
  std::vector<std::int64_t> table; ///< entries of the run-time table, if the map has one
  std::vector<std::int64_t> indices;
};

inline std::size_t words_per_index(const ExampleMap& e) {
  const std::size_t d = e.map.domain.dimensions.size();
  return 2 * d + 1 + 1 + 2 * d + 1 + d;
}

inline std::vector<expr::Int> ask(const expr::Function& f, const std::vector<std::int64_t>& parameters,
                                  const std::vector<expr::Int>& arguments, expr::Tables tables) {
  const std::vector<expr::Int> wide(parameters.begin(), parameters.end());
  auto values = expr::call(f, wide, arguments, tables);
  if (!values) {
    throw std::logic_error(f.name + ": " + expr::describe(values.error()));
  }
  return std::move(*values);
}

inline std::vector<expr::Table> filled_tables(const ExampleMap& e, const Case& c) {
  std::vector<expr::Table> tables = e.map.tables;
  for (expr::Table& table : tables) {
    if (table.runtime) {
      table.values = c.table;
    }
  }
  return tables;
}

inline std::vector<std::int64_t> expected_answers(const ExampleMap& e, const Case& c) {
  const std::vector<expr::Table> tables = filled_tables(e, c);
  std::vector<std::int64_t> out;
  const auto put = [&](expr::Int value) { out.push_back(static_cast<std::int64_t>(value)); };
  put(ask(e.map.count, c.parameters, {}, tables)[0]);
  for (const std::int64_t w : c.indices) {
    std::vector<expr::Int> point = ask(e.map.unrank, c.parameters, {w}, tables);
    for (int time = 0; time < 2; ++time) {
      std::for_each(point.begin(), point.end(), put);
    }
    put(ask(e.map.rank, c.parameters, point, tables)[0]);
    put(ask(e.map.contains, c.parameters, point, tables)[0] != 0);
    for (std::size_t d = 0; d < point.size(); ++d) {
      for (const int by : {1, -1}) {
        point[d] += by;
        put(ask(e.map.contains, c.parameters, point, tables)[0] != 0);
        point[d] -= by;
      }
    }
    const std::vector<expr::Int> next = ask(e.map.successor, c.parameters, point, tables);
    put(next[0] != 0);
    for (std::size_t d = 1; d < next.size(); ++d) {
      put(next[0] != 0 ? next[d] : 0);
    }
  }
  return out;
}

/// Every index of a map of that size.
inline Case every_index(const ExampleMap& e, std::vector<std::int64_t> parameters,
                        std::vector<std::int64_t> table = {}) {
  Case c{std::move(parameters), std::move(table), {}};
  const auto count = static_cast<std::int64_t>(ask(e.map.count, c.parameters, {}, filled_tables(e, c))[0]);
  for (std::int64_t w = 0; w < count; ++w) {
    c.indices.push_back(w);
  }
  return c;
}

/// The ends of the map, random indices between them, and both sides of the first coordinate's steps near each.
inline Case boundary_indices(const ExampleMap& e, std::vector<std::int64_t> parameters, int samples) {
  Case c{std::move(parameters), {}, {}};
  const auto count = static_cast<std::int64_t>(ask(e.map.count, c.parameters, {}, {e.map.tables})[0]);
  std::mt19937_64 random(20240607);
  std::uniform_int_distribution<std::int64_t> anywhere(0, count - 1);
  std::vector<std::int64_t> around{0, 1, 2, 3, count / 2, count - 1, count - 2, count - 3};
  for (int i = 0; i < samples; ++i) {
    const std::int64_t w = anywhere(random) >> (i % 48);
    around.push_back(w);
    // The first index of this first coordinate: where estimates err.
    std::vector<expr::Int> point = ask(e.map.unrank, c.parameters, {w}, {e.map.tables});
    std::fill(point.begin() + 1, point.end(), 0);
    around.push_back(static_cast<std::int64_t>(ask(e.map.rank, c.parameters, point, {e.map.tables})[0]));
  }
  for (const std::int64_t w : around) {
    for (const std::int64_t near : {w - 1, w, w + 1}) {
      if (near >= 0 && near < count) {
        c.indices.push_back(near);
      }
    }
  }
  return c;
}

/// r^k - 1, r^k, r^k + 1 for r up to the end of the word, and random words.
inline Case root_indices(const ExampleMap& e, int bits) {
  Case c{{}, {}, {}};
  for (const expr::Int most : bits == 32 ? e.most32 : e.most64) {
    c.parameters.push_back(static_cast<std::int64_t>(most));
  }
  const std::int64_t end = bits == 32 ? INT32_MAX : INT64_MAX;
  const auto add = [&](expr::Int w) {
    if (w >= 0 && w <= end) {
      c.indices.push_back(static_cast<std::int64_t>(w));
    }
  };
  std::mt19937_64 random(7);
  for (const int k : {2, 3, 4, 5, 6, 9}) {
    const auto most = static_cast<std::int64_t>(expr::integer_root(end, k));
    for (int i = 0; i < 1500; ++i) {
      const std::int64_t sampled = i < 300   ? i
                                   : i < 600 ? most - (i - 300)
                                             : static_cast<std::int64_t>(random() >> (1 + i % 60)) % (most + 1);
      const std::int64_t r = std::clamp<std::int64_t>(sampled, 0, most);
      const expr::Int power = *expr::integer_power(r, k);
      add(power - 1);
      add(power);
      add(power + 1);
    }
  }
  for (int i = 0; i < 6000; ++i) {
    add(static_cast<std::int64_t>(random() >> (1 + i % 63)) & end);
    add(i);
    add(end - i);
  }
  return c;
}

/// At most `most` of the case's indices, at even distances.
inline Case thinned(Case c, std::size_t most) {
  const std::size_t step = c.indices.size() / most + 1;
  std::vector<std::int64_t> kept;
  for (std::size_t i = 0; i < c.indices.size(); i += step) {
    kept.push_back(c.indices[i]);
  }
  c.indices = std::move(kept);
  return c;
}

/// The cases of a map in one word width, by its name.
inline std::vector<Case> cases_of(const ExampleMap& e, int bits) {
  std::vector<Case> cases;
  if (e.identifier == "roots") {
    return {root_indices(e, bits)};
  }
  if (e.identifier == "operators") {
    return {every_index(e, {9})};
  }
  if (e.identifier == "divisions") {
    for (const auto& [n, m] : {std::pair{1, 1}, {3, 7}, {7, 3}, {8, 8}, {1, 500}, {64, 63}, {500, 500}}) {
      cases.push_back(every_index(e, {n, m}));
    }
    return cases;
  }
  if (e.identifier == "rectangle") {
    for (const auto& [rows, columns] : {std::pair{1, 1}, {3, 7}, {40, 1}, {1, 40}, {31, 33}}) {
      cases.push_back(every_index(e, {rows, columns}));
    }
  } else if (e.identifier == "ragged") {
    cases.push_back(every_index(e, {1}, {5, 9}));
    cases.push_back(every_index(e, {7}, {2, 2, 5, 5, 5, 30, 31, 31}));
    cases.push_back(every_index(e, {4}, {0, 0, 0, 0, 3}));
    return cases;
  } else {
    const bool small = e.identifier == "hostile";
    const bool level = e.map.domain.parameters[0].name() == "level";
    for (std::int64_t n = 1; n <= (small ? 3 : level ? 7 : 24); ++n) {
      cases.push_back(every_index(e, {n}));
    }
  }
  const std::vector<expr::Int>& most = bits == 32 ? e.most32 : e.most64;
  cases.push_back(boundary_indices(e, {most.begin(), most.end()}, 600));
  return cases;
}

} // namespace mapwright::test
