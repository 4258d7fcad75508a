#include "mapper/engine/opencl_prelude.hpp"

namespace mapwright::mapper {

// shape: the point (4), the number n of arguments, where the record of each begins (n), the sizes. A record: points,
// axes, dense, low (4), extent (4), and for each field its offset and strides (4).
std::string_view opencl_prelude() {
  return R"(#define MW_POINT(d) (shape[d])
#define MW_SIZE(k) (shape[5 + shape[4] + (k)])
#define MW_RECORD(i) (shape + shape[5 + (i)])
#define MW_POINTS(i) (MW_RECORD(i)[0])
#define MW_AXES(i) (MW_RECORD(i)[1])
#define MW_DENSE(i) (MW_RECORD(i)[2])
#define MW_LOW(i, d) (MW_RECORD(i)[3 + (d)])
#define MW_EXTENT(i, d) (MW_RECORD(i)[7 + (d)])
#define MW_FIELD(T, a, i, f) ((__global T*)((a) + MW_RECORD(i)[11 + 5 * (f)]))
#define MW_STRIDE(i, f, d) (MW_RECORD(i)[12 + 5 * (f) + (d)])
#line 1
)";
}

std::vector<std::int64_t> opencl_shape(const Coordinates& point, std::span<const std::int64_t> sizes,
                                       std::span<const ArgumentForm* const> arguments) {
  std::vector<std::int64_t> shape(point.begin(), point.end());
  shape.push_back(static_cast<std::int64_t>(arguments.size()));
  shape.resize(shape.size() + arguments.size());
  shape.insert(shape.end(), sizes.begin(), sizes.end());
  for (std::size_t i = 0; i < arguments.size(); ++i) {
    const ArgumentForm& form = *arguments[i];
    shape[5 + i] = static_cast<std::int64_t>(shape.size());
    shape.insert(shape.end(), {static_cast<std::int64_t>(form.points), std::int64_t{form.axes}, form.dense ? 1 : 0});
    shape.insert(shape.end(), form.low.begin(), form.low.end());
    shape.insert(shape.end(), form.extent.begin(), form.extent.end());
    for (const FieldPlace& field : form.fields) {
      shape.push_back(static_cast<std::int64_t>(field.offset));
      shape.insert(shape.end(), field.stride.begin(), field.stride.end());
    }
  }
  return shape;
}

} // namespace mapwright::mapper
