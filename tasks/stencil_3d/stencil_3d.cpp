// Plane after plane, with a test for the boundary at every cell.
#include <cstdint>

extern "C" void stencil_3d(std::int64_t nx, std::int64_t ny, std::int64_t nz, float centre, float side,
                           const float* before, float* after) {
#pragma omp parallel for
  for (std::int64_t x = 0; x < nx; ++x) {
    for (std::int64_t y = 0; y < ny; ++y) {
      for (std::int64_t z = 0; z < nz; ++z) {
        const std::int64_t cell = (x * ny + y) * nz + z;
        if (x == 0 || x == nx - 1 || y == 0 || y == ny - 1 || z == 0 || z == nz - 1) {
          after[cell] = before[cell];
        } else {
          after[cell] =
              centre * before[cell] + side * (before[cell - ny * nz] + before[cell + ny * nz] + before[cell - nz] +
                                              before[cell + nz] + before[cell - 1] + before[cell + 1]);
        }
      }
    }
  }
}
