// When timing a configuration further is a waste: it is clearly worse than the best so far.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

namespace mapwright::kernel {

/// How early a configuration is given up.
struct PruneRule {
  double factor = 1.5;  ///< so many times the best is clearly worse
  int sure = 6;         ///< so many samples must all be
  double hopeless = 30; ///< the first sample alone is enough when it is so many times the best
};

/// The time of a shape is the lowest decile of its samples, since other work only adds to times, and may add to most
/// of them. Keeps the best of each shape and of the whole, and compares what is being timed with them. Use: begin();
/// for every shape samples until spared(), then add(); no further shapes once lost(); finish().
class Pace {
public:
  /// The time that samples stand for. REQUIRES: at least one.
  static double time_of(std::span<const double> samples);

  /// For this number of shapes.
  explicit Pace(std::size_t shapes, const PruneRule& rule = {}) : rule_(rule), best_(shapes) {}

  /// Starts with a new configuration.
  void begin() { timed_.clear(); }

  /// Whether more samples of the present shape would tell nothing: all lie clearly above the best of the shape.
  [[nodiscard]] bool spared(std::span<const double> samples) const;

  /// The samples of a shape, in the order of the shapes.
  void add(std::span<const double> samples);

  /// Whether the other shapes cannot make up for those timed, even if they ran as fast as any configuration so far.
  [[nodiscard]] bool lost() const;

  /// The cost: the geometric mean of the shapes' times. Shapes that were not timed are taken to be as far from the
  /// best of theirs as those that were. The configuration is valid and counts for the bests from now on.
  /// REQUIRES: a shape was timed.
  double finish();

private:
  struct Timed {
    double time = 0;
    double least = 0;
  };

  [[nodiscard]] bool clearly_above(double least, std::size_t samples, double bound) const;

  PruneRule rule_;
  std::vector<double> best_; ///< least time of each shape; 0: none yet
  double best_cost_ = 0;     ///< 0: none yet
  std::vector<Timed> timed_{};
};

} // namespace mapwright::kernel
