// Runs of a predicate by one scan of its box.
#include "expr/evaluate.hpp"
#include "index_map/table/predicate.hpp"

#include <algorithm>
#include <string>

namespace mapwright::index_map {

using expr::Int;

namespace {

expr::Environment environment_of(const domain::Domain& domain, std::span<const Int> parameters) {
  expr::Environment environment;
  for (std::size_t i = 0; i < parameters.size(); ++i) {
    environment.bind(domain.parameters[i], parameters[i]);
  }
  return environment;
}

/// Walks all points of the box in lexicographic order and collects runs.
class Scan {
public:
  Scan(const domain::Domain& domain, std::span<const Int> parameters, PredicateBox box, bool rows)
      : domain_(domain), condition_(std::get<domain::PredicateShape>(domain.shape).condition), box_(std::move(box)),
        rows_(rows), environment_(environment_of(domain, parameters)) {}

  Result<Runs> run() {
    if (!rows_) {
      runs_.prefix.resize(box_.low.size() - 1);
      runs_.row_first.reserve(static_cast<std::size_t>(box_.rows()) + 1);
    }
    if (box_.rows() > 0 && !prefix(0)) {
      return tl::unexpected<Error>(*error_);
    }
    runs_.starts.push_back(count_);
    if (!rows_) {
      runs_.row_first.push_back(static_cast<std::int64_t>(runs_.shift.size()));
    }
    return std::move(runs_);
  }

private:
  bool prefix(std::size_t d) {
    const Int low = box_.low[d];
    const Int high = box_.high[d];
    if (d + 1 == box_.low.size()) {
      return row(low, high);
    }
    const std::size_t scope = environment_.size();
    for (Int v = low; v <= high; ++v) {
      environment_.bind(expr::Symbol(domain_.dimensions[d]), v);
      point_.push_back(static_cast<std::int64_t>(v));
      const bool good = prefix(d + 1);
      point_.pop_back();
      environment_.truncate(scope);
      if (!good) {
        return false;
      }
    }
    return true;
  }

  bool row(Int low, Int high) {
    std::int64_t runs = 0;
    bool inside = false;
    const auto begin_run = [&](Int first) {
      runs_.starts.push_back(count_);
      runs_.shift.push_back(static_cast<std::int64_t>(first) - count_);
      for (std::size_t d = 0; d < runs_.prefix.size(); ++d) {
        runs_.prefix[d].push_back(point_[d]);
      }
    };
    if (!rows_) {
      runs_.row_first.push_back(static_cast<std::int64_t>(runs_.shift.size()));
    }
    const expr::Symbol last(domain_.dimensions.back());
    const std::size_t scope = environment_.size();
    environment_.bind(last, low);
    for (Int v = low; v <= high; ++v) {
      environment_.assign(last, v);
      const auto holds = evaluate(condition_, environment_);
      if (!holds) {
        return stop("the condition has no value at a point of its box: " + expr::describe(holds.error()));
      }
      if (*holds != 0 && !inside) {
        ++runs;
        if (rows_ && runs > 1) {
          return stop("some row has two runs of points: the form 'rows' does not apply");
        }
        begin_run(v);
      }
      inside = *holds != 0;
      count_ += inside ? 1 : 0;
    }
    environment_.truncate(scope);
    if (rows_ && runs == 0) {
      begin_run(low); // an empty run keeps rows and runs aligned
    }
    runs_.most_per_row = std::max(runs_.most_per_row, runs);
    return true;
  }

  bool stop(std::string message) {
    error_ = Error{ErrorKind::input, std::move(message), std::nullopt, {}};
    return false;
  }

  const domain::Domain& domain_;
  const expr::Expr& condition_;
  PredicateBox box_;
  bool rows_;
  expr::Environment environment_;
  std::vector<std::int64_t> point_;
  std::int64_t count_ = 0;
  Runs runs_;
  std::optional<Error> error_;
};

} // namespace

std::int64_t PredicateBox::rows() const {
  std::int64_t rows = 1;
  for (std::size_t d = 0; d < low.size(); ++d) {
    if (high[d] < low[d]) {
      return 0;
    }
    rows *= d + 1 == low.size() ? 1 : high[d] - low[d] + 1;
  }
  return rows;
}

Result<PredicateBox> predicate_box(const domain::Domain& domain, std::span<const Int> parameters) {
  const auto* shape = std::get_if<domain::PredicateShape>(&domain.shape);
  if (shape == nullptr || domain.dimensions.empty() || shape->low.size() != domain.dimensions.size() ||
      shape->high.size() != domain.dimensions.size() || parameters.size() != domain.parameters.size()) {
    return fail(ErrorKind::input, "a table map needs a predicate over a box and a value for each of its parameters");
  }
  const expr::Environment environment = environment_of(domain, parameters);
  PredicateBox box;
  Int volume = 1;
  bool empty = false;
  for (std::size_t d = 0; d < domain.dimensions.size(); ++d) {
    const auto low = evaluate(shape->low[d], environment);
    const auto high = evaluate(shape->high[d], environment);
    if (!low || !high) {
      return fail(ErrorKind::input, "a bound of the box has no value: " + describe(low ? high.error() : low.error()));
    }
    if (*low < -coordinate_limit || *high > coordinate_limit || *low > coordinate_limit || *high < -coordinate_limit) {
      return fail(ErrorKind::input, "a bound of the box exceeds 2^30");
    }
    box.low.push_back(static_cast<std::int64_t>(*low));
    box.high.push_back(static_cast<std::int64_t>(*high));
    empty = empty || *high < *low;
    volume = std::min<Int>(volume * std::max<Int>(*high - *low + 1, 1), Int{1} << 80);
  }
  if (!empty && volume > scan_limit) {
    return fail(ErrorKind::input,
                "the box has " + expr::to_string(volume) + " points, more than the 2^26 a table map scans",
                "use smaller sizes, or an affine description of the domain, which needs no scan");
  }
  return box;
}

Result<Runs> scan_runs(const domain::Domain& domain, std::span<const Int> parameters, const std::string& form) {
  auto box = predicate_box(domain, parameters);
  if (!box) {
    return forward(box);
  }
  return Scan(domain, parameters, std::move(*box), form == "rows").run();
}

} // namespace mapwright::index_map
