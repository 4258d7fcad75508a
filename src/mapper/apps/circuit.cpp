#include "mapper/apps/circuit_mappers.hpp"
#include "mapper/apps/circuit_parts.hpp"
#include "mapper/apps/mesh_applications.hpp"
#include "mapper/program/builder.hpp"

#include <memory>
#include <utility>

#include <fmt/format.h>

namespace mapwright::mapper {

namespace {

constexpr std::int64_t most_wires = std::int64_t{1} << 28;        ///< of all pieces: each is drawn
constexpr std::int64_t most_shared_nodes = std::int64_t{1} << 24; ///< of all pieces: each is kept

/// name_first to name_last, or with ":4" behind each.
std::vector<std::string> numbered(const std::string& name, std::int64_t first, std::int64_t last,
                                  const std::string& end = "") {
  std::vector<std::string> names;
  for (std::int64_t i = first; i <= last; ++i) {
    names.push_back(fmt::format("{}_{}{}", name, i, end));
  }
  return names;
}

std::vector<std::string> with(std::vector<std::string> names, const std::vector<std::string>& more) {
  names.insert(names.end(), more.begin(), more.end());
  return names;
}

void add_circuit_data(ProgramBuilder& b, const CircuitGraph& graph) {
  const CircuitShape& s = graph.shape();
  b.region({"nodes", {"pieces*nodes_per_piece"}, {"cap:4", "leakage:4", "charge:4", "voltage:4"}});
  b.region({"wires",
            {"pieces*wires_per_piece"},
            with(with({"in_ptr:4", "out_ptr:4", "inductance:4", "resistance:4", "wire_cap:4"},
                      numbered("current", 0, circuit_segments - 1, ":4")),
                 numbered("voltage", 1, circuit_segments - 1, ":4"))});
  b.region({"times", {"pieces"}, {"loops:8"}});
  std::vector<PointSet> own;
  std::vector<PointSet> shared;
  for (std::int64_t p = 0; p < s.pieces; ++p) {
    const std::int64_t border = (p + 1) * s.nodes - s.shared();
    own.push_back({{1, {p * s.nodes}, {border}}});
    shared.push_back({{1, {border}, {(p + 1) * s.nodes}}});
  }
  b.sets({"rp_private", "nodes", {"pieces"}, own});
  b.sets({"rp_shared", "nodes", {"pieces"}, shared});
  b.sets({"rp_ghost", "nodes", {"pieces"}, graph.ghosts()});
  b.blocks({"rp_wires", "wires", {"pieces"}});
  b.blocks({"rp_times", "times", {"pieces"}});
}

void add_circuit_tasks(ProgramBuilder& b) {
  const std::vector<VariantSpec> variants{{ProcessorKind::cpu}, {ProcessorKind::omp}, {ProcessorKind::gpu}};
  b.kind({"init_pieces", {{"private"}, {"shared"}, {"wires"}, {"times"}}, variants, "0"});
  // Wires read or change a node at each end: at the first always one of the piece, at the other maybe a ghost.
  const std::string to_ghosts = "floor_div(wires*percent_outside, 100)";
  const std::string to_shared = "floor_div((2*wires - " + to_ghosts + ")*shared_per_piece, nodes_per_piece)";
  const std::string to_private = "(2*wires - " + to_ghosts + " - " + to_shared + ")";
  b.kind({"calculate_new_currents",
          {{"private", "4*" + to_private},
           {"shared", "4*" + to_shared},
           {"ghost", "4*" + to_ghosts},
           {"wires"},
           {"state"}},
          variants,
          "96*steps*wires"});
  b.kind({"distribute_charge",
          {{"private", "8*" + to_private}, {"shared", "8*" + to_shared}, {"ghost", "8*" + to_ghosts}, {"wires"}},
          variants,
          "4*wires"});
  b.kind({"update_voltages",
          {{"private"}, {"private_state"}, {"shared"}, {"shared_state"}, {"times"}},
          variants,
          "4*(private + shared)"});
}

void add_circuit_launches(ProgramBuilder& b, std::int64_t loops) {
  const std::vector<std::string> i{"i"};
  const std::vector<std::string> state =
      with(numbered("current", 0, circuit_segments - 1), numbered("voltage", 1, circuit_segments - 1));
  const std::vector<std::string> fixed{"in_ptr", "out_ptr", "inductance", "resistance", "wire_cap"};
  b.launch({"",
            "init_pieces",
            {"pieces"},
            i,
            {{"rp_private", i, "RW"}, {"rp_shared", i, "RW"}, {"rp_wires", i, "RW"}, {"rp_times", i, "W"}}});
  b.loop({"main_loop", "t", std::to_string(loops)});
  b.launch({"",
            "calculate_new_currents",
            {"pieces"},
            i,
            {{"rp_private", i, "R", {"voltage"}},
             {"rp_shared", i, "R", {"voltage"}},
             {"rp_ghost", i, "R", {"voltage"}},
             {"rp_wires", i, "R", fixed},
             {"rp_wires", i, "RW", state}},
            "main_loop"});
  b.launch({"",
            "distribute_charge",
            {"pieces"},
            i,
            {{"rp_private", i, "RW", {"charge"}},
             {"rp_shared", i, "reduce(+)", {"charge"}},
             {"rp_ghost", i, "reduce(+)", {"charge"}},
             {"rp_wires", i, "R", {"in_ptr", "out_ptr", "current_0", "current_9"}}},
            "main_loop"});
  b.launch({"",
            "update_voltages",
            {"pieces"},
            i,
            {{"rp_private", i, "R", {"cap", "leakage"}},
             {"rp_private", i, "RW", {"charge", "voltage"}},
             {"rp_shared", i, "R", {"cap", "leakage"}},
             {"rp_shared", i, "RW", {"charge", "voltage"}},
             {"rp_times", i, "RW"}},
            "main_loop"});
}

Result<Application> make_circuit(const ApplicationValues& values) {
  CircuitShape shape;
  shape.pieces = values.at("pieces");
  shape.nodes = values.at("nodes_per_piece");
  shape.wires = values.at("wires_per_piece");
  shape.percent_shared = values.at("percent_shared");
  shape.percent_inside = values.at("percent_inside");
  shape.window = values.at("window");
  shape.seed = values.at("seed");
  if (shape.pieces * shape.wires > most_wires || shape.pieces * shape.shared() > most_shared_nodes) {
    return fail(
        ErrorKind::input,
        fmt::format("application circuit: {} pieces have {} wires and {} shared nodes; at most {} and {} will do",
                    shape.pieces, shape.pieces * shape.wires, shape.pieces * shape.shared(), most_wires,
                    most_shared_nodes),
        "fewer wires in a piece, or a smaller percent_shared");
  }
  const std::int64_t steps = values.at("steps");
  const std::int64_t loops = values.at("loops");
  const auto graph = std::make_shared<const CircuitGraph>(shape);

  ProgramBuilder b("circuit");
  b.size("pieces", shape.pieces);
  b.size("nodes_per_piece", shape.nodes);
  b.size("shared_per_piece", shape.shared());
  b.size("wires_per_piece", shape.wires);
  b.size("steps", steps);
  b.size("percent_outside", shape.pieces == 1 ? 0 : 100 - shape.percent_inside);
  add_circuit_data(b, *graph);
  add_circuit_tasks(b);
  add_circuit_launches(b, loops);
  auto program = b.build();
  if (!program) {
    return forward(program);
  }
  Application made{"circuit", std::move(*program), circuit_kernels(), {}, {}, {}, 0, {}};
  made.initialise = [graph](RegionData& data) { initialise_circuit(*graph, data); };
  made.reference = [graph, steps, loops](RegionData& data) { circuit_reference(*graph, steps, loops, data); };
  made.results = {"nodes", "wires", "times"};
  // Sums of floats in another order, which every loop carries on.
  made.tolerance = 1e-5 * static_cast<double>(loops);
  made.mappers = {{"expert", std::string(circuit_mappers::expert)},
                  {"default", std::string(circuit_mappers::default_)}};
  return made;
}

} // namespace

ApplicationInfo circuit_application() {
  return {"circuit",
          "currents and voltages of a random electric circuit, cut into pieces that share nodes",
          {{"loops", 5, 1, 1'000'000, "loops of the three tasks"},
           {"nodes_per_piece", 500, 1, 10'000'000, "nodes of a piece"},
           {"percent_inside", 80, 0, 100, "percent of the wires that end in their own piece"},
           {"percent_shared", 1, 1, 100, "percent of the nodes that wires of other pieces may reach"},
           {"pieces", 4, 1, 4096, "pieces: points of every launch"},
           {"seed", 1, 0, INT32_MAX, "of the random graph"},
           {"steps", 10, 1, 10'000'000, "steps of the currents in a loop"},
           {"window", 3, 1, 4, "how many pieces further a wire may end"},
           {"wires_per_piece", 2000, 1, 10'000'000, "wires of a piece"}},
          make_circuit};
}

} // namespace mapwright::mapper
