#include "archive/json.hpp"

namespace mapwright::archive {
namespace {

using nlohmann::json;

template <class T> json or_null(const std::optional<T>& value) {
  return value ? json(*value) : json();
}

json candidate_json(const Candidate& candidate) {
  return {{"digest", candidate.digest},
          {"form", candidate.form},
          {"content", candidate.content},
          {"notes", candidate.notes}};
}

json verdict_json(const Verdict& verdict) {
  return {{"status", verdict.status}, {"valid", verdict.valid}, {"evidence", verdict.evidence}};
}

} // namespace

json to_json(const Resources& used) {
  return {{"evaluations", used.evaluations},
          {"seconds", used.time.count()},
          {"tokens", used.tokens},
          {"dollars", used.dollars},
          {"joules", used.energy.count()}};
}

json to_json(const Run& run) {
  return {{"id", run.id.value()},   {"kind", run.kind},           {"title", run.title},     {"problem", run.problem},
          {"file", run.file},       {"directory", run.directory}, {"options", run.options}, {"seed", run.seed},
          {"version", run.version}, {"machine", run.machine},     {"begun", run.begun}};
}

json to_json(const RunEnd& end) {
  return {{"reason", end.reason}, {"ended", end.ended}};
}

json to_json(const Step& step) {
  json parents = json::array();
  for (const Parent& parent : step.parents) {
    parents.push_back({{"step", parent.step}, {"role", parent.role}});
  }
  json samples = json::array();
  for (const Samples& series : step.samples) {
    samples.push_back(
        {{"name", series.name}, {"unit", series.unit}, {"method", series.method}, {"values", series.values}});
  }
  return {{"number", step.number},
          {"proposer", step.proposer},
          {"random", step.random},
          {"parents", std::move(parents)},
          {"candidate", step.candidate ? candidate_json(*step.candidate) : json()},
          {"repeats", or_null(step.repeats)},
          {"verdict", step.verdict ? verdict_json(*step.verdict) : json()},
          {"samples", std::move(samples)},
          {"score", or_null(step.score)},
          {"failure", step.failure},
          {"used", to_json(step.used)},
          {"committed", step.committed.count()}};
}

json to_json(const Exchange& exchange) {
  return {{"step", exchange.step},       {"ordinal", exchange.ordinal}, {"provider", exchange.provider},
          {"model", exchange.model},     {"digest", exchange.digest},   {"request", exchange.request},
          {"outcome", exchange.outcome}, {"reply", exchange.reply},     {"used", to_json(exchange.used)},
          {"fixture", exchange.fixture}};
}

json to_json(const Finding& finding) {
  return {{"text", finding.text}, {"steps", finding.steps}, {"data", finding.data}};
}

} // namespace mapwright::archive
