#include "index_map/infer/infer.hpp"

#include "domain/parse.hpp"
#include "domain/reference.hpp"
#include "index_map/infer/bound_fit.hpp"
#include "index_map/infer/classes.hpp"

#include <algorithm>
#include <utility>

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace mapwright::index_map::infer {

namespace {

struct Candidate {
  Hypothesis hypothesis;
  std::size_t held_back = 0; ///< 0: learnt from all points
  std::string how;
};

/// Whether the points say at least twice as much as the hypothesis.
bool has_evidence(const Hypothesis& h, const PointList& points) {
  return static_cast<double>(points.size() * points.dimensions()) >= 2 * h.bits;
}

void add_lesson(const Examples& examples, const Lesson& lesson, std::size_t held_back, const std::string& how,
                std::vector<Candidate>& candidates) {
  for (Hypothesis& h : propose(lesson, examples.dimensions)) {
    if (predicts(h, examples.points)) {
      candidates.push_back({std::move(h), held_back, how});
    }
  }
}

/// All hypotheses that explain every point, simplest first; those that were confirmed by points held back before
/// others.
std::vector<Candidate> explanations(const Examples& examples) {
  const std::size_t count = examples.points.size();
  std::vector<Candidate> all;
  const std::size_t learnt = count - (count + 3) / 4;
  add_lesson(examples, {examples.points, 0, learnt}, count - learnt, fmt::format("the last {}", count - learnt), all);
  if (std::all_of(all.begin(), all.end(), [](const Candidate& c) { return c.hypothesis.weak; })) {
    add_lesson(examples, {examples.points, 0, count, true}, (count + 2) / 3, "every third row", all);
  }
  add_lesson(examples, {examples.points, 0, count}, 0, "none", all);
  std::stable_sort(all.begin(), all.end(),
                   [](const Candidate& a, const Candidate& b) { return a.hypothesis.bits < b.hypothesis.bits; });
  return all;
}

std::string next_point(const PointList& points, std::size_t index) {
  return index < points.size() ? text_of(points[index]) : std::string("no point: the domain ends");
}

struct Difference {
  const Candidate* rival = nullptr;
  std::size_t index = 0;
  std::string ours;
  std::string theirs;
};

/// The hypotheses that are as simple as `best` within the margin, and go on differently.
std::vector<Difference> differing(const Candidate& best, const std::vector<Candidate>& all, std::size_t given) {
  const std::size_t horizon = std::max(2 * given, given + 256);
  const PointList ours = best.hypothesis.points(horizon);
  std::vector<Difference> rivals;
  for (const Candidate& other : all) {
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

Error undetermined(const Candidate& best, const std::vector<Difference>& rivals, const Examples& examples) {
  std::string message = fmt::format("{} points do not determine the domain", examples.points.size());
  std::string hint;
  if (rivals.empty()) {
    message += fmt::format(": {} explains them, but too few points confirm it", best.hypothesis.text);
    hint = fmt::format("give more points; it goes on with {} at index {}",
                       next_point(best.hypothesis.points(examples.points.size() + 1), examples.points.size()),
                       examples.points.size());
  } else {
    message += fmt::format("; they fit {}", best.hypothesis.text);
    for (const Difference& rival : rivals) {
      message += fmt::format("; and {}", rival.rival->hypothesis.text);
    }
    hint =
        fmt::format("index {} tells the first two apart: {} or {}", rivals[0].index, rivals[0].ours, rivals[0].theirs);
  }
  return {ErrorKind::answer_no, std::move(message), std::nullopt, std::move(hint)};
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

Result<Inference> accept(const Candidate& best, const Examples& examples) {
  auto domain = domain::parse_domain(best.hypothesis.text);
  if (!domain) {
    return fail(ErrorKind::internal,
                fmt::format("the inferred domain {} is refused: {}", best.hypothesis.text, domain.error().message));
  }
  Inference inference{std::move(*domain), best.hypothesis, examples.points.size(), best.held_back, best.how};
  settle_sizes(inference);
  return inference;
}

} // namespace

Result<Inference> infer(const Examples& examples) {
  const std::vector<Candidate> all = explanations(examples);
  const auto confirmed = std::find_if(all.begin(), all.end(), [&](const Candidate& candidate) {
    return candidate.held_back > 0 && !candidate.hypothesis.weak && has_evidence(candidate.hypothesis, examples.points);
  });
  if (all.empty()) {
    return fail(ErrorKind::answer_no,
                fmt::format("no domain of the known classes has these {} points first", examples.points.size()),
                "docs/inference.md lists the classes");
  }
  const Candidate& best = confirmed != all.end() ? *confirmed : all.front();
  const std::vector<Difference> rivals = differing(best, all, examples.points.size());
  if (confirmed == all.end() || !rivals.empty()) {
    return tl::unexpected<Error>(undetermined(best, rivals, examples));
  }
  return accept(best, examples);
}

} // namespace mapwright::index_map::infer
