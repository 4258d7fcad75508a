// Where SimGrid is not installed.
#include "simgrid/compared_graph.hpp"

#include <stdexcept>

namespace mapwright::mapper {

bool has_simgrid() {
  return false;
}

double simgrid_makespan(const ComparedGraph& /*graph*/, const Machine& /*machine*/) {
  throw std::runtime_error("SimGrid is not part of this build");
}

} // namespace mapwright::mapper
