#include "report/mapper_search.hpp"

#include "report/mapper_guidance.hpp"
#include "report/text_table.hpp"

#include <cmath>
#include <utility>

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

/// Shares below this part of the default's makespan are summed up.
constexpr double least_shown_share = 0.005;

/// What was taken away from the winner, and the statements that gain most.
std::string minimal_winner_text(const mapper::MinimalWinner& winner) {
  std::string text = field("minimal", fmt::format("{} parts taken away that gain nothing; {} simulations",
                                                  winner.minimal.removed.size(), winner.minimal.simulations));
  if (!winner.shares || winner.shares->statements.empty()) {
    return text;
  }
  mapper::StatementShares shown = *winner.shares;
  const auto little = [](const mapper::StatementShare& each) { return std::abs(each.share) < least_shown_share; };
  const std::size_t left_out = std::erase_if(shown.statements, little);
  text += "\n" + shares_text(shown, "the default");
  if (left_out > 0) {
    text += fmt::format("and {} statements of less than {} % each\n", left_out, hundred * least_shown_share);
  }
  return text + "\n";
}

std::string winner_text(const archive::Step& best, const MapperSearchAnswer& answer) {
  const mapper::SearchArena& arena = answer.search.arena();
  const double bound = arena.bound_of(best.candidate->form);
  const double makespan = *answer.makespan();
  const bool text_found = best.candidate->form == mapper::mapper_form;
  std::string text = text_found ? answer.handed_out() + "\n" : "";
  text += field("makespan", fmt::format("{}: {}", duration_text(makespan), beside_baselines(makespan, arena)));
  text += field("default", baseline_text(arena.usual()));
  if (arena.expert()) {
    text += field("expert", baseline_text(*arena.expert()));
  }
  text += field("bound", fmt::format("{} ({}), which the makespan exceeds by {:.1f} %", duration_text(bound),
                                     arena.bounds().binding(!text_found), hundred * (makespan / bound - 1)));
  text += field("found by", fmt::format("{} in step {}", best.proposer, best.number));
  if (!text_found) {
    text += field("form", "a plan point by point; --out FILE writes it for `mapper simulate --from-plan`");
  }
  return text;
}

Json minimal_winner_json(const mapper::MinimalWinner& winner) {
  Json document = minimal_json(winner.minimal);
  document.erase("schema_version");
  document.erase("text"); // it is the "mapper" of the whole document
  document["shares"] = winner.shares ? shares_json(*winner.shares, "default") : Json();
  return document;
}

/// Where the default is handed out.
std::string default_text(const MapperSearchAnswer& answer) {
  std::string text = answer.usual + "\n";
  text += field("makespan", fmt::format("{}: the default", baseline_text(answer.search.arena().usual())));
  if (answer.best && answer.best->score) {
    text += field("fastest", fmt::format("{} simulated, in step {}, by {}", duration_text(*answer.best->score),
                                         answer.best->number, answer.best->proposer));
  }
  return text;
}

} // namespace

std::string to_text(const MapperSearchAnswer& answer) {
  std::string text = answer.hands_out_default() ? default_text(answer)
                     : answer.best              ? winner_text(*answer.best, answer)
                                                : "no mapping that runs was found\n";
  text += field("simulated", fmt::format("{} evaluations, {} of what does not run; {} besides",
                                         grouped(std::to_string(answer.evaluations)), answer.invalid,
                                         grouped(std::to_string(answer.search.side_simulations()))));
  if (answer.confirmation) {
    text += confirmation_text(*answer.confirmation, answer.recalibrated);
  }
  if (!answer.written.empty()) {
    text += field("written", answer.written);
  }
  if (!answer.policy_written.empty()) {
    text += field("policy", answer.policy_written);
  }
  if (answer.winner && !answer.hands_out_default()) {
    text += minimal_winner_text(*answer.winner);
  }
  return text;
}

const std::string& MapperSearchAnswer::handed_out() const {
  static const std::string nothing;
  return hands_out_default() ? usual : !best ? nothing : winner ? winner->minimal.text : best->candidate->content;
}

std::optional<double> MapperSearchAnswer::makespan() const {
  if (hands_out_default()) {
    return search.arena().usual().makespan;
  }
  return !best ? std::nullopt : winner ? std::optional(winner->minimal.makespan) : best->score;
}

Json to_json(const MapperSearchAnswer& answer) {
  const mapper::SearchArena& arena = answer.search.arena();
  const std::optional<archive::Step>& best = answer.best;
  const bool usual = answer.hands_out_default();
  const double bound = arena.bound_of(best && !usual ? best->candidate->form : mapper::mapper_form);
  const std::optional<double> makespan = answer.makespan();
  const bool found = best || usual;
  return {{"verdict", found ? "found" : "none"},
          {"subject", arena.title()},
          {"form", found ? Json(usual ? mapper::mapper_form : best->candidate->form) : Json()},
          {"mapper", found ? Json(answer.handed_out()) : Json()},
          {"makespan_seconds", optional_seconds(makespan)},
          {"default_seconds", optional_seconds(arena.usual().makespan)},
          {"expert_seconds", arena.expert() ? optional_seconds(arena.expert()->makespan) : Json()},
          {"bound_seconds", bound},
          {"bound_by", arena.bounds().binding(best && !usual && best->candidate->form != mapper::mapper_form)},
          {"gap", makespan ? Json(*makespan / bound - 1) : Json()},
          {"found_by", usual  ? Json("default")
                       : best ? Json(best->proposer)
                              : Json()},
          {"step", best && !usual ? Json(best->number) : Json()},
          {"evaluations", answer.evaluations},
          {"invalid", answer.invalid},
          {"side_simulations", answer.search.side_simulations()},
          {"minimal", answer.winner && !usual ? minimal_winner_json(*answer.winner) : Json()},
          {"written", answer.written.empty() ? Json() : Json(answer.written)},
          {"policy_written", answer.policy_written.empty() ? Json() : Json(answer.policy_written)},
          {"confirmed", answer.confirmation ? confirmation_json(*answer.confirmation, answer.recalibrated) : Json()}};
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
