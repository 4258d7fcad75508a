#include "index_map/offer_maps.hpp"

#include "index_map/certificate.hpp"
#include "loop/map_registry.hpp"

#include <fmt/format.h>

namespace mapwright::index_map {

void offer_proved_maps() {
  loop::offer_maps([](const domain::Domain& domain) -> Result<loop::ProvedMap> {
    Result<Certified> certified = derive_certified(domain);
    if (!certified) {
      return forward(certified);
    }
    const Certificate& certificate = certified->certificate;
    if (certificate.status != Status::proved) {
      return fail(ErrorKind::input, fmt::format("the map of {} is {}", domain.text, status_text(certificate)));
    }
    return loop::ProvedMap{std::move(certified->derived.map), certificate.range32, certificate.range64,
                           certificate.hash, status_text(certificate)};
  });
}

} // namespace mapwright::index_map
