// Predicates, ragged batches and pairs.
#include "domain/affine_rows.hpp"
#include "domain/compiled.hpp"
#include "domain/scan_source.hpp"

#include <algorithm>

#include <fmt/format.h>

namespace mapwright::domain {

namespace {

// Predicates -----------------------------------------------------------------------------------------------------------

using Side = std::pair<std::int64_t, std::int64_t>;

Error condition_fault(const expr::Fault& fault) {
  return Error{ErrorKind::input, "the condition of the domain has no value at some point: " + expr::describe(fault),
               std::nullopt, "guard it, e.g. with 'and' or select"};
}

class PredicateSource : public RunSource {
public:
  PredicateSource(const CompiledExpression& condition, std::vector<Side> box, const Opening& opening)
      : condition_(condition), box_(std::move(box)), steps_(opening.steps) {
    box_[0].first = std::max(box_[0].first, opening.first_low);
    box_[0].second = std::min(box_[0].second, opening.first_high);
    for (const Side& side : box_) {
      slots_.push_back(side.first);
      current_.push_back(side.first);
      done_ = done_ || side.first > side.second;
    }
    slots_.insert(slots_.end(), opening.parameters.begin(), opening.parameters.end());
  }

  bool next(Run& run) override {
    const std::size_t last = box_.size() - 1;
    while (!done_) {
      bool open = false;
      run.prefix = std::span<const std::int64_t>(current_.data(), last);
      for (std::int64_t x = current_[last]; x <= box_[last].second; ++x) {
        bool inside = false;
        if (!test(x, inside)) {
          return false;
        }
        if (inside) {
          run.first = open ? run.first : x;
          run.last = x;
          open = true;
        } else if (open) {
          current_[last] = x + 1;
          return true;
        }
      }
      // The end of a line: the run, if any, keeps the prefix of this line until the next call.
      if (open) {
        current_[last] = box_[last].second + 1;
        return true;
      }
      advance();
    }
    return false;
  }

private:
  bool test(std::int64_t x, bool& inside) {
    if (steps_ == 0) {
      return stop(Error{ErrorKind::input, "the scan would exceed its budget of steps", std::nullopt,
                        "use smaller sizes or a larger budget"});
    }
    --steps_;
    const std::size_t last = box_.size() - 1;
    for (std::size_t d = 0; d < last; ++d) {
      slots_[d] = current_[d];
    }
    slots_[last] = x;
    const auto value = condition_.evaluate(slots_);
    if (!value) {
      return stop(condition_fault(value.error()));
    }
    inside = *value != 0;
    return true;
  }

  void advance() {
    std::size_t d = box_.size() - 1;
    current_[d] = box_[d].first;
    while (d > 0) {
      --d;
      if (++current_[d] <= box_[d].second) {
        return;
      }
      current_[d] = box_[d].first;
    }
    done_ = true;
  }

  const CompiledExpression& condition_;
  std::vector<Side> box_;
  std::vector<Int> slots_; ///< dimensions, then parameters
  std::vector<std::int64_t> current_;
  bool done_ = false;
  std::uint64_t steps_;
};

class PreparedPredicate : public PreparedShape {
public:
  PreparedPredicate(std::vector<CompiledExpression> low, std::vector<CompiledExpression> high,
                    CompiledExpression condition)
      : low_(std::move(low)), high_(std::move(high)), condition_(std::move(condition)) {}

  Result<bool> contains(const Opening& opening, std::span<const Int> point) const override {
    const auto box = sides(opening);
    if (!box) {
      return forward(box);
    }
    for (std::size_t d = 0; d < point.size(); ++d) {
      if (point[d] < (*box)[d].first || point[d] > (*box)[d].second) {
        return false;
      }
    }
    std::vector<Int> slots(point.begin(), point.end());
    slots.insert(slots.end(), opening.parameters.begin(), opening.parameters.end());
    const auto value = condition_.evaluate(slots);
    return value ? Result<bool>(*value != 0) : tl::unexpected<Error>(condition_fault(value.error()));
  }

