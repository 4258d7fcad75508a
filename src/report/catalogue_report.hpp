// The catalogue as a table, and the check of everything in it.
#pragma once

#include "domain/catalogue.hpp"
#include "index_map/certificate.hpp"
#include "report/json.hpp"

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

namespace mapwright::report {

/// All entries: row, names, parameters, dimensions, count, waste ratio.
std::string catalogue_text();
Json catalogue_json();

/// What became of one entry: derived, its certificate checked, emitted in every language, its known counts compared,
/// and every index compared at every test size.
struct EntryCheck {
  std::string name;
  index_map::ProofKind kind = index_map::ProofKind::exhaustive;
  bool proved = false;
  std::size_t sizes = 0;
  std::uint64_t indices = 0;
  double derive_seconds = 0;
  double prove_seconds = 0;
  double emit_seconds = 0;
  double compare_seconds = 0;
  std::string failure{}; ///< empty: all is well
};
EntryCheck check_entry(const domain::Entry& entry);

struct CatalogueCheck {
  std::vector<EntryCheck> entries;
  std::vector<std::string> languages;
  double seconds = 0; ///< wall time of the whole

  [[nodiscard]] std::size_t failures() const;
};
/// `progress` hears of each entry before it is checked: its name, its number from 0, how many there are.
CatalogueCheck
check_catalogue(const std::function<void(const std::string& name, std::size_t number, std::size_t of)>& progress);

std::string to_text(const CatalogueCheck& check);
Json to_json(const CatalogueCheck& check);

} // namespace mapwright::report
