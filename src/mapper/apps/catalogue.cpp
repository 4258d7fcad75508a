#include "mapper/apps/catalogue.hpp"

#include "mapper/apps/matmul.hpp"

namespace mapwright::mapper {

std::vector<ApplicationInfo> shipped_applications() {
  return {
      cannon_application(),  summa_application(),     pumma_application(),
      johnson_application(), solomonik_application(), cosma_application(),
  };
}

} // namespace mapwright::mapper
