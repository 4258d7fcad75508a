#include "domain/point_set.hpp"

#include "expr/text.hpp"

#include <string>
#include <vector>

#include <fmt/format.h>

namespace mapwright::domain {

tl::unexpected<Error> box_too_complicated() {
  return fail(ErrorKind::input, "the bounding box of the set is too complicated to compute");
}

Result<IslSet> point_set(const IslContext& context, const Domain& domain, const AffineShape& shape) {
  IslSet set(isl_set_read_from_str(context.get(), shape.set.c_str()));
  if (!set) {
    return fail(ErrorKind::input, "isl cannot read the set '" + shape.set + "'");
  }
  if (shape.point_of_scan.empty()) {
    return set;
  }
  std::vector<std::string> parameters;
  std::vector<std::string> scan;
  std::vector<std::string> point;
  for (const Symbol p : domain.parameters) {
    parameters.push_back(p.name());
  }
  for (const Symbol s : shape.scan) {
    scan.push_back(s.name());
  }
  for (const Expr& e : shape.point_of_scan) {
    point.push_back(expr::to_text(e));
  }
  const std::string text = fmt::format("[{}] -> {{ [{}] -> [{}] }}", fmt::join(parameters, ", "), fmt::join(scan, ", "),
                                       fmt::join(point, ", "));
  IslMap order(isl_map_read_from_str(context.get(), text.c_str()));
  if (!order) {
    return fail(ErrorKind::input, "the order of the domain is not affine");
  }
  return IslSet(isl_set_apply(set.release(), order.release()));
}

std::optional<Int> to_int(const IslVal& value) {
  if (!value || isl_val_is_int(value.get()) != isl_bool_true) {
    return std::nullopt;
  }
  return expr::parse_int(take_text(isl_val_to_str(value.get())));
}

} // namespace mapwright::domain
