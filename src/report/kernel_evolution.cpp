#include "report/kernel_evolution.hpp"

#include "kernel/scientist/generation.hpp"
#include "report/kernel_report.hpp"
#include "report/text_table.hpp"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace mapwright::report {

namespace scientist = kernel::scientist;
using nlohmann::json;
using scientist::Evolution;

namespace {

constexpr std::size_t most_outcome = 80; ///< bytes of a line that says what was wrong

/// "3.12x [3.05, 3.20]": time before / time after.
std::string gain_text(const scientist::Measurement& measured) {
  const Interval& ratio = measured.ratio_interval;
  if (measured.ratio <= 0 || ratio.low <= 0) {
    return measured.untimed.empty() ? "not timed" : "not timed: " + measured.untimed;
  }
  return fmt::format("{:.2f}x [{:.2f}, {:.2f}]", 1 / measured.ratio, 1 / ratio.high, 1 / ratio.low);
}

/// "5.31 ms": the geometric mean over the shapes.
std::string time_text(const scientist::Measurement& measured) {
  double sum = 0;
  for (const scientist::ShapeTime& shape : measured.shapes) {
    sum += std::log(shape.time.count());
  }
  return measured.shapes.empty()
             ? "not timed"
             : fmt::format("{:.3g} ms", 1e3 * std::exp(sum / static_cast<double>(measured.shapes.size())));
}

std::string verdict_and_gain(const scientist::Measurement& measured) {
  return fmt::format("{} {}", to_string(measured.verdict), gain_text(measured));
}

std::string brief(const std::string& text) {
  const std::string line = text.substr(0, text.find('\n'));
  return line.size() <= most_outcome ? line : line.substr(0, most_outcome - 3) + "...";
}

std::string experiment_of(const scientist::Version& version) {
  return version.plan ? version.plan->name : version.author;
}

/// "FASTER 3.12x [3.05, 3.20]", the start's time, or what was wrong.
std::string outcome_of(const scientist::Version& version) {
  if (version.measured) {
    return version.base ? verdict_and_gain(*version.measured) : time_text(*version.measured);
  }
  return version.evidence.empty() ? version.status : fmt::format("{}: {}", version.status, brief(version.evidence));
}

std::string total_of(const scientist::Version& version) {
  return version.score ? fmt::format("{:.2f}x", 1 / *version.score) : std::string();
}

bool on_path(const Evolution& evolution, std::uint64_t step) {
  return std::find(evolution.path.begin(), evolution.path.end(), step) != evolution.path.end();
}

std::string path_text(const Evolution& evolution) {
  std::string text;
  for (const std::uint64_t step : evolution.path) {
    const scientist::Edge* edge = find_edge(evolution, step);
    if (edge == nullptr) {
      continue;
    }
    const scientist::Version& version = edge->version;
    text += field(text.empty() ? "lineage" : "",
                  version.base ? fmt::format("{} -> {}  {}{}: {}", *version.base, version.step, experiment_of(version),
                                             version.plan ? " by " + version.author : "", outcome_of(version))
                               : fmt::format("{}  the start", version.step));
  }
  return text;
}

/// "GROUP 64 -> 256 with version 5: ..." for each version that was raced with other values than its base.
std::string tuned_text(const Evolution& evolution) {
  std::string text;
  for (const scientist::TunedGain& gain : evolution.tuned) {
    std::vector<std::string> changes;
    for (const auto& [name, value] : gain.values) {
      changes.push_back(fmt::format("{} {} -> {}", name, gain.before.at(name), value));
    }
    std::string said = "not tried how much of the gain is owed to them";
    if (gain.owed == scientist::TunedGain::Owed::values) {
      said = fmt::format("the gain is owed to them, its change of code is not needed (step {})", *gain.shown_by);
    } else if (gain.owed == scientist::TunedGain::Owed::code) {
      said = fmt::format("without its change of code they are not as good (step {})", *gain.shown_by);
    }
    text += field(text.empty() ? "values" : "",
                  fmt::format("{} with version {}: {}", fmt::join(changes, ", "), gain.version, said));
  }
  return text;
}

std::string confirmation_text(const scientist::Confirmation& confirmation) {
  std::string text;
  if (confirmation.fresh) {
    text += field("fresh", verdict_and_gain(*confirmation.fresh) + " on inputs never used before");
  }
  if (confirmation.held_out) {
    text += field("held out", verdict_and_gain(*confirmation.held_out) + " on shapes never shown");
  }
  if (confirmation.gap) {
    text += field("gap", fmt::format("{:.2f} between the two", *confirmation.gap));
  }
  if (!confirmation.flaw.empty()) {
    text += field("flaw", brief(confirmation.flaw));
  }
  return text + field(confirmation.promoted ? "promoted" : "refused",
                      fmt::format("version {}{}", confirmation.version,
                                  confirmation.promoted ? "" : ": its gain does not hold"));
}

std::string ledger_text(const Evolution& evolution) {
  if (evolution.ledger.empty()) {
    return {};
  }
  std::vector<std::vector<std::string>> rows;
  for (const scientist::Calibration& row : evolution.ledger) {
    rows.push_back({row.designer.empty() ? "all" : row.designer, row.kind ? std::string(to_string(*row.kind)) : "all",
                    std::to_string(row.predictions), std::to_string(row.valid), std::to_string(row.faster),
                    fmt::format("{:.0f} %", 100 * row.coverage()), fmt::format("{:.2f}", row.bias)});
  }
  return "\n" + table_text({{"designer", false, 32},
                            {"kind"},
                            {"predictions", true},
                            {"valid", true},
                            {"faster", true},
                            {"covered", true},
                            {"bias", true}},
                           rows);
}

/// What each model was worth in each role; nothing where no model was asked.
std::string standings_text(const Evolution& evolution) {
  std::vector<std::vector<std::string>> rows;
  for (const scientist::RoleStanding& row : evolution.standings) {
    if (row.who.starts_with("model:")) {
      rows.push_back({std::string(to_string(row.role)), row.who, std::to_string(row.experiments),
                      std::to_string(row.paid), fmt::format("{:.2f}", row.reward), fmt::format("{:.0f}", row.tokens)});
    }
  }
  return rows.empty() ? std::string()
                      : "\n" + table_text({{"role"},
                                           {"model", false, 32},
                                           {"experiments", true},
                                           {"paid", true},
                                           {"reward", true},
                                           {"tokens", true}},
                                          rows);
}

std::string dot_text(const std::string& text) {
  std::string out;
  for (const char c : text) {
    out += c == '"' || c == '\\' ? std::string("\\") + c : std::string(1, c);
  }
  return out;
}

/// What the notes of a candidate say was tried; who proposed it where they say nothing.
std::string noted_experiment(const archive::Step& step) {
  const auto plan = json::json_pointer("/plan/name");
  const json& notes = step.candidate->notes;
  return notes.is_object() && notes.contains(plan) ? notes.at(plan).get<std::string>() : step.proposer;
}

/// "generation 3 on version 7: loop-interchange, unroll-and-jam, polly".
std::string design_text(const archive::Step& step) {
  const auto generation = scientist::generation_of(step);
  if (!generation) {
    return "a design that cannot be read";
  }
  std::vector<std::string> names;
  for (const std::size_t chosen : generation->design.chosen) {
    names.push_back(generation->design.plans.at(chosen).name);
  }
  return fmt::format("generation {} on version {}: {}", generation->number, generation->selection.base,
                     fmt::join(names, ", "));
}

} // namespace

