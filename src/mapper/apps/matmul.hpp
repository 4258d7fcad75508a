// Six algorithms for the product of matrices, a(i, j) += b(i, k) c(k, j), on nodes with GPUs (docs/applications.md).
#pragma once

#include "mapper/apps/application.hpp"

namespace mapwright::mapper {

/// Two-dimensional, every processor multiplies another pair of blocks in a step.
ApplicationInfo cannon_application();
/// Two-dimensional, all processors of a row want one block of b in a step, those of a column one block of c.
ApplicationInfo summa_application();
/// Two-dimensional, the steps of the rows of processors shifted against one another.
ApplicationInfo pumma_application();
/// Three-dimensional on a cube: one product for each task, the parts of a summed.
ApplicationInfo johnson_application();
/// Two-and-a-half-dimensional: layers that each take a part of the steps, summed.
ApplicationInfo solomonik_application();
/// Three-dimensional on the grid with the least surface.
ApplicationInfo cosma_application();

} // namespace mapwright::mapper
