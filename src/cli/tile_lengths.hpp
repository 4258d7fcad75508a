// Lengths of sequences as they are typed.
#pragma once

#include "core/error.hpp"
#include "index_map/tiles/schedule.hpp"

#include <string>
#include <vector>

#include <CLI/CLI.hpp>

namespace mapwright::cli {

struct TileLengthOptions {
  std::string length;      ///< "N" or "QUERIES,KEYS"
  std::string batch = "1"; ///< how many of that length
  std::string offsets;     ///< of queries: numbers or a file
  std::string key_offsets; ///< of keys; empty: those of the queries
};

/// Declares --seqlen, --batch, --cu-seqlens and --cu-seqlens-k.
void declare(CLI::App& app, TileLengthOptions& options);

/// Errors: input, for offsets that do not begin at 0 or that fall, unequal numbers of them, and for keys of their own
/// where `documents` have none.
Result<std::vector<index_map::tiles::SequenceLengths>> read_lengths(const TileLengthOptions& options, bool documents);

/// "1 sequence of 100 queries x 200 keys", "8 sequences of 3 to 90 queries, 4 heads".
std::string lengths_text(const std::vector<index_map::tiles::SequenceLengths>& lengths, index_map::tiles::Number heads);

} // namespace mapwright::cli
