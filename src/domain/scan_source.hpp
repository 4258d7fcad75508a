// What each shape implements for the reference.
#pragma once

#include "core/error.hpp"
#include "domain/domain.hpp"
#include "domain/reference.hpp"

#include <limits>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

namespace mapwright::domain {

/// Yields the points of one domain at one size, in order.
class RunSource {
public:
  RunSource() = default;
  RunSource(const RunSource&) = delete;
  RunSource& operator=(const RunSource&) = delete;
  virtual ~RunSource() = default;

  virtual bool next(Run& run) = 0;

  /// By default made of next(). The last column is written with consecutive values, the others with one each.
  virtual std::size_t fill(std::span<std::int64_t* const> columns, std::size_t capacity);

  /// Passes over the next points, at most `most`, and returns their number. By default made of next().
  virtual std::uint64_t skip(std::uint64_t most);

  [[nodiscard]] const std::optional<Error>& error() const { return error_; }

protected:
  /// Ends the scan with an error; returns false for `return stop(...)` in next().
  bool stop(Error error) {
    error_ = std::move(error);
    return false;
  }

private:
  std::optional<Error> error_;
  Run pending_; ///< the part of a run that did not fit into a block
  bool has_pending_ = false;
};

/// The values a domain is opened with.
struct Opening {
  std::span<const Int> parameters;
  std::span<const Table> tables;
  std::int64_t first_low = std::numeric_limits<std::int64_t>::min(); ///< range of the first coordinate
  std::int64_t first_high = std::numeric_limits<std::int64_t>::max();
  std::uint64_t steps = 0; ///< steps a scan may take
};

/// A shape ready to be opened. Immutable.
class PreparedShape {
public:
  PreparedShape() = default;
  PreparedShape(const PreparedShape&) = delete;
  PreparedShape& operator=(const PreparedShape&) = delete;
  virtual ~PreparedShape() = default;

  [[nodiscard]] virtual Result<bool> contains(const Opening& opening, std::span<const Int> point) const = 0;
  [[nodiscard]] virtual Result<std::unique_ptr<RunSource>> open(const Opening& opening) const = 0;

  /// The number of points where it is known without a scan, or a number above `budget` if they are known to exceed it.
  [[nodiscard]] virtual Result<std::optional<Int>> known_count(const Opening& opening, Int budget) const {
    (void)opening;
    (void)budget;
    return std::optional<Int>{};
  }
};

using Prepared = Result<std::shared_ptr<const PreparedShape>>;

Prepared prepare(const Domain& domain);
Prepared prepare_affine(const Domain& domain, const AffineShape& shape);
Prepared prepare_tiles(SubstitutionShape shape, std::size_t dimensions);
Prepared prepare_predicate(const Domain& domain, const PredicateShape& shape);
Prepared prepare_ragged(const RaggedShape& shape);
Prepared prepare_pairs(const PairsShape& shape);
Prepared prepare_halving(const Domain& domain);
Prepared prepare_curve(const Domain& domain, const CurveShape& shape);

/// A fractal as the substitution system of one tile.
SubstitutionShape as_substitution(const FractalShape& shape);

/// The error of a size or coordinate outside +-most_coordinate.
Error beyond_range(const std::string& what);

/// The offsets of a ragged domain: the fixed ones or the run-time table, checked to be non-decreasing and to have
/// batch + 1 entries.
Result<std::vector<std::int64_t>> ragged_offsets(const RaggedShape& shape, std::span<const Int> parameters,
                                                 std::span<const Table> tables);

} // namespace mapwright::domain