  Result<std::unique_ptr<RunSource>> open(const Opening& opening) const override {
    auto box = sides(opening);
    if (!box) {
      return forward(box);
    }
    return std::make_unique<PredicateSource>(condition_, std::move(*box), opening);
  }

private:
  [[nodiscard]] Result<std::vector<Side>> sides(const Opening& opening) const {
    const std::vector<Int> slots(opening.parameters.begin(), opening.parameters.end());
    std::vector<Side> box;
    for (std::size_t d = 0; d < low_.size(); ++d) {
      const auto low = low_[d].evaluate(slots);
      const auto high = high_[d].evaluate(slots);
      if (!low || !high) {
        return fail(ErrorKind::input, "a bound of the domain has no value: " +
                                          expr::describe(low ? high.error() : low.error()));
      }
      if (*low < -most_coordinate || *low > most_coordinate || *high < -most_coordinate || *high > most_coordinate) {
        return tl::unexpected<Error>(beyond_range("a bound of the domain"));
      }
      box.emplace_back(static_cast<std::int64_t>(*low), static_cast<std::int64_t>(*high));
    }
    return box;
  }

  std::vector<CompiledExpression> low_; ///< of parameters
  std::vector<CompiledExpression> high_;
  CompiledExpression condition_; ///< of dimensions, then parameters
};

// Ragged batches -------------------------------------------------------------------------------------------------------

class RaggedSource : public RunSource {
public:
  RaggedSource(const PreparedShape& inner, std::vector<std::int64_t> offsets, const Opening& opening)
      : inner_(inner), offsets_(std::move(offsets)), steps_(opening.steps) {
    const auto rows = static_cast<std::int64_t>(offsets_.size()) - 1;
    row_ = std::max<std::int64_t>(0, opening.first_low);
    end_ = opening.first_high < rows - 1 ? opening.first_high + 1 : rows;
  }

  bool next(Run& run) override {
    for (;;) {
      if (!source_) {
        if (row_ >= end_) {
          return false;
        }
        const auto b = static_cast<std::size_t>(row_);
        length_ = offsets_[b + 1] - offsets_[b];
        Opening opening;
        opening.parameters = std::span<const Int>(&length_, 1);
        opening.steps = steps_;
        auto opened = inner_.open(opening);
        if (!opened) {
          return stop(opened.error());
        }
        source_ = std::move(*opened);
      }
      Run inner;
      if (source_->next(inner)) {
        prefix_.assign(1, row_);
        prefix_.insert(prefix_.end(), inner.prefix.begin(), inner.prefix.end());
        run = {prefix_, inner.first, inner.last};
        return true;
      }
      if (source_->error()) {
        return stop(*source_->error());
      }
      source_.reset();
      ++row_;
    }
  }

private:
  const PreparedShape& inner_;
  std::vector<std::int64_t> offsets_;
  std::uint64_t steps_;
  std::int64_t row_ = 0;
  std::int64_t end_ = 0;
  Int length_ = 0;
  std::unique_ptr<RunSource> source_; ///< of the current row
  std::vector<std::int64_t> prefix_;
};

class PreparedRagged : public PreparedShape {
public:
  PreparedRagged(RaggedShape shape, std::shared_ptr<const PreparedShape> inner)
      : shape_(std::move(shape)), inner_(std::move(inner)) {}

  Result<bool> contains(const Opening& opening, std::span<const Int> point) const override {
    const auto offsets = ragged_offsets(shape_, opening.parameters, opening.tables);
    if (!offsets) {
      return forward(offsets);
    }
    if (point[0] < 0 || point[0] >= static_cast<Int>(offsets->size()) - 1) {
      return false;
    }
    const auto b = static_cast<std::size_t>(point[0]);
    const Int length = (*offsets)[b + 1] - (*offsets)[b];
    Opening row;
    row.parameters = std::span<const Int>(&length, 1);
    return inner_->contains(row, point.subspan(1));
  }

