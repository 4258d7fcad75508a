#include "index_map/candidate.hpp"

#include "expr/text.hpp"
#include "index_map/candidate/compare.hpp"
#include "index_map/candidate/native_subject.hpp"
#include "index_map/candidate/prove.hpp"
#include "index_map/candidate/source_file.hpp"
#include "index_map/candidate/text_subject.hpp"
#include "index_map/columns.hpp"
#include "index_map/derive.hpp"

#include <algorithm>

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace mapwright::index_map {

using candidate::Comparand;
using expr::Int;

std::string to_string(CandidateVerdict verdict) {
  switch (verdict) {
  case CandidateVerdict::proved:
    return "proved";
  case CandidateVerdict::exhaustive:
    return "exhaustive";
  case CandidateVerdict::refuted:
    break;
  }
  return "refuted";
}

namespace {

constexpr std::uint64_t most_points_of_proved = 100'000; ///< compared although it is proved, in case we err
bool needs_tables(const domain::Domain& domain) {
  const auto* ragged = std::get_if<domain::RaggedShape>(&domain.shape);
  return ragged != nullptr && ragged->fixed.empty();
}

/// One question about one file.
class Question {
public:
  Question(const domain::Domain& domain, std::filesystem::path file, std::string function,
           const CandidateOptions& options)
      : domain_(domain), file_(std::move(file)), function_(std::move(function)), options_(options) {}

  Result<CandidateReport> answer() {
    const auto source = candidate::read_source_file(file_);
    if (!source) {
      return forward(source);
    }
    if (auto fits = check_question(); !fits) {
      return forward(fits);
    }
    auto reference = domain::Reference::make(domain_);
    if (!reference) {
      return forward(reference);
    }
    reference_ = std::move(*reference);
    return source->language == candidate::Language::text ? answer_text(source->source) : answer_native(*source);
  }

private:
  Result<void> check_question() {
    if (needs_tables(domain_)) {
      return fail(ErrorKind::input, "the rows of this domain have lengths known only at run time",
                  "use a domain with fixed row lengths");
    }
    if (!options_.parameters.empty() && options_.parameters.size() != domain_.parameters.size()) {
      return fail(ErrorKind::input, fmt::format("the domain has {} sizes, {} given", domain_.parameters.size(),
                                                options_.parameters.size()));
    }
    given_.resize(domain_.parameters.size());
    for (std::size_t i = 0; i < options_.parameters.size(); ++i) {
      if (const auto value = options_.parameters[i]) {
        if (!fits_64(*value)) {
          return fail(ErrorKind::input, fmt::format("{} = {} does not fit 64 bits", domain_.parameters[i].name(),
                                                    expr::to_string(*value)));
        }
        given_[i] = static_cast<std::int64_t>(*value);
      }
    }
    return {};
  }

  /// The proved map of the domain for all sizes, if there is one.
  void derive_map() {
    auto derived = derive(domain_);
    if (derived && check(derived->kind, derived->proof, derived->map).proved() &&
        std::none_of(derived->map.tables.begin(), derived->map.tables.end(),
                     [](const expr::Table& table) { return table.runtime; })) {
      map_ = std::move(derived->map);
    }
  }

  Result<void> compare_with(candidate::Subject& subject, std::uint64_t most_points, CandidateReport& report) {
    const Comparand comparand{domain_, *reference_, map_ ? &*map_ : nullptr, subject, given_, most_points};
    return candidate::compare(comparand, report);
  }

  Result<CandidateReport> answer_native(const candidate::SourceFile& source) {
    auto subject =
        candidate::native_subject({source.source, source.name, function_, domain_.parameters.size(), domain_.dimensions,
                                   options_.seconds, options_.least_containment, candidate::shim_of(source.language)});
    if (!subject) {
      return forward(subject);
    }
    derive_map();
    CandidateReport report;
    report.sandbox_level = (*subject)->level();
    if (auto done = compare_with(**subject, options_.most_points, report); !done) {
      return forward(done);
    }
    report.how = "no proof of native code; " + report.how;
    return report;
  }

  Result<CandidateReport> answer_text(const std::string& source) {
    const auto listing = expr::parse_listing(source, file_.string());
    if (!listing) {
      return forward(listing);
    }
    const auto found = std::find_if(listing->functions.begin(), listing->functions.end(),
                                    [&](const expr::Function& f) { return f.name == function_; });
    if (found == listing->functions.end()) {
      std::vector<std::string> names;
      for (const expr::Function& f : listing->functions) {
        names.push_back(f.name);
      }
      return fail(ErrorKind::input, fmt::format("{} has no function {}", file_.string(), function_),
                  names.empty() ? "it has no function at all" : fmt::format("it has {}", fmt::join(names, ", ")));
    }
    const std::size_t sizes = domain_.parameters.size();
    if ((found->parameters.size() != sizes && !found->parameters.empty()) || found->arguments.size() != 1 ||
        found->results.size() != domain_.dimensions.size()) {
      return fail(
          ErrorKind::input, fmt::format("{} in {} has a form that is not understood", function_, file_.string()),
          fmt::format("it must take {} size{} or none, then the index, and return {} coordinate{}: fn {}({}; w) "
                      "-> ({}) {{ ... }}",
                      sizes, sizes == 1 ? "" : "s", domain_.dimensions.size(),
                      domain_.dimensions.size() == 1 ? "" : "s", function_, size_names(),
                      fmt::join(domain_.dimensions, ", ")));
    }
    if (std::any_of(listing->tables.begin(), listing->tables.end(), [](const expr::Table& t) { return t.runtime; })) {
      return fail(ErrorKind::input, "a table of the file is given only at run time", "write its entries into the file");
    }
    derive_map();
    candidate::Proof proof;
    proof.how = "the domain has no proved map for all sizes";
    if (map_) {
      proof = candidate::prove_unrank(*found, listing->tables, *map_);
    }
    if (proof.proved) {
      given_.assign(sizes, std::nullopt); // all sizes are settled; small ones are compared
    }
    const auto subject = candidate::text_subject(*found, listing->tables, sizes, options_.seconds);
    CandidateReport report;
    report.facts = proof.facts;
    if (auto done = compare_with(
            *subject, proof.proved ? std::min(options_.most_points, most_points_of_proved) : options_.most_points,
            report);
        !done) {
      return forward(done);
    }
    if (!proof.proved) {
      report.how = fmt::format("no proof ({}); {}", proof.how, report.how);
      return report;
    }
    if (report.verdict == CandidateVerdict::refuted || !report.order.empty()) {
      return fail(ErrorKind::internal,
                  fmt::format("a proof contradicts a comparison: {}{}", report.counterexample, report.order),
                  "please report this");
    }
    report.verdict = CandidateVerdict::proved;
    report.how = proof.how + "; " + report.how;
    return report;
  }

  [[nodiscard]] std::string size_names() const {
    std::vector<std::string> names;
    for (const expr::Symbol s : domain_.parameters) {
      names.push_back(s.name());
    }
    return fmt::format("{}", fmt::join(names, ", "));
  }

  const domain::Domain& domain_;
  std::filesystem::path file_;
  std::string function_;
  const CandidateOptions& options_;
  std::optional<domain::Reference> reference_;
  std::optional<domain::Map> map_;
  std::vector<std::optional<std::int64_t>> given_;
};

} // namespace

Result<CandidateReport> verify_candidate(const domain::Domain& domain, const std::filesystem::path& file,
                                         const std::string& function, const CandidateOptions& options) {
  return Question(domain, file, function, options).answer();
}

} // namespace mapwright::index_map
