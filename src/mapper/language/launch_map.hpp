// The processors of all points of an index launch, by one mapping function.
//
// The function is evaluated once with the coordinates of the point as variables. Where that succeeds, the interval
// analysis of src/expr has proved that every index lies in its space and that nothing overflows or divides by zero at
// any point of the launch, and points are placed by vectorised evaluation of expressions for node and processor.
// Otherwise every point is evaluated, and checked, by itself: by a tape recorded from the function where that is
// possible (language/tape.hpp), else by the evaluator, which also says what is wrong with a point.
#pragma once

#include "core/error.hpp"
#include "expr/batch.hpp"
#include "expr/function.hpp"
#include "mapper/language/mapper.hpp"
#include "mapper/language/tape.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace mapwright::mapper::language {

/// The points low_d <= p_d < low_d + extent_d of a launch, numbered with the first dimension fastest.
struct LaunchDomain {
  std::vector<std::int64_t> low;
  std::vector<std::int64_t> extents;

  /// From (0, ..., 0).
  static LaunchDomain of(std::vector<std::int64_t> extents);
  [[nodiscard]] std::int64_t volume() const;
  /// The point of this number, 0 <= number < volume().
  [[nodiscard]] std::vector<std::int64_t> point(std::int64_t number) const;
};

inline constexpr std::int64_t most_launch_points = std::int64_t{1} << 40;

/// Processors of consecutive points: counts[k] of them for the point k, one after another in nodes and processors.
struct Placements {
  std::vector<std::int64_t> counts;
  std::vector<std::int64_t> nodes;
  std::vector<std::int64_t> processors;
  std::vector<std::string> printed; ///< by print statements on the way
};

class LaunchMap {
public:
  /// `processor`: the kind of processor the tasks run on. Errors: no such function; a domain without points, with more
  /// than most_launch_points or with coordinates beyond 2^62; what is wrong with the function at every point.
  static Result<LaunchMap> make(const Mapper& mapper, const std::string& function, ProcessorKind processor,
                                LaunchDomain domain);

  [[nodiscard]] const LaunchDomain& domain() const { return domain_; }
  /// Whether every point is proved to have processors.
  [[nodiscard]] bool proved() const { return batch_.has_value(); }
  /// Why not; empty when proved.
  [[nodiscard]] const std::string& obstacle() const { return obstacle_; }
  /// Whether points that are not proved are placed by a tape. It is not where the function prints, or where what it
  /// evaluates depends on the point by more than its numbers: an element, a shape, a call that ends.
  [[nodiscard]] bool recorded() const { return tape_.has_value(); }
  /// Node and processor of each member in turn, as a function of the coordinates p0, p1, ...; null unless proved.
  [[nodiscard]] const expr::Function* lifted() const { return proved() ? &lifted_ : nullptr; }

  /// Places the points first, ..., first + count - 1; throws std::logic_error for points outside the launch.
  /// Errors, never where proved: located in the function, naming the point.
  [[nodiscard]] Result<Placements> place(std::int64_t first, std::int64_t count) const;
  /// Whether every point can be placed: at once where proved, else point by point.
  [[nodiscard]] Result<void> check() const;

private:
  LaunchMap(Mapper mapper, const FunctionDefinition* function, ProcessorKind processor, LaunchDomain domain)
      : mapper_(std::move(mapper)), function_(function), processor_(processor), domain_(std::move(domain)) {}

  Result<void> lift();
  void record();
  [[nodiscard]] Placements place_all(std::int64_t first, std::int64_t count) const;
  [[nodiscard]] Result<Placements> place_each(std::int64_t first, std::int64_t count) const;
  Result<void> place_point(Evaluator& evaluator, const std::vector<std::int64_t>& point, Placements& out) const;

  Mapper mapper_;
  const FunctionDefinition* function_; ///< owned by mapper_
  ProcessorKind processor_;
  LaunchDomain domain_;
  std::size_t members_ = 0; ///< processors of each point, where proved or recorded
  expr::Function lifted_;
  std::optional<expr::Batch> batch_;
  std::optional<Tape> tape_;           ///< nothing where proved
  std::vector<std::uint32_t> outputs_; ///< its registers with node and processor of each member in turn
  std::string obstacle_;
};

} // namespace mapwright::mapper::language
