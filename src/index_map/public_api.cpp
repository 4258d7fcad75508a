// Implementation of include/mapwright/index_map.hpp.
#include "mapwright/index_map.hpp"

#include "domain/order.hpp"
#include "domain/parse.hpp"
#include "emit/emit.hpp"
#include "expr/evaluate.hpp"
#include "index_map/certificate.hpp"
#include "index_map/emission_unit.hpp"

#include <limits>
#include <utility>

namespace mapwright {

struct IndexMap::State {
  index_map::Certified certified;
  std::vector<std::string> parameters;
};

namespace {

using expr::Int;

/// What a function returns, when all values fit 64 bits.
std::optional<std::vector<std::int64_t>> call(const index_map::Certified& certified, const expr::Function& f,
                                              const std::vector<std::int64_t>& parameters,
                                              const std::vector<std::int64_t>& arguments) {
  if (parameters.size() != f.parameters.size() || arguments.size() != f.arguments.size()) {
    return std::nullopt;
  }
  const std::vector<Int> sizes(parameters.begin(), parameters.end());
  const std::vector<Int> values(arguments.begin(), arguments.end());
  const auto results = expr::call(f, sizes, values, certified.derived.map.tables);
  if (!results) {
    return std::nullopt;
  }
  std::vector<std::int64_t> out;
  for (const Int value : *results) {
    if (value < std::numeric_limits<std::int64_t>::min() || value > std::numeric_limits<std::int64_t>::max()) {
      return std::nullopt;
    }
    out.push_back(static_cast<std::int64_t>(value));
  }
  return out;
}

} // namespace

IndexMap::IndexMap(std::shared_ptr<const State> state) : state_(std::move(state)) {}

const std::vector<std::string>& IndexMap::parameters() const {
  return state_->parameters;
}

const std::vector<std::string>& IndexMap::dimensions() const {
  return state_->certified.derived.map.domain.dimensions;
}

bool IndexMap::proved() const {
  return state_->certified.certificate.status == index_map::Status::proved;
}

std::string IndexMap::certificate() const {
  return index_map::to_json(state_->certified.certificate).dump(2);
}

std::optional<std::int64_t> IndexMap::count(const std::vector<std::int64_t>& parameters) const {
  const auto result = call(state_->certified, state_->certified.derived.map.count, parameters, {});
  return result ? std::optional(result->front()) : std::nullopt;
}

std::optional<std::vector<std::int64_t>> IndexMap::unrank(const std::vector<std::int64_t>& parameters,
                                                          std::int64_t index) const {
  const auto total = count(parameters);
  if (!total || index < 0 || index >= *total) {
    return std::nullopt;
  }
  return call(state_->certified, state_->certified.derived.map.unrank, parameters, {index});
}

std::optional<std::int64_t> IndexMap::rank(const std::vector<std::int64_t>& parameters,
                                           const std::vector<std::int64_t>& point) const {
  if (!contains(parameters, point)) {
    return std::nullopt;
  }
  const auto result = call(state_->certified, state_->certified.derived.map.rank, parameters, point);
  return result ? std::optional(result->front()) : std::nullopt;
}

bool IndexMap::contains(const std::vector<std::int64_t>& parameters, const std::vector<std::int64_t>& point) const {
  const auto result = call(state_->certified, state_->certified.derived.map.contains, parameters, point);
  return result && result->front() != 0;
}

Emitted IndexMap::emit(std::string_view language) const {
  if (!proved()) {
    return {"", "error: the map is not proved"};
  }
  const auto dialect = emit::make_dialect(language);
  if (!dialect) {
    return {"", dialect.error().format()};
  }
  auto text = (*dialect)->emit(index_map::emission_unit(state_->certified));
  return text ? Emitted{std::move(*text), ""} : Emitted{"", text.error().format()};
}

namespace {

DeriveResult derived_map(const domain::Domain& domain) {
  auto certified = index_map::derive_certified(domain);
  if (!certified) {
    return {std::nullopt, certified.error().format()};
  }
  std::vector<std::string> parameters;
  for (const expr::Symbol s : domain.parameters) {
    parameters.push_back(s.name());
  }
  return {
      IndexMap(std::make_shared<const IndexMap::State>(IndexMap::State{std::move(*certified), std::move(parameters)})),
      ""};
}

} // namespace

DeriveResult derive_index_map(std::string_view domain) {
  const auto parsed = domain::parse_domain(domain);
  return parsed ? derived_map(*parsed) : DeriveResult{std::nullopt, parsed.error().format()};
}

DeriveResult derive_index_map(std::string_view domain, std::string_view order) {
  const auto parsed = domain::parse_domain(domain);
  if (!parsed) {
    return {std::nullopt, parsed.error().format()};
  }
  const auto request = domain::parse_order(order);
  if (!request) {
    return {std::nullopt, request.error().format()};
  }
  const auto ordered = domain::in_order(*parsed, *request);
  return ordered ? derived_map(*ordered) : DeriveResult{std::nullopt, ordered.error().format()};
}

} // namespace mapwright
