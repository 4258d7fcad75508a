// The searchers that need nothing but the space.
#pragma once

#include "mapper/search/searcher.hpp"

namespace mapwright::mapper {

/// "random": assignments drawn one after another, none twice.
SearcherInfo random_searcher();
/// "descent": changes one decision after another, or a group of them alike, and keeps what is faster.
SearcherInfo descent_searcher();

} // namespace mapwright::mapper
