// What a derivation found, for people and for programs.
#pragma once

#include "index_map/certificate.hpp"
#include "index_map/infer/infer.hpp"
#include "report/json.hpp"
#include "report/waste.hpp"

#include <optional>
#include <string>
#include <vector>

namespace mapwright::report {

/// What is known of a map at the sizes the user gave.
struct AtSizes {
  std::vector<expr::Int> sizes;
  expr::Int count = 0;
  std::optional<double> waste;
};

struct DeriveReport {
  const index_map::Certified* certified = nullptr; ///< not owned
  WasteLimit waste;
  std::optional<AtSizes> at{};
  const index_map::infer::Inference* inferred = nullptr; ///< of points:FILE, how its domain was found; not owned
};

/// Computes what a report says beside the derivation itself. `at` may be null.
DeriveReport make_derive_report(const index_map::Certified& certified, const MapAt* at);

/// The number of points as a formula: the closed form where the domain is not empty, if there is one; otherwise the
/// function of the map as one expression, or as the text of a function where it has control flow.
std::string count_text(const index_map::Derived& derived);

/// One screen: count, rank, unrank, cost, waste, certificate, ranges, what was weighed. Ends with a newline.
std::string to_text(const DeriveReport& report);

/// docs/cli.md lists the keys.
Json to_json(const DeriveReport& report);

/// {kind, status, range: {bits32, bits64}, hash, obligations}; a range is {name: greatest size} or null.
Json summary_json(const index_map::Certificate& certificate);

/// "n <= 46340", "no size", or "any size" for a domain without parameters.
std::string range_text(const domain::WordRange& range, const std::vector<expr::Symbol>& parameters);

/// Two lines, "exact for    32-bit words: ..." and the same for 64 bits.
std::string ranges_text(const index_map::Certificate& certificate);

} // namespace mapwright::report
