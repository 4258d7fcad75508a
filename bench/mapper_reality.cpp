// What the simulator says of mappings on a calibrated machine against what StarPU takes: for each application, of
// mappings drawn at random those whose predictions lie farthest apart (most tie), Spearman's rank correlation with its
// bootstrap interval and the median relative error, as a table in Markdown.
//
// bench_mapper_reality MACHINE.toml [STATE.jsonl] [--app NAME] [--mappings N] [--repeat N] [--seconds S] [--verbose]
// MACHINE.toml is what `mapwright mapper calibrate` wrote, of other mappings at other sizes. STATE.jsonl keeps each
// measurement: what it has is not measured again, but for what was disturbed by other work on the computer. After S
// seconds no more is measured; the table tells of what there is.
#include "cli/starpu_measurement.hpp"
#include "mapper/calibrate/drawn_mapper.hpp"
#include "mapper/machine/read_machine.hpp"
#include "mapper/simulate/simulate.hpp"
#include "measure/rank_correlation.hpp"
#include "measure/statistics.hpp"
#include "support/measurement_log.hpp"

#include <algorithm>
#include <array>
#include <chrono>
#include <cmath>
#include <cstdlib>
#include <iostream>
#include <limits>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>

namespace mapwright {
namespace {

constexpr std::array<const char*, 9> applications{
    "cannon,n=600,gpus=16",    "circuit,pieces=8,wires_per_piece=8000",    "cosma,n=600,gpus=16",
    "johnson,n=540,gpus=27",   "pennant,zones_x=160,zones_y=480,pieces=8", "pumma,n=600,gpus=16",
    "solomonik,n=600,gpus=16", "stencil,n=560,tiles_x=4,steps=10",         "summa,n=600,gpus=16"};
constexpr std::uint64_t seed_of_predictions = 20261122; ///< not one that calibrations draw with
constexpr std::size_t draws_for_each_mapping = 12;
constexpr std::size_t most_workers = 2;

struct RealityOptions {
  std::string machine;
  std::string state;
  std::string application; ///< empty: all
  std::size_t mappings = 24;
  int repeat = 5;
  double seconds = 1e9;
  bool verbose = false;
};

/// A mapping with what the simulator says of it.
struct PredictedMapping {
  mapper::DrawnMapping drawn;
  std::string hash; ///< of the plan
  double seconds = 0;
};

/// As many of them, whose predictions lie as far apart as there are: the fastest, the slowest, then always the one
/// whose prediction is farthest, as a ratio, from those taken. What was measured has no say in it.
std::vector<std::size_t> spread_out(const std::vector<PredictedMapping>& from, std::size_t count) {
  const auto is_faster = [](const PredictedMapping& a, const PredictedMapping& b) { return a.seconds < b.seconds; };
  std::vector<std::size_t> taken;
  std::vector<double> distance(from.size(), std::numeric_limits<double>::infinity());
  while (taken.size() < std::min(count, from.size())) {
    const auto next = taken.empty() ? std::min_element(from.begin(), from.end(), is_faster) - from.begin()
                                    : std::max_element(distance.begin(), distance.end()) - distance.begin();
    taken.push_back(static_cast<std::size_t>(next));
    for (std::size_t i = 0; i < from.size(); ++i) {
      distance[i] = std::min(distance[i], std::abs(std::log(from[i].seconds / from[taken.back()].seconds)));
    }
    distance[taken.back()] = -1; // not again, even where all that are left say the same
  }
  return taken;
}

/// What one application gave.
struct Comparison {
  std::size_t tasks = 0;
  std::size_t disturbed = 0;
  std::vector<double> predicted;
  std::vector<double> measured;
};

class Reality {
public:
  Reality(RealityOptions options, mapper::Machine machine)
      : options_(std::move(options)), machine_(std::move(machine)), log_(options_.state) {}

  Result<void> compare(const std::string& specification) {
    cli::SubjectOptions which;
    which.app = specification;
    which.machine = options_.machine;
    const auto subject = cli::open_subject(which);
    if (!subject) {
      return forward(subject);
    }
    const auto predicted = predict(*subject);
    if (!predicted) {
      return forward(predicted);
    }
    Comparison compared;
    compared.tasks = subject->graph.tasks.size();
    for (const std::size_t chosen : spread_out(*predicted, options_.mappings)) {
      const PredictedMapping& mapping = (*predicted)[chosen];
      if (auto measured = measure(specification, *subject, mapping.drawn.plan, mapping.hash); !measured) {
        return measured;
      }
      const MeasuredMapping* real = log_.find(specification, mapping.hash);
      show(mapping, real);
      if (real != nullptr) {
        compared.predicted.push_back(mapping.seconds);
        compared.measured.push_back(real->seconds);
        compared.disturbed += real->disturbed ? 1 : 0;
      }
    }
    add_row(subject->program.name, compared);
    return {};
  }

