#include "index_map/order/order.hpp"

#include "index_map/derive.hpp"

#include <utility>

#include <fmt/format.h>

namespace mapwright::index_map {

Result<Derived> derive_in_order(const domain::Domain& domain, const domain::OrderRequest& request,
                                const DeriveOptions& options) {
  const auto ordered = domain::in_order(domain, request);
  if (!ordered) {
    return forward(ordered);
  }
  return derive(*ordered, options);
}

Result<Certified> certify_in_order(const domain::Domain& domain, const domain::OrderRequest& request,
                                   const DeriveOptions& options) {
  auto derived = derive_in_order(domain, request, options);
  if (!derived) {
    return forward(derived);
  }
  auto certified = certify(std::move(*derived), options);
  if (certified.certificate.status != Status::proved) {
    return fail(
        ErrorKind::answer_no,
        fmt::format("the map in {} order is not proved: {}", to_string(request), status_text(certified.certificate)),
        request.order == domain::Order::tile_grouped ? "smaller tiles and groups are easier to prove"
                                                     : "another order may be proved");
  }
  return certified;
}

} // namespace mapwright::index_map
