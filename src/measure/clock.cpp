#include "measure/clock.hpp"

#include <chrono>

namespace mapwright::measure {

Seconds SteadyClock::now() {
  return std::chrono::steady_clock::now().time_since_epoch();
}

} // namespace mapwright::measure
