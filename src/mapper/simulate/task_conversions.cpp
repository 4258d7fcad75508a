#include "mapper/simulate/task_conversions.hpp"

#include "mapper/engine/conversions.hpp"
#include "mapper/engine/packing.hpp"
#include "mapper/program/atom_places.hpp"

namespace mapwright::mapper {

std::size_t ConversionPlanner::number_of(const DataLayout& layout) {
  return (layout.dimensions == DimensionOrder::c_order ? 2U : 0U) + (layout.fields == FieldOrder::aos ? 1U : 0U);
}

ConversionPlanner::ConversionPlanner(const Program& program, const TaskGraph& graph)
    : program_(program), graph_(graph), dense_(graph.views.size()), converted_(graph.views.size()) {
  const std::vector<AtomPlace> places = places_of_atoms(program, graph);
  for (std::uint32_t view = 0; view < graph.views.size(); ++view) {
    const ArgumentForm at_home = form_of(program, graph, places, view, {});
    dense_[view] = at_home.dense;
    for (const DimensionOrder dimensions : {DimensionOrder::f_order, DimensionOrder::c_order}) {
      for (const FieldOrder fields : {FieldOrder::soa, FieldOrder::aos}) {
        const DataLayout layout{dimensions, fields};
        converted_[view].set(number_of(layout), is_converted(form_of(program, graph, places, view, layout), at_home));
      }
    }
  }
}

std::vector<std::vector<TaskConversion>> ConversionPlanner::of(const Plan& plan, const Machine& machine) const {
  std::vector<std::vector<TaskConversion>> planned(graph_.tasks.size());
  Conversions conversions(graph_.atoms.size());
  for (std::uint32_t number = 0; number < graph_.tasks.size(); ++number) {
    const PointTask& task = graph_.tasks[number];
    const Slot& slot = graph_.slots[task.slot];
    if (program_.only_launches(slot.launch)) {
      continue;
    }
    for (std::uint32_t i = 0; i < task.accesses; ++i) {
      const Access& access = graph_.accesses[task.first_access + i];
      const ArgumentDecision& decision = plan.arguments[slot.first_argument + i];
      std::vector<Conversion> made;
      if (converted_[access.view].test(number_of(decision.layout))) {
        const DataLayout layout{decision.layout.dimensions, decision.layout.fields};
        const std::uint32_t copy = conversions.copy_for(graph_, access.view, layout, dense_[access.view]);
        made = conversions.use(copy, access.privilege);
      } else {
        made = conversions.use_at_home(graph_.atoms_of(access.view), access.privilege);
      }
      const std::uint32_t memory = machine.find(decision.memory).value_or(0);
      for (const Conversion& conversion : made) {
        const std::uint64_t bytes = conversions.copies()[conversion.copy].bytes;
        const double seconds =
            static_cast<double>(bytes) * machine.description().conversion / machine.path(memory, memory).bandwidth;
        planned[number].push_back({task.first_access + i, memory, bytes, seconds});
      }
    }
  }
  return planned;
}

} // namespace mapwright::mapper
