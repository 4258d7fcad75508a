#include "cli/verification.hpp"

#include "report/choose_sizes.hpp"
#include "report/text_table.hpp"

#include <fmt/format.h>

namespace mapwright::cli {

namespace {

constexpr std::size_t example_rows = 4096;

/// The run-time tables given, or an example of the one that is missing.
std::vector<expr::Table> tables_of(const Question& question) {
  std::vector<expr::Table> tables = question.tables;
  if (const auto name = report::offsets_name(question.domain); name && tables.empty()) {
    const expr::Int rows = question.sizes.at(0).value_or(static_cast<expr::Int>(example_rows));
    tables.push_back(report::example_offsets(
        *name, static_cast<std::size_t>(std::min(rows, static_cast<expr::Int>(1) << 24))));
  }
  return tables;
}

/// Sizes for a ragged domain follow from its table.
std::vector<std::optional<expr::Int>> sizes_of(const Question& question, const std::vector<expr::Table>& tables) {
  auto sizes = question.sizes;
  if (report::offsets_name(question.domain) && !sizes.at(0)) {
    sizes[0] = static_cast<expr::Int>(tables.front().values.size()) - 1;
  }
  return sizes;
}

} // namespace

Result<report::VerifyReport> compare(const index_map::Certified& certified, const Question& question, bool exhaustive,
                                     Terminal& terminal) {
  const domain::Map& map = certified.derived.map;
  const std::vector<expr::Table> tables = tables_of(question);
  const auto wanted = sizes_of(question, tables);
  report::VerifyReport report{&certified.certificate, {}, {}};
  auto sizes = report::choose_sizes(certified.derived, wanted, tables, exhaustive ? quick_points : quick_points / 1000);
  if (!sizes) {
    return forward(sizes);
  }
  auto at = report::MapAt::make(certified.derived, *sizes, tables);
  if (!at) {
    return forward(at);
  }
  if (!exhaustive && at->count() > static_cast<expr::Int>(quick_points)) {
    report.note = fmt::format("{} has {} indices; --exhaustive compares every one of them",
                              report::sizes_text(map.domain.parameters, at->sizes()),
                              report::grouped(expr::to_string(at->count())));
    const std::vector<std::optional<expr::Int>> open(map.domain.parameters.size());
    auto smaller = report::choose_sizes(certified.derived, open, tables, quick_points);
    if (!smaller) {
      return report;
    }
    at = report::MapAt::make(certified.derived, *smaller, tables);
    if (!at) {
      return forward(at);
    }
  }
  Progress progress(terminal);
  progress.show(fmt::format("comparing {} indices", report::grouped(expr::to_string(at->count()))));
  const auto result = index_map::verify_exhaustively(map, at->sizes(), at->tables());
  if (!result) {
    return forward(result);
  }
  report.checks.push_back({at->sizes(), *result});
  return report;
}

} // namespace mapwright::cli
