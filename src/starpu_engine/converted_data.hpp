// Copies of atoms in other layouts as data of StarPU.
#pragma once

#include "starpu_engine/conversions.hpp"

#include <cstdint>
#include <deque>
#include <vector>

#include <starpu.h>

namespace mapwright::starpu_engine {

/// One piece of data for each copy, without a value at first; registered with StarPU while it lives.
class ConvertedData {
public:
  explicit ConvertedData(const std::deque<ConvertedCopy>& copies);
  ConvertedData(const ConvertedData&) = delete;
  ConvertedData& operator=(const ConvertedData&) = delete;
  ~ConvertedData();

  [[nodiscard]] starpu_data_handle_t handle(std::uint32_t copy) const { return handles_[copy]; }

private:
  std::vector<starpu_data_handle_t> handles_;
};

} // namespace mapwright::starpu_engine
