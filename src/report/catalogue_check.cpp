// Checks catalogue entries one after the other; the declarations are in catalogue_report.hpp.
#include "domain/parse.hpp"
#include "emit/emit.hpp"
#include "index_map/derive.hpp"
#include "index_map/emission_unit.hpp"
#include "index_map/exhaustive.hpp"
#include "report/catalogue_report.hpp"
#include "report/choose_sizes.hpp"
#include "report/derive_report.hpp"

#include <chrono>

#include <fmt/format.h>

namespace mapwright::report {

namespace {

using Clock = std::chrono::steady_clock;

/// Adds the time it lives to `seconds`.
class Stopwatch {
public:
  explicit Stopwatch(double& seconds) : seconds_(seconds), start_(Clock::now()) {}
  Stopwatch(const Stopwatch&) = delete;
  Stopwatch& operator=(const Stopwatch&) = delete;
  ~Stopwatch() { seconds_ += std::chrono::duration<double>(Clock::now() - start_).count(); }

private:
  double& seconds_;
  Clock::time_point start_;
};

std::vector<expr::Int> wide(const std::vector<std::int64_t>& sizes) {
  return {sizes.begin(), sizes.end()};
}

Result<MapAt> at_size(const index_map::Derived& derived, const domain::Entry& entry,
                      const std::vector<std::int64_t>& sizes) {
  std::vector<expr::Table> tables;
  if (const auto name = offsets_name(derived.map.domain); name && !sizes.empty()) {
    tables.push_back(offsets_of(*name, entry.row_lengths, static_cast<std::size_t>(sizes[0])));
  }
  return MapAt::make(derived, wide(sizes), tables);
}

Result<void> emit_everywhere(const index_map::Certified& certified) {
  for (const std::string_view language : emit::dialect_names()) {
    const auto dialect = emit::make_dialect(language);
    if (!dialect) {
      return forward(dialect);
    }
    const auto source = (*dialect)->emit(index_map::emission_unit(certified));
    if (!source) {
      return forward(source);
    }
    if (source->empty()) {
      return fail(ErrorKind::internal, fmt::format("{}: the emitted text is empty", language));
    }
  }
  return {};
}

Result<void> compare_counts(const index_map::Derived& derived, const domain::Entry& entry) {
  for (const domain::GoldenCount& golden : entry.golden) {
    const auto at = at_size(derived, entry, golden.size);
    if (!at) {
      return forward(at);
    }
    if (expr::to_string(at->count()) != golden.count) {
      return fail(ErrorKind::answer_no,
                  fmt::format("count is {} at {}, known to be {}", expr::to_string(at->count()),
                              sizes_text(derived.map.domain.parameters, at->sizes()), golden.count));
    }
  }
  return {};
}

Result<void> compare_points(const index_map::Derived& derived, const domain::Entry& entry, EntryCheck& check) {
  for (const std::vector<std::int64_t>& sizes : entry.sizes) {
    const auto at = at_size(derived, entry, sizes);
    if (!at) {
      return forward(at);
    }
    const auto report = index_map::verify_exhaustively(derived.map, at->sizes(), at->tables());
    if (!report) {
      return forward(report);
    }
    if (!report->agrees) {
      return fail(ErrorKind::answer_no, fmt::format("{}: {}", sizes_text(derived.map.domain.parameters, at->sizes()),
                                                    report->counterexample));
    }
    ++check.sizes;
    check.indices += report->indices;
  }
  return {};
}

Result<void> run_checks(const domain::Entry& entry, EntryCheck& check) {
  const auto domain = domain::parse_domain(check.name);
  if (!domain) {
    return forward(domain);
  }
  Result<index_map::Derived> derived = [&] {
    const Stopwatch watch(check.derive_seconds);
    return index_map::derive(*domain);
  }();
  if (!derived) {
    return forward(derived);
  }
  const index_map::Certified certified = [&] {
    const Stopwatch watch(check.prove_seconds);
    return index_map::certify(std::move(*derived));
  }();
  check.kind = certified.certificate.kind;
  check.proved = certified.certificate.status == index_map::Status::proved;
  if (!check.proved) {
    return fail(ErrorKind::answer_no, index_map::status_text(certified.certificate));
  }
  {
    const Stopwatch watch(check.emit_seconds);
    if (auto done = emit_everywhere(certified); !done) {
      return done;
    }
  }
  const Stopwatch watch(check.compare_seconds);
  if (auto done = compare_counts(certified.derived, entry); !done) {
    return done;
  }
  return compare_points(certified.derived, entry, check);
}

} // namespace

EntryCheck check_entry(const domain::Entry& entry) {
  EntryCheck check;
  check.name = entry.names.front();
  if (const auto done = run_checks(entry, check); !done) {
    check.failure = done.error().message;
  }
  return check;
}

CatalogueCheck
check_catalogue(const std::function<void(const std::string& name, std::size_t number, std::size_t of)>& progress) {
  CatalogueCheck check;
  const Stopwatch watch(check.seconds);
  for (const std::string_view language : emit::dialect_names()) {
    check.languages.emplace_back(language);
  }
  const std::vector<domain::Entry>& entries = domain::catalogue();
  for (std::size_t i = 0; i < entries.size(); ++i) {
    progress(entries[i].names.front(), i, entries.size());
    check.entries.push_back(check_entry(entries[i]));
  }
  return check;
}

} // namespace mapwright::report
