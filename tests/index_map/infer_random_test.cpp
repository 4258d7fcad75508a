// Domains nobody has seen: random masks in random orders, random substitution systems, random nests, random faults.
#include "index_map/infer_support.hpp"

#include <fmt/format.h>
#include <gmock/gmock.h>

namespace mapwright::test {
namespace {

using Random = std::mt19937;

std::int64_t between(Random& random, std::int64_t low, std::int64_t high) {
  return std::uniform_int_distribution<std::int64_t>(low, high)(random);
}

/// A mask of that many axes with at least two cells that is not a box within the box, in random order.
Cells random_cells(Random& random, std::size_t axes, std::int64_t scale, std::size_t most) {
  Cells all{{}};
  for (std::size_t d = 0; d < axes; ++d) {
    Cells longer;
    for (const auto& cell : all) {
      for (std::int64_t x = 0; x < scale; ++x) {
        longer.push_back(cell);
        longer.back().push_back(x);
      }
    }
    all = std::move(longer);
  }
  std::shuffle(all.begin(), all.end(), random);
  all.resize(static_cast<std::size_t>(between(random, 3, static_cast<std::int64_t>(std::min(all.size(), most)))));
  return all;
}

/// Two levels more than `given` points need.
int level_for(const Cells& cells, std::size_t given) {
  int level = 1;
  for (std::size_t count = cells.size(); count < given; count *= cells.size()) {
    ++level;
  }
  return level;
}

TEST(InferRandomGeneratorsSlow, AnyCellOrderIsFound) {
  Random random(20260101);
  for (int round = 0; round < 60; ++round) {
    const auto axes = static_cast<std::size_t>(between(random, 2, 4));
    const std::int64_t scale = between(random, 2, 4);
    const Cells cells = random_cells(random, axes, scale, 24);
    const PointList truth = first(fractal_points(cells, scale, level_for(cells, 500)), 1500);
    SCOPED_TRACE(fmt::format("round {}: {} axes, scale {}, {} cells", round, axes, scale, cells.size()));
    EXPECT_THAT(inferred_text(truth, std::min<std::size_t>(500, truth.size())), testing::Not(testing::IsEmpty()));
  }
}

TEST(InferRandomGenerators, CatalogueFractalsInAnyCellOrder) {
  Random random(7);
  for (const auto& [text, scale, axes] : {std::tuple{"gasket", 2, 2},
                                          {"carpet", 3, 2},
                                          {"vicsek", 3, 2},
                                          {"sierpinski-tetrahedron", 2, 3},
                                          {"menger-sponge", 3, 3},
                                          {"mosely-light", 3, 3},
                                          {"mosely-heavy", 3, 3}}) {
    const PointList mask = scanned(text, {1}, 100);
    Cells cells;
    for (std::size_t i = 0; i < mask.size(); ++i) {
      cells.emplace_back(mask[i].begin(), mask[i].end());
    }
    for (int round = 0; round < 4; ++round) {
      std::shuffle(cells.begin(), cells.end(), random);
      SCOPED_TRACE(text);
      inferred_text(first(fractal_points(cells, scale, level_for(cells, 500)), 1200), 500);
    }
  }
}

TEST(InferRandomSubstitutions, OfTwoTilesAreFound) {
  Random random(11);
  int solved = 0;
  for (int round = 0; round < 20; ++round) {
    std::string text = "substitution:2:";
    for (const char* name : {"A", "B"}) {
      const Cells cells = random_cells(random, 2, 2, 4);
      text += fmt::format("{}{}=", text.back() == ':' ? "" : "; ", name);
      for (std::size_t c = 0; c < cells.size(); ++c) {
        const bool other = c == 1 || between(random, 0, 1) == 1;
        text += fmt::format("{}({},{}){}", c == 0 ? "" : " ", cells[c][0], cells[c][1], other ? "B" : "A");
      }
    }
    const PointList truth = scanned(text, {7}, 900);
    const auto inference = index_map::infer::infer(examples_of(first(truth, 400)));
    SCOPED_TRACE(text);
    if (!inference) { // a start tile of whose children only one is seen
      EXPECT_EQ(inference.error().kind, ErrorKind::answer_no) << inference.error().format();
      continue;
    }
    const PointList predicted = inference->hypothesis.points(400);
    EXPECT_EQ(predicted, first(truth, 400));
    solved += static_cast<int>(inference->hypothesis.points(truth.size()) == truth);
  }
  // Where the list fills its box and the start tile does not begin with itself, nothing shows what lies outside.
  EXPECT_GE(solved, 15);
}

/// Rows of a random convex nest: bounds of small slopes, sometimes two of them, sometimes a stride.
std::string random_nest(Random& random) {
  std::string text = "[n] -> { [i, j, k] : 0 <= i < n";
  text += fmt::format(" and j >= {} and j <= {}i + {}", between(random, -3, 1), between(random, 0, 2),
                      between(random, 2, 5));
  if (between(random, 0, 2) == 0) {
    text += fmt::format(" and j >= i - {}", between(random, 2, 4));
  }
  text += fmt::format(" and k >= {}j - {} and {}k <= i + {}", between(random, -1, 1), between(random, 8, 12),
                      between(random, 1, 2), between(random, 0, 6));
  if (between(random, 0, 3) == 0) {
    text += " and (i + k) mod 2 = 0";
  }
  return text + " }";
}

TEST(InferRandomNestsSlow, AreFound) {
  Random random(5);
  int determined = 0;
  for (int round = 0; round < 40; ++round) {
    const std::string text = random_nest(random);
    const PointList truth = scanned(text, {60}, 1600);
    SCOPED_TRACE(text);
    const auto inference = index_map::infer::infer(examples_of(first(truth, 800)));
    if (!inference) {
      EXPECT_EQ(inference.error().kind, ErrorKind::answer_no) << inference.error().format();
      continue;
    }
    EXPECT_EQ(inference->hypothesis.points(800), first(truth, 800));
    determined += static_cast<int>(inference->hypothesis.points(truth.size()) == truth);
  }
  EXPECT_GE(determined, 34);
}

TEST(InferRasters, RowMajorScansOfMasks) {
  Random random(3);
  for (const auto& [text, scale] : {std::pair{"gasket", 2}, {"carpet", 3}, {"vicsek", 3}, {"menger-sponge", 3}}) {
    const PointList mask = scanned(text, {1}, 100);
    Cells cells;
    for (std::size_t i = 0; i < mask.size(); ++i) {
      cells.emplace_back(mask[i].begin(), mask[i].end());
    }
    const PointList points = fractal_points(cells, scale, cells.size() > 10 ? 2 : 4);
    Cells sorted;
    for (std::size_t i = 0; i < points.size(); ++i) {
      sorted.emplace_back(points[i].begin(), points[i].end());
    }
    std::sort(sorted.begin(), sorted.end());
    PointList truth(mask.dimensions());
    for (const auto& point : sorted) {
      truth.push(point);
    }
    SCOPED_TRACE(text);
    EXPECT_THAT(inferred_text(truth, 3 * truth.size() / 4), testing::StartsWith("where:"));
  }
}

/// The list without point `at`, with it twice, or with another in its place.
PointList with_fault(const PointList& points, std::size_t at, int kind) {
  PointList faulty(points.dimensions());
  for (std::size_t i = 0; i < points.size(); ++i) {
    std::vector<std::int64_t> point(points[i].begin(), points[i].end());
    if (i == at && kind == 0) {
      continue;
    }
    if (i == at && kind == 2) {
      point.back() += 1000;
    }
    faulty.push(point);
    if (i == at && kind == 1) {
      faulty.push(point);
    }
  }
  return faulty;
}

TEST(InferFaultsSlow, AreLocatedAtRandomPositions) {
  Random random(99);
  const std::vector<std::pair<std::string, std::vector<std::int64_t>>> domains{
      {"triangle", {60}},
      {"band", {300, 3, 2}},
      {"tetrahedron", {40}},
      {"simplex", {20}},
      {"carpet", {5}},
      {"menger-sponge", {4}},
      {"hilbert-square", {6}},
      {"disk", {14}},
      {"eri", {20}},
      {"[n] -> { [i, j] : 0 <= i < n and i <= j <= 2i + 5 }", {80}},
      {"fractal:2:(1,1) (0,0) (0,1)", {8}}};
  static constexpr const char* words[] = {"is missing", "is there twice", "is wrong"};
  for (const auto& [text, sizes] : domains) {
    const PointList truth = scanned(text, sizes, 500);
    for (int round = 0; round < 9; ++round) {
      const int kind = round % 3;
      const auto at = static_cast<std::size_t>(between(random, 3, static_cast<std::int64_t>(truth.size()) - 4));
      const auto inference = index_map::infer::infer(examples_of(with_fault(truth, at, kind)));
      SCOPED_TRACE(fmt::format("{}: point {} {}", text, at, words[kind]));
      ASSERT_FALSE(inference);
      EXPECT_EQ(inference.error().kind, ErrorKind::answer_no) << inference.error().format();
      EXPECT_THAT(inference.error().message, testing::HasSubstr(kind == 0 ? "is missing" : words[kind]));
      EXPECT_THAT(inference.error().message, testing::HasSubstr(index_map::infer::text_of(truth[at])));
      ASSERT_TRUE(inference.error().where);
      EXPECT_EQ(inference.error().where->line, static_cast<int>(at) + (kind == 1 ? 2 : 1));
    }
  }
}

/// Places at which some longer law would bend around the fault: a window that begins there, a facet more.
TEST(InferFaults, AreNotAbsorbed) {
  for (const auto& [text, sizes, at] :
       {std::tuple<std::string, std::vector<std::int64_t>, std::size_t>{"triangle", {60}, 297},
        {"band", {300, 3, 2}, 2},
        {"tetrahedron", {40}, 275}}) {
    const PointList truth = scanned(text, sizes, 300);
    const auto inference = index_map::infer::infer(examples_of(with_fault(truth, at, 0)));
    SCOPED_TRACE(text);
    ASSERT_FALSE(inference) << inference->hypothesis.text;
    EXPECT_THAT(inference.error().message,
                testing::HasSubstr("is missing before this line: " + index_map::infer::text_of(truth[at])));
  }
}

} // namespace
} // namespace mapwright::test
