// What a curve map is made of: the corner domain, and both maps as a proof carries them.
#include "domain/affine_rows.hpp"
#include "domain/isl_handle.hpp"
#include "index_map/curve/curve.hpp"
#include "index_map/nodes.hpp"
#include "index_map/telescoping/constraints.hpp"
#include "index_map/telescoping/isl_condition.hpp"
#include "index_map/telescoping/lift.hpp"

#include <string>
#include <utility>

#include <fmt/format.h>

namespace mapwright::index_map {

using expr::Expr;

Result<domain::Domain> corner_domain(const domain::Domain& plain, const CurveCube& cube) {
  const auto* shape = std::get_if<domain::AffineShape>(&plain.shape);
  if (shape == nullptr || !shape->point_of_scan.empty()) {
    return fail(ErrorKind::internal, "a corner domain is made of an affine domain in its plain order");
  }
  const std::vector<expr::Symbol> dims = nodes::symbols(plain.dimensions);
  nodes::Names names(plain.parameters, dims);
  domain::Domain out = plain;
  std::vector<Expr> conditions;
  for (std::size_t d = 0; d < dims.size(); ++d) {
    const expr::Symbol below = names.fresh("below_" + plain.dimensions[d]);
    out.parameters.push_back(below);
    conditions.push_back(nodes::less(nodes::var(dims[d]), nodes::var(below)));
    conditions.push_back(nodes::less_equal(nodes::var(below), cube.end[d]));
  }
  if (out.parameters.size() > static_cast<std::size_t>(domain::most_parameters)) {
    return fail(ErrorKind::input,
                fmt::format("the order of a curve needs one more size per dimension, and at most {} in all",
                            domain::most_parameters),
                "bind some of the sizes in the text of the domain");
  }
  const domain::IslContext context;
  const auto all = read_set(context, shape->set);
  const auto below = set_where(context, out.parameters, dims, nodes::fold(expr::Op::logical_and, conditions, 1));
  if (!all || !below) {
    return all ? forward(below) : forward(all);
  }
  domain::IslSet both = intersect(*below, *all); // parameters in the order of `below`
  for (std::size_t d = 0; d < dims.size(); ++d) {
    both = domain::IslSet(
        isl_set_set_dim_name(both.release(), isl_dim_set, static_cast<unsigned>(d), plain.dimensions[d].c_str()));
  }
  out.text = "corner of " + plain.text;
  out.summary = "the points below a corner of: " + plain.summary;
  domain::AffineShape cut;
  cut.set = domain::take_text(isl_set_to_str(domain::coalesced(both).get()));
  cut.scan = dims;
  out.shape = std::move(cut);
  return out;
}

Result<CurveParts> curve_parts_of(const nlohmann::json& proof, const domain::Domain& domain) {
  const auto* shape = std::get_if<domain::CurveShape>(&domain.shape);
  if (shape == nullptr || shape->inner == nullptr || !proof.contains("plain") || !proof.contains("corner")) {
    return fail(ErrorKind::input, "the proof of a map along a curve is malformed",
                "it holds the maps 'plain' and 'corner', for a domain in the order of a curve");
  }
  return curve_parts(*shape->inner, [&](const char* name, const domain::Domain& inner) {
    return inner_from_json(proof[name], inner);
  });
}

Result<CurveParts> curve_parts(const domain::Domain& plain_domain, const InnerOfName& inner) {
  auto plain = inner("plain", plain_domain);
  if (!plain) {
    return forward(plain);
  }
  auto cube = curve_cube(plain->proof, plain_domain);
  const auto below = cube ? corner_domain(plain_domain, *cube) : Result<domain::Domain>(forward(cube));
  if (!below) {
    return forward(below);
  }
  auto corner = inner("corner", *below);
  if (!corner) {
    return forward(corner);
  }
  return CurveParts{std::move(*plain), std::move(*cube), std::move(*corner)};
}

} // namespace mapwright::index_map
