#include "kernel/scientist/lineage.hpp"
#include "kernel/scientist/model_role.hpp"
#include "kernel/scientist/model_roles.hpp"
#include "kernel/scientist/options.hpp"
#include "kernel/scientist/plan_schema.hpp"
#include "kernel/scientist/situation_text.hpp"
#include "llm/extract_json.hpp"
#include "llm/prompts.hpp"
#include "llm/template.hpp"

#include <set>

#include <fmt/format.h>

namespace mapwright::kernel::scientist {

namespace {

tl::expected<llm::ReadReply<Design>, std::string> read_design(const llm::Reply& reply) {
  const nlohmann::json schema = design_schema(SchemaUse::question, avenue_count, plan_count);
  auto found = llm::extract_json(reply.text, schema, reply.finish == llm::Finish::length);
  if (!found) {
    return tl::unexpected<std::string>(std::move(found.error()));
  }
  found->value["chosen"] = nlohmann::json::array();
  auto design = design_from_json(found->value);
  if (!design) {
    return tl::unexpected<std::string>(std::move(design.error().message));
  }
  std::set<std::pair<std::string, std::string>> names;
  for (const ExperimentPlan& plan : design->plans) {
    if (!names.emplace(plan.name, plan.site).second) {
      return tl::unexpected<std::string>(fmt::format("/plans: two plans are called \"{}\"", plan.name));
    }
  }
  return llm::ReadReply<Design>{std::move(*design), std::move(found->fixes)};
}

class ModelDesigner : public Designer {
public:
  ModelDesigner(loop::Model model, RoleTools tools) : model_(std::move(model)), tools_(std::move(tools)) {}

  [[nodiscard]] std::string name() const override { return model_role_name(model_); }
  [[nodiscard]] Resources reserve() const override { return role_reserve(model_); }

  Answer<Design> design(const Situation& situation, const Selection& selection, loop::StepContext& context) override {
    const Version* base = find_version(situation.versions, selection.base);
    if (base == nullptr) {
      return tl::make_unexpected(loop::Setback{fmt::format("there is no version {}", selection.base), {}});
    }
    llm::Request request =
        role_request(model_, common_text(situation, tools_.machine) + "\n" + std::string(prompts::kernel_designer),
                     question(situation, selection, *base), context);
    request.schema = design_schema(SchemaUse::question, avenue_count, plan_count);
    request.schema_name = "design";
    auto design = ask_role<Design>(
        model_, request, read_design,
        fmt::format("Answer with one JSON object: exactly {} avenues and {} plans.", avenue_count, plan_count),
        context);
    if (design) {
      design->chosen = choose_three(corrected(design->plans, situation.ledger));
    }
    return design;
  }

private:
  [[nodiscard]] std::string question(const Situation& situation, const Selection& selection,
                                     const Version& base) const {
    const std::string findings = tools_.learning.findings ? to_markdown(situation.findings.all()) : "None are shown.";
    const std::string record = tools_.learning.ledger ? record_text(situation.ledger, name()) : "It is not kept.";
    return llm::fill(prompts::kernel_designer_question, {{"findings", findings},
                                                         {"record", record},
                                                         {"base", std::to_string(base.step)},
                                                         {"standing", standing_text(base)},
                                                         {"times", times_text(base)},
                                                         {"language", std::string(fence_of(situation.backend))},
                                                         {"source", base.source},
                                                         {"made", made_text(situation.versions, base.step)},
                                                         {"options", programs(situation, selection)},
                                                         {"reference", std::to_string(selection.reference)},
                                                         {"reference_text", reference_text(situation, selection)}});
  }

  /// What can be done without a model; why that is not known, where sources cannot be examined: a model can do without.
  [[nodiscard]] std::string programs(const Situation& situation, const Selection& selection) const {
    auto options = options_for(situation, selection, tools_.examine, *tools_.catalogue);
    if (!options) {
      return fmt::format("none: {}\n", options.error().why);
    }
    return options_text(untried(std::move(*options), situation, selection.base, tools_.learning.novelty));
  }

  [[nodiscard]] std::vector<ExperimentPlan> corrected(std::vector<ExperimentPlan> plans, const Ledger& ledger) const {
    for (ExperimentPlan& plan : plans) {
      plan.gain = tools_.learning.ledger ? ledger.corrected(plan.gain, name(), plan.kind) : plan.gain;
    }
    return plans;
  }

  loop::Model model_;
  RoleTools tools_;
};

} // namespace

std::unique_ptr<Designer> make_model_designer(loop::Model model, const RoleTools& tools) {
  return std::make_unique<ModelDesigner>(std::move(model), tools);
}

} // namespace mapwright::kernel::scientist
