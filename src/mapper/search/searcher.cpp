#include "mapper/search/searcher.hpp"

#include <stdexcept>
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

void SideSimulations::charge(std::uint64_t simulations) {
  if (simulations > left()) {
    throw std::logic_error("SideSimulations::charge: more than are left");
  }
  used_ += simulations;
}

} // namespace mapwright::mapper
