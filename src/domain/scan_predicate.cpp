// The points of a box that satisfy a condition: every point of the box is tried.
#include "domain/affine_rows.hpp"
#include "domain/compiled.hpp"
#include "domain/scan_source.hpp"

#include <algorithm>

namespace mapwright::domain {

namespace {

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
        return fail(ErrorKind::input,
                    "a bound of the domain has no value: " + expr::describe(low ? high.error() : low.error()));
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

} // namespace mapwright::domain
