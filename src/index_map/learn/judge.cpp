#include "index_map/learn/judge.hpp"

#include "domain/parse.hpp"
#include "expr/text.hpp"
#include "index_map/candidate.hpp"
#include "index_map/candidate/native_subject.hpp"
#include "index_map/candidate/text_subject.hpp"
#include "index_map/certificate.hpp"
#include "index_map/derive.hpp"
#include "index_map/exhaustive.hpp"
#include "index_map/learn/first_points.hpp"
#include "index_map/learn/guess.hpp"
#include "sandbox/scratch.hpp"

#include <algorithm>
#include <fstream>

#include <fmt/format.h>

namespace mapwright::index_map::learn {

namespace {

using archive::Verdict;
using Json = nlohmann::json;

constexpr std::size_t most_diagnostics = 2000; ///< characters kept of what a compiler says

Verdict refusal(const Error& error) {
  std::string said = error.where ? error.format() : error.message;
  if (!error.hint.empty() && !error.where) {
    said += "\n" + error.hint;
  }
  if (said.size() > most_diagnostics) {
    said = said.substr(0, most_diagnostics) + " ...";
  }
  return {refused, false, {{"diagnostics", said}}};
}

/// An error that is the candidate's own becomes a verdict, ours ends the run.
Result<Verdict> blame(const Error& error) {
  if (error.kind == ErrorKind::machine || error.kind == ErrorKind::internal) {
    return tl::unexpected<Error>(error);
  }
  return refusal(error);
}

Json json_of(infer::Row point) {
  return Json(std::vector<std::int64_t>(point.begin(), point.end()));
}

/// How a list of points compares with the known ones. Points beyond its end are wrong; `stopped` says why it ends.
Verdict compare(const Sought& sought, const infer::PointList& got, const std::string& stopped) {
  const infer::PointList& known = sought.examples.points;
  std::size_t right = 0;
  std::size_t unseen = 0; // right ones among those held back
  std::optional<std::size_t> wrong;
  for (std::size_t i = 0; i < known.size(); ++i) {
    if (i < got.size() && infer::same_point(known[i], got[i])) {
      ++right;
      unseen += i < sought.shown ? 0U : 1U;
    } else if (!wrong) {
      wrong = i;
    }
  }
  Verdict verdict{wrong ? refuted : predicts,
                  !wrong,
                  {{"points", known.size()},
                   {"shown", sought.shown},
                   {"right", right},
                   {"unseen_right", unseen},
                   {"share", static_cast<double>(right) / static_cast<double>(known.size())}}};
  if (wrong) {
    Json first{{"index", *wrong}, {"expected", json_of(known[*wrong])}};
    if (*wrong < got.size()) {
      first["got"] = json_of(got[*wrong]);
    } else {
      first["got"] = stopped.empty() ? "no point" : stopped;
    }
    verdict.evidence["first_wrong"] = std::move(first);
  }
  return verdict;
}

class Judge : public loop::Evaluator {
public:
  Judge(const Sought& sought, JudgeOptions options) : sought_(sought), options_(std::move(options)) {}

  Result<Verdict> verify(const archive::Candidate& candidate, loop::StepContext&) override {
    if (candidate.form == domain_form) {
      return verify_domain(candidate.content);
    }
    if (candidate.form == map_form || candidate.form == cpp_form) {
      return verify_source(candidate);
    }
    return fail(ErrorKind::internal, fmt::format("a candidate of the unknown form '{}'", candidate.form));
  }

  /// The score is the share of known points that are wrong, which is none once a candidate is valid.
  Result<loop::Measured> measure(const archive::Candidate&, const Verdict& verdict, loop::StepContext&) override {
    return loop::Measured{{}, 1 - verdict.evidence.value("share", 1.0)};
  }

