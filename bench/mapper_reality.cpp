// What the simulator says of mappings on a calibrated machine against what StarPU takes: for each application, mappings
// drawn at random, Spearman's rank correlation and the median relative error, as a table in Markdown.
//
// bench_mapper_reality MACHINE.toml [STATE.jsonl] [--app NAME] [--mappings N] [--repeat N] [--seconds S] [--verbose]
// MACHINE.toml is what `mapwright mapper calibrate` wrote, of other mappings at other sizes. STATE.jsonl keeps each
// measurement: what it has is not measured again, but for what was disturbed by other work on the computer. After S
// seconds no more is measured; the table tells of what there is.
#include "cli/starpu_measurement.hpp"
#include "mapper/calibrate/drawn_mapper.hpp"
#include "mapper/machine/read_machine.hpp"
#include "mapper/simulate/simulate.hpp"
#include "measure/statistics.hpp"

#include <algorithm>
#include <array>
#include <chrono>
#include <cmath>
#include <cstdlib>
#include <fstream>
#include <iostream>
#include <map>
#include <numeric>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>

namespace mapwright {
namespace {

using report::Json;

constexpr std::array<const char*, 9> applications{
    "cannon,n=512,gpus=16",    "circuit,pieces=8,wires_per_piece=8000",    "cosma,n=512,gpus=16",
    "johnson,n=512,gpus=27",   "pennant,zones_x=160,zones_y=480,pieces=8", "pumma,n=512,gpus=16",
    "solomonik,n=512,gpus=16", "stencil,n=480,tiles_x=4,steps=10",         "summa,n=512,gpus=16"};
constexpr std::uint64_t seed_of_predictions = 20261122; ///< not one that calibrations draw with
constexpr std::size_t most_workers = 2;

struct RealityOptions {
  std::string machine;
  std::string state;
  std::string application; ///< empty: all
  std::size_t mappings = 24;
  int repeat = 7;
  double seconds = 1e9;
  bool verbose = false;
};

/// One measured mapping.
struct MeasuredMapping {
  double seconds = 0;
  bool disturbed = true;
};

/// Measurements by application and plan, kept in a file.
class MeasurementLog {
public:
  explicit MeasurementLog(std::string file) : file_(std::move(file)) {
    std::ifstream lines(file_);
    for (std::string line; std::getline(lines, line);) {
      const Json entry = Json::parse(line, nullptr, false);
      if (entry.is_object()) { // the last line of a run that was stopped may be cut
        known_[{entry.at("app").get<std::string>(), entry.at("plan").get<std::string>()}] = {
            entry.at("seconds").get<double>(), entry.at("disturbed").get<bool>()};
      }
    }
  }
  [[nodiscard]] const MeasuredMapping* find(const std::string& app, const std::string& plan) const {
    const auto found = known_.find({app, plan});
    return found == known_.end() ? nullptr : &found->second;
  }
  void add(const std::string& app, const std::string& plan, const MeasuredMapping& mapping) {
    known_[{app, plan}] = mapping;
    if (!file_.empty()) {
      std::ofstream(file_, std::ios::app)
          << Json{{"app", app}, {"plan", plan}, {"seconds", mapping.seconds}, {"disturbed", mapping.disturbed}}.dump()
          << std::endl;
    }
  }

private:
  std::string file_;
  std::map<std::pair<std::string, std::string>, MeasuredMapping> known_;
};

/// Ranks from 1, equal values sharing the mean of theirs.
std::vector<double> ranks_of(const std::vector<double>& values) {
  std::vector<std::size_t> order(values.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) { return values[a] < values[b]; });
  std::vector<double> ranks(values.size());
  for (std::size_t i = 0; i < order.size();) {
    std::size_t end = i;
    while (end < order.size() && values[order[end]] == values[order[i]]) {
      ++end;
    }
    for (std::size_t k = i; k < end; ++k) {
      ranks[order[k]] = static_cast<double>(i + 1 + end) / 2;
    }
    i = end;
  }
  return ranks;
}

/// Spearman's rank correlation: Pearson's of the ranks; 0 where all are equal.
double spearman(const std::vector<double>& a, const std::vector<double>& b) {
  const std::vector<double> x = ranks_of(a);
  const std::vector<double> y = ranks_of(b);
  const double mean = static_cast<double>(x.size() + 1) / 2;
  double xy = 0;
  double xx = 0;
  double yy = 0;
  for (std::size_t i = 0; i < x.size(); ++i) {
    xy += (x[i] - mean) * (y[i] - mean);
    xx += (x[i] - mean) * (x[i] - mean);
    yy += (y[i] - mean) * (y[i] - mean);
  }
  return xx > 0 && yy > 0 ? xy / std::sqrt(xx * yy) : 0;
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
    mapper::Simulator simulator(subject->program, subject->graph, machine_);
    measure::Random random(seed_of_predictions);
    Comparison compared;
    compared.tasks = subject->graph.tasks.size();
    std::set<std::string> drawn_before;
    for (std::size_t draw = 0; drawn_before.size() < options_.mappings && draw < 50 * options_.mappings; ++draw) {
      const auto drawn = draw_legal(subject->program, subject->graph, machine_, mapper::ProcessorKind::cpu, random);
      if (!drawn) {
        return fail(ErrorKind::input, specification + ": no legal mapping was drawn");
      }
      const std::string plan = plan_hash(subject->program, subject->graph, drawn->plan);
      if (!drawn_before.insert(plan).second) {
        continue;
      }
      const auto simulated = simulator.run(drawn->plan);
      if (!simulated) {
        return forward(simulated);
      }
      if (auto measured = measure(specification, *subject, drawn->plan, plan); !measured) {
        return measured;
      }
      if (const MeasuredMapping* real = log_.find(specification, plan)) {
        compared.predicted.push_back(simulated->makespan);
        compared.measured.push_back(real->seconds);
        compared.disturbed += real->disturbed ? 1 : 0;
        show(*drawn, simulated->makespan, *real);
      }
    }
    add_row(subject->program.name, compared);
    return {};
  }

  [[nodiscard]] std::string table() const {
    return "| application | tasks | mappings (disturbed) | measured | Spearman | median error |\n"
           "| --- | --- | --- | --- | --- | --- |\n" +
           rows_;
  }

private:
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

  void show(const mapper::DrawnMapping& drawn, double predicted, const MeasuredMapping& real) const {
    if (options_.verbose) {
      fmt::print(stderr, "{}predicted {:.3f} ms, measured {:.3f} ms{}: {:+.1f} %\n\n", drawn.text, 1e3 * predicted,
                 1e3 * real.seconds, real.disturbed ? " (disturbed)" : "", 100 * (predicted / real.seconds - 1));
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
    const auto [least, most] = std::minmax_element(compared.measured.begin(), compared.measured.end());
    rows_ += fmt::format("| {} | {} | {} ({}) | {:.1f} - {:.1f} ms | {:.2f} | {:.0f} % |\n", name, compared.tasks,
                         compared.measured.size(), compared.disturbed, 1e3 * *least, 1e3 * *most,
                         spearman(compared.predicted, compared.measured), 100 * measure::median(errors));
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
