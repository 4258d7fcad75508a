#include "mapper/agent/agent.hpp"

#include "llm/prompts.hpp"
#include "llm/template.hpp"
#include "mapper/agent/arms.hpp"
#include "mapper/agent/describe.hpp"
#include "mapper/agent/revise.hpp"
#include "mapper/amounts.hpp"
#include "mapper/guidance/guidance.hpp"

#include <algorithm>
#include <map>
#include <utility>

#include <fmt/format.h>

namespace mapwright::mapper {

namespace {

constexpr std::size_t revisions_shown = 5; ///< of the agent's own, the latest
constexpr std::size_t mappers_shown = 8;   ///< to OPRO, the fastest
constexpr std::size_t guidance_lines = 60; ///< on one mapper
constexpr double full_reward_at = 0.1;     ///< the gain that is worth the whole reward of a bandit
constexpr unsigned seed_shift = 12;        ///< servers take numbers of at most 53 bits

/// A mapper that was tried, by anybody.
struct TriedMapper {
  std::uint64_t step = 0;
  std::string text;
  std::optional<double> makespan; ///< seconds; none: it did not run
};

/// A revision of this agent's and what came of it.
struct TriedRevision {
  std::string part;
  std::string statements;
  std::string result;
};

std::vector<std::string> model_names(const std::vector<loop::Model>& models) {
  std::vector<std::string> names;
  for (const loop::Model& model : models) {
    names.push_back(model.name);
  }
  return names;
}

std::vector<std::string> arm_names(const std::vector<MapperPart>& parts, AgentManner manner) {
  std::vector<std::string> names;
  for (const MapperPart part : parts) {
    names.emplace_back(to_string(part));
  }
  return manner == AgentManner::opro ? std::vector<std::string>{"whole"} : names;
}

class Agent : public loop::Proposer {
public:
  Agent(const AgentScene& scene, std::vector<loop::Model> models, const AgentOptions& options)
      : scene_(scene), models_(std::move(models)), options_(options), parts_(parts_that_decide(scene.scene.program)),
        arms_(arm_names(parts_, options.manner), options.levels, model_names(models_)),
        first_(first_messages(scene.scene)) {}

  std::optional<loop::Plan> plan(std::uint64_t step, measure::Random& random) override {
    if (failures_ >= options_.patience) {
      return std::nullopt;
    }
    if (!best_) {
      return start();
    }
    const auto arms = arms_.choose(step, random);
    if (!arms) {
      return std::nullopt;
    }
    const loop::Model& model = models_[arms->model];
    const TriedMapper& base = tried_[*best_];
    asked_from_[step] = *base.makespan;
    MapperQuestion question = ask_about(*arms, base);
    question.request.max_output_tokens = model.max_output_tokens;
    question.request.seed = random.next() >> seed_shift;
    Resources reserve;
    reserve.tokens = most_tokens_of(question.request, question.repairs);
    reserve.dollars = static_cast<double>(reserve.tokens) * model.dollars_per_token;
    nlohmann::json notes{{"part", part_name(*arms)}, {"feedback", to_string(options_.levels[arms->level])}};
    return loop::Plan{fmt::format("{}:{}", to_string(options_.manner), model.name),
                      [provider = model.provider, question = std::move(question), notes = std::move(notes),
                       scene = scene_.scene](loop::StepContext& context) {
                        return propose(context, *provider, question, notes, scene);
                      },
                      reserve,
                      {{base.step, "base"}}};
  }

  void observe(const archive::Step& step) override {
    const bool own = arms_.planned(step.number);
    if (step.verdict && step.verdict->status == loop::unavailable_status) {
      arms_.lose_model(step.number);
      asked_from_.erase(step.number);
      return;
    }
    remember(step);
    if (own) {
      account(step);
    }
  }

private:
  /// Begins with a mapper that runs, before any model is asked.
  std::optional<loop::Plan> start() {
    if (started_) {
      return std::nullopt; // under way, or refused: there is nothing to build on
    }
    started_ = true;
    return loop::Plan{std::string(to_string(options_.manner)),
                      [text = scene_.start](loop::StepContext&) -> loop::Attempt {
                        return loop::Proposal{loop::make_candidate(mapper_form, text), {}};
                      },
                      {},
                      {}};
  }

