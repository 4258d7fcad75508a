// The meaning of a Domain: membership, and its points in order. Simple on purpose; everything derived is compared
// with it, and it uses nothing of any derivation.
//
// A Reference is immutable and may be shared by threads; a Scanner belongs to one thread.
#pragma once

#include "core/error.hpp"
#include "domain/domain.hpp"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

namespace mapwright::domain {

class PreparedShape; // scan_source.hpp
class RunSource;

/// Consecutive points in order: the coordinates `prefix`, then the last one from `first` to `last` inclusive.
struct Run {
  std::span<const std::int64_t> prefix; ///< valid until the next call of the scanner
  std::int64_t first = 0;
  std::int64_t last = -1;
};

struct ScanOptions {
  /// A scan of more points is refused, as is one that needs more than 16 times as many steps.
  std::uint64_t budget = 10'000'000'000;
  /// Only points whose first coordinate lies in [first, second]; splits the work among threads.
  std::optional<std::pair<std::int64_t, std::int64_t>> first_coordinate{};
  /// Whether all points are counted before the scan starts, so that a scan over the budget is refused at once.
  /// Otherwise only the steps are limited, while scanning.
  bool count_first = true;
};

/// The points of a domain in its order.
class Scanner {
public:
  Scanner(Scanner&&) noexcept;
  Scanner& operator=(Scanner&&) noexcept;
  ~Scanner();

  /// The next run, or false after the last point. Use either this or fill and skip.
  bool next(Run& run);

  /// Writes the next points, at most `capacity`: coordinate d of point i to columns[d][i]. Returns their number; 0
  /// after the last point.
  std::size_t fill(std::span<std::int64_t* const> columns, std::size_t capacity);

  /// Passes over the next points, at most `most`; returns their number, less than `most` only at the end. Takes time
  /// per run, not per point; of fractals and substitution systems per level, except for a part by first coordinate.
  std::uint64_t skip(std::uint64_t most);

  /// Why the scan ended before the last point: a fault of a condition, an overflow. Nothing while all is well.
  [[nodiscard]] const std::optional<Error>& error() const;

  [[nodiscard]] std::size_t dimensions() const { return dimensions_; }

private:
  friend class Reference;
  Scanner(std::shared_ptr<const PreparedShape> shape, std::unique_ptr<RunSource> source, std::size_t dimensions);
  std::shared_ptr<const PreparedShape> shape_; ///< outlives source_
  std::unique_ptr<RunSource> source_;
  std::size_t dimensions_ = 0;
};

/// A domain prepared for questions. `parameters` are values in the order of Domain::parameters; `tables` supplies the
/// run-time tables by name. Errors name what is missing, too large or inconsistent.
class Reference {
public:
  static Result<Reference> make(const Domain& domain);

  /// Whether `point` (one value per dimension) belongs to the domain.
  [[nodiscard]] Result<bool> contains(std::span<const Int> parameters, std::span<const Int> point,
                                      std::span<const Table> tables = {}) const;

  [[nodiscard]] Result<Scanner> scan(std::span<const Int> parameters, std::span<const Table> tables = {},
                                     const ScanOptions& options = {}) const;

  /// Number of points, by adding run lengths; at most options.budget runs.
  [[nodiscard]] Result<Int> count(std::span<const Int> parameters, std::span<const Table> tables = {},
                                  const ScanOptions& options = {}) const;

private:
  Reference(std::shared_ptr<const PreparedShape> shape, std::size_t parameters, std::size_t dimensions)
      : shape_(std::move(shape)), parameters_(parameters), dimensions_(dimensions) {}
  std::shared_ptr<const PreparedShape> shape_;
  std::size_t parameters_ = 0;
  std::size_t dimensions_ = 0;
};

/// Reference::make(domain), then its contains: convenient for a single question.
Result<bool> contains(const Domain& domain, std::span<const Int> parameters, std::span<const Int> point,
                      std::span<const Table> tables = {});

/// Reference::make(domain), then its count.
Result<Int> count_by_scan(const Domain& domain, std::span<const Int> parameters, std::span<const Table> tables = {},
                          const ScanOptions& options = {});

/// Least and greatest coordinate, inclusive, of each dimension.
struct Box {
  std::vector<std::pair<Int, Int>> sides; ///< empty domain: no sides
  bool empty = false;
};

/// The smallest box around the points; of a predicate, the box it is written with.
Result<Box> bounding_box(const Domain& domain, std::span<const Int> parameters, std::span<const Table> tables = {});

/// One line per dimension: "0 <= i <= n - 1".
Result<std::vector<std::string>> bounding_box_text(const Domain& domain);

/// Volume of the bounding box over the number of points: how many threads a bounding-box launch starts per point.
/// An error for a domain without points.
Result<double> waste_ratio(const Domain& domain, std::span<const Int> parameters, std::span<const Table> tables = {});

} // namespace mapwright::domain
