// The triangle by squares: every square of one side, row by row, before those of twice the side.
#include "domain/affine_rows.hpp"
#include "domain/scan_source.hpp"

#include <fmt/format.h>

namespace mapwright::domain {

namespace {

/// Three loops: the side, a row within the squares of that side, the squares along the diagonal. Square m of side s has
/// the rows 2sm + s - 1 to 2sm + 2s - 2 and the columns 2sm to 2sm + s - 1 of the triangle.
class HalvingSource : public RunSource {
public:
  HalvingSource(std::int64_t level, const Opening& opening)
      : rows_((std::int64_t{1} << level) - 1), low_(opening.first_low), high_(opening.first_high),
        steps_(opening.steps) {}

  bool next(Run& run) override {
    while (side_ <= rows_) {
      if (steps_ == 0) {
        return stop({ErrorKind::input, "the scan would exceed its budget of steps", std::nullopt,
                     "use smaller sizes or a larger budget"});
      }
      --steps_;
      const std::int64_t row = corner_ + side_ - 1 + row_;
      run.first = corner_;
      run.last = corner_ + side_ - 1;
      advance();
      if (row >= low_ && row <= high_) {
        prefix_ = row;
        run.prefix = std::span<const std::int64_t>(&prefix_, 1);
        return true;
      }
    }
    return false;
  }

private:
  void advance() {
    corner_ += 2 * side_;
    if (corner_ > rows_ - side_) { // no further square
      corner_ = 0;
      if (++row_ == side_) {
        row_ = 0;
        side_ *= 2;
      }
    }
  }

  std::int64_t rows_;       ///< of the triangle
  std::int64_t low_;        ///< rows of the scan
  std::int64_t high_;       ///< inclusive
  std::uint64_t steps_;     ///< runs that may still be visited
  std::int64_t side_ = 1;   ///< of the current squares
  std::int64_t row_ = 0;    ///< within them
  std::int64_t corner_ = 0; ///< first column of the current square
  std::int64_t prefix_ = 0;
};

Result<std::int64_t> level_of(const Opening& opening) {
  const Int level = opening.parameters.empty() ? -1 : opening.parameters[0];
  if (level < 0) {
    return fail(ErrorKind::input, fmt::format("the level is {}, it must not be negative", expr::to_string(level)));
  }
  if (level > 62) {
    return tl::unexpected<Error>(beyond_range(fmt::format("a side of 2^{}", expr::to_string(level))));
  }
  return static_cast<std::int64_t>(level);
}

class PreparedHalving : public PreparedShape {
public:
  Result<bool> contains(const Opening& opening, std::span<const Int> point) const override {
    const auto level = level_of(opening);
    if (!level) {
      return forward(level);
    }
    return 0 <= point[1] && point[1] <= point[0] && point[0] < (Int{1} << *level) - 1;
  }

  Result<std::unique_ptr<RunSource>> open(const Opening& opening) const override {
    const auto level = level_of(opening);
    if (!level) {
      return forward(level);
    }
    return std::make_unique<HalvingSource>(*level, opening);
  }

  Result<std::optional<Int>> known_count(const Opening& opening, Int /*budget*/) const override {
    const auto level = level_of(opening);
    if (!level) {
      return forward(level);
    }
    if (opening.first_low > 0 || opening.first_high < most_coordinate) {
      return std::optional<Int>{}; // a part only: left to a scan
    }
    const Int rows = (Int{1} << *level) - 1;
    return std::optional<Int>(rows * (rows + 1) / 2);
  }
};

} // namespace

Prepared prepare_halving(const Domain& domain) {
  if (domain.parameters.size() != 1 || domain.dimensions.size() != 2) {
    return fail(ErrorKind::input, "the triangle by squares has one parameter and two dimensions");
  }
  return std::make_shared<PreparedHalving>();
}

} // namespace mapwright::domain
