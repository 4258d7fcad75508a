// Every entry of the catalogue at every size it names for exhaustive comparison.
#include "domain/catalogue.hpp"
#include "domain/parse.hpp"
#include "domain/reference.hpp"
#include "expr/evaluate.hpp"
#include "expr/text.hpp"
#include "reference/domain_points.hpp"

#include <algorithm>
#include <set>
#include <string>

#include <gtest/gtest.h>

namespace mapwright::domain {
namespace {

std::vector<Int> widen(const std::vector<std::int64_t>& size) {
  return {size.begin(), size.end()};
}

std::vector<Table> tables_of(const Entry& entry) {
  return entry.ragged ? std::vector<Table>{test::offsets_of(entry.row_lengths)} : std::vector<Table>{};
}

Int closed_form(const Entry& entry, const std::vector<std::int64_t>& size) {
  expr::Environment environment;
  std::size_t next = 0;
  for (const EntryParameter& parameter : entry.parameters) {
    if (!parameter.constant) {
      environment.bind(Symbol(parameter.name), size[next++]);
    }
  }
  const auto parsed = expr::parse_expr(entry.count, entry.names.front());
  EXPECT_TRUE(parsed) << parsed.error().format();
  const auto value = expr::evaluate(*parsed, environment);
  EXPECT_TRUE(value) << entry.names.front() << ": " << expr::describe(value.error());
  return value.value_or(-1);
}

class CatalogueEntry : public testing::TestWithParam<std::string> {
protected:
  Entry entry = *find_entry(GetParam());
  Domain domain = parse_domain(GetParam()).value();
  std::vector<Table> tables = tables_of(entry);
};

TEST_P(CatalogueEntry, ScanIsBruteForceInOrder) {
  ASSERT_FALSE(entry.sizes.empty());
  for (const auto& size : entry.sizes) {
    const auto parameters = widen(size);
    const auto expected = test::brute_force_points(domain, parameters, tables);
    EXPECT_EQ(test::scanned_points(domain, parameters, tables), expected);
    EXPECT_EQ(test::filled_points(domain, parameters, 7, tables), expected);
    EXPECT_EQ(count_by_scan(domain, parameters, tables).value(), static_cast<Int>(expected.size()));
  }
}

TEST_P(CatalogueEntry, BoundingBoxIsTight) {
  for (const auto& size : entry.sizes) {
    const auto parameters = widen(size);
    const auto points = test::brute_force_points(domain, parameters, tables);
    const Box box = bounding_box(domain, parameters, tables).value();
    if (std::holds_alternative<PredicateShape>(domain.shape)) {
      continue; // the box it is written with
    }
    EXPECT_EQ(box.empty, points.empty());
    for (std::size_t d = 0; d < box.sides.size(); ++d) {
      const auto by_d = [d](const Point& a, const Point& b) { return a[d] < b[d]; };
      EXPECT_EQ(box.sides[d].first, (*std::min_element(points.begin(), points.end(), by_d))[d]);
      EXPECT_EQ(box.sides[d].second, (*std::max_element(points.begin(), points.end(), by_d))[d]);
    }
  }
}

TEST_P(CatalogueEntry, RangesOfTheFirstCoordinatePartitionTheScan) {
  const auto parameters = widen(entry.default_size);
  const auto all = test::scanned_points(domain, parameters, tables);
  const Reference reference = Reference::make(domain).value();
  for (std::int64_t x = -12; x <= 300; ++x) {
    ScanOptions options;
    options.first_coordinate = {x, x};
    std::vector<Point> expected;
    std::copy_if(all.begin(), all.end(), std::back_inserter(expected), [x](const Point& p) { return p[0] == x; });
    if (expected.empty() && x > 40) {
      continue;
    }
    Scanner scanner = reference.scan(parameters, tables, options).value();
    std::vector<Point> found;
    domain::Run run;
    while (scanner.next(run)) {
      for (std::int64_t last = run.first; last <= run.last; ++last) {
        Point point(run.prefix.begin(), run.prefix.end());
        point.push_back(last);
        found.push_back(std::move(point));
      }
    }
    EXPECT_EQ(found, expected) << "first coordinate " << x;
  }
}

TEST_P(CatalogueEntry, SkippingLeavesTheRest) {
  const auto parameters = widen(entry.default_size);
  const auto all = test::scanned_points(domain, parameters, tables);
  const Reference reference = Reference::make(domain).value();
  for (std::size_t skipped = 0; skipped <= all.size() + 1; skipped += 1 + all.size() / 5) {
    Scanner scanner = reference.scan(parameters, tables).value();
    EXPECT_EQ(scanner.skip(skipped), std::min(skipped, all.size()));
    std::vector<std::vector<std::int64_t>> storage(scanner.dimensions(), std::vector<std::int64_t>(1));
    std::vector<std::int64_t*> columns;
    for (auto& column : storage) {
      columns.push_back(column.data());
    }
    if (skipped < all.size()) {
      ASSERT_EQ(scanner.fill(columns, 1), 1U);
      for (std::size_t d = 0; d < columns.size(); ++d) {
        EXPECT_EQ(columns[d][0], all[skipped][d]) << "after " << skipped;
      }
    } else {
      EXPECT_EQ(scanner.fill(columns, 1), 0U);
    }
  }
}

TEST_P(CatalogueEntry, CountIsTheClosedForm) {
  if (entry.count.empty()) {
    EXPECT_FALSE(entry.count_text.empty()) << "an entry without a closed form says so";
    return;
  }
  for (const auto& size : entry.sizes) {
    EXPECT_EQ(expr::to_string(count_by_scan(domain, widen(size), tables).value()),
              expr::to_string(closed_form(entry, size)));
  }
}

TEST_P(CatalogueEntry, CountIsTheKnownNumber) {
  EXPECT_FALSE(entry.golden.empty());
  for (const GoldenCount& golden : entry.golden) {
    EXPECT_EQ(expr::to_string(count_by_scan(domain, widen(golden.size), tables).value()), golden.count);
    if (!entry.count.empty()) {
      EXPECT_EQ(expr::to_string(closed_form(entry, golden.size)), golden.count);
    }
  }
}

TEST_P(CatalogueEntry, DescribesItself) {
  EXPECT_EQ(domain.summary, entry.summary);
  EXPECT_EQ(domain.text, GetParam());
  EXPECT_FALSE(entry.box_ratio.empty());
  EXPECT_EQ(entry.default_size.size(), domain.parameters.size());
  std::size_t sizes = 0;
  for (const EntryParameter& parameter : entry.parameters) {
    sizes += parameter.constant ? 0U : 1U;
    EXPECT_FALSE(parameter.meaning.empty());
  }
  EXPECT_EQ(sizes, domain.parameters.size());
  const auto box = bounding_box_text(domain);
  ASSERT_TRUE(box) << box.error().format();
  EXPECT_EQ(box->size(), domain.dimensions.size());
}

std::string test_name(const testing::TestParamInfo<std::string>& info) {
  std::string name = info.param;
  std::replace(name.begin(), name.end(), '-', '_');
  return name;
}

INSTANTIATE_TEST_SUITE_P(All, CatalogueEntry, testing::ValuesIn([] {
                           std::vector<std::string> names;
                           for (const Entry& entry : catalogue()) {
                             names.push_back(entry.names.front());
                           }
                           return names;
                         }()),
                         test_name);

TEST(Catalogue, CoversEveryRow) {
  std::set<int> rows;
  for (const Entry& entry : catalogue()) {
    rows.insert(entry.row);
  }
  for (int row = 1; row <= 24; ++row) {
    EXPECT_TRUE(rows.count(row) == 1) << "row " << row;
  }
}

TEST(Catalogue, NamesAreUniqueAndAliasesMeanTheSame) {
  const auto names = catalogue_names();
  EXPECT_EQ(std::set<std::string>(names.begin(), names.end()).size(), names.size());
  for (const Entry& entry : catalogue()) {
    for (const std::string& name : entry.names) {
      EXPECT_EQ(find_entry(name)->names.front(), entry.names.front());
      EXPECT_TRUE(parse_domain(name)) << name;
    }
  }
}

TEST(Catalogue, CombinationsOfEveryOrder) {
  for (const char* name : {"combinations", "m-simplex"}) {
    for (std::int64_t k = 1; k <= 6; ++k) {
      const Domain domain = parse_domain(std::string(name) + "(k=" + std::to_string(k) + ")").value();
      const Entry entry = find_entry(name, {k}).value();
      EXPECT_EQ(domain.dimensions.size(), static_cast<std::size_t>(k));
      for (std::int64_t n = 0; n <= 5; ++n) {
        const std::vector<Int> parameters{n};
        EXPECT_EQ(test::scanned_points(domain, parameters), test::brute_force_points(domain, parameters));
        EXPECT_EQ(count_by_scan(domain, parameters).value(), closed_form(entry, {n}));
      }
    }
  }
}

TEST(Catalogue, ABoundParameterFixesTheSize) {
  for (const Entry& entry : catalogue()) {
    const Domain open = parse_domain(entry.names.front()).value();
    if (entry.ragged || open.parameters.front().name() == "level") {
      continue;
    }
    std::string text = entry.names.front();
    std::vector<Int> parameters;
    for (std::size_t i = 0; i < open.parameters.size(); ++i) {
      text += (i == 0 ? "(" : ",") + open.parameters[i].name() + "=" + std::to_string(entry.default_size[i]);
      parameters.push_back(entry.default_size[i]);
    }
    const auto bound = parse_domain(text + ")");
    ASSERT_TRUE(bound) << bound.error().format();
    EXPECT_TRUE(bound->parameters.empty());
    EXPECT_EQ(bound->dimensions, open.dimensions);
    EXPECT_EQ(test::scanned_points(*bound, {}), test::scanned_points(open, parameters)) << text;
  }
}

TEST(Catalogue, HilbertSquareMovesByOneCell) {
  const Domain domain = parse_domain("hilbert-square").value();
  for (Int level = 0; level <= 6; ++level) {
    const auto points = test::scanned_points(domain, std::vector<Int>{level});
    for (std::size_t i = 1; i < points.size(); ++i) {
      const auto distance = [&](std::size_t d) {
        const Int by = points[i][d] - points[i - 1][d];
        return by < 0 ? -by : by;
      };
      ASSERT_EQ(distance(0) + distance(1), 1) << "step " << i;
    }
  }
}

TEST(Catalogue, WasteRatioApproachesItsLimit) {
  struct Row {
    const char* text;
    std::vector<Int> size;
    double ratio;
  };
  const Row rows[] = {{"triangle", {1000}, 2.0 * 1000 / 1001},
                      {"tetrahedron", {200}, 6.0 * 200 * 200 / (201.0 * 202)},
                      {"gasket", {10}, 17.757726},
                      {"menger-sponge", {4}, 1.35 * 1.35 * 1.35 * 1.35},
                      {"wavefront", {9, 4}, 1.0}};
  for (const Row& row : rows) {
    EXPECT_NEAR(waste_ratio(parse_domain(row.text).value(), row.size).value(), row.ratio, 1e-6) << row.text;
  }
}

} // namespace
} // namespace mapwright::domain
