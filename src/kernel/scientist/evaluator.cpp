#include "kernel/scientist/evaluator.hpp"

#include "kernel/judge/promotion.hpp"
#include "kernel/scientist/tuning_search.hpp"

#include <algorithm>

#include <fmt/format.h>

namespace mapwright::kernel::scientist {

namespace {

using Json = nlohmann::json;

constexpr const char* file_name = "kernel"; ///< what errors about a source call it

Json evidence_of(const Check& check) {
  Json evidence = Json::object();
  if (!check.valid()) {
    evidence["evidence"] = check.evidence;
  }
  if (!check.where.empty()) {
    evidence["where"] = check.where;
  }
  return evidence;
}

archive::Verdict verdict_of(const Check& check) {
  return {check.status, check.valid(), evidence_of(check)};
}

/// A member of the notes of a candidate that is a natural number: a step, or a count.
std::optional<std::uint64_t> noted_number(const archive::Candidate& candidate, const char* name) {
  const Json& notes = candidate.notes;
  const auto found = notes.is_object() ? notes.find(name) : notes.end();
  return notes.is_object() && found != notes.end() && found->is_number_integer()
             ? std::optional(found->get<std::uint64_t>())
             : std::nullopt;
}

bool is_tuning_plan(const archive::Candidate& candidate) {
  const auto kind = Json::json_pointer("/plan/kind");
  return candidate.notes.is_object() && candidate.notes.contains(kind) &&
         candidate.notes.at(kind) == to_string(AvenueKind::tuning);
}

class VersionEvaluator final : public loop::Evaluator {
public:
  VersionEvaluator(const Task& task, Backend backend, const Population& population, Arbiter& arbiter,
                   LaunchList launches)
      : task_(task), backend_(backend), population_(population), arbiter_(arbiter), launches_(launches) {}

  Result<archive::Verdict> verify(const archive::Candidate& candidate, loop::StepContext& context) override {
    if (candidate.form == confirmation_form) {
      return archive::Verdict{"not-promoted", true, nullptr};
    }
    const auto parsed = parse(candidate.content);
    if (!parsed) {
      return noted_number(candidate, base_role)
                 ? archive::Verdict{"malformed", false, {{"evidence", parsed.error().format()}}}
                 : Result<archive::Verdict>(forward(parsed));
    }
    const auto base = base_of(candidate);
    const auto check = arbiter_.check({"the version", *parsed, inherited(*parsed, tuning_of(base))}, context.stop());
    if (!check) {
      return forward(check);
    }
    if (!base && !check->valid()) {
      return wrong_start(*check);
    }
    return verdict_of(*check);
  }

  Result<loop::Measured> measure(const archive::Candidate& candidate, const archive::Verdict&,
                                 loop::StepContext& context) override {
    return candidate.form == confirmation_form ? confirm(candidate, context) : measure_version(candidate, context);
  }

  [[nodiscard]] bool reaches_goal(const archive::Step&) const override { return false; }

private:
  [[nodiscard]] tl::unexpected<Error> wrong_start(const Check& check) const {
    return fail(ErrorKind::input,
                fmt::format("the starting kernel of '{}' is not right ({}): {}{}", task_.name, check.status,
                            check.evidence, check.where.empty() ? "" : " at " + check.where),
                "`mapwright kernel check` tells more");
  }

  [[nodiscard]] Result<KernelCandidate> parse(const std::string& source) const {
    return parse_candidate(task_, backend_, source, file_name + std::string(extension(backend_)), launches_);
  }

  [[nodiscard]] std::optional<Version> base_of(const archive::Candidate& candidate) const {
    const auto step = noted_number(candidate, base_role);
    return step ? population_.at(*step) : std::nullopt;
  }

  static Tuning tuning_of(const std::optional<Version>& version) {
    return version && version->measured ? version->measured->tuning : Tuning();
  }

  /// A version as it was raced.
  [[nodiscard]] Result<Subject> subject_of(const Version& version) const {
    auto parsed = parse(version.source);
    if (!parsed) {
      return forward(parsed);
    }
    Tuning tuning = version.measured ? version.measured->tuning : preset(*parsed);
    return Subject{fmt::format("version {}", version.step), *std::move(parsed), std::move(tuning)};
  }

  /// The values of a version's tunables for which a search was made, in the version or in what it comes from.
  [[nodiscard]] Tuning settled(const Version& version) const {
    Tuning found;
    for (std::optional<Version> one = version; one; one = one->base ? population_.at(*one->base) : std::nullopt) {
      if (!one->measured || one->measured->evaluations < 2) {
        continue;
      }
      for (const auto& [name, value] : one->measured->tuning) {
        if (const auto mine = version.measured->tuning.find(name); mine != version.measured->tuning.end()) {
          found.insert(*mine);
        }
      }
    }
    return found;
  }

