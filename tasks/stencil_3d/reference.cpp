// One step of the 7-point stencil in double precision.
#include <cmath>
#include <cstdint>
#include <initializer_list>

// Seven terms, each multiplied and then added up to six times: at most seven roundings, each relative to sum|terms|, of
// which three are the usual size. A copied cell is exact: its scale is 0.
extern "C" void reference(std::int64_t nx, std::int64_t ny, std::int64_t nz, float centre, float side,
                          const float* before, double* after, double* after_scale) {
  const std::int64_t strides[] = {ny * nz, nz, 1};
  const std::int64_t extents[] = {nx, ny, nz};
  for (std::int64_t cell = 0; cell < nx * ny * nz; ++cell) {
    bool inside = true;
    double sum = double{centre} * before[cell];
    double magnitude = std::fabs(sum);
    for (int axis = 0; axis < 3; ++axis) {
      const std::int64_t at = cell / strides[axis] % extents[axis];
      inside = inside && at > 0 && at + 1 < extents[axis];
      for (const std::int64_t step : {-strides[axis], strides[axis]}) {
        const double term = inside ? double{side} * before[cell + step] : 0.0;
        sum += term;
        magnitude += std::fabs(term);
      }
    }
    after[cell] = inside ? sum : before[cell];
    after_scale[cell] = inside ? 3 * magnitude : 0;
  }
}
