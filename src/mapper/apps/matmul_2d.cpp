// Cannon, SUMMA and PUMMA. The grid of nodes is gx x gy, that of the GPUs of a node lx x ly; together they cut a into
// gx lx x gy ly tiles, which stay where they are. The inner dimension is cut into gx blocks, one for each outer step,
// and each of those into lx, one for each inner step. The three differ in which block a task takes in a step:
//
//   SUMMA    outer k                     inner m
//   PUMMA    outer (k + i) mod gx        inner m
//   Cannon   outer (k + i + j) mod gx    inner (m + u + v) mod lx
//
// for node (i, j), GPU (u, v), outer step k and inner step m.
#include "mapper/apps/cannon_mappers.hpp"
#include "mapper/apps/matmul.hpp"
#include "mapper/apps/matmul_grids.hpp"
#include "mapper/apps/matmul_program.hpp"
#include "mapper/apps/pumma_mappers.hpp"
#include "mapper/apps/summa_mappers.hpp"

#include <utility>

#include <fmt/format.h>

namespace mapwright::mapper {

namespace {

/// What tells the algorithms apart.
struct PlaneAlgorithm {
  std::string name;
  std::string summary;
  std::string outer;       ///< block of the inner dimension in step k of node (i, j)
  std::string inner;       ///< part of it in step m of GPU (u, v)
  bool wide_first = false; ///< where the grid of nodes is no square, gx is the larger side
  std::string_view expert{};
  std::string_view default_mapper{};
};

/// The sides of the grid of nodes.
Result<std::pair<std::int64_t, std::int64_t>> plane_of_nodes(const PlaneAlgorithm& algorithm,
                                                             const ApplicationValues& values) {
  const std::int64_t nodes = values.at("nodes");
  std::int64_t gx = values.at("gx");
  std::int64_t gy = values.at("gy");
  if (gx == 0 && gy == 0) {
    const auto [less, more] = near_square(nodes);
    return algorithm.wide_first ? std::pair(more, less) : std::pair(less, more);
  }
  gx = gx == 0 ? nodes / gy : gx;
  gy = gy == 0 ? nodes / gx : gy;
  if (gx * gy != nodes) {
    return fail(ErrorKind::input,
                fmt::format("application {}: a grid of {} x {} does not have {} nodes", algorithm.name, gx, gy, nodes),
                "leave gx and gy out, or give sides whose product is nodes");
  }
  return std::pair(gx, gy);
}

Result<Application> make_plane_product(const PlaneAlgorithm& algorithm, const ApplicationValues& values) {
  const auto nodes = plane_of_nodes(algorithm, values);
  if (!nodes) {
    return forward(nodes);
  }
  const auto [lx, ly] = near_square(values.at("gpus"));
  ProgramBuilder b(algorithm.name);
  b.size("gx", nodes->first);
  b.size("gy", nodes->second);
  b.size("lx", lx);
  b.size("ly", ly);
  const std::vector<std::string> grid{"gx*lx", "gy*ly"};
  const MatrixPlace place{grid, grid, {"x", "y"}, {"x", "y"}};
  begin_product(b, values, {place, place, place});
  b.blocks({"b_block", "b", {"gx*lx", "gx*lx"}});
  b.blocks({"c_block", "c", {"gx*lx", "gy*ly"}});
  add_launcher(b, "task_7", {ProcessorKind::cpu, ProcessorKind::omp});
  add_launcher(b, "task_6", {ProcessorKind::cpu, ProcessorKind::omp});
  add_launcher(b, "task_5", {ProcessorKind::cpu, ProcessorKind::omp, ProcessorKind::gpu});
  b.launch({"", "task_7", {"gx", "gy"}, {"i", "j"}, {}, "repetition"});
  b.loop({"outer", "k", "gx", "task_7"});
  b.launch({"", "task_6", {}, {}, {}, "outer"});
  b.launch({"", "task_5", {"lx", "ly"}, {"u", "v"}, {}, "task_6"});
  b.loop({"inner", "m", "lx", "task_5"});
  const std::string row = "i*lx + u";
  const std::string column = "j*ly + v";
  const std::string step = fmt::format("({})*lx + {}", algorithm.outer, algorithm.inner);
  b.launch({"",
            "task_4",
            {},
            {},
            product_arguments("RW", {row, column}, "b_block", {row, step}, "c_block", {step, column}),
            "inner"});
  return end_product(b, values, place, algorithm.expert, algorithm.default_mapper);
}

ApplicationInfo plane_application(PlaneAlgorithm algorithm) {
  ApplicationInfo info{algorithm.name,
                       algorithm.summary,
                       product_parameters({{"gx", 0, 0, 1024, "nodes in the first dimension of the grid; 0: usual"},
                                           {"gy", 0, 0, 1024, "nodes in the second dimension of the grid; 0: usual"}}),
                       {}};
  info.make = [algorithm = std::move(algorithm)](const ApplicationValues& values) {
    return make_plane_product(algorithm, values);
  };
  return info;
}

} // namespace

ApplicationInfo cannon_application() {
  return plane_application({"cannon", "product of matrices, Cannon: in each step every GPU has blocks of its own",
                            "mod(k + i + j, gx)", "mod(m + u + v, lx)", true, cannon_mappers::expert,
                            cannon_mappers::default_});
}

ApplicationInfo summa_application() {
  return plane_application({"summa", "product of matrices, SUMMA: in each step blocks go to whole rows and columns",
                            "k", "m", false, summa_mappers::expert, summa_mappers::default_});
}

ApplicationInfo pumma_application() {
  return plane_application({"pumma", "product of matrices, PUMMA: SUMMA with the rows of nodes out of step",
                            "mod(k + i, gx)", "m", false, pumma_mappers::expert, pumma_mappers::default_});
}

} // namespace mapwright::mapper
