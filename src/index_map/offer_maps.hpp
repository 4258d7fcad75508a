// The derivation of index maps for layers that may not include this one, through loop/map_registry.hpp.
#pragma once

namespace mapwright::index_map {

/// Makes loop::proved_map() derive, check and certify maps with this layer.
void offer_proved_maps();

} // namespace mapwright::index_map
