// Lists of points to infer domains from, made without any of the inference.
#pragma once

#include "domain/parse.hpp"
#include "domain/reference.hpp"
#include "index_map/infer/infer.hpp"

#include <algorithm>
#include <cstdint>
#include <random>
#include <string>
#include <vector>

#include <gtest/gtest.h>

namespace mapwright::test {

using index_map::infer::Examples;
using index_map::infer::PointList;
using Cells = std::vector<std::vector<std::int64_t>>;

/// The first `count` points of a domain by its ordered scan.
inline PointList scanned(const std::string& text, const std::vector<std::int64_t>& sizes, std::size_t count) {
  const auto domain = domain::parse_domain(text);
  if (!domain) {
    ADD_FAILURE() << text << ": " << domain.error().format();
    return PointList(1);
  }
  const std::size_t axes = domain->dimensions.size();
  PointList points(axes);
  const auto reference = domain::Reference::make(*domain);
  domain::ScanOptions options;
  options.count_first = false;
  auto scanner = reference->scan(std::vector<expr::Int>(sizes.begin(), sizes.end()), {}, options);
  if (!scanner) {
    ADD_FAILURE() << text << ": " << scanner.error().format();
    return points;
  }
  std::vector<std::vector<std::int64_t>> columns(axes, std::vector<std::int64_t>(count));
  std::vector<std::int64_t*> pointers;
  for (auto& column : columns) {
    pointers.push_back(column.data());
  }
  const std::size_t filled = scanner->fill(pointers, count);
  std::vector<std::int64_t> point(axes);
  for (std::size_t i = 0; i < filled; ++i) {
    for (std::size_t d = 0; d < axes; ++d) {
      point[d] = columns[d][i];
    }
    points.push(point);
  }
  return points;
}

/// The points of a fractal whose cells are replaced `level` times, coarsest digit first.
inline PointList fractal_points(const Cells& cells, std::int64_t scale, int level) {
  const std::size_t axes = cells[0].size();
  Cells points{std::vector<std::int64_t>(axes)};
  for (int l = 0; l < level; ++l) {
    Cells finer;
    for (const auto& point : points) {
      for (const auto& cell : cells) {
        finer.push_back(point);
        for (std::size_t d = 0; d < axes; ++d) {
          finer.back()[d] = point[d] * scale + cell[d];
        }
      }
    }
    points = std::move(finer);
  }
  PointList list(axes);
  for (const auto& point : points) {
    list.push(point);
  }
  return list;
}

inline PointList first(const PointList& points, std::size_t count) {
  PointList some = points;
  some.truncate(std::min(count, points.size()));
  return some;
}

inline Examples examples_of(const PointList& points) {
  static const std::vector<std::string> names{"i", "j", "k", "l", "p", "q"};
  Examples examples;
  examples.file = "points.csv";
  examples.dimensions.assign(names.begin(), names.begin() + static_cast<std::ptrdiff_t>(points.dimensions()));
  examples.points = points;
  for (std::size_t i = 0; i < points.size(); ++i) {
    examples.lines.push_back(static_cast<int>(i) + 1);
    examples.sources.push_back(index_map::infer::text_of(points[i]));
  }
  return examples;
}

/// Infers from the first `given` points and compares all of `truth`; the text of the domain, empty after a failure.
inline std::string inferred_text(const PointList& truth, std::size_t given) {
  const auto inference = index_map::infer::infer(examples_of(first(truth, given)));
  if (!inference) {
    ADD_FAILURE() << inference.error().format();
    return {};
  }
  const PointList predicted = inference->hypothesis.points(truth.size());
  const std::size_t differs = index_map::infer::first_difference(predicted, truth);
  EXPECT_EQ(differs, truth.size()) << inference->hypothesis.text << " differs at index " << differs;
  EXPECT_GE(4 * inference->held_back, std::min(given, truth.size()));
  return inference->hypothesis.text;
}

} // namespace mapwright::test
