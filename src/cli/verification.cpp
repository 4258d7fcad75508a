#include "cli/verification.hpp"

#include "report/choose_sizes.hpp"
#include "report/text_table.hpp"
#include "report/waste.hpp"

#include <algorithm>
#include <array>

#include <fmt/format.h>

namespace mapwright::cli {

namespace {

constexpr std::size_t example_rows = 4096;

/// The run-time tables given, or an example of the one that is missing.
std::vector<expr::Table> tables_of(const Question& question) {
  std::vector<expr::Table> tables = question.tables;
  if (const auto name = report::offsets_name(question.domain); name && tables.empty()) {
    const expr::Int rows = question.sizes.at(0).value_or(static_cast<expr::Int>(example_rows));
    tables.push_back(
        report::example_offsets(*name, static_cast<std::size_t>(std::min(rows, static_cast<expr::Int>(1) << 24))));
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

/// Sizes nobody named: those the catalogue lists, a grid of small ones, and ever larger ones up to `most_points`.
std::vector<std::vector<expr::Int>> usual_sizes(const index_map::Derived& derived,
                                                const std::vector<std::optional<expr::Int>>& wanted,
                                                const std::vector<expr::Table>& tables, std::uint64_t most_points) {
  std::vector<std::vector<expr::Int>> all;
  const auto add = [&](std::vector<expr::Int> sizes) {
    if (std::find(all.begin(), all.end(), sizes) == all.end()) {
      all.push_back(std::move(sizes));
    }
  };
  const bool nothing_given =
      std::none_of(wanted.begin(), wanted.end(), [](const auto& size) { return size.has_value(); });
  if (const auto entry = report::entry_of(derived.map.domain); entry && nothing_given) {
    for (const std::vector<std::int64_t>& sizes : entry->sizes) {
      add({sizes.begin(), sizes.end()});
    }
  }
  constexpr std::array<int, 4> small{0, 1, 2, 5};
  std::size_t combinations = 1;
  for (std::size_t i = 0; i < wanted.size() && i < 3; ++i) {
    combinations *= small.size();
  }
  for (std::size_t combination = 0; combination < combinations; ++combination) {
    std::vector<expr::Int> sizes;
    std::size_t digits = combination;
    for (const auto& size : wanted) {
      sizes.push_back(size.value_or(small[digits % small.size()]));
      digits /= small.size();
    }
    add(std::move(sizes));
  }
  for (const std::uint64_t points : {most_points / 1000, most_points / 30, most_points}) {
    if (auto sizes = report::choose_sizes(derived, wanted, tables, points)) {
      add(std::move(*sizes));
    }
  }
  return all;
}

Result<report::SizeCheck> compare_at(const domain::Map& map, const report::MapAt& at, Terminal& terminal) {
  Progress progress(terminal);
  progress.show(fmt::format("comparing {} indices", report::grouped(expr::to_string(at.count()))));
  const auto result = index_map::verify_exhaustively(map, at.sizes(), at.tables());
  if (!result) {
    return forward(result);
  }
  return report::SizeCheck{at.sizes(), *result};
}

} // namespace

Result<report::VerifyReport> compare(const index_map::Certified& certified, const Question& question, bool exhaustive,
                                     Terminal& terminal) {
  const index_map::Derived& derived = certified.derived;
  const std::vector<expr::Table> tables = tables_of(question);
  const auto wanted = sizes_of(question, tables);
  report::VerifyReport report{&certified.certificate, {}, {}};
  std::vector<std::vector<expr::Int>> chosen;
  if (std::all_of(wanted.begin(), wanted.end(), [](const auto& size) { return size.has_value(); })) {
    std::vector<expr::Int> sizes;
    for (const auto& size : wanted) {
      sizes.push_back(*size);
    }
    const auto at = report::MapAt::make(derived, std::move(sizes), tables);
    if (!at) {
      return forward(at);
    }
    if (exhaustive || at->count() <= static_cast<expr::Int>(quick_points)) {
      auto check = compare_at(derived.map, *at, terminal);
      if (!check) {
        return forward(check);
      }
      report.checks.push_back(std::move(*check));
      return report;
    }
    report.note = fmt::format("{} has {} indices; --exhaustive compares every one of them",
                              report::sizes_text(derived.map.domain.parameters, at->sizes()),
                              report::grouped(expr::to_string(at->count())));
    chosen = usual_sizes(derived, std::vector<std::optional<expr::Int>>(wanted.size()), tables, quick_points / 10);
  } else {
    chosen = usual_sizes(derived, wanted, tables, exhaustive ? quick_points : quick_points / 10);
  }
  for (std::vector<expr::Int>& sizes : chosen) {
    const auto at = report::MapAt::make(derived, std::move(sizes), tables);
    if (!at || at->count() > static_cast<expr::Int>(quick_points)) {
      continue; // a size of our own choice that this domain does not have
    }
    auto check = compare_at(derived.map, *at, terminal);
    if (!check) {
      return forward(check);
    }
    report.checks.push_back(std::move(*check));
  }
  if (report.checks.empty()) {
    return fail(ErrorKind::input, "no small size of this domain could be compared", "give the sizes with --param");
  }
  return report;
}

} // namespace mapwright::cli
