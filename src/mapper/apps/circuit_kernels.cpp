// The tasks of the circuit in C++, for data of any layout.
#include "mapper/apps/circuit_parts.hpp"
#include "mapper/apps/mesh_kernels.hpp"
#include "mapper/engine/typed_field.hpp"

#include <array>

namespace mapwright::mapper {

namespace {

using Floats = TypedField<float>;

/// A field of the nodes that the wires of a piece reach: its own first, then its ghosts.
class ReachedNodes {
public:
  explicit ReachedNodes(const mapwright_task& task)
      : own_(task.arguments[0], 0), shared_(task.arguments[1], 0), ghost_(task.arguments[2], 0),
        first_shared_(task.arguments[0].points), first_ghost_(first_shared_ + task.arguments[1].points) {}

  float& operator()(std::int64_t node) const {
    if (node < first_shared_) {
      return own_(node);
    }
    return node < first_ghost_ ? shared_(node - first_shared_) : ghost_(node - first_ghost_);
  }

private:
  Floats own_;
  Floats shared_;
  Floats ghost_;
  std::int64_t first_shared_;
  std::int64_t first_ghost_;
};

constexpr auto segment_count = static_cast<std::size_t>(circuit_segments);

void calculate_new_currents(const mapwright_task* task) {
  const ReachedNodes voltage(*task);
  const mapwright_argument& fixed = task->arguments[3];
  const mapwright_argument& state = task->arguments[4];
  const TypedField<const std::int32_t> in(fixed, 0);
  const TypedField<const std::int32_t> out(fixed, 1);
  const Floats inductance(fixed, 2);
  const Floats resistance(fixed, 3);
  const Floats wire_cap(fixed, 4);
  const std::int64_t steps = task->sizes[static_cast<std::size_t>(CircuitSize::steps)];
  for (std::int64_t w = 0; w < fixed.points; ++w) {
    std::array<float, segment_count> old_current{};
    std::array<float, segment_count> current{};
    std::array<float, segment_count + 1> old_volts{};
    std::array<float, segment_count + 1> volts{};
    for (std::size_t k = 0; k < segment_count; ++k) {
      old_current[k] = current[k] = Floats(state, k)(w);
    }
    for (std::size_t k = 1; k < segment_count; ++k) {
      old_volts[k] = volts[k] = Floats(state, segment_count + k - 1)(w);
    }
    volts[0] = voltage(in(w));
    volts[segment_count] = voltage(out(w));
    const float per_ohm = 1 / resistance(w);
    const float inertia = inductance(w) / circuit_time_step;
    const float per_farad = circuit_time_step / wire_cap(w);
    for (std::int64_t step = 0; step < steps; ++step) {
      for (std::size_t k = 0; k < segment_count; ++k) {
        current[k] = ((volts[k] - volts[k + 1]) - inertia * (current[k] - old_current[k])) * per_ohm;
      }
      for (std::size_t k = 1; k < segment_count; ++k) {
        volts[k] = old_volts[k] + per_farad * (current[k - 1] - current[k]);
      }
    }
    for (std::size_t k = 0; k < segment_count; ++k) {
      Floats(state, k)(w) = current[k];
    }
    for (std::size_t k = 1; k < segment_count; ++k) {
      Floats(state, segment_count + k - 1)(w) = volts[k];
    }
  }
}

void distribute_charge(const mapwright_task* task) {
  const ReachedNodes charge(*task);
  const mapwright_argument& wires = task->arguments[3];
  const TypedField<const std::int32_t> in(wires, 0);
  const TypedField<const std::int32_t> out(wires, 1);
  const Floats first(wires, 2);
  const Floats last(wires, 3);
  for (std::int64_t w = 0; w < wires.points; ++w) {
    charge(in(w)) -= circuit_time_step * first(w);
    charge(out(w)) += circuit_time_step * last(w);
  }
}

/// One set of nodes: arguments cap and leakage, and charge and voltage.
void update_nodes(const mapwright_argument& fixed, const mapwright_argument& state) {
  const Floats cap(fixed, 0);
  const Floats leakage(fixed, 1);
  const Floats charge(state, 0);
  const Floats voltage(state, 1);
  for (std::int64_t n = 0; n < state.points; ++n) {
    voltage(n) = (voltage(n) + charge(n) / cap(n)) * (1 - leakage(n));
    charge(n) = 0;
  }
}

void update_voltages(const mapwright_task* task) {
  update_nodes(task->arguments[0], task->arguments[1]);
  update_nodes(task->arguments[2], task->arguments[3]);
  ++TypedField<std::int64_t>(task->arguments[4], 0)(0);
}

/// Takes the charges and the state of the wires to zero; all else is as it was given.
void init_pieces(const mapwright_task* task) {
  for (std::size_t set = 0; set < 2; ++set) {
    const Floats charge(task->arguments[set], 2);
    for (std::int64_t n = 0; n < task->arguments[set].points; ++n) {
      charge(n) = 0;
    }
  }
  const mapwright_argument& wires = task->arguments[2];
  for (std::size_t field = 5; field < 5 + 2 * segment_count - 1; ++field) {
    const Floats state(wires, field);
    for (std::int64_t w = 0; w < wires.points; ++w) {
      state(w) = 0;
    }
  }
  TypedField<std::int64_t>(task->arguments[3], 0)(0) = 0;
}

} // namespace

KernelTable circuit_kernels() {
  const auto device = [](const char* entry, const char* work) {
    return OpenClKernel{std::string(mesh_kernels::circuit), entry, {work}};
  };
  return {{"init_pieces", {init_pieces, device("init_pieces", "max(nodes_per_piece, wires)")}},
          {"calculate_new_currents", {calculate_new_currents, device("calculate_new_currents", "wires")}},
          {"distribute_charge", {distribute_charge, device("distribute_charge", "wires")}},
          {"update_voltages", {update_voltages, device("update_voltages", "nodes_per_piece")}}};
}

} // namespace mapwright::mapper