  [[nodiscard]] bool reaches_goal(const archive::Step& step) const override {
    return step.verdict && step.verdict->valid;
  }

private:
  Result<Verdict> verify_domain(const std::string& content) {
    const auto guess = parse_guess(content);
    if (!guess) {
      return refusal(guess.error());
    }
    domain::ParseOptions parsing;
    // What a proposer writes may not name files; the text of the problem itself may.
    parsing.read_files = sought_.domain && guess->text == sought_.domain->text;
    const auto domain =
        parsing.read_files ? Result<domain::Domain>(*sought_.domain) : domain::parse_domain(guess->text, parsing);
    if (!domain) {
      return refusal(domain.error());
    }
    if (parsing.read_files && guess->sizes.empty()) { // the definition itself: there is nothing to compare
      return prove_domain(*domain, {proved, true, Json::object()});
    }
    if (domain->dimensions.size() != sought_.dimensions()) {
      return refusal(Error{ErrorKind::input, fmt::format("the domain has {} dimensions, the points have {}",
                                                         domain->dimensions.size(), sought_.dimensions())});
    }
    std::vector<std::optional<expr::Int>> given(domain->parameters.size());
    if (parsing.read_files) {
      given.assign(sought_.sizes.begin(), sought_.sizes.end());
    }
    for (const auto& [name, value] : guess->sizes) {
      const auto found = std::find_if(domain->parameters.begin(), domain->parameters.end(),
                                      [&, &wanted = name](expr::Symbol s) { return s.name() == wanted; });
      if (found == domain->parameters.end()) {
        return refusal(Error{ErrorKind::input, fmt::format("the domain has no size '{}'", name)});
      }
      given[static_cast<std::size_t>(found - domain->parameters.begin())] = value;
    }
    const auto sized = best_sizes(*domain, given, sought_.examples.points);
    if (!sized) {
      return refusal(sized.error());
    }
    Verdict verdict = compare(sought_, sized->points, "the domain ends");
    Json sizes = Json::object();
    for (std::size_t i = 0; i < sized->sizes.size(); ++i) {
      sizes[domain->parameters[i].name()] = static_cast<std::int64_t>(sized->sizes[i]);
    }
    verdict.evidence["sizes"] = std::move(sizes);
    return verdict.valid ? prove_domain(*domain, std::move(verdict)) : std::move(verdict);
  }

  /// The points are right: derive and certify the map, and compare it with the problem's own domain.
  Result<Verdict> prove_domain(const domain::Domain& domain, Verdict verdict) {
    DeriveOptions derive = options_.derive;
    if (derive.parameters.size() != domain.parameters.size()) {
      derive.parameters.assign(domain.parameters.size(), std::nullopt);
    }
    const auto certified = derive_certified(domain, derive);
    if (!certified) {
      return blame(certified.error());
    }
    verdict.evidence["certificate"] = certified->certificate.hash;
    verdict.evidence["proof"] = to_string(certified->certificate.kind);
    if (certified->certificate.status != Status::proved) {
      verdict.status = refused;
      verdict.valid = false;
      verdict.evidence["diagnostics"] = status_text(certified->certificate);
      return verdict;
    }
    if (sought_.domain && domain.text == sought_.domain->text) {
      verdict.status = proved;
    } else if (sought_.domain) {
      verdict.status = exhaustive; // another domain, proved for itself; that it is the same was only compared
      verdict.evidence["how"] = "the map of another domain that has the same points at these sizes";
    }
    return verdict;
  }

  Result<Verdict> verify_source(const archive::Candidate& candidate) {
    const bool text = candidate.form == map_form;
    Result<Verdict> verdict = text ? run_text(candidate.content) : run_native(candidate.content);
    if (!verdict || !verdict->valid || !sought_.domain || !sought_.definition_shown) {
      return verdict;
    }
    return compare_with_domain(candidate, std::move(*verdict));
  }

  Result<Verdict> run(candidate::Subject& subject) {
    candidate::Request request;
    if (sought_.takes_sizes() && subject.limits().takes_sizes) {
      for (const expr::Int size : sought_.sizes) {
        request.size.push_back(static_cast<std::int64_t>(size));
      }
    }
    request.count = sought_.examples.points.size();
    const auto answer = subject.run(std::span(&request, 1));
    if (!answer) {
      return forward(answer);
    }
    infer::PointList points(sought_.dimensions());
    std::vector<std::int64_t> point(sought_.dimensions());
    for (std::size_t i = 0; i < answer->points; ++i) {
      for (std::size_t d = 0; d < point.size(); ++d) {
        point[d] = answer->columns[d][i];
      }
      points.push(point);
    }
    return compare(sought_, points,
                   answer->stopped       ? *answer->stopped
                   : answer->out_of_time ? "no answer in time"
                                         : "no point");
  }

