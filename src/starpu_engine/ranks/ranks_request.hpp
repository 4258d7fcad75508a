// Requests that several processes answer together.
#pragma once

#include "starpu_engine/ranks/world.hpp"

#include <string>
#include <string_view>

namespace mapwright::starpu_engine {

/// The answer to a request (request.hpp) that every rank has, on rank 0. Each node of the plan runs on the rank of its
/// number. The answer also has `ranks`; `across`, what went between ranks: `from`, `to`, `bytes`, `messages`; and
/// `across_starpu_bytes`, what StarPU-MPI counted.
std::string answer_request_on(const World& world, std::string_view text);

} // namespace mapwright::starpu_engine