  static loop::Attempt propose(loop::StepContext& context, llm::Provider& provider, const MapperQuestion& question,
                               nlohmann::json notes, const SearchScene& scene) {
    loop::StepProvider asked(context, provider);
    auto written = ask_for_mapper(asked, question, scene, context.stop());
    if (asked.error()) {
      return tl::make_unexpected(loop::Setback{asked.error()->message, asked.error()});
    }
    if (!written) {
      return tl::make_unexpected(std::move(written.error()));
    }
    notes["reason"] = written->reason;
    notes["repairs"] = written->repairs;
    if (written->fixture) {
      notes["fixture"] = true;
    }
    return loop::Proposal{loop::make_candidate(mapper_form, std::move(written->text), std::move(notes)), {}};
  }

  [[nodiscard]] std::string part_name(const QuestionArms& arms) const {
    return options_.manner == AgentManner::opro ? "whole" : std::string(to_string(parts_[arms.part]));
  }

  MapperQuestion ask_about(const QuestionArms& arms, const TriedMapper& base) {
    MapperQuestion question;
    question.repairs = options_.repairs;
    question.level = options_.levels[arms.level];
    question.request.messages = first_;
    question.request.schema = statements_schema();
    question.request.schema_name = "statements";
    if (options_.manner == AgentManner::opro) {
      question.request.messages.push_back(
          {llm::Role::user,
           llm::fill(prompts::mapper_whole,
                     {{"history", mappers_text()}, {"feedback", told_of(base.step, base.text, question.level)}})});
      question.assemble = [](const std::string& statements) { return statements; };
      return question;
    }
    const MapperPart part = parts_[arms.part];
    const MapperParts parts = split_parts(base.text);
    std::string shown;
    for (const MapperPart each : all_mapper_parts) {
      const std::string& statements = parts.at(static_cast<std::size_t>(each));
      shown += fmt::format("{}:\n```mapper\n{}```\n", to_string(each), statements);
    }
    question.request.messages.push_back(
        {llm::Role::user,
         llm::fill(prompts::mapper_part, {{"parts", shown},
                                          {"history", revisions_text()},
                                          {"feedback", told_of(base.step, join_parts(parts), question.level)},
                                          {"part", std::string(to_string(part))},
                                          {"about", std::string(statements_of_part(part))}})});
    question.assemble = [parts, part](const std::string& statements) {
      MapperParts revised = parts;
      revised.at(static_cast<std::size_t>(part)) = statements;
      return join_parts(revised);
    };
    return question;
  }

  /// What is said of the base, and of this agent's last mapper where it did not run.
  std::string told_of(std::uint64_t step, const std::string& text, GuidanceLevel level) {
    std::string told = "Of the best mapper so far:\n" + guidance_on(step, text, level);
    if (stopped_) {
      told += fmt::format("The last one that was tried does not run:\n```mapper\n{}```\n{}", stopped_->text,
                          guidance_on(stopped_->step, stopped_->text, level));
    }
    return told;
  }

  /// The guidance on what a step tried; the same again costs no further simulations.
  const std::string& guidance_on(std::uint64_t step, const std::string& text, GuidanceLevel level) {
    const auto key = std::pair(step, level);
    const auto known = told_.find(key);
    if (known != told_.end()) {
      return known->second;
    }
    GuidanceOptions wanted;
    wanted.level = level;
    const Guidance found = guidance({text, "mapper"}, scene_.scene, wanted, scene_.side);
    return told_.emplace(key, found.text(level, guidance_lines)).first->second;
  }

  /// Keeps what anybody tried, and which is the best.
  void remember(const archive::Step& step) {
    if (!step.candidate || step.candidate->form != mapper_form || step.repeats) {
      return;
    }
    tried_.push_back({step.number, step.candidate->content, step.score});
    if (step.score && (!best_ || *step.score < *tried_[*best_].makespan)) {
      best_ = tried_.size() - 1;
    }
  }

