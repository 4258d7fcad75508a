// Chunks of equal weight by two passes over the points: the first adds up the weights, the second finds the cuts.
#include "domain/reference.hpp"
#include "expr/text.hpp"
#include "index_map/chunk/cuts.hpp"
#include "index_map/columns.hpp"

#include <algorithm>
#include <array>
#include <cstdint>
#include <functional>
#include <optional>

#include <fmt/format.h>

namespace mapwright::index_map::chunk {

namespace {

constexpr std::uint64_t most_scanned = 1'000'000'000;
constexpr std::size_t block = 4096;

expr::Function as_function(const domain::Domain& domain, const Expr& weight) {
  expr::Function f;
  f.name = "weight";
  f.parameters = domain.parameters;
  for (const std::string& dimension : domain.dimensions) {
    f.arguments.emplace_back(dimension);
  }
  f.results = {weight};
  f.result_names = {"weight"};
  return f;
}

/// Whether evaluation cannot fault but for overflow: what the vectorised evaluation leaves out.
bool never_faults(const Expr& e) {
  switch (e.op()) {
  case expr::Op::constant:
  case expr::Op::variable:
  case expr::Op::add:
  case expr::Op::sub:
  case expr::Op::mul:
  case expr::Op::minimum:
  case expr::Op::maximum:
  case expr::Op::less:
  case expr::Op::less_equal:
  case expr::Op::equal:
  case expr::Op::not_equal:
  case expr::Op::logical_and:
  case expr::Op::logical_or:
  case expr::Op::logical_not:
  case expr::Op::select:
    return std::ranges::all_of(e.operands(), never_faults);
  case expr::Op::floor_div:
  case expr::Op::floor_mod:
    return never_faults(e.operand(0)) && e.operand(1).is_constant() && !e.operand(1).is_constant(0);
  default:
    return false;
  }
}

/// The intervals of the coordinates, for the vectorised evaluation of weights; nothing: each one is evaluated exactly.
std::optional<std::vector<expr::Interval>> intervals(const domain::Domain& domain, const Expr& weight,
                                                     std::span<const Int> sizes, expr::Tables tables) {
  if (!never_faults(weight)) {
    return std::nullopt;
  }
  const auto box = domain::bounding_box(domain, sizes, tables);
  if (!box || box->empty) {
    return std::nullopt;
  }
  std::vector<expr::Interval> out;
  for (const auto& [low, high] : box->sides) {
    out.push_back({low, high});
  }
  return out;
}

/// One pass: `visit(index, weight)` at every point in order; stops with the first error.
Result<void> visit_weights(const domain::Reference& reference, const ColumnFunction& weight, std::size_t dimensions,
                           std::span<const Int> sizes, expr::Tables tables,
                           const std::function<Result<void>(Int, Int)>& visit) {
  domain::ScanOptions options;
  options.budget = most_scanned;
  auto scanner = reference.scan(sizes, tables, options);
  if (!scanner) {
    return forward(scanner);
  }
  std::vector<std::vector<std::int64_t>> columns(dimensions, std::vector<std::int64_t>(block));
  std::vector<std::int64_t*> to;
  std::vector<const std::int64_t*> from;
  for (std::vector<std::int64_t>& column : columns) {
    to.push_back(column.data());
    from.push_back(column.data());
  }
  std::vector<std::int64_t> weights(block);
  const std::array<std::int64_t*, 1> results{weights.data()};
  Int index = 0;
  while (const std::size_t filled = scanner->fill(to, block)) {
    if (const auto stop = weight.run(from, filled, results)) {
      return fail(ErrorKind::input, fmt::format("the weight cannot be evaluated at index {}: {}",
                                                expr::to_string(index + static_cast<Int>(stop->at)), stop->why));
    }
    for (std::size_t k = 0; k < filled; ++k, ++index) {
      if (auto done = visit(index, weights[k]); !done) {
        return done;
      }
    }
  }
  if (scanner->error()) {
    return tl::unexpected<Error>(*scanner->error());
  }
  return {};
}

} // namespace

Result<Cuts> cut_by_scan(const domain::Domain& domain, const Expr& weight, std::span<const Int> sizes,
                         expr::Tables tables, Int chunks) {
  const auto reference = domain::Reference::make(domain);
  if (!reference) {
    return forward(reference);
  }
  const expr::Function function = as_function(domain, weight);
  const ColumnFunction column(function, sizes, intervals(domain, weight, sizes, tables), tables);
  const auto pass = [&](const std::function<Result<void>(Int, Int)>& visit) {
    return visit_weights(*reference, column, domain.dimensions.size(), sizes, tables, visit);
  };
  Int total = 0;
  Int count = 0;
  const auto add = [&](Int index, Int one) -> Result<void> {
    if (one < 0) {
      return fail(ErrorKind::input,
                  fmt::format("the weight is negative at index {}: {}", expr::to_string(index), expr::to_string(one)));
    }
    total += one;
    count = index + 1;
    return {};
  };
  if (auto done = pass(add); !done) {
    return forward(done);
  }
  if (total == 0) {
    Cuts even = cut_evenly(count, chunks);
    for (Cut& cut : even.at) {
      cut.before = 0;
    }
    return even;
  }
  Cuts cuts;
  cuts.at.push_back({0, 0});
  Int before = 0;
  Int next = 1;
  const auto cut = [&](Int index, Int one) -> Result<void> {
    while (next < chunks && part(total, next, chunks) < before + one) {
      cuts.at.push_back({index, before});
      ++next;
    }
    before += one;
    return {};
  };
  if (auto done = pass(cut); !done) {
    return forward(done);
  }
  cuts.at.push_back({count, total});
  return cuts;
}

} // namespace mapwright::index_map::chunk
