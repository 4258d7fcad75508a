#include "starpu_engine/converted_data.hpp"

namespace mapwright::starpu_engine {

ConvertedData::ConvertedData(const std::deque<CopyForms>& copies) : handles_(copies.size()) {
  for (std::size_t i = 0; i < copies.size(); ++i) {
    starpu_vector_data_register(&handles_[i], -1, 0, static_cast<std::uint32_t>(copies[i].packed.copy_bytes), 1);
  }
}

ConvertedData::~ConvertedData() {
  for (starpu_data_handle_t handle : handles_) {
    starpu_data_unregister_no_coherency(handle); // what they hold was brought home
  }
}

} // namespace mapwright::starpu_engine