  /// The configuration a version is raced with: that of its base, or what a search finds.
  Result<Chosen> tune_version(const archive::Candidate& candidate, const KernelCandidate& parsed, const Version& base,
                              loop::StepContext& context) {
    const Tuning from = inherited(parsed, base.measured->tuning);
    const std::uint64_t most = noted_number(candidate, "tune").value_or(0);
    if (parsed.tunables.empty() || most < 2) {
      return Chosen{from};
    }
    const auto cost = arbiter_.pricing(parsed, context.stop());
    if (!cost) {
      return forward(cost);
    }
    return search_tuning(parsed, is_tuning_plan(candidate) ? Tuning() : settled(base), from, most, *cost,
                         context.random());
  }

  Result<loop::Measured> measure_version(const archive::Candidate& candidate, loop::StepContext& context) {
    auto parsed = parse(candidate.content);
    if (!parsed) {
      return forward(parsed);
    }
    const auto base = base_of(candidate);
    if (!base) {
      const Tuning presets = preset(*parsed);
      auto timed = arbiter_.time({"the start", *std::move(parsed), presets}, context.stop());
      if (timed && timed->flaw) {
        return wrong_start(*timed->flaw);
      }
      return timed ? measured_as(*std::move(timed), 1, 0) : Result<loop::Measured>(forward(timed));
    }
    if (!base->measured) {
      return fail(ErrorKind::internal, fmt::format("version {}, a base, was not measured", base->step));
    }
    const auto base_subject = subject_of(*base);
    if (!base_subject) {
      return forward(base_subject);
    }
    const auto chosen = tune_version(candidate, *parsed, *base, context);
    if (!chosen) {
      return forward(chosen);
    }
    auto compared = arbiter_.compare(*base_subject, {"the version", *std::move(parsed), chosen->tuning}, Use::benchmark,
                                     Depth::search, context.stop());
    if (!compared) {
      return forward(compared);
    }
    const double score = score_of(base->score.value_or(1), compared->measured);
    return measured_as(*std::move(compared), score, chosen->timed);
  }

  static loop::Measured measured_as(Compared compared, double score, std::uint64_t timed) {
    loop::Measured measured;
    measured.more_evaluations = timed > 1 ? timed - 1 : 0;
    if (compared.flaw) {
      measured.verdict = verdict_of(*compared.flaw);
      return measured;
    }
    compared.measured.evaluations = std::max<std::uint64_t>(timed, 1);
    measured.evidence = to_json(compared.measured);
    measured.samples = std::move(compared.samples);
    measured.score = score;
    return measured;
  }

  Result<loop::Measured> confirm(const archive::Candidate& candidate, const loop::StepContext& context) {
    const Json content = Json::parse(candidate.content);
    const auto version = population_.at(content.at("version").get<std::uint64_t>());
    const auto start = population_.at(content.at("start").get<std::uint64_t>());
    if (!version || !start) {
      return fail(ErrorKind::internal, "a confirmation names a version that is not there");
    }
    const auto challenger = subject_of(*version);
    const auto baseline = subject_of(*start);
    if (!challenger || !baseline) {
      return forward(challenger ? baseline : challenger);
    }
    auto fresh = arbiter_.compare(*baseline, *challenger, Use::benchmark, Depth::confirm, context.stop());
    if (!fresh) {
      return forward(fresh);
    }
    if (fresh->flaw) {
      loop::Measured measured;
      measured.verdict = archive::Verdict{"not-promoted", false, evidence_of(*fresh->flaw)};
      return measured;
    }
    const auto held_out = arbiter_.compare(*baseline, *challenger, Use::held_out, Depth::confirm, context.stop());
    return held_out ? confirmed(*std::move(fresh), *held_out) : Result<loop::Measured>(forward(held_out));
  }

  static loop::Measured confirmed(Compared fresh, const Compared& held_out) {
    const bool kept =
        promoted(fresh.measured.verdict, held_out.flaw ? std::nullopt : std::optional(held_out.measured.verdict));
    archive::Verdict verdict{kept ? "promoted" : "not-promoted", kept, Json::object()};
    if (held_out.flaw) {
      verdict.evidence = evidence_of(*held_out.flaw);
    } else if (!held_out.measured.shapes.empty()) {
      verdict.evidence["held_out"] = to_json(held_out.measured);
      verdict.evidence["gap"] = generalisation_gap(fresh.measured.ratio, held_out.measured.ratio);
    }
    loop::Measured measured;
    measured.verdict = std::move(verdict);
    measured.evidence = to_json(fresh.measured);
    measured.samples = std::move(fresh.samples);
    return measured;
  }

  const Task& task_;
  Backend backend_;
  const Population& population_;
  Arbiter& arbiter_;
  LaunchList launches_;
};

} // namespace

Json confirmation_content(std::uint64_t version, std::uint64_t start, const std::string& why) {
  return {{"version", version}, {"start", start}, {"why", why}};
}

double score_of(double base_score, const Measurement& measured) {
  return measured.verdict == SpeedVerdict::faster ? base_score * measured.ratio
                                                  : base_score * std::max(measured.ratio, 1.0);
}

std::unique_ptr<loop::Evaluator> make_evaluator(const Task& task, Backend backend, const Population& population,
                                                Arbiter& arbiter, LaunchList launches) {
  return std::make_unique<VersionEvaluator>(task, backend, population, arbiter, launches);
}

} // namespace mapwright::kernel::scientist
