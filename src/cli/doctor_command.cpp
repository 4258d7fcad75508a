// mapwright doctor
#include "cli/command.hpp"
#include "cli/options.hpp"
#include "report/doctor.hpp"

#include <nlohmann/json.hpp>

namespace mapwright::cli {

void add_doctor(CLI::App& program, Commands& commands) {
  CLI::App& app =
      commands.add(program, "doctor", "what this machine has and lacks: compilers, devices, meters, sandbox",
                   "  mapwright doctor\n"
                   "  mapwright doctor --json");
  auto json = std::make_shared<bool>(false);
  declare_json(app, *json);
  commands.set_action(app, [json](Terminal& terminal) -> Result<int> {
    const report::DoctorReport report = report::collect_doctor();
    const auto written = write_out(
        terminal, *json ? report::to_json(report).dump(2, ' ', false, nlohmann::json::error_handler_t::replace) + "\n"
                        : report::to_text(report));
    return written ? Result<int>(0) : forward(written);
  });
}

} // namespace mapwright::cli
