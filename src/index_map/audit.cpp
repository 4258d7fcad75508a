#include "index_map/audit.hpp"

#include "index_map/audit/kinds.hpp"
#include "index_map/audit/overflow.hpp"
#include "index_map/audit/search.hpp"
#include "index_map/candidate/native_subject.hpp"
#include "index_map/candidate/source_file.hpp"

#include <algorithm>
#include <array>

#include <fmt/format.h>

namespace mapwright::index_map {

using candidate::NativeTask;
using expr::Int;

std::string_view to_string(FaultKind kind) {
  constexpr std::array<std::string_view, 9> names{"off-by-a-row",  "wrong-row", "wrong-place", "duplicate", "dropped",
                                                  "out-of-domain", "overflow",  "wraps",       "no-answer"};
  return names.at(static_cast<std::size_t>(kind));
}

std::string_view to_string(Claim claim) {
  constexpr std::array<std::string_view, 3> names{"proven-first", "found", "given"};
  return names.at(static_cast<std::size_t>(claim));
}

namespace {

constexpr std::uint64_t contracted_points = 2'000'000; ///< compared without a gap where products are fused, at least

bool can_fuse() {
#if defined(__x86_64__) || defined(__i386__)
  return __builtin_cpu_supports("fma") != 0;
#else
  return false;
#endif
}

Result<void> check_domain(const Certified& certified) {
  const domain::Map& map = certified.derived.map;
  if (certified.certificate.status != Status::proved) {
    return fail(ErrorKind::input, "an audit needs a proved map of the domain, and there is none",
                "`mapwright map verify --map` compares without one");
  }
  if (std::any_of(map.tables.begin(), map.tables.end(), [](const expr::Table& table) { return table.runtime; })) {
    return fail(ErrorKind::input, "the map of this domain reads a table known only at run time",
                "give all sizes with --param, or a domain with fixed row lengths");
  }
  return {};
}

/// One question about one file.
class Audit {
public:
  Audit(const Certified& certified, domain::Reference reference, const AuditOptions& options)
      : map_(certified.derived.map), range64_(certified.certificate.range64), reference_(std::move(reference)),
        options_(options) {}

  Result<void> read_sizes() {
    given_.resize(map_.domain.parameters.size());
    for (std::size_t i = 0; i < options_.parameters.size() && i < given_.size(); ++i) {
      if (const auto value = options_.parameters[i]) {
        if (!fits_64(*value)) {
          return fail(ErrorKind::input, fmt::format("{} = {} does not fit 64 bits", map_.domain.parameters[i].name(),
                                                    expr::to_string(*value)));
        }
        given_[i] = static_cast<std::int64_t>(*value);
      }
    }
    return {};
  }

  Result<AuditReport> run(const candidate::SourceFile& file, const std::string& function) {
    task_ = {file.source,
             file.name,
             function,
             given_.size(),
             map_.domain.dimensions,
             options_.seconds,
             options_.least_containment,
             candidate::shim_of(file.language)};
    AuditReport report;
    report.language = candidate::to_string(file.language);
    auto verdict = verdict_of(task_, options_.most_points, report.sandbox_level, std::nullopt);
    if (!verdict) {
      return forward(verdict);
    }
    report.verdict = std::move(*verdict);
    if (!can_fuse()) {
      return report;
    }
    NativeTask fused = task_;
    fused.flags = {"-mfma", "-ffp-contract=fast"};
    std::uint64_t most = contracted_points;
    if (report.verdict.fault && report.verdict.fault->first == Claim::proven) {
      most = std::max(most, static_cast<std::uint64_t>(report.verdict.fault->index) + 1);
    }
    auto contracted =
        verdict_of(fused, std::min(options_.most_points, most), report.sandbox_level, report.verdict.fault);
    if (!contracted) {
      return forward(contracted);
    }
    report.contracted = std::move(*contracted);
    return report;
  }

private:
  /// `known` is a fault whose kinds need not be found again.
  Result<AuditVerdict> verdict_of(const NativeTask& task, std::uint64_t most_points, std::string& level,
                                  const std::optional<AuditFault>& known) {
    auto subject = candidate::native_subject(task);
    if (!subject) {
      return forward(subject);
    }
    level = (*subject)->level();
    audit::Prober prober(reference_, **subject, options_.gapless_seconds);
    auto result = audit::search({map_, **subject, given_, most_points, range64_}, prober);
    if (!result) {
      return forward(result);
    }
    AuditVerdict verdict{std::nullopt, result->searched, 0};
    if (result->located && known && is_same(*result->located, *known)) {
      verdict.fault = *known;
      verdict.fault->first = result->located->first;
      verdict.fault->smallest = result->located->smallest;
    } else if (result->located) {
      auto fault = describe(*result->located, prober, task, most_points);
      if (!fault) {
        return forward(fault);
      }
      verdict.fault = std::move(*fault);
    } else {
      auto fault = overflow_alone(*result, task, **subject);
      if (!fault) {
        return forward(fault);
      }
      verdict.fault = std::move(*fault);
    }
    verdict.indices = prober.compared();
    verdict.searched += prober.out_of_time() ? "; then its time was over" : "";
    return verdict;
  }