  /// What came of a question of this agent's.
  void account(const archive::Step& step) {
    const double before = asked_from_[step.number];
    asked_from_.erase(step.number);
    const double gain = step.score && before > 0 ? (before - *step.score) / before : 0;
    arms_.learn(step.number, std::clamp(gain / full_reward_at, 0.0, 1.0), static_cast<double>(step.used.tokens));
    const bool fresh = step.candidate && !step.repeats;
    failures_ = fresh ? 0 : failures_ + 1;
    if (step.candidate && !step.repeats) {
      const bool ran = step.score || !step.verdict;
      stopped_ = ran ? std::nullopt : std::optional(TriedMapper{step.number, step.candidate->content, std::nullopt});
    }
    if (step.candidate && options_.manner == AgentManner::six_parts) {
      const std::string part = step.candidate->notes.value("part", std::string());
      const MapperParts parts = split_parts(step.candidate->content);
      const auto known = mapper_part_named(part);
      revisions_.push_back({part, known ? parts.at(static_cast<std::size_t>(*known)) : "",
                            step.repeats   ? "tried before"
                            : step.score   ? amount_of_time(*step.score)
                            : step.verdict ? step.verdict->evidence.value("why", step.verdict->status)
                                           : "not tried"});
    }
  }

  [[nodiscard]] std::string revisions_text() const {
    std::string text;
    for (std::size_t i = revisions_.size() - std::min(revisions_.size(), revisions_shown); i < revisions_.size(); ++i) {
      text += fmt::format("With the part {} as\n```mapper\n{}```\nit took: {}\n", revisions_[i].part,
                          revisions_[i].statements, revisions_[i].result);
    }
    return text.empty() ? "" : "What was tried:\n" + text + "\n";
  }

  /// The fastest mappers, the slowest of them first.
  [[nodiscard]] std::string mappers_text() const {
    std::vector<const TriedMapper*> ran;
    for (const TriedMapper& each : tried_) {
      if (each.makespan) {
        ran.push_back(&each);
      }
    }
    std::stable_sort(ran.begin(), ran.end(),
                     [](const TriedMapper* a, const TriedMapper* b) { return *a->makespan > *b->makespan; });
    std::string text;
    for (std::size_t i = ran.size() - std::min(ran.size(), mappers_shown); i < ran.size(); ++i) {
      text += fmt::format("{}:\n```mapper\n{}```\n", amount_of_time(*ran[i]->makespan), ran[i]->text);
    }
    return text;
  }

  AgentScene scene_;
  std::vector<loop::Model> models_;
  AgentOptions options_;
  std::vector<MapperPart> parts_;
  ArmChoice arms_;
  std::vector<llm::Message> first_;
  std::vector<TriedMapper> tried_;
  std::optional<std::size_t> best_;    ///< in tried_
  std::optional<TriedMapper> stopped_; ///< the last one of this agent, where it did not run
  std::vector<TriedRevision> revisions_;
  std::map<std::uint64_t, double> asked_from_;                          ///< seconds of the base, by step
  std::map<std::pair<std::uint64_t, GuidanceLevel>, std::string> told_; ///< by step
  std::uint64_t failures_ = 0;
  bool started_ = false;
};

} // namespace

std::string_view to_string(AgentManner manner) {
  return manner == AgentManner::opro ? "opro" : "agent";
}

std::vector<llm::Message> first_messages(const SearchScene& scene) {
  return {{llm::Role::system, std::string(prompts::mapper_system)},
          {llm::Role::user,
           llm::fill(prompts::mapper_subject, {{"machine", machine_in_words(scene.machine)},
                                               {"program", program_in_words(scene.program, scene.graph)}})}};
}

std::unique_ptr<loop::Proposer> make_agent(const AgentScene& scene, std::vector<loop::Model> models,
                                           const AgentOptions& options) {
  return std::make_unique<Agent>(scene, std::move(models), options);
}

} // namespace mapwright::mapper
