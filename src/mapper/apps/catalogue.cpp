#include "mapper/apps/catalogue.hpp"

#include "mapper/apps/mesh_applications.hpp"

namespace mapwright::mapper {

std::vector<ApplicationInfo> shipped_applications() {
  return {circuit_application(), pennant_application(), stencil_application()};
}

} // namespace mapwright::mapper
