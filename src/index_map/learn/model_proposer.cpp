#include "index_map/learn/model_proposer.hpp"

#include "index_map/learn/guess.hpp"
#include "index_map/learn/judge.hpp"
#include "index_map/learn/reply.hpp"
#include "llm/ask.hpp"
#include "llm/bandit.hpp"
#include "llm/prompts.hpp"
#include "llm/template.hpp"

#include <algorithm>
#include <map>

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace mapwright::index_map::learn {

namespace {

constexpr std::size_t attempts_shown = 3;    ///< earlier candidates a model is reminded of
constexpr std::uint64_t bytes_per_token = 3; ///< fewer than usual: a reservation errs on the high side

/// A candidate that was judged.
struct Judged {
  std::uint64_t step = 0;
  double share = 0;
  std::string reply;
  std::string feedback;
};

std::string points_text(const Sought& sought) {
  std::string text;
  for (std::size_t w = 0; w < sought.shown; ++w) {
    text += fmt::format("{}: {}\n", w, infer::text_of(sought.examples.points[w]));
  }
  text.pop_back();
  return text;
}

std::string definition_text(const Sought& sought) {
  if (!sought.domain || !sought.definition_shown) {
    return "";
  }
  std::string sizes;
  for (std::size_t i = 0; i < sought.sizes.size(); ++i) {
    sizes += fmt::format("{}{} = {}", i == 0 ? " Here " : ", ", sought.domain->parameters[i].name(),
                         expr::to_string(sought.sizes[i]));
  }
  return fmt::format("The domain is `{}`, its points in their order.{}\n\n", sought.domain->text,
                     sizes.empty() ? "" : sizes + ".");
}

std::string signature_text(const Sought& sought) {
  if (!sought.takes_sizes()) {
    return "A function takes w alone: void unrank(std::int64_t w, std::int64_t* p), or fn unrank(; w) -> (...).";
  }
  std::vector<std::string> names;
  std::vector<std::string> declared;
  for (const expr::Symbol size : sought.domain->parameters) {
    names.push_back(size.name());
    declared.push_back("std::int64_t " + size.name());
  }
  return fmt::format("A function takes the sizes first: void unrank({}, std::int64_t w, std::int64_t* p), or "
                     "fn unrank({}; w) -> (...). It must hold for all sizes.",
                     fmt::join(declared, ", "), fmt::join(names, ", "));
}

std::uint64_t tokens_of(const llm::Request& request) {
  std::size_t bytes = 0;
  for (const llm::Message& message : request.messages) {
    bytes += message.text.size();
  }
  return bytes / bytes_per_token;
}

/// Failures that asking again does not mend.
bool is_unavailable(llm::FailureKind kind) {
  return kind == llm::FailureKind::unreachable || kind == llm::FailureKind::unauthorized ||
         kind == llm::FailureKind::unknown_model || kind == llm::FailureKind::out_of_quota;
}

loop::Setback setback(const llm::Failure& failure) {
  loop::Setback setback{failure.message, {}};
  if (is_unavailable(failure.kind)) {
    setback.unavailable = Error{ErrorKind::machine, failure.message, std::nullopt, failure.hint};
  }
  return setback;
}

/// Asks; a reply without a candidate is answered once with what is missing.
loop::Attempt ask_for_candidate(loop::StepContext& context, llm::Provider& provider, const llm::Request& request) {
  loop::StepProvider asked(context, provider);
  const llm::ReadAnswer<archive::Candidate> read =
      [](const llm::Reply& reply) -> tl::expected<llm::ReadReply<archive::Candidate>, std::string> {
    auto candidate = candidate_of(reply.text, reply.finish == llm::Finish::length);
    if (!candidate) {
      return tl::make_unexpected(candidate.error());
    }
    if (reply.fixture) {
      candidate->notes = {{"fixture", true}};
    }
    return llm::ReadReply<archive::Candidate>{std::move(*candidate), {}};
  };
  llm::AskOptions options;
  options.form = "Answer with one candidate and nothing else.";
  auto answer = llm::ask_for<archive::Candidate>(asked, request, read, options, context.stop());
  if (answer) {
    return loop::Proposal{std::move(answer->value), {}};
  }
  if (asked.error()) {
    return tl::make_unexpected(loop::Setback{asked.error()->message, asked.error()});
  }
  const llm::NotAsked& none = answer.error();
  if (none.why == llm::NoAnswer::failed && !none.conversation.answers.empty() && !none.conversation.answers.back()) {
    return tl::make_unexpected(setback(none.conversation.answers.back().error()));
  }
  return tl::make_unexpected(
      loop::Setback{fmt::format("the reply of {} is {}: {}", provider.model(), to_string(none.why), none.message), {}});
}

std::vector<std::string> names_of(const std::vector<loop::Model>& models) {
  std::vector<std::string> names;
  for (const loop::Model& model : models) {
    names.push_back(model.name);
  }
  return names;
}

class ModelProposer : public loop::Proposer {
public:
  ModelProposer(const Sought& sought, std::vector<loop::Model> models, const ModelOptions& options)
      : question_(first_question(sought)), models_(std::move(models)), options_(options),
        available_(models_.size(), true), bandit_(names_of(models_)) {}

  std::optional<loop::Plan> plan(std::uint64_t step, measure::Random& random) override {
    if (planned_ == options_.tries || std::none_of(available_.begin(), available_.end(), [](bool is) { return is; })) {
      return std::nullopt;
    }
    ++planned_;
    const std::size_t chosen = choose(random);
    under_way_.emplace(step, chosen);
    const loop::Model& model = models_[chosen];
    llm::Request request = question_;
    request.max_output_tokens = model.max_output_tokens;
    request.seed = random.next() >> 12U; // servers take numbers of at most 53 bits
    std::vector<archive::Parent> parents;
    for (const Judged& judged : judged_) {
      request.messages.push_back({llm::Role::assistant, judged.reply});
      request.messages.push_back(
          {llm::Role::user, llm::fill(prompts::index_map_retry, {{"feedback", judged.feedback}})});
      parents.push_back({judged.step, "refuted"});
    }
    Resources reserve;
    reserve.tokens = 2 * (tokens_of(request) + request.max_output_tokens); // the question and one repair
    reserve.dollars = static_cast<double>(reserve.tokens) * model.dollars_per_token;
    return loop::Plan{proposer_name(model),
                      [provider = model.provider, request = std::move(request)](loop::StepContext& context) {
                        return ask_for_candidate(context, *provider, request);
                      },
                      reserve, std::move(parents)};
  }

  void observe(const archive::Step& step) override {
    const auto planned = under_way_.find(step.number);
    if (planned == under_way_.end()) {
      return;
    }
    const std::size_t model = planned->second;
    under_way_.erase(planned);
    if (step.verdict && step.verdict->status == loop::unavailable_status) {
      available_[model] = false;
      return;
    }
    const double share = step.verdict ? step.verdict->evidence.value("share", 0.0) : 0.0;
    bandit_.learn(model, share, static_cast<double>(step.used.tokens));
    if (step.candidate && step.verdict && !step.verdict->valid) {
      remember({step.number, share, reply_of(*step.candidate), feedback(*step.verdict)});
    }
  }

private:
  std::size_t choose(measure::Random& random) const {
    std::vector<std::size_t> in_flight;
    for (const auto& [step, model] : under_way_) {
      in_flight.push_back(model);
    }
    std::size_t chosen = bandit_.choose(random, in_flight);
    while (!available_[chosen]) {
      chosen = (chosen + 1) % models_.size();
    }
    return chosen;
  }

  /// Keeps the best attempts, the best one last: that is what the next one should build on.
  void remember(Judged judged) {
    judged_.push_back(std::move(judged));
    std::stable_sort(judged_.begin(), judged_.end(),
                     [](const Judged& a, const Judged& b) { return a.share < b.share; });
    if (judged_.size() > attempts_shown) {
      judged_.erase(judged_.begin());
    }
  }

  llm::Request question_;
  std::vector<loop::Model> models_;
  ModelOptions options_;
  std::vector<bool> available_;
  llm::Bandit bandit_;
  std::map<std::uint64_t, std::size_t> under_way_; ///< model by step
  std::uint64_t planned_ = 0;
  std::vector<Judged> judged_;
};

} // namespace

std::string proposer_name(const loop::Model& model) {
  return "model:" + model.name;
}

llm::Request first_question(const Sought& sought) {
  llm::Request request;
  request.messages.push_back({llm::Role::system, std::string(prompts::index_map_system)});
  request.messages.push_back(
      {llm::Role::user, llm::fill(prompts::index_map_question,
                                  {{"definition", definition_text(sought)},
                                   {"dimensions", fmt::format("{}", fmt::join(sought.examples.dimensions, ", "))},
                                   {"shown", std::to_string(sought.shown)},
                                   {"points", points_text(sought)},
                                   {"signature", signature_text(sought)}})});
  return request;
}

std::unique_ptr<loop::Proposer> make_model_proposer(const Sought& sought, std::vector<loop::Model> models,
                                                    const ModelOptions& options) {
  return std::make_unique<ModelProposer>(sought, std::move(models), options);
}

} // namespace mapwright::index_map::learn
