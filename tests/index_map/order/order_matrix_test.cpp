// The support matrix of docs/orders.md: every order of every domain is a proved map that agrees with the sorted points
// in both directions and is emitted in every language, or is refused with a reason. The page holds what this test
// found.
#include "domain/catalogue.hpp"
#include "emit/emit.hpp"
#include "emit/toolchain.hpp"
#include "index_map/emission_unit.hpp"
#include "order_cells.hpp"
#include "reference/order_keys.hpp"
#include "support/map_agreement.hpp"
#include "support/paths.hpp"

#include <algorithm>
#include <cstdlib>
#include <string>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <gtest/gtest.h>

namespace mapwright::test {
namespace {

using domain::Domain;
using domain::OrderRequest;

std::vector<std::vector<expr::Int>> sizes_of_row(const OrderRow& row) {
  std::vector<std::vector<expr::Int>> sizes = row.sizes;
  if (const auto entry = domain::find_entry(row.text); entry && sizes.empty()) {
    for (const std::vector<std::int64_t>& size : entry->sizes) {
      sizes.emplace_back(size.begin(), size.end());
    }
  }
  return sizes;
}

/// What is wrong with a certified map of a cell, or "".
std::string fault_of(const index_map::Certified& certified, const Domain& domain, const OrderRow& row,
                     const OrderRequest& request) {
  if (certified.certificate.domain != domain::ordered_text(row.text, request)) {
    return "the certificate names another domain: " + certified.certificate.domain;
  }
  std::vector<expr::Table> given;
  if (!row.row_lengths.empty()) {
    given.push_back(offsets_of(row.row_lengths));
  }
  for (const std::vector<expr::Int>& size : sizes_of_row(row)) {
    const auto tables = index_map::tables_for(certified.derived, size, given);
    if (!tables) {
      return tables.error().format();
    }
    const auto points = reference::sorted_in_order(request, scanned_points(domain, size, given));
    if (scanned_points(certified.derived.map.domain, size, given) != points) {
      return "the reference scan of the ordered domain differs from the sorted points";
    }
    std::vector<domain::Point> near = points; // points and neighbours that may lie outside
    for (const domain::Point& p : points) {
      near.push_back(p);
      near.back()[near.size() % p.size()] += near.size() % 3 == 0 ? 1 : -1;
    }
    std::string wrong = disagreement(certified.derived.map, size, points, near, *tables);
    if (!wrong.empty()) {
      return wrong;
    }
  }
  for (const std::string_view language : emit::dialect_names()) {
    const auto text = (*emit::make_dialect(language))->emit(index_map::emission_unit(certified));
    if (!text || text->empty()) {
      return fmt::format("{}: {}", language, text ? "no text" : text.error().format());
    }
  }
  return {};
}

/// The page with this table between its marks.
std::string with_table(const std::string& page, const std::string& table) {
  const std::string begin = "<!-- matrix: written by order_matrix_test -->\n";
  const std::string end = "<!-- end of matrix -->\n";
  const std::size_t from = page.find(begin);
  const std::size_t to = page.find(end);
  return from == std::string::npos || to == std::string::npos
             ? std::string()
             : page.substr(0, from + begin.size()) + table + page.substr(to);
}

TEST(OrderMatrix, EveryCellAgreesWithTheSortedPointsOrIsRefusedAndThePageSaysSo) {
  const std::vector<OrderRequest> columns = order_columns();
  std::vector<std::string> names;
  for (const OrderRequest& request : columns) {
    names.push_back(fmt::format("`{}`", to_string(request)));
  }
  std::string table = fmt::format("| domain | {} |\n|---|{}\n", fmt::join(names, " | "), [&] {
    std::string rule;
    for (std::size_t i = 0; i < columns.size(); ++i) {
      rule += "---|";
    }
    return rule;
  }());
  std::vector<std::string> reasons;
  for (const OrderRow& row : order_rows()) {
    const auto domain = domain::parse_domain(row.text);
    ASSERT_TRUE(domain) << domain.error().format();
    ASSERT_FALSE(sizes_of_row(row).empty()) << row.text;
    std::string line = fmt::format("| `{}` |", row.text);
    for (const OrderRequest& request : columns) {
      const auto certified = index_map::certify_in_order(*domain, request);
      if (certified) {
        EXPECT_EQ(fault_of(*certified, *domain, row, request), "") << row.text << ", " << to_string(request);
        line += fmt::format(" {} |", certified->derived.map.complexity);
        continue;
      }
      const std::string& message = certified.error().message;
      const std::string named = fmt::format("no {} order: ", to_string(request));
      const std::string why = message.starts_with(named) ? message.substr(named.size()) : message;
      EXPECT_GT(why.size(), 20U) << row.text << ", " << to_string(request);
      auto known = std::find(reasons.begin(), reasons.end(), why);
      known = known == reasons.end() ? reasons.insert(known, why) : known;
      line += fmt::format(" ({}) |", known - reasons.begin() + 1);
    }
    table += line + "\n";
  }
  table += "\nReasons:\n\n";
  for (std::size_t i = 0; i < reasons.size(); ++i) {
    table += fmt::format("{}. {}\n", i + 1, reasons[i]);
  }
  table += fmt::format("\nEvery map above was written in each of these languages: {}.\n",
                       fmt::join(emit::dialect_names(), ", "));
  const std::filesystem::path path = source_dir() / "docs/orders.md";
  const std::string page = read_text(path);
  const std::string wanted = with_table(page, table);
  ASSERT_NE(wanted, "") << "the page has no marks for the table";
  if (std::getenv("MAPWRIGHT_UPDATE_GOLDEN") != nullptr) {
    write_text(path, wanted);
  } else {
    EXPECT_EQ(page, wanted) << path << " differs; MAPWRIGHT_UPDATE_GOLDEN=1 rewrites it";
  }
}

} // namespace
} // namespace mapwright::test
