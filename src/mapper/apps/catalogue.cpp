#include "mapper/apps/catalogue.hpp"

#include "mapper/apps/matmul.hpp"
#include "mapper/apps/mesh_applications.hpp"

namespace mapwright::mapper {

std::vector<ApplicationInfo> shipped_applications() {
  return {cannon_application(),    circuit_application(), cosma_application(),
          johnson_application(),   pennant_application(), pumma_application(),
          solomonik_application(), stencil_application(), summa_application()};
}

} // namespace mapwright::mapper
