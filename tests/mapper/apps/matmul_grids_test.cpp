// Grids of processors: the published ones, and what holds of all.
#include "mapper/apps/application.hpp"
#include "mapper/apps/matmul_grids.hpp"
#include "mapper/examples.hpp"

#include <cmath>

#include <gtest/gtest.h>

namespace mapwright::mapper {
namespace {

/// The size of this name in an application's program.
std::int64_t size_in(const Application& application, const std::string& name) {
  for (const auto& [size, value] : application.program.sizes) {
    if (size == name) {
      return value;
    }
  }
  ADD_FAILURE() << "no size " << name;
  return 0;
}

std::vector<std::int64_t> grid_of(const std::string& specification, const std::vector<std::string>& sizes) {
  const Application application = sure(open_application(specification));
  std::vector<std::int64_t> grid;
  for (const std::string& size : sizes) {
    grid.push_back(size_in(application, size));
  }
  return grid;
}

using Grid = std::vector<std::int64_t>;

TEST(MatmulGrids, ArePublishedOnesOnNodesWithFourGpus) {
  struct Row {
    std::int64_t nodes;
    Grid plane;
    std::int64_t cube;
    Grid cosma;
    Grid layered;
  };
  for (const Row& row : {Row{1, {1, 1}, 2, {1, 2, 2}, {2, 1, 2}}, Row{2, {1, 2}, 2, {2, 2, 2}, {2, 2, 2}},
                         Row{4, {2, 2}, 4, {2, 2, 4}, {4, 1, 4}}, Row{8, {2, 4}, 4, {2, 4, 4}, {4, 2, 4}},
                         Row{16, {4, 4}, 4, {4, 4, 4}, {8, 1, 8}}, Row{32, {4, 8}, 6, {4, 4, 8}, {8, 2, 8}},
                         Row{64, {8, 8}, 7, {4, 8, 8}, {16, 1, 16}}}) {
    const std::string at = fmt::format(",n=16,nodes={}", row.nodes);
    EXPECT_EQ(grid_of("summa" + at, {"gx", "gy"}), row.plane) << row.nodes;
    EXPECT_EQ(grid_of("pumma" + at, {"gx", "gy"}), row.plane) << row.nodes;
    EXPECT_EQ(grid_of("cannon" + at, {"gx", "gy"}), (Grid{row.plane[1], row.plane[0]})) << row.nodes;
    EXPECT_EQ(grid_of("cannon" + at, {"lx", "ly"}), (Grid{2, 2})) << row.nodes;
    EXPECT_EQ(grid_of("johnson" + at, {"gx", "gy", "gz"}), (Grid{row.cube, row.cube, row.cube})) << row.nodes;
    EXPECT_EQ(grid_of("cosma" + at, {"gx", "gy", "gz"}), row.cosma) << row.nodes;
    EXPECT_EQ(grid_of("solomonik" + at, {"side", "layers", "chunks"}), row.layered) << row.nodes;
  }
}

TEST(MatmulGrids, UseEveryProcessorAndAreTheMostEven) {
  for (std::int64_t count = 1; count <= 300; ++count) {
    const auto [less, more] = near_square(count);
    EXPECT_EQ(less * more, count);
    EXPECT_LE(less, more);
    const auto [x, y, z] = balanced_divisors(count);
    EXPECT_EQ(x * y * z, count);
    EXPECT_TRUE(x <= y && y <= z);
    const LayeredGrid layered = layered_grid(count);
    EXPECT_EQ(layered.side * layered.side * layered.layers, count);
    const std::int64_t cube = cube_side(count);
    EXPECT_GE(cube * cube * cube, count);
    for (std::int64_t first = 1; first <= count; ++first) {
      EXPECT_FALSE(count % first == 0 && first > less && first <= count / first) << count << " has a squarer grid";
      EXPECT_FALSE(count % (first * first) == 0 && first > layered.side) << count << " has fewer layers";
    }
  }
}

TEST(MatmulGrids, CanBeGiven) {
  EXPECT_EQ(grid_of("cannon,n=9,nodes=6,gx=1", {"gx", "gy"}), (Grid{1, 6}));
  EXPECT_EQ(grid_of("johnson,n=9,side=3", {"gx", "gy", "gz"}), (Grid{3, 3, 3}));
  EXPECT_EQ(grid_of("cosma,n=9,gx=3,gy=1,gz=5", {"gx", "gy", "gz"}), (Grid{3, 1, 5}));
  EXPECT_EQ(grid_of("solomonik,n=9,side=2,layers=3,chunks=4", {"side", "layers", "chunks"}), (Grid{2, 3, 4}));
}

TEST(MatmulGrids, AreRefusedWhereTheyDoNotFit) {
  const auto message = [](const std::string& specification) {
    const auto opened = open_application(specification);
    return opened ? "" : opened.error().message;
  };
  EXPECT_EQ(message("summa,nodes=4,gx=3"), "application summa: a grid of 3 x 1 does not have 4 nodes");
  EXPECT_EQ(message("summa,nodes=4,gy=8"), "application summa: a grid of 0 x 8 does not have 4 nodes");
  EXPECT_EQ(message("cosma,gx=2"), "application cosma: gx, gy and gz go together");
  EXPECT_EQ(message("solomonik,side=2"), "application solomonik: side and layers go together");
}

} // namespace
} // namespace mapwright::mapper
