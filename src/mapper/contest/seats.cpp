#include "mapper/contest/seats.hpp"

#include "mapper/agent/agent.hpp"
#include "mapper/contest/judge.hpp"

#include <limits>
#include <map>
#include <optional>
#include <unordered_map>
#include <utility>

namespace mapwright::mapper {

namespace {

/// Proposals in a row that were tried before, after which a searcher has nothing new.
constexpr unsigned most_known_proposals = 1000;

/// What came of a candidate.
struct KnownResult {
  double makespan = std::numeric_limits<double>::infinity();
  std::string failure;
};

KnownResult result_of(const archive::Step& step) {
  if (step.score) {
    return {*step.score, ""};
  }
  return {std::numeric_limits<double>::infinity(), step.verdict ? why_not(*step.verdict) : step.failure};
}

class Seats : public loop::Proposer {
public:
  Seats(const SearchArena& arena, const SideSimulations& side, std::vector<SearchSeat> seats)
      : arena_(arena), side_(side), over_(seats.size(), false), seats_(std::move(seats)) {}

  void begin(const Budget& limits) override {
    for (const SearchSeat& seat : seats_) {
      if (seat.proposer) {
        seat.proposer->begin(limits);
      }
    }
  }

  std::optional<loop::Plan> plan(std::uint64_t step, measure::Random& random) override {
    for (std::size_t asked = 0; asked < seats_.size(); ++asked) {
      const std::size_t seat = turn_;
      turn_ = (turn_ + 1) % seats_.size();
      if (over_[seat]) {
        continue;
      }
      if (seats_[seat].proposer) {
        if (auto planned = seats_[seat].proposer->plan(step, random)) {
          return planned;
        }
        continue; // it may know more after the next step
      }
      if (auto planned = plan_by(*seats_[seat].searcher, step, random)) {
        return planned;
      }
      over_[seat] = true;
    }
    return std::nullopt;
  }

  void observe(const archive::Step& step) override {
    for (const SearchSeat& seat : seats_) {
      if (seat.proposer) {
        seat.proposer->observe(step);
      }
    }
    const auto planned = under_way_.find(step.number);
    std::optional<Mapping> mapping;
    if (planned != under_way_.end()) {
      mapping = std::move(planned->second);
      under_way_.erase(planned);
    } else if (step.candidate && step.candidate->form == mapper_form) {
      mapping = Mapping{std::nullopt, step.candidate->content, std::nullopt};
    }
    if (!step.candidate || !mapping) {
      return;
    }
    if (!step.repeats) {
      known_.emplace(step.candidate->digest, result_of(step));
    }
    const KnownResult& result = known_.at(step.candidate->digest);
    const Trial trial{*std::move(mapping), step.proposer, result.makespan, result.failure};
    for (const SearchSeat& seat : seats_) {
      if (seat.searcher) {
        seat.searcher->observe(trial);
      }
    }
  }

private:
  std::optional<loop::Plan> plan_by(Searcher& searcher, std::uint64_t step, measure::Random& random) {
    for (unsigned again = 0; again < most_known_proposals; ++again) {
      auto mapping = searcher.propose(random);
      if (!mapping) {
        return std::nullopt;
      }
      archive::Candidate candidate = candidate_of(*mapping, arena_);
      const auto known = known_.find(candidate.digest);
      if (known == known_.end()) {
        candidate.notes = {{"side_simulations", side_.used()}};
        under_way_.emplace(step, *std::move(mapping));
        return loop::Plan{std::string(searcher.name()),
                          [candidate = std::move(candidate)](loop::StepContext&) -> loop::Attempt {
                            return loop::Proposal{candidate, {}};
                          },
                          {},
                          {}};
      }
      searcher.observe(
          {*std::move(mapping), std::string(searcher.name()), known->second.makespan, known->second.failure});
    }
    return std::nullopt;
  }

  const SearchArena& arena_;
  const SideSimulations& side_;
  std::vector<bool> over_;
  std::vector<SearchSeat> seats_;
  std::size_t turn_ = 0;
  std::map<std::uint64_t, Mapping> under_way_;         ///< of searchers, by step
  std::unordered_map<std::string, KnownResult> known_; ///< by digest
};

} // namespace

archive::Candidate candidate_of(const Mapping& mapping, const SearchArena& arena) {
  if (mapping.plan) {
    const SearchScene scene = arena.scene();
    return loop::make_candidate(plan_form, plan_json(scene.program, scene.graph, *mapping.plan));
  }
  return loop::make_candidate(mapper_form,
                              mapping.text ? *mapping.text : arena.space().text(mapping.assignment.value()));
}

std::unique_ptr<loop::Proposer> make_seats(const SearchArena& arena, const SideSimulations& side,
                                           std::vector<SearchSeat> seats) {
  return std::make_unique<Seats>(arena, side, std::move(seats));
}

} // namespace mapwright::mapper
