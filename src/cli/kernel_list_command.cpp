// mapwright kernel list
#include "cli/command.hpp"
#include "cli/kernel_options.hpp"
#include "cli/options.hpp"
#include "report/kernel_report.hpp"

namespace mapwright::cli {

namespace {

Result<int> list(bool json, Terminal& terminal) {
  std::vector<kernel::Task> tasks;
  for (const std::string& name : kernel::shipped_tasks()) {
    auto task = read_named_task(name);
    if (!task) {
      return forward(task);
    }
    tasks.push_back(*std::move(task));
  }
  const auto written =
      write_out(terminal, json ? report::document_text(report::to_json(tasks)) : report::to_text(tasks));
  if (!written) {
    return forward(written);
  }
  return 0;
}

} // namespace

void add_kernel_list(CLI::App& kernel, Commands& commands) {
  CLI::App& app = commands.add(kernel, "list", "the shipped tasks", "  mapwright kernel list");
  auto json = std::make_shared<bool>(false);
  declare_json(app, *json);
  commands.set_action(app, [json](Terminal& terminal) { return list(*json, terminal); });
}

} // namespace mapwright::cli