  [[nodiscard]] std::string table() const {
    return "| application | tasks | mappings (disturbed) | measured | Spearman | 95 % | median error |\n"
           "| --- | --- | --- | --- | --- | --- | --- |\n" +
           rows_;
  }

private:
  /// Mappings to choose from, of different plans.
  Result<std::vector<PredictedMapping>> predict(const cli::MapperSubject& subject) const {
    mapper::Simulator simulator(subject.program, subject.graph, machine_);
    measure::Random random(seed_of_predictions);
    std::vector<PredictedMapping> made;
    std::set<std::string> drawn_before;
    for (std::size_t draw = 0; draw < draws_for_each_mapping * options_.mappings; ++draw) {
      auto drawn = draw_legal(subject.program, subject.graph, machine_, mapper::ProcessorKind::cpu, random);
      if (!drawn) {
        return fail(ErrorKind::input, subject.program.name + ": no legal mapping was drawn");
      }
      std::string plan = plan_hash(subject.program, subject.graph, drawn->plan);
      if (!drawn_before.insert(plan).second) {
        continue;
      }
      const auto simulated = simulator.run(drawn->plan);
      if (!simulated) {
        return forward(simulated);
      }
      if (simulated->status == mapper::SimulationStatus::done) {
        made.push_back({*std::move(drawn), std::move(plan), simulated->makespan});
      }
    }
    return made;
  }

  Result<void> measure(const std::string& specification, const cli::MapperSubject& subject, const mapper::Plan& plan,
                       const std::string& hash) {
    const MeasuredMapping* known = log_.find(specification, hash);
    const double spent = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin_).count();
    if ((known != nullptr && !known->disturbed) || spent > options_.seconds) {
      return {};
    }
    const auto measured =
        cli::measure_plan({{"app", specification}}, subject.program, subject.graph, plan, {options_.repeat, 3});
    if (!measured) {
      return forward(measured);
    }
    log_.add(specification, hash, {measured->run.makespan, measured->run.disturbed});
    return {};
  }

  void show(const PredictedMapping& mapping, const MeasuredMapping* real) const {
    if (options_.verbose) {
      fmt::print(stderr, "{}predicted {:.3f} ms, ", mapping.drawn.text, 1e3 * mapping.seconds);
      if (real == nullptr) {
        fmt::print(stderr, "not measured\n\n");
      } else {
        fmt::print(stderr, "measured {:.3f} ms{}: {:+.1f} %\n\n", 1e3 * real->seconds,
                   real->disturbed ? " (disturbed)" : "", 100 * (mapping.seconds / real->seconds - 1));
      }
    }
  }

  void add_row(const std::string& name, const Comparison& compared) {
    if (compared.measured.empty()) {
      return;
    }
    std::vector<double> errors;
    for (std::size_t i = 0; i < compared.measured.size(); ++i) {
      errors.push_back(std::abs(compared.predicted[i] / compared.measured[i] - 1));
    }
    const Interval sure = measure::bootstrap_spearman(compared.predicted, compared.measured);
    const auto [least, most] = std::minmax_element(compared.measured.begin(), compared.measured.end());
    rows_ += fmt::format("| {} | {} | {} ({}) | {:.0f} - {:.0f} ms | {:.2f} | {:.2f} - {:.2f} | {:.0f} % |\n", name,
                         compared.tasks, compared.measured.size(), compared.disturbed, 1e3 * *least, 1e3 * *most,
                         measure::spearman(compared.predicted, compared.measured), sure.low, sure.high,
                         100 * measure::median(errors));
  }

  RealityOptions options_;
  mapper::Machine machine_;
  MeasurementLog log_;
  std::chrono::steady_clock::time_point begin_ = std::chrono::steady_clock::now();
  std::string rows_;
};

RealityOptions options_of(const std::vector<std::string>& words) {
  RealityOptions options;
  for (std::size_t i = 0; i < words.size(); ++i) {
    const bool has_value = i + 1 < words.size();
    if (words[i] == "--verbose") {
      options.verbose = true;
    } else if (words[i] == "--app" && has_value) {
      options.application = words[++i];
    } else if (words[i] == "--mappings" && has_value) {
      options.mappings = std::strtoul(words[++i].c_str(), nullptr, 10);
    } else if (words[i] == "--repeat" && has_value) {
      options.repeat = std::atoi(words[++i].c_str());
    } else if (words[i] == "--seconds" && has_value) {
      options.seconds = std::strtod(words[++i].c_str(), nullptr);
    } else if (options.machine.empty()) {
      options.machine = words[i];
    } else {
      options.state = words[i];
    }
  }
  return options;
}

int run(const RealityOptions& options) {
  auto machine = mapper::open_machine(options.machine);
  if (!machine || machine->processors_of(mapper::ProcessorKind::cpu) > most_workers) {
    std::cerr << (machine ? "the machine has more CPUs than this compares: calibrate box,cpus=2"
                          : machine.error().format())
              << '\n';
    return 2;
  }
  Reality reality(options, *std::move(machine));
  for (const std::string application : applications) {
    if (!application.starts_with(options.application)) {
      continue;
    }
    if (const auto compared = reality.compare(application); !compared) {
      std::cerr << compared.error().format() << '\n';
      return 1;
    }
  }
  std::cout << reality.table();
  return 0;
}

} // namespace
} // namespace mapwright

int main(int argc, char** argv) {
  const std::vector<std::string> words(argv + 1, argv + argc);
  if (words.empty()) {
    std::cerr << "usage: bench_mapper_reality MACHINE.toml [STATE.jsonl] [--app NAME] [--mappings N] [--repeat N] "
                 "[--seconds S] [--verbose]\n";
    return 2;
  }
  return mapwright::run(mapwright::options_of(words));
}
