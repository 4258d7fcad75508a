#include "kernel/scientist/lineage.hpp"
#include "kernel/scientist/model_role.hpp"
#include "kernel/scientist/model_roles.hpp"
#include "kernel/scientist/situation_text.hpp"
#include "llm/extract_json.hpp"
#include "llm/prompts.hpp"
#include "llm/template.hpp"

#include <algorithm>

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace mapwright::kernel::scientist {

namespace {

nlohmann::json selection_schema() {
  const nlohmann::json number = {{"type", "integer"}, {"minimum", 0}};
  return {
      {"type", "object"},
      {"properties", {{"base", number}, {"reference", number}, {"rationale", {{"type", "string"}, {"minLength", 1}}}}},
      {"required", {"base", "reference", "rationale"}},
      {"additionalProperties", false}};
}

/// Versions that may be selected.
struct Choices {
  std::vector<std::uint64_t> bases{};
  std::vector<std::uint64_t> all{};
};

Choices choices_of(const Situation& situation) {
  Choices choices;
  for (const Version& version : situation.versions) {
    if (!version.score) {
      continue;
    }
    choices.all.push_back(version.step);
    const auto& gone = situation.exhausted;
    if (std::find(gone.begin(), gone.end(), version.step) == gone.end()) {
      choices.bases.push_back(version.step);
    }
  }
  return choices;
}

bool is_among(const std::vector<std::uint64_t>& steps, std::uint64_t step) {
  return std::find(steps.begin(), steps.end(), step) != steps.end();
}

tl::expected<llm::ReadReply<Selection>, std::string> read_selection(const llm::Reply& reply, const Choices& choices) {
  auto found = llm::extract_json(reply.text, selection_schema(), reply.finish == llm::Finish::length);
  if (!found) {
    return tl::unexpected<std::string>(std::move(found.error()));
  }
  const nlohmann::json& value = found->value;
  Selection selection{value["base"].get<std::uint64_t>(), value["reference"].get<std::uint64_t>(),
                      value["rationale"].get<std::string>()};
  if (!is_among(choices.bases, selection.base)) {
    return tl::unexpected<std::string>(fmt::format("/base: version {} cannot be changed; choose one of {}",
                                                   selection.base, fmt::join(choices.bases, ", ")));
  }
  if (!is_among(choices.all, selection.reference)) {
    return tl::unexpected<std::string>(fmt::format("/reference: version {} was not measured; choose one of {}",
                                                   selection.reference, fmt::join(choices.all, ", ")));
  }
  return llm::ReadReply<Selection>{std::move(selection), std::move(found->fixes)};
}

class ModelSelector : public Selector {
public:
  ModelSelector(loop::Model model, const RoleTools& tools) : model_(std::move(model)), machine_(tools.machine) {}

  [[nodiscard]] std::string name() const override { return model_role_name(model_); }
  [[nodiscard]] Resources reserve() const override { return role_reserve(model_); }

  Answer<Selection> select(const Situation& situation, loop::StepContext& context) override {
    const Choices choices = choices_of(situation);
    if (choices.bases.empty()) {
      return tl::make_unexpected(loop::Setback{
          fmt::format("nothing is left to try on any of the {} measured versions", choices.all.size()), {}});
    }
    const std::string exhausted =
        situation.exhausted.empty()
            ? ""
            : fmt::format("Nothing new is left to try on these, so do not choose them as base: {}.\n",
                          fmt::join(situation.exhausted, ", "));
    llm::Request request =
        role_request(model_, common_text(situation, machine_) + "\n" + std::string(prompts::kernel_selector),
                     llm::fill(prompts::kernel_selector_question, {{"versions", versions_text(situation.versions)},
                                                                   {"stagnation", std::to_string(situation.stagnation)},
                                                                   {"exhausted", exhausted}}),
                     context);
    request.schema = selection_schema();
    request.schema_name = "selection";
    return ask_role<Selection>(
        model_, request, [&](const llm::Reply& reply) { return read_selection(reply, choices); },
        "Answer with one JSON object with base, reference and rationale.", context);
  }

private:
  loop::Model model_;
  std::string machine_;
};

} // namespace

std::string model_role_name(const loop::Model& model) {
  return "model:" + model.name;
}

std::unique_ptr<Selector> make_model_selector(loop::Model model, const RoleTools& tools) {
  return std::make_unique<ModelSelector>(std::move(model), tools);
}

} // namespace mapwright::kernel::scientist
