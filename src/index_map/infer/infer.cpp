#include "index_map/infer/infer.hpp"

#include "domain/catalogue.hpp"
#include "domain/parse.hpp"
#include "domain/reference.hpp"
#include "index_map/infer/bound_fit.hpp"
#include "index_map/infer/classes.hpp"
#include "index_map/infer/fault.hpp"

#include <algorithm>
#include <cmath>
#include <optional>
#include <utility>

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace mapwright::index_map::infer {

namespace {

constexpr std::size_t most_learnt = 5'000;  ///< points of a lesson, where these suffice
constexpr std::size_t most_text = 160;      ///< of a domain in a message
constexpr std::size_t most_named = 4;       ///< rivals in one message
constexpr std::size_t most_to_extend = 200; ///< points beyond which it is not tried how many would do

struct Explanation {
  Hypothesis hypothesis;
  std::size_t held_back = 0; ///< 0: learnt from all points
  std::string how;
};

/// Whether the points say at least twice as much as the hypothesis.
bool has_evidence(const Hypothesis& h, const PointList& points) {
  return static_cast<double>(points.size() * points.dimensions()) >= 2 * h.bits;
}

void add_lesson(const Examples& examples, const Lesson& lesson, std::size_t held_back, const std::string& how,
                std::vector<Explanation>& candidates) {
  for (Hypothesis& h : propose(lesson, examples.dimensions)) {
    if (predicts(h, examples.points)) {
      candidates.push_back({std::move(h), held_back, how});
    }
  }
}

/// All hypotheses that explain every point, simplest first. A long list is learnt from its first points alone as long
/// as these suffice.
std::vector<Explanation> explanations(const Examples& examples) {
  const std::size_t count = examples.points.size();
  std::vector<Explanation> all;
  const auto confirmed = [&] {
    return std::any_of(all.begin(), all.end(),
                       [](const Explanation& c) { return c.held_back > 0 && !c.hypothesis.weak; });
  };
  const auto learn_first = [&](std::size_t learnt) {
    add_lesson(examples, {examples.points, 0, learnt}, count - learnt, fmt::format("the last {}", count - learnt), all);
  };
  if (count > most_learnt) {
    learn_first(most_learnt / 2);
  }
  if (!confirmed()) {
    learn_first(count - (count + 3) / 4);
  }
  if (!confirmed() || count <= most_learnt) {
    add_lesson(examples, {examples.points, 0, count, true}, (count + 2) / 3, "every third row", all);
    add_lesson(examples, {examples.points, 0, count}, 0, "none", all);
  }
  std::stable_sort(all.begin(), all.end(),
                   [](const Explanation& a, const Explanation& b) { return a.hypothesis.bits < b.hypothesis.bits; });
  return all;
}

std::string next_point(const PointList& points, std::size_t index) {
  return index < points.size() ? text_of(points[index]) : std::string("no point: the domain ends");
}

struct Difference {
  const Explanation* rival = nullptr;
  std::size_t index = 0;
  std::string ours;
  std::string theirs;
};

/// The hypotheses that are as simple as `best` within the margin, and go on differently.
std::vector<Difference> differing(const Explanation& best, const std::vector<Explanation>& all, std::size_t given) {
  const std::size_t horizon = std::max(2 * given, given + 256);
  const PointList ours = best.hypothesis.points(horizon);
  std::vector<Difference> rivals;
  for (const Explanation& other : all) {
    if (&other == &best || other.hypothesis.bits > best.hypothesis.bits + comparable_bits) {
      continue;
    }
    const PointList theirs = other.hypothesis.points(horizon);
    const std::size_t index = first_difference(ours, theirs);
    if (!(ours == theirs)) {
      rivals.push_back({&other, index, next_point(ours, index), next_point(theirs, index)});
    }
  }
  return rivals;
}

/// The simplest explanation that points held back confirm, or the simplest of all, and what contests it.
struct Decision {
  std::vector<Explanation> all;
  std::size_t best = 0;
  bool confirmed = false;
  std::vector<Difference> rivals;
  [[nodiscard]] bool determined() const { return confirmed && rivals.empty(); }
};

Decision decide(const Examples& examples) {
  Decision decision{explanations(examples), 0, false, {}};
  const auto confirmed = std::find_if(decision.all.begin(), decision.all.end(), [&](const Explanation& candidate) {
    return candidate.held_back > 0 && !candidate.hypothesis.weak && has_evidence(candidate.hypothesis, examples.points);
  });
  decision.confirmed = confirmed != decision.all.end();
  if (!decision.all.empty()) {
    decision.best = decision.confirmed ? static_cast<std::size_t>(confirmed - decision.all.begin()) : 0;
    decision.rivals = differing(decision.all[decision.best], decision.all, examples.points.size());
  }
  return decision;
}

/// How many points of the hypothesis would determine it; nothing when some hundred do not.
std::optional<std::size_t> sufficient(const Hypothesis& h, const Examples& examples) {
  const std::size_t given = examples.points.size();
  if (given > most_to_extend) {
    return std::nullopt;
  }
  for (const std::size_t count : {given + given / 4 + 3, 2 * given + 4, 4 * given + 8, 10 * given + 16}) {
    Examples longer = examples;
    longer.points = h.points(count);
    if (longer.points.size() == given) {
      return std::nullopt;
    }
    const Decision decision = decide(longer);
    if (decision.determined() && decision.all[decision.best].hypothesis.text == h.text) {
      return longer.points.size();
    }
  }
  return std::nullopt;
}

/// The start of a text that is too long for a message.
std::string brief(const std::string& text) {
  return text.size() <= most_text ? text : text.substr(0, most_text) + "...";
}

Error undetermined(const Decision& decision, const Examples& examples) {
  const Hypothesis& best = decision.all[decision.best].hypothesis;
  const std::size_t given = examples.points.size();
  std::string message = fmt::format("{} point{} not determine the domain; they fit {}", given,
                                    given == 1 ? " does" : "s do", brief(best.text));
  std::string hint;
  if (decision.rivals.empty()) {
    message += ", which too few of them confirm";
  } else {
    std::vector<std::string> named;
    for (const Difference& rival : decision.rivals) {
      const std::string& text = rival.rival->hypothesis.text;
      if (named.size() < most_named && text != best.text &&
          std::find(named.begin(), named.end(), text) == named.end()) {
        named.push_back(text);
        message += fmt::format("{} {}", named.size() == 1 ? " but also" : " and", brief(text));
      }
    }
    const Difference& first =
        *std::min_element(decision.rivals.begin(), decision.rivals.end(),
                          [](const Difference& a, const Difference& b) { return a.index < b.index; });
    hint = fmt::format("index {} tells them apart: {} in the first, {} in {}", first.index, first.ours, first.theirs,
                       brief(first.rival->hypothesis.text));
  }
  if (const auto enough = sufficient(best, examples)) {
    hint += fmt::format("{}{} points would be enough if it is the first", hint.empty() ? "" : "; ", *enough);
  } else if (hint.empty()) {
    hint = "give more points";
  }
  return {ErrorKind::answer_no, std::move(message), std::nullopt, std::move(hint)};
}

/// Whether only the last of several coordinates varies.
bool is_one_row(const PointList& points) {
  const std::size_t outer = points.dimensions() - 1;
  for (std::size_t i = 1; i < points.size(); ++i) {
    if (!same_point(points[i].first(outer), points[0].first(outer))) {
      return false;
    }
  }
  return outer > 0;
}

/// One fault in the points of a hypothesis that is simpler by more than the fault itself takes to say: which point, and
/// how it is wrong. A law that bends around a fault is longer than that.
std::optional<PointFault> simpler_fault(const Decision& decision, const Examples& examples) {
  const double of_fault = 3 + std::log2(static_cast<double>(examples.points.size()));
  const double bits = decision.all.empty() ? 0 : decision.all[decision.best].hypothesis.bits;
  const bool simple = bits <= of_fault + std::log2(static_cast<double>(domain::catalogue().size()));
  if (!decision.all.empty() && (simple || examples.points.size() > most_learnt)) {
    return std::nullopt;
  }
  auto fault = locate_fault(examples);
  const bool better = fault && (decision.all.empty() || fault->hypothesis.bits + of_fault < bits);
  return better ? std::move(fault) : std::nullopt;
}

Error no_law(const Examples& examples) {
  return {ErrorKind::answer_no,
          fmt::format("no domain of the known classes has these {} points first", examples.points.size()), std::nullopt,
          "docs/inference.md lists the classes; more than one point may be missing or wrong"};
}

Error one_row(const Examples& examples) {
  return {ErrorKind::answer_no,
          fmt::format("{} points do not determine the domain: all of them lie in one row, whose end is not seen",
                      examples.points.size()),
          std::nullopt, "give points beyond the end of the row"};
}

/// Raises the size that grows until the domain has all given points: it may have been learnt from fewer.
void settle_sizes(Inference& inference) {
  for (InferredSize& size : inference.hypothesis.sizes) {
    for (int step = 0; size.grows && step < 64; ++step) {
      std::vector<expr::Int> values;
      for (const InferredSize& s : inference.hypothesis.sizes) {
        values.push_back(s.value);
      }
      domain::ScanOptions options;
      options.budget = 100 * (inference.given + 1'000);
      const auto count = domain::count_by_scan(inference.domain, values, {}, options);
      if (!count || *count >= static_cast<expr::Int>(inference.given)) {
        break;
      }
      size.value += size.step;
    }
  }
}

/// A name says nothing of how the points go: the laws another class found for the same points do.
void add_laws(Inference& inference, const std::vector<Explanation>& all) {
  if (inference.hypothesis.kind != "catalogue") {
    return;
  }
  const std::size_t horizon = 2 * inference.given + 256;
  const PointList ours = inference.hypothesis.points(horizon);
  for (const Explanation& candidate : all) {
    const Hypothesis& h = candidate.hypothesis;
    if (h.kind != "catalogue" && candidate.held_back > 0 && !h.weak && h.points(horizon) == ours) {
      inference.hypothesis.laws = h.laws;
      inference.same_text = h.text;
      inference.same_kind = h.kind;
      return;
    }
  }
}

Result<Inference> accept(const Decision& decision, const Examples& examples) {
  const Explanation& best = decision.all[decision.best];
  auto domain = domain::parse_domain(best.hypothesis.text);
  if (!domain) {
    return fail(ErrorKind::internal,
                fmt::format("the inferred domain {} is refused: {}", best.hypothesis.text, domain.error().message));
  }
  Inference inference{std::move(*domain), best.hypothesis, examples.points.size(), best.held_back, best.how, {}, {}};
  add_laws(inference, decision.all);
  settle_sizes(inference);
  return inference;
}

} // namespace

Result<Inference> infer(const Examples& examples) {
  if (auto error = contradiction(examples)) {
    const auto fault = locate_fault(examples);
    return tl::unexpected<Error>(fault ? describe(*fault, examples) : *error);
  }
  if (is_one_row(examples.points)) {
    return tl::unexpected<Error>(one_row(examples));
  }
  const Decision decision = decide(examples);
  if (const auto fault = simpler_fault(decision, examples)) {
    return tl::unexpected<Error>(describe(*fault, examples));
  }
  if (decision.determined()) {
    return accept(decision, examples);
  }
  return tl::unexpected<Error>(decision.all.empty() ? no_law(examples) : undetermined(decision, examples));
}

} // namespace mapwright::index_map::infer
