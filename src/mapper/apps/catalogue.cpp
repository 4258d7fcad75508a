#include "mapper/apps/catalogue.hpp"

namespace mapwright::mapper {

std::vector<ApplicationInfo> shipped_applications() {
  return {};
}

} // namespace mapwright::mapper
