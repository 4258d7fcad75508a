// Copies of atoms in other layouts as data of StarPU.
#pragma once

#include "mapper/engine/packing.hpp"

#include <cstdint>
#include <deque>
#include <vector>

#include <starpu.h>

namespace mapwright::starpu_engine {

/// How kernels see a copy of atoms in another layout.
struct CopyForms {
  mapper::ArgumentForm packed;   ///< how the atoms come into it
  mapper::ArgumentForm argument; ///< of a kernel that works on it in place
};

/// One piece of data for each copy, without a value at first; registered with StarPU while it lives.
class ConvertedData {
public:
  explicit ConvertedData(const std::deque<CopyForms>& copies);
  ConvertedData(const ConvertedData&) = delete;
  ConvertedData& operator=(const ConvertedData&) = delete;
  ~ConvertedData();

  [[nodiscard]] starpu_data_handle_t handle(std::uint32_t copy) const { return handles_[copy]; }

private:
  std::vector<starpu_data_handle_t> handles_;
};

} // namespace mapwright::starpu_engine
