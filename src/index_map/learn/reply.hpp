// A model's reply read as a candidate, and a candidate written as a model would reply.
#pragma once

#include "archive/records.hpp"

#include <string>
#include <string_view>

#include <tl/expected.hpp>

namespace mapwright::index_map::learn {

/// The one candidate of a reply: <domain> first, then the last block of source. `cut`: the reply is incomplete, so its
/// last block may be. Unexpected: what is missing, in words the model can be shown.
tl::expected<archive::Candidate, std::string> candidate_of(std::string_view reply, bool cut);

/// The candidate as a reply that candidate_of reads.
std::string reply_of(const archive::Candidate& candidate);

} // namespace mapwright::index_map::learn
