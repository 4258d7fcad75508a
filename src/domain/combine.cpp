// Domains made of domains: set operations, ragged batches, pairs, constants for parameters.
#include "domain/affine_rows.hpp"
#include "domain/isl_text.hpp"
#include "domain/parse_forms.hpp"
#include "expr/build.hpp"

#include <algorithm>

#include <fmt/format.h>

namespace mapwright::domain {

namespace {

constexpr std::size_t most_members = 64;

IslSet read_own(const IslContext& context, const AffineShape& shape) {
  return IslSet(isl_set_read_from_str(context.get(), shape.set.c_str()));
}

IslSet name_dimensions(IslSet set, const std::vector<std::string>& names) {
  for (std::size_t i = 0; i < names.size(); ++i) {
    set = IslSet(isl_set_set_dim_name(set.release(), isl_dim_set, static_cast<unsigned>(i), names[i].c_str()));
  }
  return set;
}

/// `set` with its parameters in the order of first mention in `domains`.
IslSet order_parameters(const IslContext& context, IslSet set,
                        const std::vector<std::pair<Fragment, Domain>>& domains) {
  std::vector<std::string> names;
  for (const auto& [text, domain] : domains) {
    for (const Symbol parameter : domain.parameters) {
      if (std::find(names.begin(), names.end(), parameter.name()) == names.end()) {
        names.push_back(parameter.name());
      }
    }
  }
  IslSpace order(isl_space_params_alloc(context.get(), static_cast<unsigned>(names.size())));
  for (std::size_t i = 0; i < names.size(); ++i) {
    order =
        IslSpace(isl_space_set_dim_name(order.release(), isl_dim_param, static_cast<unsigned>(i), names[i].c_str()));
  }
  return IslSet(isl_set_align_params(set.release(), order.release()));
}

Error wrong_operand(const Fragment& text, const std::string& why) {
  return text.error(0, why, "union, difference and intersection join affine domains of equal dimension count");
}

IslSet apply(SetOperation operation, IslSet a, IslSet b) {
  switch (operation) {
  case SetOperation::unite:
    return IslSet(isl_set_union(a.release(), b.release()));
  case SetOperation::subtract:
    return IslSet(isl_set_subtract(a.release(), b.release()));
  case SetOperation::intersect:
    return IslSet(isl_set_intersect(a.release(), b.release()));
  }
  return {};
}

/// A name that occurs both as a dimension and as a parameter, or "".
std::string clash(const std::vector<std::string>& dimensions, const std::vector<Symbol>& parameters) {
  for (const Symbol parameter : parameters) {
    if (std::count(dimensions.begin(), dimensions.end(), parameter.name()) > 0) {
      return parameter.name();
    }
  }
  return {};
}

} // namespace

Result<Domain> combine(SetOperation operation, const std::vector<std::pair<Fragment, Domain>>& domains,
                       const Fragment& fragment) {
  if (domains.size() < 2 || (operation == SetOperation::subtract && domains.size() != 2)) {
    return tl::unexpected<Error>(
        fragment.error(0, fmt::format("expected {} domains, found {}",
                                      operation == SetOperation::subtract ? "two" : "two or more", domains.size())));
  }
  if (domains.size() > most_members) {
    return tl::unexpected<Error>(fragment.error(0, fmt::format("more than {} domains", most_members)));
  }
  const IslContext context(parse_operations);
  IslSet result;
  const std::vector<std::string>& dimensions = domains.front().second.dimensions;
  for (const auto& [text, domain] : domains) {
    const auto* shape = std::get_if<AffineShape>(&domain.shape);
    if (shape == nullptr) {
      return tl::unexpected<Error>(wrong_operand(text, "this domain is not affine"));
    }
    if (!shape->point_of_scan.empty()) {
      return tl::unexpected<Error>(wrong_operand(text, "this domain has an order of its own"));
    }
    if (domain.dimensions.size() != dimensions.size()) {
      return tl::unexpected<Error>(wrong_operand(text, fmt::format("this domain has {} dimensions, the first has {}",
                                                                   domain.dimensions.size(), dimensions.size())));
    }
    const std::string name = clash(dimensions, domain.parameters);
    if (!name.empty()) {
      return tl::unexpected<Error>(
          wrong_operand(text, fmt::format("the parameter '{}' of this domain is a dimension of the first", name)));
    }
    IslSet set = name_dimensions(read_own(context, *shape), dimensions);
    result = result ? apply(operation, std::move(result), std::move(set)) : std::move(set);
    if (!result) {
      return tl::unexpected<Error>(fragment.error(0, "the set is too complicated to combine"));
    }
  }
  result = name_dimensions(order_parameters(context, std::move(result), domains), dimensions);
  if (isl_set_dim(result.get(), isl_dim_param) > most_parameters) {
    return tl::unexpected<Error>(
        fragment.error(0, fmt::format("the set has more than {} parameters", most_parameters)));
  }
  return finish_set(context, std::move(result), fragment);
}

Result<Domain> make_ragged(Domain inner, const Fragment& fragment) {
  const auto refuse = [&](const std::string& message, const std::string& hint) {
    return tl::unexpected<Error>(fragment.error(0, message, hint));
  };
  if (std::holds_alternative<RaggedShape>(inner.shape)) {
    return refuse("a ragged domain cannot hold a ragged domain", "e.g. ragged(triangle)");
  }
  if (inner.parameters.size() != 1) {
    return refuse(fmt::format("a row of a ragged domain has one parameter, its length; this domain has {}",
                              inner.parameters.size()),
                  "bind the others to constants, e.g. ragged(band(a=3,b=0))");
  }
  if (inner.dimensions.size() >= static_cast<std::size_t>(most_dimensions)) {
    return refuse(fmt::format("a ragged domain has at most {} dimensions", most_dimensions), "");
  }
  if (std::count(inner.dimensions.begin(), inner.dimensions.end(), "b") > 0 ||
      std::count(inner.dimensions.begin(), inner.dimensions.end(), "batch") > 0) {
    return refuse("the names 'b' and 'batch' belong to the rows of a ragged domain", "rename the dimension");
  }
  Domain domain;
  domain.dimensions = {"b"};
  domain.dimensions.insert(domain.dimensions.end(), inner.dimensions.begin(), inner.dimensions.end());
  domain.parameters = {Symbol("batch")};
  domain.summary = "a batch of rows of different lengths, each: " + inner.summary;
  domain.shape = RaggedShape{std::make_shared<const Domain>(std::move(inner))};
  return domain;
}

Result<Domain> make_pairs(Domain inner, const Fragment& fragment) {
  if (std::holds_alternative<RaggedShape>(inner.shape) || std::holds_alternative<PairsShape>(inner.shape)) {
    return tl::unexpected<Error>(
        fragment.error(0, "pairs are formed of points of a plain domain, not of a ragged domain or of pairs"));
  }
  if (2 * inner.dimensions.size() > static_cast<std::size_t>(most_dimensions)) {
    return tl::unexpected<Error>(fragment.error(0, fmt::format("pairs of points in {} dimensions exceed {} dimensions",
                                                               inner.dimensions.size(), most_dimensions)));
  }
  Domain domain;
  for (const char* prefix : {"p_", "q_"}) {
    for (const std::string& name : inner.dimensions) {
      domain.dimensions.push_back(prefix + name);
    }
  }
  const std::string name = clash(domain.dimensions, inner.parameters);
  if (!name.empty()) {
    return tl::unexpected<Error>(
        fragment.error(0, fmt::format("the parameter '{}' is the name of a coordinate of the pairs", name)));
  }
  domain.parameters = inner.parameters;
  domain.summary = "ordered pairs p >= q of points of: " + inner.summary;
  domain.shape = PairsShape{std::make_shared<const Domain>(std::move(inner))};
  return domain;
}

namespace {

void substitute_all(std::vector<Expr>& expressions, Symbol parameter, Int value) {
  for (Expr& e : expressions) {
    e = expr::substitute(e, parameter, Expr(value));
  }
}

Result<Domain> bind_affine(const Domain& domain, const AffineShape& shape, Symbol parameter, Int value,
                           const Fragment& fragment) {
  const IslContext context(parse_operations);
  IslSet set = read_own(context, shape);
  const int position = isl_set_find_dim_by_name(set.get(), isl_dim_param, parameter.name().c_str());
  if (!set || position < 0) {
    return tl::unexpected<Error>(fragment.error(0, fmt::format("no parameter '{}'", parameter.name())));
  }
  const auto at = static_cast<unsigned>(position);
  set = IslSet(
      isl_set_fix_val(set.release(), isl_dim_param, at, isl_val_int_from_si(context.get(), static_cast<long>(value))));
  set = IslSet(isl_set_project_out(set.release(), isl_dim_param, at, 1));
  auto bound = finish_set(context, std::move(set), fragment);
  if (!bound) {
    return bound;
  }
  auto& bound_shape = std::get<AffineShape>(bound->shape);
  bound_shape.scan = shape.scan;
  bound_shape.point_of_scan = shape.point_of_scan;
  bound_shape.scan_of_point = shape.scan_of_point;
  substitute_all(bound_shape.point_of_scan, parameter, value);
  substitute_all(bound_shape.scan_of_point, parameter, value);
  bound->dimensions = domain.dimensions;
  bound->summary = domain.summary;
  return bound;
}

} // namespace

Result<Domain> bind_parameter(Domain domain, Symbol parameter, Int value, const Fragment& fragment) {
  if (const auto* affine = std::get_if<AffineShape>(&domain.shape)) {
    return bind_affine(domain, *affine, parameter, value, fragment);
  }
  if (auto* predicate = std::get_if<PredicateShape>(&domain.shape)) {
    substitute_all(predicate->low, parameter, value);
    substitute_all(predicate->high, parameter, value);
    predicate->condition = expr::substitute(predicate->condition, parameter, Expr(value));
  } else if (auto* pairs = std::get_if<PairsShape>(&domain.shape)) {
    auto inner = bind_parameter(*pairs->inner, parameter, value, fragment);
    if (!inner) {
      return inner;
    }
    pairs->inner = std::make_shared<const Domain>(std::move(*inner));
  } else if (auto* curve = std::get_if<CurveShape>(&domain.shape)) {
    auto inner = bind_parameter(*curve->inner, parameter, value, fragment);
    if (!inner) {
      return inner;
    }
    curve->inner = std::make_shared<const Domain>(std::move(*inner));
  } else {
    return tl::unexpected<Error>(
        fragment.error(0, fmt::format("'{}' cannot be bound in the text of this domain", parameter.name()),
                       "give it as a size where the domain is used"));
  }
  std::erase(domain.parameters, parameter);
  return domain;
}

} // namespace mapwright::domain
