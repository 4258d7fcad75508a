// Fields of kernel arguments as arrays of a type, for kernels in C++.
#pragma once

#include "mapwright/task_kernel.h"

#include <cstddef>
#include <cstdint>

namespace mapwright::mapper {

/// The field number `field` of an argument, with coordinates that count from its box's lowest point.
template <class T> class TypedField {
public:
  TypedField(const mapwright_argument& argument, std::size_t field)
      : data_(argument.fields[field].data), stride_(argument.fields[field].stride) {}

  /// Of a dense argument at this distance from its lowest point; of others the point number i.
  T& operator()(std::int64_t i, std::int64_t j = 0, std::int64_t k = 0) const {
    return *reinterpret_cast<T*>(data_ + i * stride_[0] + j * stride_[1] + k * stride_[2]);
  }
  [[nodiscard]] std::int64_t stride(std::size_t axis) const { return stride_[axis]; } ///< bytes
  /// Whether points that follow one another in this dimension do so in memory.
  [[nodiscard]] bool contiguous(std::size_t axis) const { return stride_[axis] == std::int64_t{sizeof(T)}; }

private:
  unsigned char* data_;
  const std::int64_t* stride_;
};

} // namespace mapwright::mapper
