// ordered(SET, KEY, KEY, ...): the points of a set in lexicographic order of keys.
#include "domain/affine_rows.hpp"
#include "domain/isl_text.hpp"
#include "domain/parse_forms.hpp"
#include "domain/unimodular.hpp"
#include "expr/build.hpp"
#include "expr/text.hpp"

#include <algorithm>
#include <optional>

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace mapwright::domain {

namespace {

constexpr const char* example = "e.g. ordered(triangle, i + j, i)";
constexpr Int most_key = 1 << 15; ///< entry of a key, in absolute value

/// The coefficients of `names` and the constant, last; nothing for what is not linear, or beyond most_key.
std::optional<std::vector<Int>> linear(const Expr& e, const std::vector<std::string>& names) {
  const auto combine = [&](Int of_b) -> std::optional<std::vector<Int>> {
    auto a = linear(e.operand(0), names);
    const auto b = linear(e.operand(1), names);
    if (!a || !b) {
      return std::nullopt;
    }
    for (std::size_t k = 0; k < a->size(); ++k) {
      (*a)[k] += of_b * (*b)[k];
      if ((*a)[k] > most_key || (*a)[k] < -most_key) {
        return std::nullopt;
      }
    }
    return a;
  };
  std::vector<Int> row(names.size() + 1);
  switch (e.op()) {
  case expr::Op::constant:
    row.back() = e.value();
    return e.value() > most_key || e.value() < -most_key ? std::nullopt : std::optional(row);
  case expr::Op::variable: {
    const auto found = std::find(names.begin(), names.end(), e.name().name());
    if (found == names.end()) {
      return std::nullopt;
    }
    row[static_cast<std::size_t>(found - names.begin())] = 1;
    return row;
  }
  case expr::Op::add:
    return combine(1);
  case expr::Op::sub:
    return combine(-1);
  case expr::Op::mul: {
    const std::size_t constant = e.operand(0).is_constant() ? 0 : 1;
    auto scaled = linear(e.operand(1 - constant), names);
    const Int factor = e.operand(constant).is_constant() ? e.operand(constant).value() : most_key + 1;
    if (!scaled || factor > most_key || factor < -most_key) {
      return std::nullopt;
    }
    for (Int& value : *scaled) {
      value *= factor;
      if (value > most_key || value < -most_key) {
        return std::nullopt;
      }
    }
    return scaled;
  }
  default:
    return std::nullopt;
  }
}

/// One row of coefficients per key.
Result<IntegerMatrix> read_keys(std::span<const Fragment> keys, const std::vector<std::string>& dimensions) {
  IntegerMatrix matrix;
  for (const Fragment& key : keys) {
    const auto parsed = expr::parse_expr(key.view(), key.file);
    if (!parsed) {
      return tl::unexpected<Error>(key.relocated(parsed.error()));
    }
    const auto row = linear(*parsed, dimensions);
    if (!row || row->back() != 0) {
      return tl::unexpected<Error>(
          key.error(0, fmt::format("a key is a sum of integer multiples of {}", fmt::join(dimensions, ", ")), example));
    }
    matrix.emplace_back(row->begin(), row->end() - 1);
  }
  return matrix;
}

std::vector<Expr> products(const IntegerMatrix& matrix, const std::vector<Symbol>& variables) {
  std::vector<Expr> result;
  for (const std::vector<std::int64_t>& row : matrix) {
    Expr sum(0);
    for (std::size_t k = 0; k < row.size(); ++k) {
      if (row[k] != 0) {
        sum = sum + Expr(static_cast<Int>(row[k])) * Expr::variable(variables[k]);
      }
    }
    result.push_back(sum);
  }
  return result;
}

/// The set of the keys of the points, as an isl relation applied to the set.
IslSet image(const IslContext& context, const AffineShape& shape, const IntegerMatrix& keys,
             const std::vector<std::string>& dimensions, const std::vector<std::string>& scan) {
  std::vector<std::string> equations;
  for (std::size_t r = 0; r < keys.size(); ++r) {
    std::string sum;
    for (std::size_t k = 0; k < keys.size(); ++k) {
      sum += fmt::format("{}{}{}", keys[r][k] < 0 ? " - " : " + ", keys[r][k] < 0 ? -keys[r][k] : keys[r][k],
                         dimensions[k]);
    }
    equations.push_back(fmt::format("{}_key = 0{}", scan[r], sum));
  }
  std::vector<std::string> range;
  for (const std::string& name : scan) {
    range.push_back(name + "_key");
  }
  const std::string relation = fmt::format("{{ [{}] -> [{}] : {} }}", fmt::join(dimensions, ", "),
                                           fmt::join(range, ", "), fmt::join(equations, " and "));
  IslSet set(isl_set_read_from_str(context.get(), shape.set.c_str()));
  IslMap map(isl_map_read_from_str(context.get(), relation.c_str()));
  set = IslSet(isl_set_apply(set.release(), map.release()));
  for (std::size_t i = 0; i < scan.size(); ++i) {
    set = IslSet(isl_set_set_dim_name(set.release(), isl_dim_set, static_cast<unsigned>(i), scan[i].c_str()));
  }
  return set;
}

/// A key that is one dimension has its name; the others are called key1, key2, ...
std::vector<std::string> key_names(const IntegerMatrix& keys, const Domain& domain) {
  std::vector<std::string> names;
  for (std::size_t r = 0; r < keys.size(); ++r) {
    std::string name = fmt::format("key{}", r + 1);
    for (std::size_t k = 0; k < keys.size(); ++k) {
      if (keys[r] == identity_matrix(keys.size())[k]) {
        name = domain.dimensions[k];
      }
    }
    const auto taken = [&] {
      return std::count(domain.parameters.begin(), domain.parameters.end(), Symbol(name)) +
                 std::count(names.begin(), names.end(), name) >
             0;
    };
    while (taken()) {
      name += "_";
    }
    names.push_back(name);
  }
  return names;
}

} // namespace

Result<Domain> make_ordered(Domain inner, std::span<const Fragment> keys, const Fragment& fragment) {
  const auto* shape = std::get_if<AffineShape>(&inner.shape);
  if (shape == nullptr || !shape->point_of_scan.empty()) {
    return tl::unexpected<Error>(
        fragment.error(0, "only affine domains without an order of their own can be ordered by keys", example));
  }
  if (keys.size() != inner.dimensions.size()) {
    return tl::unexpected<Error>(fragment.error(
        0, fmt::format("expected {} keys, one per dimension, found {}", inner.dimensions.size(), keys.size()),
        example));
  }
  auto matrix = read_keys(keys, inner.dimensions);
  if (!matrix) {
    return forward(matrix);
  }
  const auto inverse = unimodular_inverse(*matrix);
  if (!inverse) {
    return tl::unexpected<Error>(keys[0].error(
        0, "the keys must tell all integer points apart and leave none out: a matrix of determinant 1 or -1", example));
  }
  const IslContext context(parse_operations);
  const std::vector<std::string> scan = key_names(*matrix, inner);
  auto domain = finish_set(context, image(context, *shape, *matrix, inner.dimensions, scan), fragment);
  if (!domain) {
    return domain;
  }
  auto& ordered = std::get<AffineShape>(domain->shape);
  std::vector<Symbol> dimensions;
  for (const std::string& name : inner.dimensions) {
    dimensions.emplace_back(name);
  }
  ordered.point_of_scan = products(*inverse, ordered.scan);
  ordered.scan_of_point = products(*matrix, dimensions);
  domain->dimensions = inner.dimensions;
  domain->summary = fmt::format("{}, ordered by {}", inner.summary,
                                fmt::join(
                                    [&] {
                                      std::vector<std::string> texts;
                                      for (const Fragment& key : keys) {
                                        texts.emplace_back(key.view());
                                      }
                                      return texts;
                                    }(),
                                    ", "));
  return domain;
}

} // namespace mapwright::domain
