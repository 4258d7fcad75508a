#include "mapper/apps/mesh_applications.hpp"
#include "mapper/apps/pennant_mappers.hpp"
#include "mapper/apps/pennant_mesh.hpp"
#include "mapper/program/builder.hpp"

#include <utility>

#include <fmt/format.h>

namespace mapwright::mapper {

namespace {

void add_pennant_data(ProgramBuilder& b, const PennantMesh& m) {
  b.region({"rz_all",
            {"zones_x*zones_y"},
            {"zm:8", "zr:8", "ze:8", "zetot:8", "zp:8", "zss:8", "zvol:8", "zvol0:8", "zdl:8", "zw:8"}});
  b.region({"rp_all",
            {"(zones_x + 1)*(zones_y + 1)"},
            {"px0_x:8", "px0_y:8", "pxp_x:8", "pxp_y:8", "px_x:8", "px_y:8", "pu0_x:8", "pu0_y:8", "pu_x:8", "pu_y:8",
             "pmaswt:8", "pf_x:8", "pf_y:8", "bc:4"}});
  b.region({"rs_all", {"4*zones_x*zones_y"}, {"mapsp1:4", "smf:8", "sf_x:8", "sf_y:8"}});
  b.region({"step", {"1"}, {"dt:8", "dt_hydro:8"}});

  const auto count = static_cast<std::size_t>(m.pieces);
  std::vector<PointSet> zones(count);
  std::vector<PointSet> sides(count);
  std::vector<PointSet> own(count);
  std::vector<PointSet> shared(count);
  std::vector<PointSet> ghost(count);
  const auto rows = [&](std::int64_t first, std::int64_t end) {
    return Rectangle{1, {first * m.points_x()}, {end * m.points_x()}};
  };
  for (std::int64_t p = 0; p < m.pieces; ++p) {
    const auto at = static_cast<std::size_t>(p);
    const std::int64_t first = m.first_row(p);
    const std::int64_t end = m.first_row(p + 1);
    zones[at] = {{1, {first * m.zones_x}, {end * m.zones_x}}};
    sides[at] = {{1, {4 * first * m.zones_x}, {4 * end * m.zones_x}}};
    own[at] = {rows(m.first_private_row(p), m.end_private_row(p))};
    if (p > 0) {
      ghost[at].push_back(rows(first, first + 1));
    }
    if (p + 1 < m.pieces) {
      ghost[at].push_back(rows(end, end + 1));
      shared[at].push_back(rows(end, end + 1));
    }
  }
  b.sets({"rz_all_p", "rz_all", {"pieces"}, zones});
  b.sets({"rs_all_p", "rs_all", {"pieces"}, sides});
  b.sets({"rp_all_private_p", "rp_all", {"pieces"}, own});
  b.sets({"rp_all_shared_p", "rp_all", {"pieces"}, shared});
  b.sets({"rp_all_ghost_p", "rp_all", {"pieces"}, ghost});
}

void add_pennant_tasks(ProgramBuilder& b) {
  const std::vector<VariantSpec> variants{{ProcessorKind::cpu}, {ProcessorKind::omp}, {ProcessorKind::gpu}};
  b.kind({"init_hydro", {{"zones"}, {"sides"}, {"private"}, {"shared"}}, variants, "zones"});
  b.kind({"calc_global_dt", {{"step"}}, variants, "3"});
  b.kind({"adv_pos_half", {{"points"}, {"moved"}, {"step"}}, variants, "4*points"});
  b.kind({"adv_pos_full", {{"points"}, {"moved"}, {"step"}}, variants, "14*points"});
  // Operations of a zone as the kernel has them: 8 for its centre, 36 for the areas of its sides, 13 for its state, 73
  // for viscosity, 66 for the forces of its sides, 32 at its corners; then 8, 36, 36 for the lengths of its sides, 44
  // for the work and 3; then 11.
  b.kind({"calc_everything",
          {{"zones"},
           {"state"},
           {"private"},
           {"ghost"},
           {"private_sums"},
           {"ghost_sums"},
           {"sides"},
           {"forces"},
           {"step"}},
          variants,
          "228*zones"});
  b.kind({"calc_everything_full",
          {{"zones"}, {"state"}, {"private"}, {"ghost"}, {"sides"}, {"step"}},
          variants,
          "127*zones"});
  b.kind({"calc_dt_hydro", {{"zones"}, {"step"}, {"least"}}, variants, "11*zones"});
}

void add_pennant_launches(ProgramBuilder& b, std::int64_t cycles) {
  const std::vector<std::string> i{"i"};
  const std::vector<std::string> pieces{"pieces"};
  b.launch(
      {"",
       "init_hydro",
       pieces,
       i,
       {{"rz_all_p", i, "RW"}, {"rs_all_p", i, "RW"}, {"rp_all_private_p", i, "RW"}, {"rp_all_shared_p", i, "RW"}}});
  b.loop({"cycles", "cycle", std::to_string(cycles)});
  const auto each = [&](const std::string& name, const std::string& task, std::vector<ArgumentSpec> arguments) {
    b.launch({name, task, pieces, i, std::move(arguments), "cycles"});
  };
  const ArgumentSpec dt{"step", {}, "R", {"dt"}};
  const auto advance = [&](const std::string& task, const std::vector<std::string>& from,
                           const std::vector<std::string>& to) {
    for (const char* part : {"private", "shared"}) {
      const std::string points = fmt::format("rp_all_{}_p", part);
      each(fmt::format("{}_{}", task, part), task, {{points, i, "R", from}, {points, i, "W", to}, dt});
    }
  };
  b.launch({"", "calc_global_dt", {}, {}, {{"step", {}, "RW"}}, "cycles"});
  advance("adv_pos_half", {"px_x", "px_y", "pu_x", "pu_y"},
          {"px0_x", "px0_y", "pxp_x", "pxp_y", "pu0_x", "pu0_y", "pmaswt", "pf_x", "pf_y"});
  const std::vector<std::string> half{"pxp_x", "pxp_y", "pu0_x", "pu0_y"};
  const std::vector<std::string> sums{"pmaswt", "pf_x", "pf_y"};
  each("", "calc_everything",
       {{"rz_all_p", i, "R", {"zm", "ze", "zvol"}},
        {"rz_all_p", i, "W", {"zp", "zss"}},
        {"rp_all_private_p", i, "R", half},
        {"rp_all_ghost_p", i, "R", half},
        {"rp_all_private_p", i, "RW", sums},
        {"rp_all_ghost_p", i, "reduce(+)", sums},
        {"rs_all_p", i, "R", {"mapsp1", "smf"}},
        {"rs_all_p", i, "W", {"sf_x", "sf_y"}},
        dt});
  advance("adv_pos_full", {"px0_x", "px0_y", "pu0_x", "pu0_y", "pmaswt", "pf_x", "pf_y", "bc"},
          {"px_x", "px_y", "pu_x", "pu_y"});
  const std::vector<std::string> full{"px_x", "px_y", "pu0_x", "pu0_y", "pu_x", "pu_y"};
  each("", "calc_everything_full",
       {{"rz_all_p", i, "R", {"zm"}},
        {"rz_all_p", i, "RW", {"zr", "ze", "zetot", "zvol", "zvol0", "zdl", "zw"}},
        {"rp_all_private_p", i, "R", full},
        {"rp_all_ghost_p", i, "R", full},
        {"rs_all_p", i, "R", {"mapsp1", "sf_x", "sf_y"}},
        dt});
  each("", "calc_dt_hydro",
       {{"rz_all_p", i, "R", {"zss", "zvol", "zvol0", "zdl"}}, dt, {"step", {}, "reduce(min)", {"dt_hydro"}}});
}

Result<Application> make_pennant(const ApplicationValues& values) {
  const PennantMesh mesh{values.at("zones_x"), values.at("zones_y"), values.at("pieces"), values.at("cycles")};
  if (mesh.pieces > mesh.zones_y) {
    return fail(
        ErrorKind::input,
        fmt::format("application pennant: {} pieces need as many rows of zones, zones_y={}", mesh.pieces, mesh.zones_y),
        "pieces must be at most zones_y");
  }
  ProgramBuilder b("pennant");
  b.size("zones_x", mesh.zones_x);
  b.size("zones_y", mesh.zones_y);
  b.size("pieces", mesh.pieces);
  add_pennant_data(b, mesh);
  add_pennant_tasks(b);
  add_pennant_launches(b, mesh.cycles);
  auto program = b.build();
  if (!program) {
    return forward(program);
  }
  Application made{"pennant", std::move(*program), pennant_kernels(), {}, {}, {}, 0, {}};
  made.initialise = [mesh](RegionData& data) { initialise_pennant(mesh, data); };
  made.reference = [mesh](RegionData& data) { pennant_reference(mesh, data); };
  made.results = {"rz_all", "rp_all", "rs_all", "step"};
  // Sums of doubles in another order, which every cycle carries on.
  made.tolerance = 1e-11 * static_cast<double>(mesh.cycles);
  made.mappers = {{"expert", std::string(pennant_mappers::expert)},
                  {"default", std::string(pennant_mappers::default_)}};
  return made;
}

} // namespace

ApplicationInfo pennant_application() {
  return {"pennant",
          "Lagrangian hydrodynamics on a staggered mesh of quadrilaterals, cut into strips",
          {{"cycles", 5, 1, 1'000'000, "cycles"},
           {"pieces", 4, 1, 4096, "pieces: points of every launch"},
           {"zones_x", 20, 1, 1'000'000, "zones in a row"},
           {"zones_y", 60, 1, 100'000'000, "rows of zones"}},
          make_pennant};
}

} // namespace mapwright::mapper