  Result<std::unique_ptr<RunSource>> open(const Opening& opening) const override {
    auto offsets = ragged_offsets(shape_, opening.parameters, opening.tables);
    if (!offsets) {
      return forward(offsets);
    }
    return std::make_unique<RaggedSource>(*inner_, std::move(*offsets), opening);
  }

private:
  RaggedShape shape_;
  std::shared_ptr<const PreparedShape> inner_;
};

// Pairs ----------------------------------------------------------------------------------------------------------------

class PairsSource : public RunSource {
public:
  /// `points` lists the inner points in order, coordinate by coordinate.
  PairsSource(std::vector<std::int64_t> points, std::size_t dimensions, const Opening& opening)
      : points_(std::move(points)), dimensions_(dimensions), low_(opening.first_low), high_(opening.first_high),
        point_(2 * dimensions) {}

  bool next(Run& run) override {
    while (p_ * dimensions_ < points_.size() && (points_[p_ * dimensions_] < low_ || points_[p_ * dimensions_] > high_)) {
      ++p_;
    }
    if (p_ * dimensions_ >= points_.size()) {
      return false;
    }
    std::copy_n(points_.begin() + static_cast<std::ptrdiff_t>(p_ * dimensions_), dimensions_, point_.begin());
    std::copy_n(points_.begin() + static_cast<std::ptrdiff_t>(q_ * dimensions_), dimensions_,
                point_.begin() + static_cast<std::ptrdiff_t>(dimensions_));
    run.prefix = std::span<const std::int64_t>(point_.data(), point_.size() - 1);
    run.first = run.last = point_.back();
    if (q_ == p_) {
      q_ = 0;
      ++p_;
    } else {
      ++q_;
    }
    return true;
  }

private:
  std::vector<std::int64_t> points_;
  std::size_t dimensions_;
  std::int64_t low_;
  std::int64_t high_;
  std::size_t p_ = 0;
  std::size_t q_ = 0;
  std::vector<std::int64_t> point_;
};

class PreparedPairs : public PreparedShape {
public:
  PreparedPairs(std::shared_ptr<const PreparedShape> inner, std::size_t dimensions)
      : inner_(std::move(inner)), dimensions_(dimensions) {}

  Result<bool> contains(const Opening& opening, std::span<const Int> point) const override {
    const auto p = point.first(dimensions_);
    const auto q = point.last(dimensions_);
    const auto has_p = inner_->contains(inner_opening(opening), p);
    const auto has_q = has_p ? inner_->contains(inner_opening(opening), q) : has_p;
    if (!has_q) {
      return has_q;
    }
    if (!*has_p || !*has_q) {
      return false;
    }
    // The order of the inner domain decides; it is found by a walk to whichever comes first.
    auto source = inner_->open(inner_opening(opening));
    if (!source) {
      return forward(source);
    }
    Run run;
    while ((*source)->next(run)) {
      const bool q_here = within(run, q);
      const bool p_here = within(run, p);
      if (q_here) {
        return !p_here || p.back() >= q.back();
      }
      if (p_here) {
        return false;
      }
    }
    return tl::unexpected<Error>((*source)->error().value_or(beyond_range("a coordinate")));
  }

  Result<std::unique_ptr<RunSource>> open(const Opening& opening) const override {
    constexpr std::size_t most_points = std::size_t{1} << 26;
    auto source = inner_->open(inner_opening(opening));
    if (!source) {
      return forward(source);
    }
    std::vector<std::int64_t> points;
    Run run;
    while ((*source)->next(run)) {
      if (static_cast<std::uint64_t>(run.last - run.first) > most_points || points.size() > most_points * dimensions_) {
        return fail(ErrorKind::input, fmt::format("pairs of more than {} points", most_points), "use smaller sizes");
      }
      for (std::int64_t x = run.first; x <= run.last; ++x) {
        points.insert(points.end(), run.prefix.begin(), run.prefix.end());
        points.push_back(x);
      }
    }
    if ((*source)->error()) {
      return tl::unexpected<Error>(*(*source)->error());
    }
    return std::make_unique<PairsSource>(std::move(points), dimensions_, opening);
  }

