// Sparse matrix times vector in double precision.
#include <cmath>
#include <cstdint>

// The t products of a row are added in any order; each meets up to t roundings, which add up like sqrt(t) of them, each
// relative to at most sum|products|. An empty row is exactly 0.
extern "C" void reference(std::int64_t rows, std::int64_t /*columns*/, std::int64_t /*entries*/,
                          const std::int32_t* offsets, const std::int32_t* column, const float* value, const float* x,
                          double* y, double* y_scale) {
  std::int64_t entry = 0;
  for (std::int64_t row = 0; row < rows; ++row) {
    double sum = 0;
    double magnitude = 0;
    double terms = 0;
    for (; entry < offsets[row + 1]; ++entry, ++terms) {
      const double product = double{value[entry]} * double{x[column[entry]]};
      sum += product;
      magnitude += std::fabs(product);
    }
    y[row] = sum;
    y_scale[row] = (std::sqrt(terms) + 2) * magnitude;
  }
}
