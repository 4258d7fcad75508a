#include "loop/map_registry.hpp"

#include <utility>

namespace mapwright::loop {

namespace {

MapSource& offered_source() {
  static MapSource source;
  return source;
}

} // namespace

void offer_maps(MapSource source) {
  offered_source() = std::move(source);
}

Result<ProvedMap> proved_map(const domain::Domain& domain) {
  if (!offered_source()) {
    return fail(ErrorKind::input, "this program derives no index maps");
  }
  return offered_source()(domain);
}

} // namespace mapwright::loop
