// What the calls of a submission wait for besides their data, and what goes behind them.
#include "starpu_engine/submission.hpp"

#include <map>
#include <tuple>

namespace mapwright::starpu_engine {

void Submission::limit_instances() {
  // Of tasks of one kind that one processor launches, or that nobody launches on one node.
  std::map<std::tuple<std::uint32_t, bool, mapper::ProcessorName>, std::vector<std::uint32_t>> windows;
  for (std::uint32_t task = 0; task < context_.graph.tasks.size(); ++task) {
    const mapper::PointTask& point = context_.graph.tasks[task];
    const std::uint32_t kind = context_.program.launches[context_.graph.slots[point.slot].launch].kind;
    const std::uint32_t limit = context_.plan.limits[kind];
    if (limit == 0 || number_of_task_[task] == mapper::none) {
      continue;
    }
    const bool launched = point.parent != mapper::none;
    const mapper::ProcessorName launcher =
        launched ? context_.plan.tasks[context_.graph.tasks[point.parent].slot].processor : mapper::ProcessorName{};
    std::vector<std::uint32_t>& window = windows[{kind, launched, launcher}];
    if (window.size() >= limit) {
      Prepared& limited = prepared_[number_of_task_[task]];
      limited.after = window[window.size() - limit];
      prepared_[limited.after].awaited = true;
    }
    window.push_back(number_of_task_[task]);
  }
}

void Submission::find_collected() {
  CollectedCopies copies(context_.graph.atoms.size());
  auto transfer = context_.transfers.begin();
  for (std::uint32_t number = 0; number < prepared_.size(); ++number) {
    const std::uint32_t task = prepared_[number].destination().order;
    for (; transfer != context_.transfers.end() && transfer->task <= task; ++transfer) {
      if (transfer->to == context_.runtime.rank()) {
        copies.write(transfer->atom, STARPU_MAIN_RAM);
      }
    }
    for (const DataUse& use : prepared_[number].uses) {
      if (use.data >= context_.graph.atoms.size()) {
        continue; // copies in other layouts stay until their atoms are written
      }
      if (use.mode == STARPU_R) {
        copies.read(number, use.data, use.node, use.collect);
      } else {
        copies.write(use.data, use.node);
      }
    }
  }
  drops_ = copies.finish();
}

} // namespace mapwright::starpu_engine
