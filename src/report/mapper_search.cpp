#include "report/mapper_search.hpp"

#include "report/text_table.hpp"

#include <fmt/format.h>

namespace mapwright::report {

namespace {

constexpr double hundred = 100;

/// "1.24x the default, 1.02x the expert": how often as fast.
std::string beside_baselines(double makespan, const mapper::SearchArena& arena) {
  std::string text;
  if (arena.usual().makespan) {
    text += fmt::format("{:.3f}x the default", *arena.usual().makespan / makespan);
  }
  if (arena.expert() && arena.expert()->makespan) {
    text += fmt::format("{}{:.3f}x the expert", text.empty() ? "" : ", ", *arena.expert()->makespan / makespan);
  }
  return text;
}

/// "15.1 ms", or why there is no time.
std::string baseline_text(const mapper::TimedMapper& mapper) {
  return mapper.makespan ? duration_text(*mapper.makespan) : "does not run: " + mapper.failure;
}

Json optional_seconds(const std::optional<double>& seconds) {
  return seconds ? Json(*seconds) : Json();
}

/// Of pairs of runs on StarPU.
std::string confirmed_text(const measure::Comparison& c) {
  return fmt::format("{} against the default: {:.3f} of its time, {:.3f} to {:.3f}, in {} pairs of runs on StarPU",
                     to_string(c.verdict), c.ratio, c.ratio_interval.low, c.ratio_interval.high, c.pairs);
}

Json confirmed_json(const measure::Comparison* c) {
  if (c == nullptr) {
    return nullptr;
  }
  return {{"engine", "starpu"},
          {"verdict", to_string(c->verdict)},
          {"ratio", c->ratio},
          {"ratio_interval", {c->ratio_interval.low, c->ratio_interval.high}},
          {"confidence", c->confidence},
          {"pairs", c->pairs},
          {"stop", measure::to_string(c->stop)}};
}

std::string winner_text(const archive::Step& best, const MapperSearchAnswer& answer) {
  const mapper::SearchArena& arena = answer.search.arena();
  const double bound = arena.bound_of(best.candidate->form);
  const bool text_found = best.candidate->form == mapper::mapper_form;
  std::string text = text_found ? best.candidate->content + "\n" : "";
  text += field("makespan", fmt::format("{}: {}", duration_text(*best.score), beside_baselines(*best.score, arena)));
  text += field("default", baseline_text(arena.usual()));
  if (arena.expert()) {
    text += field("expert", baseline_text(*arena.expert()));
  }
  text += field("bound", fmt::format("{}, which the makespan exceeds by {:.1f} %", duration_text(bound),
                                     hundred * (*best.score / bound - 1)));
  text += field("found by", fmt::format("{} in step {}", best.proposer, best.number));
  if (!text_found) {
    text += field("form", "a plan point by point; --out FILE writes it for `mapper simulate --from-plan`");
  }
  return text;
}

} // namespace

std::string to_text(const MapperSearchAnswer& answer) {
  std::string text = answer.best ? winner_text(*answer.best, answer) : "no mapping that runs was found\n";
  text += field("simulated", fmt::format("{} evaluations, {} of what does not run; {} besides",
                                         grouped(std::to_string(answer.evaluations)), answer.invalid,
                                         grouped(std::to_string(answer.search.side_simulations()))));
  if (answer.confirmed != nullptr) {
    text += field("for real", confirmed_text(*answer.confirmed));
  }
  if (!answer.written.empty()) {
    text += field("written", answer.written);
  }
  if (!answer.policy_written.empty()) {
    text += field("policy", answer.policy_written);
  }
  return text;
}

Json to_json(const MapperSearchAnswer& answer) {
  const mapper::SearchArena& arena = answer.search.arena();
  const std::optional<archive::Step>& best = answer.best;
  const double bound = arena.bound_of(best ? best->candidate->form : mapper::mapper_form);
  return {{"verdict", best ? "found" : "none"},
          {"subject", arena.title()},
          {"form", best ? Json(best->candidate->form) : Json()},
          {"mapper", best ? Json(best->candidate->content) : Json()},
          {"makespan_seconds", best ? Json(*best->score) : Json()},
          {"default_seconds", optional_seconds(arena.usual().makespan)},
          {"expert_seconds", arena.expert() ? optional_seconds(arena.expert()->makespan) : Json()},
          {"bound_seconds", bound},
          {"gap", best ? Json(*best->score / bound - 1) : Json()},
          {"found_by", best ? Json(best->proposer) : Json()},
          {"step", best ? Json(best->number) : Json()},
          {"evaluations", answer.evaluations},
          {"invalid", answer.invalid},
          {"side_simulations", answer.search.side_simulations()},
          {"written", answer.written.empty() ? Json() : Json(answer.written)},
          {"policy_written", answer.policy_written.empty() ? Json() : Json(answer.policy_written)},
          {"confirmed", confirmed_json(answer.confirmed)}};
}

std::function<std::string(const archive::Step&, const loop::History&)> search_line(const mapper::MapperSearch& search) {
  return [&search](const archive::Step& step, const loop::History& history) -> std::string {
    if (!step.score || !history.best() || history.best()->step != step.number) {
      return "";
    }
    return fmt::format("evaluation {}  {}  {}: {}", history.used().evaluations, step.proposer,
                       duration_text(*step.score), beside_baselines(*step.score, search.arena()));
  };
}

} // namespace mapwright::report
