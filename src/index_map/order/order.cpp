#include "index_map/order/order.hpp"

#include "index_map/derive.hpp"

namespace mapwright::index_map {

Result<Derived> derive_in_order(const domain::Domain& domain, const domain::OrderRequest& request,
                                const DeriveOptions& options) {
  const auto ordered = domain::in_order(domain, request);
  if (!ordered) {
    return forward(ordered);
  }
  return derive(*ordered, options);
}

} // namespace mapwright::index_map
