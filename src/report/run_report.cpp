#include "report/run_report.hpp"

#include "index_map/learn/judge.hpp"
#include "loop/stop_reason.hpp"
#include "mapper/confirm/confirmation_json.hpp"
#include "mapper/contest/judge.hpp"
#include "report/mapper_confirmation.hpp"
#include "report/text_table.hpp"

#include <algorithm>
#include <map>

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace mapwright::report {

namespace {

constexpr std::size_t most_note = 100; ///< characters of a note in a table

std::string first_line(const std::string& text) {
  return text.substr(0, text.find('\n'));
}

/// What was wrong with a step.
std::string note_of(const archive::Run& run, const archive::Step& step) {
  if (!step.failure.empty()) {
    return first_line(step.failure);
  }
  if (step.repeats) {
    return fmt::format("the same as in step {}", *step.repeats);
  }
  if (step.verdict && !step.verdict->valid && (run.kind == "index-map" || run.kind == "study")) {
    std::string said = index_map::learn::feedback(*step.verdict);
    std::replace(said.begin(), said.end(), '\n', ' ');
    return said;
  }
  if (step.verdict && !step.verdict->valid && run.kind == "kernel" && step.verdict->evidence.is_object()) {
    return first_line(step.verdict->evidence.value("evidence", std::string()));
  }
  if (step.verdict && run.kind == "mapper") {
    return first_line(mapper::why_not(*step.verdict));
  }
  return "";
}

StepSummary summary_of(const archive::Run& run, const archive::Step& step) {
  StepSummary summary;
  summary.number = step.number;
  summary.proposer = step.proposer;
  summary.parents = step.parents;
  if (step.candidate) {
    summary.form = step.candidate->form;
    summary.digest = step.candidate->digest;
  }
  summary.repeats = step.repeats;
  if (step.verdict) {
    summary.status = step.verdict->status;
    summary.valid = step.verdict->valid;
  }
  summary.score = step.score;
  summary.used = step.used;
  summary.note = note_of(run, step);
  return summary;
}

std::string plural(std::uint64_t count, const std::string& noun) {
  return fmt::format("{} {}{}", grouped(std::to_string(count)), noun, count == 1 ? "" : "s");
}

/// "3 evaluations, 1 234 tokens, $0.0021, 12 J, 1.2 s": what is zero is left out, but for evaluations and time.
std::string used_text(const Resources& used) {
  std::string text = plural(used.evaluations, "evaluation");
  if (used.tokens > 0) {
    text += ", " + plural(used.tokens, "token");
  }
  if (used.dollars > 0) {
    text += fmt::format(", ${:.4g}", used.dollars);
  }
  if (used.energy.count() > 0) {
    text += fmt::format(", {:.4g} J", used.energy.count());
  }
  return text + ", " + duration_text(used.time.count());
}

std::string end_text(const std::optional<archive::RunEnd>& end) {
  return end ? loop::stop_text(end->reason) : "it has not ended: it is under way, or was killed and can be resumed";
}

std::string steps_table(const RunReport& report) {
  std::vector<std::vector<std::string>> rows;
  for (const StepSummary& step : report.steps) {
    const std::string candidate = step.digest.empty() ? "-" : fmt::format("{} {}", step.form, step.digest.substr(0, 8));
    rows.push_back({std::to_string(step.number), step.proposer, candidate, step.status.empty() ? "-" : step.status,
                    step.score ? fmt::format("{:.4g}", *step.score) : "-", grouped(std::to_string(step.used.tokens)),
                    step.note});
  }
  return table_text({{"step", true},
                     {"proposer", false, 32},
                     {"candidate"},
                     {"verdict"},
                     {"score", true},
                     {"tokens", true},
                     {"note", false, most_note}},
                    rows);
}

std::string models_table(const RunReport& report) {
  std::vector<std::vector<std::string>> rows;
  for (const ModelUse& model : report.models) {
    rows.push_back({model.model, model.provider, std::to_string(model.questions), std::to_string(model.failures),
                    grouped(std::to_string(model.used.tokens)), fmt::format("{:.4g}", model.used.dollars),
                    fmt::format("{:.4g}", model.used.energy.count()), duration_text(model.used.time.count()),
                    model.fixture ? "fixture: written for a test, no model's performance" : ""});
  }
  return table_text({{"model", false, 40},
                     {"provider"},
                     {"questions", true},
                     {"failed", true},
                     {"tokens", true},
                     {"dollars", true},
                     {"joules", true},
                     {"time", true},
                     {""}},
                    rows);
}

Json resources_json(const Resources& used) {
  return {{"evaluations", used.evaluations},
          {"seconds", used.time.count()},
          {"tokens", used.tokens},
          {"dollars", used.dollars},
          {"joules", used.energy.count()}};
}

Json end_json(const std::optional<archive::RunEnd>& end) {
  if (!end) {
    return nullptr;
  }
  Json json = Json::parse(end->reason.dump());
  json["text"] = loop::stop_text(end->reason);
  json["at"] = end->ended;
  return json;
}

Json step_json(const StepSummary& step) {
  Json parents = Json::array();
  for (const archive::Parent& parent : step.parents) {
    parents.push_back({{"step", parent.step}, {"role", parent.role}});
  }
  const auto text_or_null = [](const std::string& text) { return text.empty() ? Json() : Json(text); };
  return {{"step", step.number},
          {"proposer", step.proposer},
          {"parents", std::move(parents)},
          {"form", text_or_null(step.form)},
          {"candidate", text_or_null(step.digest)},
          {"repeats", step.repeats ? Json(*step.repeats) : Json()},
          {"verdict", text_or_null(step.status)},
          {"valid", step.valid},
          {"score", step.score ? Json(*step.score) : Json()},
          {"used", resources_json(step.used)},
          {"note", text_or_null(step.note)}};
}

void add_use(std::vector<ModelUse>& models, const archive::Exchange& exchange) {
  auto use = std::find_if(models.begin(), models.end(), [&](const ModelUse& m) {
    return m.provider == exchange.provider && m.model == exchange.model;
  });
  if (use == models.end()) {
    models.push_back({exchange.provider, exchange.model, 0, 0, {}, false});
    use = std::prev(models.end());
  }
  ++use->questions;
  use->failures += exchange.outcome == "reply" ? 0U : 1U;
  use->used = use->used + exchange.used;
  use->fixture = use->fixture || exchange.fixture;
}

/// Of findings with one "id" in their data the last, in the place of the first.
std::vector<archive::Finding> latest_of(std::vector<archive::Finding> all) {
  std::vector<archive::Finding> latest;
  std::map<std::string, std::size_t> places;
  for (archive::Finding& finding : all) {
    const bool named = finding.data.is_object() && finding.data.contains("id") && finding.data.at("id").is_string();
    const auto [place, is_new] = named ? places.try_emplace(finding.data.at("id").get<std::string>(), latest.size())
                                       : std::pair(places.end(), true);
    if (is_new) {
      latest.push_back(std::move(finding));
    } else {
      latest[place->second] = std::move(finding);
    }
  }
  return latest;
}

} // namespace

Result<RunReport> make_run_report(archive::Archive& archive, archive::RunId run) {
  RunReport report;
  auto record = archive.run(run);
  if (!record) {
    return forward(record);
  }
  report.run = std::move(*record);
  auto end = archive.end(run);
  if (!end) {
    return forward(end);
  }
  report.end = std::move(*end);
  const auto read = archive.for_each_step(run, [&](archive::Step&& step) -> Result<void> {
    report.steps.push_back(summary_of(report.run, step));
    report.used = report.used + step.used;
    report.used.time = step.committed;
    const bool better =
        step.score && step.verdict && step.verdict->valid && (!report.best || *step.score < *report.best->score);
    if (better) {
      report.best = std::move(step);
    }
    return {};
  });
  if (!read) {
    return forward(read);
  }
  const auto exchanges = archive.exchanges(run);
  if (!exchanges) {
    return forward(exchanges);
  }
  for (const archive::Exchange& exchange : *exchanges) {
    add_use(report.models, exchange);
  }
  auto findings = archive.findings(run);
  if (!findings) {
    return forward(findings);
  }
  report.findings = latest_of(std::move(*findings));
  return report;
}

std::string to_text(const RunReport& report) {
  std::string text = field("run", fmt::format("{}: {} {}", report.run.id.value(), report.run.kind, report.run.title));
  text += field("problem", fmt::format("{}, begun {}, seed {}", report.run.file, report.run.begun, report.run.seed));
  text += field("machine", fmt::format("mapwright {} on {}", report.run.version, report.run.machine));
  text += field("ended", end_text(report.end));
  text += field("used", used_text(report.used));
  text += "\n" + steps_table(report);
  if (!report.models.empty()) {
    text += "\n" + models_table(report);
  }
  if (report.best && report.best->candidate) {
    text += fmt::format("\nbest: step {}, {}\n{}\n", report.best->number, report.best->verdict->status,
                        report.best->candidate->content);
  }
  if (const auto confirmation = mapper::confirmation_among(report.findings)) {
    text += "\n" + confirmation_text(*confirmation, std::nullopt);
  }
  for (const archive::Finding& finding : report.findings) {
    text += fmt::format("\nfinding: {} (steps {})\n", finding.text, fmt::join(finding.steps, ", "));
  }
  return text;
}

std::string short_text(const RunReport& report, const std::string& archive_file) {
  std::string text;
  if (!report.best) {
    for (const StepSummary& step : report.steps) {
      if (!step.note.empty()) {
        text += field(fmt::format("step {}", step.number), fmt::format("{}: {}", step.proposer, step.note));
      }
    }
  }
  for (const ModelUse& model : report.models) {
    if (model.fixture) {
      text += field("fixture", fmt::format("replies of '{}' were written for a test, they are no model's performance",
                                           model.model));
    }
  }
  return text + field("run", fmt::format("{} in {}: {} ({})", report.run.id.value(), archive_file, end_text(report.end),
                                         used_text(report.used)));
}

Json to_json(const RunReport& report) {
  Json steps = Json::array();
  for (const StepSummary& step : report.steps) {
    steps.push_back(step_json(step));
  }
  Json models = Json::array();
  for (const ModelUse& model : report.models) {
    models.push_back({{"provider", model.provider},
                      {"model", model.model},
                      {"questions", model.questions},
                      {"failures", model.failures},
                      {"used", resources_json(model.used)},
                      {"fixture", model.fixture}});
  }
  Json findings = Json::array();
  for (const archive::Finding& finding : report.findings) {
    findings.push_back({{"text", finding.text}, {"steps", finding.steps}, {"data", Json::parse(finding.data.dump())}});
  }
  Json best;
  if (report.best && report.best->candidate) {
    best = {{"step", report.best->number},
            {"form", report.best->candidate->form},
            {"candidate", report.best->candidate->digest},
            {"content", report.best->candidate->content},
            {"verdict", report.best->verdict->status},
            {"evidence", Json::parse(report.best->verdict->evidence.dump())},
            {"score", *report.best->score}};
  }
  const auto confirmation = mapper::confirmation_among(report.findings);
  return {{"id", report.run.id.value()},
          {"kind", report.run.kind},
          {"title", report.run.title},
          {"file", report.run.file},
          {"begun", report.run.begun},
          {"seed", report.run.seed},
          {"version", report.run.version},
          {"machine", report.run.machine},
          {"end", end_json(report.end)},
          {"used", resources_json(report.used)},
          {"steps", std::move(steps)},
          {"models", std::move(models)},
          {"findings", std::move(findings)},
          {"best", std::move(best)},
          {"confirmed", confirmation ? confirmation_json(*confirmation, std::nullopt) : Json()}};
}

std::string list_text(const std::vector<archive::Run>& runs, const std::vector<std::optional<archive::RunEnd>>& ends) {
  std::vector<std::vector<std::string>> rows;
  for (std::size_t i = 0; i < runs.size(); ++i) {
    rows.push_back({std::to_string(runs[i].id.value()), runs[i].begun, runs[i].kind, runs[i].title,
                    ends[i] ? loop::stop_text(ends[i]->reason) : "not ended"});
  }
  return table_text({{"run", true}, {"begun"}, {"kind"}, {"title", false, 60}, {"end", false, most_note}}, rows);
}

Json list_json(const std::vector<archive::Run>& runs, const std::vector<std::optional<archive::RunEnd>>& ends) {
  Json list = Json::array();
  for (std::size_t i = 0; i < runs.size(); ++i) {
    list.push_back({{"id", runs[i].id.value()},
                    {"begun", runs[i].begun},
                    {"kind", runs[i].kind},
                    {"title", runs[i].title},
                    {"end", end_json(ends[i])}});
  }
  return list;
}

} // namespace mapwright::report
