#include "mapper/search/program_bound.hpp"

#include "mapper/search/load_windows.hpp"
#include "mapper/search/mapper_bound.hpp"
#include "mapper/search/relaxed_run.hpp"
#include "mapper/search/work_bound.hpp"

#include <cstdint>
#include <limits>
#include <map>
#include <stdexcept>
#include <utility>
#include <vector>

#include <fmt/format.h>

namespace mapwright::mapper {

namespace {

constexpr std::size_t most_thresholds = 12; ///< of heads and of tails
constexpr double rounding = 1 - 1e-9;       ///< sums in another order differ by less

class BoundFinder {
public:
  BoundFinder(const Program& program, const TaskGraph& graph, const Machine& machine)
      : program_(program), graph_(graph), machine_(machine), run_(program, graph, machine) {
    for (const ProcessorClass& each : machine.description().processors) {
      counts_.push_back(static_cast<double>(each.count) * machine.description().nodes);
    }
  }

  ProgramBounds find() {
    run_.run(run_.all());
    number_classes();
    ProgramBounds bounds;
    bounds.critical_path = run_.end() * rounding;
    for (const LoadWindow& window : load_windows(run_, most_thresholds)) {
      add_window(window, bounds);
    }
    bounds.work *= rounding;
    bounds.mapper_work *= rounding;
    const MapperBound choices = mapper_bound(run_, counts_, program_.kinds.size());
    bounds.mapper_choices = choices.seconds * rounding;
    bounds.choices_by_work = choices.by_load;
    return bounds;
  }

private:
  /// Tasks that take the same time everywhere are one class.
  void number_classes() {
    std::map<std::vector<double>, std::size_t> numbers;
    for (std::uint32_t task = 0; task < graph_.tasks.size(); ++task) {
      std::vector<double> times;
      for (std::size_t k = 0; k < counts_.size(); ++k) {
        times.push_back(run_.seconds(task, k));
      }
      if (*std::min_element(times.begin(), times.end()) == std::numeric_limits<double>::infinity()) {
        throw std::logic_error(fmt::format("program_bounds: no processor of the machine '{}' runs the task '{}'",
                                           machine_.description().name, program_.kinds[run_.kind_of(task)].name));
      }
      const auto [found, is_new] = numbers.try_emplace(times, classes_.size());
      if (is_new) {
        classes_.push_back(std::move(times));
      }
      class_of_.push_back(found->second);
    }
  }

  void add_window(const LoadWindow& window, ProgramBounds& bounds) const {
    double head = std::numeric_limits<double>::infinity();
    double tail = head;
    std::vector<double> counts(classes_.size(), 0.0);
    for (const std::uint32_t task : window.tasks) {
      head = std::min(head, run_.heads()[task]);
      tail = std::min(tail, run_.tails()[task]);
      counts[class_of_[task]] += 1;
    }
    std::vector<WorkClass> present;
    for (std::size_t c = 0; c < classes_.size(); ++c) {
      if (counts[c] > 0) {
        present.push_back({counts[c], classes_[c]});
      }
    }
    std::vector<std::vector<double>> groups;
    for (std::vector<double>& group : work_by_kind(run_, window, counts_.size(), program_.kinds.size())) {
      if (!group.empty()) {
        groups.push_back(std::move(group));
      }
    }
    bounds.work = std::max(bounds.work, head + shared_work_bound(present, counts_) + tail);
    bounds.mapper_work = std::max(bounds.mapper_work, head + grouped_work_bound(groups, counts_) + tail);
  }

  const Program& program_;
  const TaskGraph& graph_;
  const Machine& machine_;
  RelaxedRun run_;
  std::vector<double> counts_;               ///< processors of each kind of the machine
  std::vector<std::vector<double>> classes_; ///< seconds on each kind of processor
  std::vector<std::size_t> class_of_;        ///< of each task
};

} // namespace

std::string_view ProgramBounds::binding(bool points) const {
  const double plan = any_plan();
  if (points || plan >= std::max(mapper_work, mapper_choices)) {
    return critical_path >= work ? "chain of tasks and copies" : "work over the processors";
  }
  return mapper_work > mapper_choices || choices_by_work ? "work over the processors, whatever kinds a mapper chooses"
                                                         : "chain of tasks and copies, whatever kinds a mapper chooses";
}

ProgramBounds program_bounds(const Program& program, const TaskGraph& graph, const Machine& machine) {
  return BoundFinder(program, graph, machine).find();
}

double program_bound(const Program& program, const TaskGraph& graph, const Machine& machine) {
  return program_bounds(program, graph, machine).any_mapper();
}

} // namespace mapwright::mapper
