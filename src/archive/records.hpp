// What an archive keeps of a run, as plain values. Texts are UTF-8; times are seconds since the run began, not counting
// the pauses between its sessions.
#pragma once

#include "core/budget.hpp"
#include "core/id.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include <nlohmann/json.hpp>

namespace mapwright::archive {

/// Runs of one archive count from 1.
using RunId = Id<struct RunTag>;

/// What was asked, fixed when the run begins.
struct Run {
  RunId id{0};
  std::string kind;       ///< "index-map", "kernel", "mapper", "study"
  std::string title;      ///< one line for lists
  std::string problem;    ///< the whole problem file
  std::string file;       ///< its path as given
  std::string directory;  ///< absolute path of where it lay: relative names in it start there
  nlohmann::json options; ///< what the command line said besides
  std::uint64_t seed = 0;
  std::string version; ///< of mapwright
  std::string machine; ///< measure::Machine::summary
  std::string begun;   ///< UTC, "2026-01-31T12:00:00Z"
  friend bool operator==(const Run&, const Run&) = default;
};

/// How a run ended; a run without it was killed or is under way.
struct RunEnd {
  nlohmann::json reason; ///< {"kind": "solved"} and so on, with the numbers
  std::string ended;     ///< UTC
  friend bool operator==(const RunEnd&, const RunEnd&) = default;
};

/// A step another one builds on: `role` is "base", "reference", "refuted" and so on.
struct Parent {
  std::uint64_t step = 0;
  std::string role;
  friend bool operator==(const Parent&, const Parent&) = default;
};

/// What was proposed. `digest` names the content.
struct Candidate {
  std::string digest;   ///< SHA-256 of form and content, 64 hexadecimal digits
  std::string form;     ///< "domain", "expression", "c++", ...
  std::string content;  ///< the whole text
  nlohmann::json notes; ///< the proposer's own: plan, rationale; null when there are none
  friend bool operator==(const Candidate&, const Candidate&) = default;
};

/// What verification said.
struct Verdict {
  std::string status;      ///< "verified", "refuted", "failed", ... : the feature's words
  bool valid = false;      ///< may be measured and reported
  nlohmann::json evidence; ///< certificate, counterexample, diagnostics
  friend bool operator==(const Verdict&, const Verdict&) = default;
};

/// Raw numbers of one kind, in the order they were taken.
struct Samples {
  std::string name; ///< "time", "cost"
  std::string unit;
  std::string method;
  std::vector<double> values;
  friend bool operator==(const Samples&, const Samples&) = default;
};

/// One turn of the loop, committed whole and in the order of `number`.
struct Step {
  std::uint64_t number = 0; ///< from 0
  std::string proposer;     ///< who proposed
  std::uint64_t random = 0; ///< seed of everything drawn at random in this step
  std::vector<Parent> parents{};
  std::optional<Candidate> candidate{};   ///< none: the proposer failed, see `failure`
  std::optional<std::uint64_t> repeats{}; ///< the earlier step that had the same candidate; nothing was evaluated again
  std::optional<Verdict> verdict{};
  std::vector<Samples> samples{};
  std::optional<double> score{}; ///< what is optimised; lower is better. None: not measured
  std::string failure{};         ///< one sentence when there is no candidate or no verdict
  Resources used{};              ///< by this step alone
  Seconds committed{0};          ///< when, in the run's time
  friend bool operator==(const Step&, const Step&) = default;
};

/// One question to a model and what came of it. Written as soon as it is over, before its step is committed: a reply
/// that was paid for is never lost.
struct Exchange {
  std::uint64_t step = 0;
  std::uint64_t ordinal = 0; ///< within the step, from 0
  std::string provider;      ///< llm::Provider::kind
  std::string model;         ///< as configured
  std::string digest;        ///< SHA-256 of `request`
  nlohmann::json request;
  std::string outcome;  ///< "reply", or the kind of failure
  nlohmann::json reply; ///< the whole reply or failure
  Resources used{};     ///< tokens, dollars, joules, time
  bool fixture = false; ///< written for a test
  friend bool operator==(const Exchange&, const Exchange&) = default;
};

/// Something learnt, with the steps that show it.
struct Finding {
  std::string text;
  std::vector<std::uint64_t> steps{};
  nlohmann::json data; ///< scope, effect size, interval; null when there are none
  friend bool operator==(const Finding&, const Finding&) = default;
};

} // namespace mapwright::archive