  static bool is_same(const audit::Located& located, const AuditFault& known) {
    const audit::Wrong& wrong = located.wrong;
    return wrong.index == known.index && wrong.point == known.point && wrong.stopped == known.stopped &&
           std::equal(wrong.size.begin(), wrong.size.end(), known.size.begin(), known.size.end());
  }

  [[nodiscard]] audit::Oracle oracle_at(const std::vector<std::int64_t>& size) const {
    const auto count = audit::count_at(map_, size).value_or(0);
    return {map_, {size, static_cast<std::uint64_t>(count)}};
  }

  Result<AuditFault> describe(const audit::Located& located, audit::Prober& prober, const NativeTask& task,
                              std::uint64_t most_points) {
    const audit::Wrong& wrong = located.wrong;
    const audit::Oracle oracle = oracle_at(wrong.size);
    AuditFault fault{{wrong.size.begin(), wrong.size.end()},
                     wrong.index,
                     wrong.expected,
                     wrong.point,
                     wrong.stopped,
                     {},
                     located.first,
                     located.smallest};
    auto kinds = audit::kinds_of(prober, oracle, wrong, most_points);
    if (!kinds) {
      return forward(kinds);
    }
    fault.kinds = std::move(*kinds);
    if (!wrong.point.empty()) {
      auto overflow = audit::first_overflow(task, oracle, wrong.index);
      if (!overflow) {
        return forward(overflow);
      }
      if (*overflow) {
        fault.kinds.push_back({FaultKind::overflow, overflow_text(**overflow, wrong.index)});
      }
    }
    return fault;
  }

  static std::string overflow_text(const audit::Overflow& overflow, Int index) {
    return overflow.index == index ? overflow.what
                                   : fmt::format("already at index {}, {}", overflow.index, overflow.what);
  }

  /// Right points everywhere, but arithmetic that C and C++ leave undefined on the way.
  Result<std::optional<AuditFault>> overflow_alone(const audit::SearchResult& result, const NativeTask& task,
                                                   candidate::Subject& subject) {
    if (result.sizes.empty()) {
      return std::optional<AuditFault>();
    }
    const audit::Oracle oracle = oracle_at(result.sizes.back().size);
    const auto overflow = audit::first_overflow(task, oracle, oracle.last());
    if (!overflow || !*overflow) {
      return overflow ? Result<std::optional<AuditFault>>(std::nullopt) : forward(overflow);
    }
    const std::int64_t index = (*overflow)->index;
    const auto& size = oracle.sized().size;
    AuditFault fault{{size.begin(), size.end()}, index, oracle.point(index), {}, {}, {}, Claim::found, Claim::found};
    const candidate::Request request{size, index, 1};
    const auto answer = subject.run(std::span(&request, 1));
    if (!answer) {
      return forward(answer);
    }
    for (const auto& column : answer->columns) {
      fault.point.emplace_back(column.at(0));
    }
    fault.kinds.push_back({FaultKind::overflow, (*overflow)->what});
    return std::optional(std::move(fault));
  }

  const domain::Map& map_;
  const domain::WordRange& range64_;
  domain::Reference reference_;
  const AuditOptions& options_;
  std::vector<std::optional<std::int64_t>> given_;
  NativeTask task_;
};

} // namespace

Result<AuditReport> audit_function(const Certified& certified, const std::filesystem::path& file,
                                   const std::string& function, const AuditOptions& options) {
  const auto source = candidate::read_source_file(file);
  if (!source) {
    return forward(source);
  }
  if (source->language == candidate::Language::text) {
    return fail(ErrorKind::input, fmt::format("{} is in exact integers, which an audit is not made for", file.string()),
                "`mapwright map verify --map` proves or refutes it");
  }
  if (auto fits = check_domain(certified); !fits) {
    return forward(fits);
  }
  auto reference = domain::Reference::make(certified.derived.map.domain);
  if (!reference) {
    return forward(reference);
  }
  Audit question(certified, std::move(*reference), options);
  if (auto read = question.read_sizes(); !read) {
    return forward(read);
  }
  return question.run(*source, function);
}

} // namespace mapwright::index_map
