// Maps of a domain in an order of one's own choice: domain/order.hpp says what each order means.
#pragma once

#include "core/error.hpp"
#include "domain/order.hpp"
#include "index_map/certificate.hpp"

namespace mapwright::index_map {

/// The map of `domain` in an order, whatever order the domain has. Its domain text is ordered_text of the two, so the
/// certificate names the order and can be checked on its own. Errors: input, where the order is not offered for the
/// domain (the message says why) or the family of the ordered domain has no map of it.
Result<Derived> derive_in_order(const domain::Domain& domain, const domain::OrderRequest& request,
                                const DeriveOptions& options = {});

/// The same with its certificate, which says proved. Errors besides: answer_no, where the proof of the map fails.
Result<Certified> certify_in_order(const domain::Domain& domain, const domain::OrderRequest& request,
                                   const DeriveOptions& options = {});

} // namespace mapwright::index_map
