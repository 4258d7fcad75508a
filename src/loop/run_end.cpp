#include "loop/run_end.hpp"

#include "loop/settings.hpp"

#include <chrono>

#include <fmt/chrono.h>
#include <fmt/format.h>

namespace mapwright::loop {

std::string utc_now() {
  return fmt::format("{:%Y-%m-%dT%H:%M:%SZ}", fmt::gmtime(std::chrono::system_clock::now()));
}

archive::RunEnd end_now(const StopReason& reason, const Budget& budget) {
  archive::RunEnd end{to_json(reason), utc_now()};
  end.reason["budget"] = to_json(budget);
  return end;
}

Budget budget_at(const archive::RunEnd& end) {
  return budget_from_json(end.reason.value("budget", nlohmann::json()));
}

} // namespace mapwright::loop
