// A map at one size: its questions answered exactly, or refused.
#pragma once

#include "core/error.hpp"
#include "expr/evaluate.hpp"
#include "index_map/derived.hpp"

#include <optional>
#include <span>
#include <string>
#include <vector>

namespace mapwright::report {

/// "n = 10, m = 3"; empty without parameters.
std::string sizes_text(const std::vector<expr::Symbol>& parameters, std::span<const expr::Int> sizes);

/// "(4, 2)".
std::string point_text(std::span<const expr::Int> point);

/// The derivation must outlive this. Every answer is exact: what does not fit 127 bits is an input error that says so.
class MapAt {
public:
  /// `sizes`: one value per parameter. `given`: values of the run-time tables. Errors: input, when a table is missing,
  /// a size is impossible, or the count does not fit.
  static Result<MapAt> make(const index_map::Derived& derived, std::vector<expr::Int> sizes,
                            std::span<const expr::Table> given = {});

  [[nodiscard]] expr::Int count() const { return count_; }
  [[nodiscard]] const std::vector<expr::Int>& sizes() const { return sizes_; }
  [[nodiscard]] const std::vector<expr::Table>& tables() const { return tables_; }

  /// The point of index `w`, 0 <= w < count. The point is taken back through contains and rank; should they disagree,
  /// the answer is an internal error.
  [[nodiscard]] Result<domain::Point> unrank(expr::Int w) const;

  /// The index of a point with one coordinate per dimension; nothing when it is not in the domain.
  [[nodiscard]] Result<std::optional<expr::Int>> rank(const domain::Point& point) const;

private:
  MapAt(const domain::Map& map, std::vector<expr::Int> sizes) : map_(&map), sizes_(std::move(sizes)) {}
  [[nodiscard]] Result<std::vector<expr::Int>> call(const expr::Function& f,
                                                    std::span<const expr::Int> arguments) const;

  const domain::Map* map_;
  std::vector<expr::Int> sizes_;
  std::vector<expr::Table> tables_;
  expr::Int count_ = 0;
};

} // namespace mapwright::report
