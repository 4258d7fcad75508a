#include "kernel/scientist/version.hpp"

#include <algorithm>

#include <fmt/format.h>

namespace mapwright::kernel::scientist {

namespace {

using Json = nlohmann::json;

Json interval_json(const Interval& interval) {
  return Json::array({interval.low, interval.high});
}

Interval interval_of(const Json& json) {
  return {json.at(0).get<double>(), json.at(1).get<double>()};
}

std::optional<double> optional_number(const Json& json, const char* name) {
  const auto found = json.find(name);
  return found != json.end() && found->is_number() ? std::optional(found->get<double>()) : std::nullopt;
}

SpeedVerdict verdict_named(const std::string& name) {
  for (const SpeedVerdict verdict : {SpeedVerdict::faster, SpeedVerdict::slower, SpeedVerdict::same}) {
    if (name == to_string(verdict)) {
      return verdict;
    }
  }
  return SpeedVerdict::unclear;
}

ShapeTime shape_of(const Json& json) {
  return {json.at("shape").get<std::string>(), Seconds(json.at("seconds").get<double>()),
          json.at("ratio").get<double>(), interval_of(json.at("ratio_interval")), optional_number(json, "headroom")};
}

std::optional<std::uint64_t> parent_of(const archive::Step& step, std::string_view role) {
  const auto found = std::find_if(step.parents.begin(), step.parents.end(),
                                  [role](const archive::Parent& parent) { return parent.role == role; });
  return found != step.parents.end() ? std::optional(found->step) : std::nullopt;
}

bool is_kernel(const archive::Step& step) {
  return step.candidate && step.candidate->form.starts_with(kernel_form);
}

std::string text_in(const Json& json, const char* name) {
  const auto found = json.is_object() ? json.find(name) : json.end();
  return json.is_object() && found != json.end() && found->is_string() ? found->get<std::string>() : std::string();
}

Behaviour behaviour_in(const Json& notes) {
  const auto found = notes.is_object() ? notes.find("behaviour") : notes.end();
  if (!notes.is_object() || found == notes.end() || !found->is_array() || found->size() != 3) {
    return {};
  }
  return {found->at(0).get<int>(), found->at(1).get<int>(), found->at(2).get<int>()};
}

/// What became of it, and how it was measured.
void read_verdict(const archive::Step& step, Version& version) {
  if (step.repeats) {
    version.status = "repeated";
    version.evidence = fmt::format("the same source as version {}", *step.repeats);
    return;
  }
  if (!step.verdict) {
    version.status = "not-written";
    version.evidence = step.failure;
    return;
  }
  version.status = step.verdict->status;
  version.valid = step.verdict->valid;
  version.evidence = text_in(step.verdict->evidence, "evidence");
  if (version.valid && step.verdict->evidence.contains("measured")) {
    if (auto measured = measurement_from_json(step.verdict->evidence["measured"])) {
      version.measured = *std::move(measured);
      version.score = step.score;
    }
  }
}

} // namespace

Json to_json(const Measurement& measured) {
  Json json{{"ratio", measured.ratio},
            {"ratio_interval", interval_json(measured.ratio_interval)},
            {"verdict", to_string(measured.verdict)},
            {"shapes", Json::array()},
            {"tuning", measured.tuning},
            {"evaluations", measured.evaluations}};
  for (const ShapeTime& shape : measured.shapes) {
    Json one{{"shape", shape.shape},
             {"seconds", shape.time.count()},
             {"ratio", shape.ratio},
             {"ratio_interval", interval_json(shape.ratio_interval)}};
    if (shape.headroom) {
      one["headroom"] = *shape.headroom;
    }
    json["shapes"].push_back(std::move(one));
  }
  if (measured.headroom) {
    json["headroom"] = *measured.headroom;
  }
  if (!measured.untimed.empty()) {
    json["untimed"] = measured.untimed;
  }
  return json;
}

Result<Measurement> measurement_from_json(const Json& json) {
  try {
    Measurement measured;
    measured.ratio = json.at("ratio").get<double>();
    measured.ratio_interval = interval_of(json.at("ratio_interval"));
    measured.verdict = verdict_named(json.at("verdict").get<std::string>());
    for (const Json& shape : json.at("shapes")) {
      measured.shapes.push_back(shape_of(shape));
    }
    measured.tuning = json.at("tuning").get<Tuning>();
    measured.evaluations = json.at("evaluations").get<std::uint64_t>();
    measured.headroom = optional_number(json, "headroom");
    measured.untimed = text_in(json, "untimed");
    return measured;
  } catch (const Json::exception& thrown) {
    return fail(ErrorKind::input, fmt::format("this is no measurement of a kernel: {}", thrown.what()));
  }
}

std::optional<ExperimentPlan> Population::next_plan(const archive::Step& step) {
  const auto design = parent_of(step, design_role);
  const auto planned = design ? planned_.find(*design) : planned_.end();
  if (planned == planned_.end() || planned->second.made == planned->second.design.chosen.size()) {
    return std::nullopt;
  }
  const Design& all = planned->second.design;
  return all.plans.at(all.chosen[planned->second.made++]);
}

void Population::add(const archive::Step& step) {
  const std::lock_guard lock(mutex_);
  if (step.candidate && step.candidate->form == design_form) {
    const Json content = Json::parse(step.candidate->content, nullptr, false);
    if (auto design = design_from_json(content)) {
      planned_[step.number].design = *std::move(design);
    }
    return;
  }
  std::optional<ExperimentPlan> plan = next_plan(step);
  if (!is_kernel(step) && !plan) {
    return;
  }
  Version version{.step = step.number, .plan = std::move(plan)};
  version.base = parent_of(step, base_role);
  version.reference = parent_of(step, reference_role);
  if (step.candidate) {
    version.digest = step.candidate->digest;
    version.source = step.candidate->content;
    version.author = text_in(step.candidate->notes, "author");
    version.behaviour = behaviour_in(step.candidate->notes);
  }
  read_verdict(step, version);
  versions_.push_back(std::move(version));
}

std::optional<Version> Population::at(std::uint64_t step) const {
  const std::lock_guard lock(mutex_);
  const auto found =
      std::lower_bound(versions_.begin(), versions_.end(), step,
                       [](const Version& version, std::uint64_t number) { return version.step < number; });
  return found != versions_.end() && found->step == step ? std::optional(*found) : std::nullopt;
}

std::vector<Version> Population::all() const {
  const std::lock_guard lock(mutex_);
  return versions_;
}

std::vector<Version> Population::measured() const {
  std::vector<Version> found = all();
  std::erase_if(found, [](const Version& version) { return !version.score; });
  return found;
}

std::optional<Version> Population::champion() const {
  const std::vector<Version> candidates = measured();
  const auto best = std::min_element(candidates.begin(), candidates.end(),
                                     [](const Version& a, const Version& b) { return *a.score < *b.score; });
  return best != candidates.end() ? std::optional(*best) : std::nullopt;
}

} // namespace mapwright::kernel::scientist
