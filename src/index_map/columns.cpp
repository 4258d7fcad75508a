#include "index_map/columns.hpp"

#include <algorithm>

namespace mapwright::index_map {

using expr::Int;

ColumnFunction::ColumnFunction(const expr::Function& f, std::span<const Int> parameters,
                               const std::optional<std::vector<expr::Interval>>& arguments, expr::Tables tables)
    : function_(f), parameters_(parameters.begin(), parameters.end()), tables_(tables) {
  expr::Box box;
  bool narrow = arguments.has_value() && arguments->size() == f.arguments.size();
  for (const Int value : parameters) {
    narrow = narrow && fits_64(value);
    narrow_.push_back(static_cast<std::int64_t>(value));
    box.parameters.push_back({value, value});
  }
  if (narrow) {
    box.arguments = *arguments;
    if (auto compiled = expr::Batch::compile_checked(f, box, tables)) {
      batch_ = std::move(*compiled);
    }
  }
}

std::optional<ColumnFunction::Stop> ColumnFunction::call_one(std::size_t at, std::span<const Int> arguments,
                                                             std::span<std::int64_t* const> results) const {
  const auto values = expr::call(function_, parameters_, arguments, tables_);
  if (!values) {
    return Stop{at, expr::describe(values.error()), values.error().kind == expr::FaultKind::step_limit};
  }
  for (std::size_t r = 0; r < results.size(); ++r) {
    if (!fits_64((*values)[r])) {
      return Stop{at, "the result " + expr::to_string((*values)[r]) + " does not fit 64 bits", false};
    }
    results[r][at] = static_cast<std::int64_t>((*values)[r]);
  }
  return std::nullopt;
}

std::optional<ColumnFunction::Stop> ColumnFunction::run(std::span<const std::int64_t* const> arguments,
                                                        std::size_t count,
                                                        std::span<std::int64_t* const> results) const {
  if (batch_) {
    batch_->run(narrow_, arguments, count, results);
    return std::nullopt;
  }
  std::vector<Int> values(arguments.size());
  for (std::size_t k = 0; k < count; ++k) {
    std::transform(arguments.begin(), arguments.end(), values.begin(),
                   [&](const std::int64_t* c) { return Int{c[k]}; });
    if (auto stop = call_one(k, values, results)) {
      return stop;
    }
  }
  return std::nullopt;
}

std::optional<ColumnFunction::Stop> ColumnFunction::run_consecutive(std::int64_t first, std::size_t count,
                                                                    std::span<std::int64_t* const> results) const {
  if (batch_) {
    batch_->run_consecutive(narrow_, first, count, results);
    return std::nullopt;
  }
  for (std::size_t k = 0; k < count; ++k) {
    const Int w = Int{first} + static_cast<Int>(k);
    if (auto stop = call_one(k, std::span<const Int>(&w, 1), results)) {
      return stop;
    }
  }
  return std::nullopt;
}

} // namespace mapwright::index_map
