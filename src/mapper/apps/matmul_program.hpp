// What the programs of all matrix products have in common: the matrices, the tasks that fill and place their tiles, the
// task that multiplies tiles, and the one that reads the result.
//
//   for repetition:  fill_a, fill_b, fill_c    write the tiles
//                    task_1, task_2, task_3    read them where they are to lie before the product
//                    ...                       the algorithm; it ends in tasks task_4
//                    read_a                    reads the tiles of a where they lay before
#pragma once

#include "mapper/apps/application.hpp"
#include "mapper/program/builder.hpp"

#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace mapwright::mapper {

/// How one matrix is cut before the product, and the launches that have to do with its tiles.
struct MatrixPlace {
  std::vector<std::string> tiles;  ///< blocks in both dimensions
  std::vector<std::string> domain; ///< of the launches: one point for each tile
  std::vector<std::string> point;  ///< names of its coordinates
  std::vector<std::string> colour; ///< the tile of a point
};

/// Of a, b and c.
using MatrixPlaces = std::array<MatrixPlace, 3>;

/// Adds the size n, regions a, b, c of n x n numbers with partitions a_tile, b_tile, c_tile, the kinds of tasks above,
/// and what comes before the algorithm. Sizes that `places` uses must be there. The algorithm is to be launched in the
/// step "repetition".
void begin_product(ProgramBuilder& b, const ApplicationValues& values, const MatrixPlaces& places);

/// Adds a kind of task that launches others.
void add_launcher(ProgramBuilder& b, const std::string& name, const std::vector<ProcessorKind>& processors);

/// The arguments of task_4: reads b and c, and does `privilege` to a; tiles as partition and colour.
std::vector<ArgumentSpec> product_arguments(const std::string& privilege, std::vector<std::string> a,
                                            const std::string& b_partition, std::vector<std::string> b,
                                            const std::string& c_partition, std::vector<std::string> c);

/// Adds what comes behind the algorithm and makes the application.
Result<Application> end_product(ProgramBuilder& b, const ApplicationValues& values, const MatrixPlace& place_of_a,
                                std::string_view expert, std::string_view default_mapper);

/// The parameters all products have, and those of the algorithm's own grid: 0 stands for the usual one.
std::vector<ApplicationParameter> product_parameters(const std::vector<ApplicationParameter>& own);

} // namespace mapwright::mapper
