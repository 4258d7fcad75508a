// A telescoping proof as the steps of its check see it: the plan, its regions as isl sets, and what was found so far.
#pragma once

#include "index_map/derived.hpp"
#include "index_map/telescoping/isl_condition.hpp"
#include "index_map/telescoping/plan.hpp"

#include <string>
#include <vector>

namespace mapwright::index_map {

struct Proof {
  explicit Proof(TelescopingPlan of) : plan(std::move(of)) {}

  /// Parses the set and all regions; false, with a failed fact, where one does not read or the levels do not fit it.
  bool read();

  void fact(std::string name, bool holds, std::string detail);
  /// Holds when there is no refutation.
  void fact(std::string name, const std::string& refutation, const char* proved_by);

  /// Parameters and the first `count` coordinates.
  [[nodiscard]] std::vector<expr::Symbol> names_of_prefix(std::size_t count) const;

  /// { [x1 .. x(count)] : condition }, or an empty set and the failed fact `what`.
  domain::IslSet where(std::size_t count, const expr::Expr& condition, const std::string& what);

  TelescopingPlan plan;
  domain::IslContext context; // before the sets: freed last
  domain::IslSet set;
  std::size_t visible = 0;                          ///< levels that are scan coordinates
  std::vector<std::vector<domain::IslSet>> regions; ///< [k]: of the pieces of level k, over k + 1 coordinates
  std::vector<domain::IslSet> count_regions;        ///< of the cases of count
  std::vector<domain::IslSet> prefix_sets;          ///< [k]: union of the regions over k coordinates
  CheckReport report;

private:
  [[nodiscard]] std::vector<expr::Symbol> coordinates(std::size_t count) const;
  bool levels_fit();
  bool read_region(const std::string& text, std::size_t width, std::vector<domain::IslSet>& out);
};

/// All guards of a piece, with the names of the end points replaced by what they stand for.
expr::Expr guards_of(const LevelPlan& level, const PiecePlan& piece);

} // namespace mapwright::index_map
