#include "kernel/scientist/lineage.hpp"
#include "kernel/scientist/model_role.hpp"
#include "kernel/scientist/model_roles.hpp"
#include "kernel/scientist/situation_text.hpp"
#include "llm/edits.hpp"
#include "llm/excerpt.hpp"
#include "llm/prompts.hpp"
#include "llm/template.hpp"

#include <fmt/format.h>

namespace mapwright::kernel::scientist {

namespace {

constexpr std::size_t longest_account = 600; ///< characters

/// What the model says it did: the tag it was asked for, else the first line of the reply.
std::string account_of(const std::string& reply) {
  const auto tagged = llm::tagged_blocks(reply, "account");
  const std::string_view text =
      tagged.empty() ? std::string_view(reply).substr(0, reply.find('\n')) : std::string_view(tagged.front().text);
  return llm::excerpt(llm::trimmed(text), longest_account);
}

/// The new source in a reply; what is wrong with it, in words that the model is shown.
tl::expected<llm::ReadReply<Written>, std::string> read_source(const llm::Reply& reply, const Situation& situation,
                                                               const Version& base) {
  llm::CodeWish wish;
  wish.lacks = [&](std::string_view text) -> std::optional<std::string> {
    const bool has = text.find(situation.task.entry) != std::string_view::npos || situation.backend != Backend::cpp;
    return has ? std::nullopt : std::optional(fmt::format("does not define '{}'", situation.task.entry));
  };
  auto edited = llm::edited_text(reply.text, base.source, wish);
  if (!edited) {
    return tl::unexpected<std::string>(std::move(edited.error().message));
  }
  if (edited->text == base.source) {
    return tl::unexpected<std::string>("the edits leave the base as it is");
  }
  const LaunchList launches = situation.task.evaluator ? LaunchList::optional : LaunchList::required;
  if (const auto candidate =
          parse_candidate(situation.task, situation.backend, edited->text, "the new source", launches);
      !candidate) {
    return tl::unexpected<std::string>(candidate.error().format());
  }
  std::vector<std::string> fixes;
  for (const llm::MatchKind match : edited->matches) {
    if (match != llm::MatchKind::exact) {
      fixes.push_back(fmt::format("an edit matched by {}", to_string(match)));
    }
  }
  return llm::ReadReply<Written>{{std::move(edited->text), account_of(reply.text)}, std::move(fixes)};
}

std::string rubric_text(const ExperimentPlan& plan) {
  std::string text;
  for (const std::string& item : plan.rubric) {
    text += fmt::format("- {}\n", item);
  }
  return text.empty() ? "- what the plan says\n" : text;
}

class ModelWriter : public Writer {
public:
  ModelWriter(loop::Model model, const RoleTools& tools) : model_(std::move(model)), machine_(tools.machine) {}

  [[nodiscard]] std::string name() const override { return model_role_name(model_); }
  [[nodiscard]] Resources reserve() const override { return role_reserve(model_); }

  Answer<Written> write(const Situation& situation, const Selection& selection, const ExperimentPlan& plan,
                        loop::StepContext& context) override {
    const Version* base = find_version(situation.versions, selection.base);
    if (base == nullptr) {
      return tl::make_unexpected(loop::Setback{fmt::format("there is no version {}", selection.base), {}});
    }
    const llm::Request request =
        role_request(model_, common_text(situation, machine_) + "\n" + std::string(prompts::kernel_writer),
                     llm::fill(prompts::kernel_writer_question,
                               {{"base", std::to_string(base->step)},
                                {"language", std::string(fence_of(situation.backend))},
                                {"source", base->source},
                                {"reference", std::to_string(selection.reference)},
                                {"reference_text", reference_text(situation, selection)},
                                {"name", plan.name},
                                {"description", plan.description},
                                {"rubric", rubric_text(plan)},
                                {"site", plan.site.empty() ? "" : fmt::format("Where: {}.\n", plan.site)}}),
                     context);
    return ask_role<Written>(
        model_, request, [&](const llm::Reply& reply) { return read_source(reply, situation, *base); },
        "Answer with SEARCH/REPLACE edits of the base, or with the whole new file in one fenced block.", context);
  }

private:
  loop::Model model_;
  std::string machine_;
};

} // namespace

std::unique_ptr<Writer> make_model_writer(loop::Model model, const RoleTools& tools) {
  return std::make_unique<ModelWriter>(std::move(model), tools);
}

} // namespace mapwright::kernel::scientist