  Result<Verdict> run_text(const std::string& source) {
    const auto listing = expr::parse_listing(source, "candidate.map");
    if (!listing) {
      return refusal(listing.error());
    }
    const auto found = std::find_if(listing->functions.begin(), listing->functions.end(),
                                    [](const expr::Function& f) { return f.name == function_name; });
    const std::size_t sizes = sought_.takes_sizes() ? sought_.sizes.size() : 0;
    if (found == listing->functions.end() || found->arguments.size() != 1 ||
        found->results.size() != sought_.dimensions() ||
        (!found->parameters.empty() && found->parameters.size() != sizes)) {
      return refusal(
          Error{ErrorKind::input, fmt::format("there must be a function {} of {} sizes or none and one index, "
                                              "with {} results",
                                              function_name, sizes, sought_.dimensions())});
    }
    if (std::any_of(listing->tables.begin(), listing->tables.end(), [](const expr::Table& t) { return t.runtime; })) {
      return refusal(Error{ErrorKind::input, "a table is given only at run time"});
    }
    return run(*candidate::text_subject(*found, listing->tables, sizes, options_.seconds));
  }

  Result<Verdict> run_native(const std::string& source) {
    const auto subject = candidate::native_subject({source,
                                                    "candidate.cpp",
                                                    function_name,
                                                    sought_.takes_sizes() ? sought_.sizes.size() : 0,
                                                    sought_.examples.dimensions,
                                                    options_.seconds,
                                                    options_.least_containment,
                                                    {},
                                                    {}});
    if (!subject) {
      return blame(subject.error());
    }
    auto verdict = run(**subject);
    if (verdict) {
      verdict->evidence["sandbox"] = (*subject)->level();
    }
    return verdict;
  }

  /// Right at all known points: prove it, or compare at many more sizes.
  Result<Verdict> compare_with_domain(const archive::Candidate& candidate, Verdict verdict) {
    const auto scratch = sandbox::ScratchDirectory::create();
    if (!scratch) {
      return forward(scratch);
    }
    const auto file = scratch->path() / (candidate.form == map_form ? "candidate.map" : "candidate.cpp");
    std::ofstream(file) << candidate.content;
    CandidateOptions options;
    options.parameters = sought_.given;
    options.most_points = options_.most_points;
    options.seconds = options_.seconds;
    options.least_containment = options_.least_containment;
    const auto report = verify_candidate(*sought_.domain, file, function_name, options);
    if (!report) {
      return blame(report.error());
    }
    verdict.evidence["how"] = report->how;
    verdict.evidence["indices"] = report->indices;
    switch (report->verdict) {
    case CandidateVerdict::proved:
      verdict.status = proved;
      break;
    case CandidateVerdict::exhaustive:
      verdict.status = exhaustive;
      break;
    case CandidateVerdict::refuted:
      verdict.status = refuted;
      verdict.valid = false;
      verdict.evidence["counterexample"] = report->counterexample;
      break;
    }
    if (!report->order.empty()) {
      verdict.evidence["order"] = report->order;
    }
    return verdict;
  }

  const Sought& sought_;
  JudgeOptions options_;
};

} // namespace

std::unique_ptr<loop::Evaluator> make_judge(const Sought& sought, const JudgeOptions& options) {
  return std::make_unique<Judge>(sought, options);
}

std::string feedback(const Verdict& verdict) {
  const Json& evidence = verdict.evidence;
  if (const auto first = evidence.find("first_wrong"); first != evidence.end()) {
    const Json& got = first->at("got");
    return fmt::format("{} of the {} points compared are right. The first wrong index is {}: expected {}, got {}.",
                       evidence.value("right", 0), evidence.value("points", 0), first->value("index", 0),
                       first->at("expected").dump(), got.is_string() ? got.get<std::string>() : got.dump());
  }
  if (const auto counterexample = evidence.find("counterexample"); counterexample != evidence.end()) {
    return fmt::format("The points shown are right, but at another size one is wrong: {}.",
                       counterexample->get<std::string>());
  }
  if (const auto diagnostics = evidence.find("diagnostics"); diagnostics != evidence.end()) {
    return fmt::format("It was refused:\n{}", diagnostics->get<std::string>());
  }
  return fmt::format("It was judged '{}'.", verdict.status);
}

} // namespace mapwright::index_map::learn
