// The catalogue: domains with a name.
#pragma once

#include "domain/domain.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace mapwright::domain {

struct EntryParameter {
  std::string name;
  std::string meaning;
  /// Set: the parameter is a constant of the text, with this default; otherwise a size that may stay symbolic.
  std::optional<std::int64_t> constant{};
};

/// A size and the number of points it has, from a source outside this program.
struct GoldenCount {
  std::vector<std::int64_t> size; ///< one value per parameter of the domain
  std::string count;              ///< decimal
};

struct Entry {
  int row = 0;                    ///< of the table in docs/domains.md
  std::vector<std::string> names; ///< the first is the usual one
  std::string summary;            ///< one line
  std::string definition;         ///< domain text, or the text of a TOML file when `toml`
  bool toml = false;
  bool ragged = false;                            ///< the definition is one row of a ragged batch
  std::vector<EntryParameter> parameters{};       ///< of the definition, in order; then constants
  std::vector<std::string> dimensions{};          ///< names of the coordinates; empty: those of the definition
  std::vector<std::string> point_of_scan{};       ///< expressions, see AffineShape; empty: the identity
  std::vector<std::string> scan_of_point{};       ///< its inverse
  std::string count{};                            ///< closed form, an expression of the parameters; empty: none known
  std::string count_text{};                       ///< for people, where `count` is empty or long
  std::string box_ratio{};                        ///< volume of the bounding box over the count, for large sizes
  std::vector<std::int64_t> default_size{};       ///< one value per parameter of the domain
  std::vector<std::vector<std::int64_t>> sizes{}; ///< sizes small enough to compare every point
  std::vector<GoldenCount> golden{};
  std::vector<std::int64_t> row_lengths{}; ///< of ragged entries: lengths to try, at least as many as any batch
};

/// All entries in order of their rows.
const std::vector<Entry>& catalogue();

/// The entry of that name with its constants as given (`values`, one per constant parameter; empty: defaults), so
/// that definition and count belong to these constants. Nothing for an unknown name or a constant out of range.
std::optional<Entry> find_entry(std::string_view name, const std::vector<std::int64_t>& values = {});

/// Every name, in order.
std::vector<std::string> catalogue_names();

/// Inclusive range of a constant parameter of an entry.
struct ConstantRange {
  std::int64_t least = 0;
  std::int64_t greatest = 0;
};
ConstantRange constant_range(const Entry& entry, const EntryParameter& parameter);

} // namespace mapwright::domain
