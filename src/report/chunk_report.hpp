// Chunks of a domain, for people and for programs.
#pragma once

#include "index_map/chunk/cuts.hpp"
#include "report/json.hpp"
#include "report/map_at.hpp"

#include <string>
#include <vector>

namespace mapwright::report {

struct ChunkReport {
  const domain::Domain* domain = nullptr; ///< not owned
  std::vector<expr::Int> sizes;
  std::string weight; ///< of a point; "1" for equal counts
  std::string method; ///< how the cuts were found
  index_map::chunk::Cuts cuts;
  std::vector<domain::Point> first; ///< point of each chunk; empty where a chunk has none
};

/// The report of cuts at the size of `at`. An internal error when the map contradicts itself.
Result<ChunkReport> make_chunk_report(const domain::Domain& domain, const MapAt& at, std::string weight,
                                      std::string method, index_map::chunk::Cuts cuts);

/// How far the heaviest chunk lies above the mean, as a fraction: 0 for equal weights, or where nothing weighs.
double imbalance(const index_map::chunk::Cuts& cuts);

/// A few fields and a row per chunk.
std::string to_text(const ChunkReport& report);

/// docs/cli.md lists the keys.
Json to_json(const ChunkReport& report);

} // namespace mapwright::report
