// Johnson and COSMA: a grid of gx x gy x gz tasks, each with one product of tiles; the gz contributions to a tile of a
// are summed. Before the product the matrices lie on three faces of the grid. Johnson's grid is a cube.
#include "mapper/apps/cosma_mappers.hpp"
#include "mapper/apps/johnson_mappers.hpp"
#include "mapper/apps/matmul.hpp"
#include "mapper/apps/matmul_grids.hpp"
#include "mapper/apps/matmul_program.hpp"

#include <fmt/format.h>

namespace mapwright::mapper {

namespace {

Result<Application> make_space_product(const std::string& name, const ApplicationValues& values,
                                       const std::array<std::int64_t, 3>& grid, std::string_view expert,
                                       std::string_view default_mapper) {
  ProgramBuilder b(name);
  b.size("gx", grid[0]);
  b.size("gy", grid[1]);
  b.size("gz", grid[2]);
  const std::vector<std::string> point{"i", "j", "k"};
  const MatrixPlaces faces{{{{"gx", "gy"}, {"gx", "gy", "1"}, point, {"i", "j"}},
                            {{"gx", "gz"}, {"gx", "1", "gz"}, point, {"i", "k"}},
                            {{"gz", "gy"}, {"1", "gy", "gz"}, point, {"k", "j"}}}};
  begin_product(b, values, faces);
  b.launch({"",
            "task_4",
            {"gx", "gy", "gz"},
            point,
            product_arguments("reduce(+)", {"i", "j"}, "b_tile", {"i", "k"}, "c_tile", {"k", "j"}),
            "repetition"});
  return end_product(b, values, faces[0], expert, default_mapper);
}

Result<Application> make_johnson(const ApplicationValues& values) {
  const std::int64_t given = values.at("side");
  const std::int64_t side = given == 0 ? cube_side(values.at("nodes") * values.at("gpus")) : given;
  return make_space_product("johnson", values, {side, side, side}, johnson_mappers::expert, johnson_mappers::default_);
}

Result<Application> make_cosma(const ApplicationValues& values) {
  const std::array<std::int64_t, 3> given{values.at("gx"), values.at("gy"), values.at("gz")};
  const bool none_given = given == std::array<std::int64_t, 3>{};
  if (!none_given && (given[0] == 0 || given[1] == 0 || given[2] == 0)) {
    return fail(ErrorKind::input, "application cosma: gx, gy and gz go together",
                "give all three sides of the grid, or none of them");
  }
  const auto grid = none_given ? balanced_divisors(values.at("nodes") * values.at("gpus")) : given;
  return make_space_product("cosma", values, grid, cosma_mappers::expert, cosma_mappers::default_);
}

} // namespace

ApplicationInfo johnson_application() {
  return {"johnson", "product of matrices, Johnson: a cube of tasks, one product each, and a sum",
          product_parameters({{"side", 0, 0, 128, "tasks along an edge of the cube; 0: usual"}}), make_johnson};
}

ApplicationInfo cosma_application() {
  return {"cosma", "product of matrices, COSMA: the grid of tasks with the least surface",
          product_parameters({{"gx", 0, 0, 1024, "tasks in the rows of a; 0: usual"},
                              {"gy", 0, 0, 1024, "tasks in the columns of a; 0: usual"},
                              {"gz", 0, 0, 1024, "tasks that share a tile of a; 0: usual"}}),
          make_cosma};
}

} // namespace mapwright::mapper
