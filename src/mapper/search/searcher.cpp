#include "mapper/search/searcher.hpp"

#include <utility>

namespace mapwright::mapper {

std::optional<Simulation> SideSimulations::run(const Plan& plan) {
  if (used_ >= most_) {
    return std::nullopt;
  }
  ++used_;
  auto simulated = simulator_.rerun(plan);
  if (!simulated || simulated->status != SimulationStatus::done) {
    return std::nullopt;
  }
  return *std::move(simulated);
}

} // namespace mapwright::mapper