std::string result_text(const Evolution& evolution, const std::string& written) {
  if (evolution.path.size() < 2) {
    const std::size_t made = evolution.edges.empty() ? 0 : evolution.edges.size() - 1;
    return field("improved", fmt::format("no: none of {} versions is faster than the start beyond doubt", made));
  }
  std::string text = path_text(evolution) + "\n" + evolution.patch + "\n";
  if (!evolution.tuning.empty()) {
    text += field("tuning", tuning_text(evolution.tuning));
  }
  text += tuned_text(evolution);
  for (const scientist::Confirmation& confirmation : evolution.confirmations) {
    text += confirmation_text(confirmation);
  }
  if (!evolution.confirmations.empty()) {
    text += field("ended by", evolution.confirmations.back().why);
  }
  if (evolution.confirmations.empty()) {
    text += field("unproved",
                  fmt::format("version {} met no inputs and shapes but those it was chosen by", evolution.path.back()));
  }
  const scientist::Edge* last = find_edge(evolution, evolution.path.back());
  if (last != nullptr && last->version.measured && last->version.measured->headroom) {
    text += field("headroom",
                  fmt::format("{:.2f} times as long as moving its data once", *last->version.measured->headroom));
  }
  return text + (written.empty() ? std::string() : field("written", written));
}

std::string lineage_text(const Evolution& evolution) {
  std::vector<std::vector<std::string>> rows;
  for (const scientist::Edge& edge : evolution.edges) {
    const scientist::Version& version = edge.version;
    rows.push_back({on_path(evolution, version.step) ? "*" : "", std::to_string(version.step),
                    version.base ? std::to_string(*version.base) : "",
                    edge.generation == 0 ? "" : std::to_string(edge.generation), experiment_of(version),
                    version.plan ? std::string(to_string(version.plan->kind)) : "", version.author, outcome_of(version),
                    total_of(version)});
  }
  return table_text({{""},
                     {"step", true},
                     {"base", true},
                     {"gen", true},
                     {"experiment", false, 40},
                     {"kind"},
                     {"author", false, 32},
                     {"against its base", false, most_outcome},
                     {"in all", true}},
                    rows) +
         ledger_text(evolution) + standings_text(evolution);
}

std::string lineage_dot(const Evolution& evolution) {
  std::string text = "digraph lineage {\n  node [shape=box];\n";
  for (const scientist::Edge& edge : evolution.edges) {
    const scientist::Version& version = edge.version;
    if (!version.valid) {
      continue;
    }
    text += fmt::format("  v{0} [label=\"{0}{1}\"{2}];\n", version.step, version.score ? "\\n" + total_of(version) : "",
                        on_path(evolution, version.step) ? ", penwidth=3" : "");
    if (version.base) {
      text += fmt::format("  v{} -> v{} [label=\"{}\\n{}\"];\n", *version.base, version.step,
                          dot_text(experiment_of(version)), dot_text(outcome_of(version)));
    }
  }
  return text + "}\n";
}

std::string evolution_line(const archive::Step& step, const loop::History& history) {
  const std::string head = fmt::format("step {:<4} ", step.number);
  const std::string best = history.best() ? fmt::format("  best {:.2f}x", 1 / history.best()->score) : "";
  if (!step.candidate) {
    return fmt::format("{}{}: {}{}", head, step.proposer, brief(step.failure), best);
  }
  if (step.candidate->form == scientist::design_form) {
    return fmt::format("{}{}{}", head, design_text(step), best);
  }
  if (step.candidate->form == scientist::confirmation_form) {
    return fmt::format("{}confirmation: {}", head, step.verdict ? step.verdict->status : brief(step.failure));
  }
  scientist::Population population;
  population.add(step);
  const auto version = population.at(step.number);
  return fmt::format("{}{}  {}{}", head, noted_experiment(step), version ? outcome_of(*version) : "", best);
}

} // namespace mapwright::report
