// Initial data of the circuit, and the run without pieces.
#include "core/key_stream.hpp"
#include "mapper/apps/circuit_parts.hpp"

#include <array>
#include <span>

#include <fmt/format.h>

namespace mapwright::mapper {

namespace {

/// The number of a ghost among those of its piece.
std::int64_t ghost_number(const PointSet& ghosts, std::int64_t node) {
  std::int64_t number = 0;
  for (const Rectangle& part : ghosts) {
    if (node >= part.low[0] && node < part.high[0]) {
      return number + node - part.low[0];
    }
    number += part.extent(0);
  }
  return -1; // never: every node that a wire of the piece reaches is a node of it or a ghost
}

/// From low to low + width.
float random_between(KeyStream& stream, float low, float width) {
  return low + width * static_cast<float>(stream.next() >> 40U) / 16777216.0F;
}

/// The fields of nodes, by the number of the node.
struct CircuitNodes {
  explicit CircuitNodes(RegionData& data)
      : cap(data.values<float>("nodes", "cap")), leakage(data.values<float>("nodes", "leakage")),
        charge(data.values<float>("nodes", "charge")), voltage(data.values<float>("nodes", "voltage")) {}
  std::span<float> cap;
  std::span<float> leakage;
  std::span<float> charge;
  std::span<float> voltage;
};

struct CircuitWires {
  explicit CircuitWires(RegionData& data)
      : inductance(data.values<float>("wires", "inductance")), resistance(data.values<float>("wires", "resistance")),
        cap(data.values<float>("wires", "wire_cap")) {
    for (std::int64_t i = 0; i < circuit_segments; ++i) {
      current.push_back(data.values<float>("wires", fmt::format("current_{}", i)));
      if (i > 0) {
        voltage.push_back(data.values<float>("wires", fmt::format("voltage_{}", i)));
      }
    }
  }
  std::span<float> inductance;
  std::span<float> resistance;
  std::span<float> cap;
  std::vector<std::span<float>> current;
  std::vector<std::span<float>> voltage;
};

/// Lets the currents of wire w settle between the voltages at its ends.
void settle(const CircuitWires& wires, std::size_t w, std::int64_t steps, float at_in, float at_out) {
  constexpr auto segments = static_cast<std::size_t>(circuit_segments);
  std::array<float, segments> before{};
  std::array<float, segments> now{};
  std::array<float, segments + 1> volts{};
  std::array<float, segments + 1> volts_before{};
  for (std::size_t k = 0; k < segments; ++k) {
    before[k] = now[k] = wires.current[k][w];
    volts[k + 1] = volts_before[k + 1] = k + 1 < segments ? wires.voltage[k][w] : at_out;
  }
  volts[0] = at_in;
  for (std::int64_t step = 0; step < steps; ++step) {
    for (std::size_t k = 0; k < segments; ++k) {
      const float induced = wires.inductance[w] * (now[k] - before[k]) / circuit_time_step;
      now[k] = (volts[k] - volts[k + 1] - induced) / wires.resistance[w];
    }
    for (std::size_t k = 1; k < segments; ++k) {
      volts[k] = volts_before[k] + circuit_time_step * (now[k - 1] - now[k]) / wires.cap[w];
    }
  }
  for (std::size_t k = 0; k < segments; ++k) {
    wires.current[k][w] = now[k];
    if (k > 0) {
      wires.voltage[k - 1][w] = volts[k];
    }
  }
}

} // namespace

void initialise_circuit(const CircuitGraph& graph, RegionData& data) {
  const CircuitShape& s = graph.shape();
  const CircuitNodes nodes(data);
  const CircuitWires wires(data);
  const std::span<std::int32_t> in = data.values<std::int32_t>("wires", "in_ptr");
  const std::span<std::int32_t> out = data.values<std::int32_t>("wires", "out_ptr");
  std::size_t n = 0;
  std::size_t w = 0;
  for (std::int64_t p = 0; p < s.pieces; ++p) {
    KeyStream stream(fmt::format("circuit values {} {}", s.seed, p));
    for (std::int64_t i = 0; i < s.nodes; ++i, ++n) {
      nodes.cap[n] = random_between(stream, 1, 1);
      nodes.leakage[n] = random_between(stream, 0, 0.1F);
      nodes.charge[n] = random_between(stream, -1, 2);
      nodes.voltage[n] = random_between(stream, -1, 2);
    }
    const std::int64_t first = p * s.nodes;
    for (const CircuitWire& wire : graph.wires_of(p)) {
      const bool inside = wire.out >= first && wire.out < first + s.nodes;
      in[w] = static_cast<std::int32_t>(wire.in - first);
      out[w] = static_cast<std::int32_t>(
          inside ? wire.out - first : s.nodes + ghost_number(graph.ghosts()[static_cast<std::size_t>(p)], wire.out));
      wires.inductance[w] = random_between(stream, 1e-3F, 1e-3F);
      wires.resistance[w] = random_between(stream, 1, 10);
      wires.cap[w] = random_between(stream, 0.1F, 0.1F);
      ++w;
    }
  }
}

void circuit_reference(const CircuitGraph& graph, std::int64_t steps, std::int64_t loops, RegionData& data) {
  const CircuitNodes nodes(data);
  const CircuitWires wires(data);
  std::vector<CircuitWire> ends;
  for (std::int64_t p = 0; p < graph.shape().pieces; ++p) {
    const std::vector<CircuitWire> more = graph.wires_of(p);
    ends.insert(ends.end(), more.begin(), more.end());
  }
  std::fill(nodes.charge.begin(), nodes.charge.end(), 0.0F);
  for (std::int64_t loop = 0; loop < loops; ++loop) {
    for (std::size_t w = 0; w < ends.size(); ++w) {
      const auto in = static_cast<std::size_t>(ends[w].in);
      const auto out = static_cast<std::size_t>(ends[w].out);
      settle(wires, w, steps, nodes.voltage[in], nodes.voltage[out]);
      nodes.charge[in] -= circuit_time_step * wires.current.front()[w];
      nodes.charge[out] += circuit_time_step * wires.current.back()[w];
    }
    for (std::size_t n = 0; n < nodes.voltage.size(); ++n) {
      nodes.voltage[n] = (nodes.voltage[n] + nodes.charge[n] / nodes.cap[n]) * (1 - nodes.leakage[n]);
      nodes.charge[n] = 0;
    }
  }
  for (std::int64_t& count : data.values<std::int64_t>("times", "loops")) {
    count = loops;
  }
}

} // namespace mapwright::mapper
