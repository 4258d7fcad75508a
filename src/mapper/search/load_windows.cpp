#include "mapper/search/load_windows.hpp"

#include "mapper/search/work_bound.hpp"

#include <algorithm>
#include <limits>
#include <utility>

namespace mapwright::mapper {

namespace {

/// Some of the values, from the least on, evenly among those that differ.
std::vector<double> thresholds(std::vector<double> values, std::size_t most) {
  std::sort(values.begin(), values.end());
  values.erase(std::unique(values.begin(), values.end()), values.end());
  std::vector<double> some;
  const std::size_t count = std::min(values.size(), most);
  for (std::size_t i = 0; i < count; ++i) {
    some.push_back(values[i * values.size() / count]);
  }
  return some;
}

/// The most that any kind of processor has to do for groups that can run on no other.
double load_of_decided(const std::vector<std::vector<double>>& groups, const std::vector<double>& processors) {
  std::vector<double> loads(processors.size(), 0.0);
  for (const std::vector<double>& group : groups) {
    const auto can = [](double seconds) { return seconds < std::numeric_limits<double>::infinity(); };
    const auto first = std::find_if(group.begin(), group.end(), can);
    if (first != group.end() && std::none_of(first + 1, group.end(), can)) {
      const auto k = static_cast<std::size_t>(first - group.begin());
      loads[k] += *first / processors[k];
    }
  }
  return *std::max_element(loads.begin(), loads.end());
}

} // namespace

std::vector<LoadWindow> load_windows(const RelaxedRun& run, std::size_t most_thresholds) {
  std::vector<LoadWindow> windows;
  for (const double head : thresholds(run.heads(), most_thresholds)) {
    for (const double tail : thresholds(run.tails(), most_thresholds)) {
      LoadWindow window;
      for (std::uint32_t task = 0; task < run.heads().size(); ++task) {
        if (run.heads()[task] >= head && run.tails()[task] >= tail) {
          window.tasks.push_back(task);
        }
      }
      if (!window.tasks.empty() && (windows.empty() || windows.back().tasks != window.tasks)) {
        windows.push_back(std::move(window));
      }
    }
  }
  return windows;
}

std::vector<std::vector<double>> work_by_kind(const RelaxedRun& run, const LoadWindow& window, std::size_t processors,
                                              std::size_t kinds) {
  std::vector<std::vector<double>> work(kinds);
  for (const std::uint32_t task : window.tasks) {
    std::vector<double>& group = work[run.kind_of(task)];
    group.resize(processors, 0.0);
    for (std::size_t k = 0; k < processors; ++k) {
      group[k] += run.seconds(task, k);
    }
  }
  return work;
}

LoadBound load_bound(const RelaxedRun& run, const std::vector<LoadWindow>& windows,
                     const std::vector<double>& processors, std::size_t kinds, double least) {
  LoadBound bound;
  for (std::size_t w = 0; w < windows.size(); ++w) {
    double around = std::numeric_limits<double>::infinity(); // least head and least tail together
    double tail = around;
    for (const std::uint32_t task : windows[w].tasks) {
      around = std::min(around, run.heads()[task]);
      tail = std::min(tail, run.tails()[task]);
    }
    around += tail;
    std::vector<WorkClass> groups;
    std::vector<std::vector<double>> seconds;
    double most = around; // the bound by shared work cannot exceed it
    for (std::vector<double>& group : work_by_kind(run, windows[w], processors.size(), kinds)) {
      if (group.empty()) {
        continue;
      }
      double cheapest = std::numeric_limits<double>::infinity();
      for (std::size_t k = 0; k < group.size(); ++k) {
        cheapest = std::min(cheapest, group[k] / processors[k]);
      }
      most += cheapest;
      groups.push_back({1, group});
      seconds.push_back(std::move(group));
    }
    if (most <= std::max(least, bound.seconds)) {
      continue;
    }
    const double found = around + std::max(load_of_decided(seconds, processors), shared_work_bound(groups, processors));
    if (found > bound.seconds) {
      bound = {found, w};
    }
  }
  return bound;
}

} // namespace mapwright::mapper
