#include "kernel/scientist/generation.hpp"

#include "kernel/scientist/evaluator.hpp"
#include "kernel/scientist/lineage.hpp"
#include "kernel/scientist/novelty.hpp"
#include "kernel/scientist/rubric.hpp"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

namespace mapwright::kernel::scientist {

namespace {

using Json = nlohmann::json;

tl::unexpected<loop::Setback> set_back(std::string why) {
  return tl::make_unexpected(loop::Setback{std::move(why), {}});
}

Situation situation_of(const Setting& setting, const Known& known) {
  return {setting.task,   setting.backend,   known.versions,   known.ledger,
          known.findings, setting.knowledge, known.stagnation, known.exhausted};
}

std::string form_of(Backend backend) {
  return std::string(kernel_form) + std::string(to_string(backend));
}

/// A source that cannot be examined uses nothing as far as anybody can tell.
Json behaviour_of(const Setting& setting, const std::string& source) {
  const auto examined = setting.crew.examine(source);
  const Behaviour behaviour = examined ? examined->behaviour : Behaviour{};
  return Json::array({behaviour.memory, behaviour.compute, behaviour.parallelism});
}

/// Exactly where the catalogue says what the experiment makes of the base.
std::vector<RubricCheck> rubric_of(const Setting& setting, const ExperimentPlan& plan, const std::string& base,
                                   const std::string& source) {
  if (!plan.site.empty()) {
    const auto examined = setting.crew.examine(base);
    for (const Variant& variant : examined ? examined->variants : std::vector<Variant>{}) {
      if (variant.experiment == plan.name && variant.site == plan.site) {
        return check_rubric(plan.rubric, base, source, variant.source);
      }
    }
  }
  return check_rubric(plan.rubric, base, source);
}

std::string rejected(const Setting& setting, std::uint64_t step, const char* why) {
  return fmt::format("the selector {} chose version {}, which {}", setting.crew.selector->name(), step, why);
}

Answer<Selection> select_base(const Setting& setting, const Situation& situation, loop::StepContext& context) {
  auto selection = setting.crew.selector->select(situation, context);
  if (!selection) {
    return selection;
  }
  for (const std::uint64_t step : {selection->base, selection->reference}) {
    const Version* version = find_version(situation.versions, step);
    if (version == nullptr || !version->score) {
      return set_back(rejected(setting, step, "was not measured"));
    }
  }
  const auto& spent = situation.exhausted;
  if (std::find(spent.begin(), spent.end(), selection->base) != spent.end()) {
    return set_back(rejected(setting, selection->base, "has nothing new to try"));
  }
  return selection;
}

/// A designer that costs nothing is asked about one base after the other until it has a plan; those without are added
/// to the exhausted ones.
Answer<std::pair<Selection, Design>> select_and_design(const Setting& setting, Situation& situation,
                                                       loop::StepContext& context) {
  for (;;) {
    auto selection = select_base(setting, situation, context);
    if (!selection) {
      return tl::make_unexpected(selection.error());
    }
    auto design = setting.crew.designer->design(situation, *selection, context);
    if (design && !design->plans.empty()) {
      return std::pair(*std::move(selection), *std::move(design));
    }
    loop::Setback why = design ? loop::Setback{fmt::format("the designer {} has no plan for version {}",
                                                           setting.crew.designer->name(), selection->base),
                                               {}}
                               : design.error();
    const bool free =
        setting.crew.designer->reserve() == Resources{} && setting.crew.selector->reserve() == Resources{};
    if (why.unavailable || !free || context.stop().stop_requested()) {
      return tl::make_unexpected(std::move(why));
    }
    situation.exhausted.push_back(selection->base);
  }
}

} // namespace

Result<Generation> generation_of(const archive::Step& step) {
  const Json content = step.candidate ? Json::parse(step.candidate->content, nullptr, false) : Json();
  auto design = design_from_json(content);
  if (!design) {
    return forward(design);
  }
  try {
    const Json& selection = content.at("selection");
    return Generation{step.number,
                      content.at("generation").get<std::uint64_t>(),
                      {selection.at("base").get<std::uint64_t>(), selection.at("reference").get<std::uint64_t>(),
                       selection.at("rationale").get<std::string>()},
                      content.at("designer").get<std::string>(),
                      *std::move(design),
                      content.at("exhausted").get<std::vector<std::uint64_t>>()};
  } catch (const Json::exception& thrown) {
    return fail(ErrorKind::input, fmt::format("step {} is no design: {}", step.number, thrown.what()));
  }
}

loop::Proposal start_proposal(const Setting& setting, const std::string& source) {
  Json notes{{"author", "start"}, {"generation", 0}, {"behaviour", behaviour_of(setting, source)}};
  return {loop::make_candidate(form_of(setting.backend), source, std::move(notes))};
}

loop::Attempt propose_design(const Setting& setting, const Known& known, std::uint64_t number,
                             loop::StepContext& context) {
  Situation situation = situation_of(setting, known);
  auto selected = select_and_design(setting, situation, context);
  if (!selected) {
    return tl::make_unexpected(selected.error());
  }
  auto& [selection, design] = *selected;
  if (design.chosen.empty()) {
    design.chosen = choose_three(design.plans);
  }
  Json content = to_json(design);
  content["generation"] = number;
  content["selection"] = {
      {"base", selection.base}, {"reference", selection.reference}, {"rationale", selection.rationale}};
  content["selector"] = selection.by.empty() ? setting.crew.selector->name() : selection.by;
  content["designer"] = design.by.empty() ? setting.crew.designer->name() : design.by;
  content["exhausted"] = situation.exhausted;
  return loop::Proposal{loop::make_candidate(design_form, content.dump(2)),
                        {{selection.base, base_role}, {selection.reference, reference_role}},
                        false};
}

loop::Attempt propose_experiment(const Setting& setting, const Known& known, const Generation& generation,
                                 std::size_t which, std::size_t tune, loop::StepContext& context) {
  const ExperimentPlan& plan = generation.design.plans.at(generation.design.chosen.at(which));
  const Version* base = find_version(known.versions, generation.selection.base);
  Situation situation = situation_of(setting, known);
  situation.place = which;
  const auto written = setting.crew.writer->write(situation, generation.selection, plan, context);
  if (!written) {
    return tl::make_unexpected(written.error());
  }
  if (setting.learning.novelty) {
    if (const auto repeat = find_repeat(written->source, plan.kind, known.versions)) {
      return set_back(repeat->why);
    }
  }
  Json notes{{"generation", generation.number},
             {"base", generation.selection.base},
             {"reference", generation.selection.reference},
             {"plan", to_json(plan)},
             {"designer", generation.designer},
             {"author", written->by.empty() ? setting.crew.writer->name() : written->by},
             {"account", written->account},
             {"tune", tune},
             {"behaviour", behaviour_of(setting, written->source)},
             {"rubric", to_json(rubric_of(setting, plan, base->source, written->source))}};
  return loop::Proposal{loop::make_candidate(form_of(setting.backend), written->source, std::move(notes))};
}

loop::Proposal minimise_proposal(const Setting& setting, const Version& champion, std::string source,
                                 const std::optional<std::uint64_t>& without) {
  Json notes{{"author", minimise_proposer}, {"base", champion.step}, {"behaviour", behaviour_of(setting, source)}};
  if (without) {
    notes["without"] = *without;
  }
  return {loop::make_candidate(form_of(setting.backend), std::move(source), std::move(notes))};
}

loop::Proposal confirm_proposal(const Version& version, std::uint64_t start, const std::string& why) {
  return {loop::make_candidate(confirmation_form, confirmation_content(version.step, start, why).dump(2)),
          {{version.step, champion_role}, {start, start_role}}};
}

} // namespace mapwright::kernel::scientist