  Result<std::optional<Int>> known_count(const Opening& opening, Int budget) const override {
    if (opening.first_low != std::numeric_limits<std::int64_t>::min() ||
        opening.first_high != std::numeric_limits<std::int64_t>::max()) {
      return std::optional<Int>{};
    }
    auto source = inner_->open(inner_opening(opening));
    if (!source) {
      return forward(source);
    }
    Int count = 0;
    Run run;
    while (count <= budget && (*source)->next(run)) {
      count += static_cast<Int>(run.last) - run.first + 1;
    }
    if ((*source)->error()) {
      return tl::unexpected<Error>(*(*source)->error());
    }
    return std::optional<Int>(count > budget ? count : count * (count + 1) / 2);
  }

private:
  /// The inner points are all needed, whatever the range of the first coordinate.
  static Opening inner_opening(Opening opening) {
    opening.first_low = std::numeric_limits<std::int64_t>::min();
    opening.first_high = std::numeric_limits<std::int64_t>::max();
    return opening;
  }

  static bool within(const Run& run, std::span<const Int> point) {
    return point.back() >= run.first && point.back() <= run.last &&
           std::equal(run.prefix.begin(), run.prefix.end(), point.begin());
  }

  std::shared_ptr<const PreparedShape> inner_;
  std::size_t dimensions_;
};

} // namespace

Prepared prepare_predicate(const Domain& domain, const PredicateShape& shape) {
  if (shape.low.size() != domain.dimensions.size() || shape.high.size() != domain.dimensions.size()) {
    return fail(ErrorKind::input, "the box of the domain does not have its dimensions");
  }
  std::vector<Symbol> names;
  for (const std::string& name : domain.dimensions) {
    names.emplace_back(name);
  }
  names.insert(names.end(), domain.parameters.begin(), domain.parameters.end());
  std::vector<CompiledExpression> low;
  std::vector<CompiledExpression> high;
  for (std::size_t d = 0; d < shape.low.size(); ++d) {
    low.emplace_back(shape.low[d], domain.parameters);
    high.emplace_back(shape.high[d], domain.parameters);
  }
  return std::make_shared<PreparedPredicate>(std::move(low), std::move(high),
                                             CompiledExpression(shape.condition, names));
}

Prepared prepare_ragged(const RaggedShape& shape) {
  auto inner = prepare(*shape.inner);
  if (!inner) {
    return inner;
  }
  return std::make_shared<PreparedRagged>(shape, std::move(*inner));
}

Prepared prepare_pairs(const PairsShape& shape) {
  auto inner = prepare(*shape.inner);
  if (!inner) {
    return inner;
  }
  return std::make_shared<PreparedPairs>(std::move(*inner), shape.inner->dimensions.size());
}

Result<std::vector<std::int64_t>> ragged_offsets(const RaggedShape& shape, std::span<const Int> parameters,
                                                 std::span<const Table> tables) {
  std::vector<std::int64_t> offsets = shape.fixed;
  if (offsets.empty()) {
    const Int batch = parameters.empty() ? 0 : parameters[0];
    const auto table =
        std::find_if(tables.begin(), tables.end(), [&](const Table& t) { return t.name == shape.offsets; });
    if (table == tables.end()) {
      return fail(ErrorKind::input, fmt::format("the domain needs the table '{}' of row offsets", shape.offsets.name()),
                  "give batch + 1 non-decreasing offsets");
    }
    if (batch < 0 || batch + 1 > static_cast<Int>(table->values.size())) {
      return fail(ErrorKind::input,
                  fmt::format("a batch of {} needs {} offsets, the table '{}' has {}", expr::to_string(batch),
                              expr::to_string(batch + 1), shape.offsets.name(), table->values.size()));
    }
    offsets.assign(table->values.begin(), table->values.begin() + static_cast<std::ptrdiff_t>(batch) + 1);
  }
  for (std::size_t b = 0; b < offsets.size(); ++b) {
    if (offsets[b] < -most_coordinate / 2 || offsets[b] > most_coordinate / 2) {
      return tl::unexpected<Error>(beyond_range(fmt::format("offset {}", b)));
    }
    if (b > 0 && offsets[b] < offsets[b - 1]) {
      return fail(ErrorKind::input, fmt::format("the row offsets decrease at entry {}", b));
    }
  }
  return offsets;
}

} // namespace mapwright::domain
