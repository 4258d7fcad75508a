// Options that several commands share, and what they mean.
#pragma once

#include "cli/terminal.hpp"
#include "core/error.hpp"
#include "index_map/certificate.hpp"
#include "index_map/infer/infer.hpp"
#include "report/map_at.hpp"

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <CLI/CLI.hpp>

namespace mapwright::cli {

/// As typed: DOMAIN, --param, --table, --form, --json.
struct DomainOptions {
  std::string domain;
  std::vector<std::string> parameters{};
  std::vector<std::string> tables{};
  std::string form = "auto";
  bool json = false;
};

/// Declares them on a command. `required`: whether DOMAIN must be there.
void declare(CLI::App& app, DomainOptions& options, bool required = true);

/// --json alone.
void declare_json(CLI::App& app, bool& json);

/// An option that may be given several times, one value each.
CLI::Option* add_repeated(CLI::App& app, const std::string& name, std::vector<std::string>& values,
                          const std::string& meaning);

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

struct NamedSize {
  std::string name;
  expr::Int value = 0;
};

/// "n=10" or "n=10,m=3" into its parts.
Result<std::vector<NamedSize>> parse_sizes(std::string_view text);

/// "cu_seqlens=0,3,5" or "cu_seqlens=FILE": integers separated by commas or white space.
Result<expr::Table> parse_table_option(std::string_view text);

/// A decimal integer of at most 127 bits; errors call it `what`.
Result<expr::Int> parse_integer(std::string_view text, const std::string& what);

/// "4,2" or "(4, 2)": one coordinate per dimension.
Result<domain::Point> parse_point(std::string_view text, const std::vector<std::string>& dimensions);

/// Every size, or an input error that names the missing ones.
Result<std::vector<expr::Int>> all_sizes(const Question& question, const std::string& command);

/// Whether all sizes are there.
bool has_all_sizes(const Question& question);

/// What to derive: sizes are fixed in the map where its tables depend on them (predicates over a box, all sizes given)
/// or where `fix` asks for it, and stay parameters otherwise.
index_map::DeriveOptions derive_options(const Question& question, const std::string& form, bool fix = false);

/// A map at given sizes, ready to be asked.
struct Answerer {
  Question question;
  std::unique_ptr<const index_map::Derived> derived; ///< symbolic in its sizes
  report::MapAt at;                                  ///< at the sizes of the options

  [[nodiscard]] const domain::Domain& domain() const { return derived->map.domain; }
};

/// Chooses the sizes of a map: those asked for, see all_sizes, or those an inferred domain must have.
using SizeChoice = std::function<Result<std::vector<expr::Int>>(const Question&, const index_map::Derived&)>;

/// The map the options ask for, which must name every size unless the domain is inferred; `command` is the one that
/// needs them. A map that is not proved is refused (answer_no) unless allowed.
Result<Answerer> read_answerer(const DomainOptions& options, bool allow_unproved, const std::string& command,
                               const SizeChoice& choose_sizes, Terminal& terminal);

/// An integer option that was typed as text, within [least, most].
Result<std::uint64_t> parse_count(const std::string& text, const std::string& what, std::uint64_t least,
                                  std::uint64_t most);

} // namespace mapwright::cli
