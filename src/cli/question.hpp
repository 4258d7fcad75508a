// The domain a command is asked about, with its sizes and tables.
#pragma once

#include "cli/options.hpp"
#include "cli/terminal.hpp"
#include "core/error.hpp"
#include "index_map/certificate.hpp"
#include "index_map/infer/infer.hpp"

#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace mapwright::cli {

/// A domain with what was said about it.
struct Question {
  domain::Domain domain;
  std::vector<std::optional<expr::Int>> sizes; ///< one per parameter of the domain
  std::vector<expr::Table> tables;             ///< run-time tables, by name
  /// Of points:FILE, how the domain was found; null otherwise. Sizes that were seen in the points are in `sizes`.
  std::shared_ptr<const index_map::infer::Inference> inferred{};
};

/// Reads DOMAIN (`-`: from standard input; points:FILE: inferred), sizes and tables. A size that names a constant of a
/// catalogue entry (`combinations --param k=4`) chooses the entry with that constant. `batch` of a ragged domain
/// follows from its table.
Result<Question> read_question(const DomainOptions& options, Terminal& terminal);

/// Every size, or an input error that names the missing ones.
Result<std::vector<expr::Int>> all_sizes(const Question& question, const std::string& command);

/// Whether all sizes are there.
bool has_all_sizes(const Question& question);

/// What to derive: sizes are fixed in the map where its tables depend on them (predicates over a box, all sizes given)
/// or where `fix` asks for it, and stay parameters otherwise.
index_map::DeriveOptions derive_options(const Question& question, const std::string& form, bool fix = false);

} // namespace mapwright::cli
