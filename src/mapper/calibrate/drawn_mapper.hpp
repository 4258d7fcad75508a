// Mappers drawn at random, as texts of the language.
#pragma once

#include "mapper/machine/machine.hpp"
#include "mapper/plan/plan.hpp"
#include "mapper/program/graph.hpp"
#include "measure/random.hpp"

#include <optional>
#include <string>

namespace mapwright::mapper {

/// A text that puts all tasks on processors of one kind: a mapping function for each kind of task (all on one
/// processor, blocks of one dimension, a few blocks in turn, or any linear combination of the coordinates in turn), one
/// layout for everything, for each region or for one kind of task, and InstanceLimits. On GPUs some tasks may have
/// their arguments in ZCMEM.
std::string drawn_mapper(const Program& program, ProcessorKind processor, measure::Random& random);

/// A drawn mapper that is legal there, with its plan.
struct DrawnMapping {
  std::string text;
  Plan plan;
};

/// Draws until one is legal; nothing after many that are not.
std::optional<DrawnMapping> draw_legal(const Program& program, const TaskGraph& graph, const Machine& machine,
                                       ProcessorKind processor, measure::Random& random);

} // namespace mapwright::mapper
