// mapwright map list
#include "cli/command.hpp"
#include "cli/options.hpp"
#include "report/catalogue_report.hpp"

#include <fmt/format.h>

namespace mapwright::cli {

namespace {

struct ListOptions {
  bool json = false;
  bool check = false;
};

Result<int> list(const ListOptions& options, Terminal& terminal) {
  if (!options.check) {
    const auto written =
        write_out(terminal, options.json ? report::document_text(report::catalogue_json()) : report::catalogue_text());
    return written ? Result<int>(0) : forward(written);
  }
  const report::CatalogueCheck check = [&] {
    Progress progress(terminal);
    return report::check_catalogue([&](const std::string& name, std::size_t number, std::size_t of) {
      progress.show(fmt::format("[{}/{}] {}", number + 1, of, name));
    });
  }();
  const auto written =
      write_out(terminal, options.json ? report::document_text(report::to_json(check)) : report::to_text(check));
  if (!written) {
    return forward(written);
  }
  return check.failures() == 0 ? 0 : 1;
}

} // namespace

void add_map_list(CLI::App& map, Commands& commands) {
  CLI::App& app = commands.add(map, "list", "the domains with a name",
                               "  mapwright map list\n"
                               "  mapwright map list --check    proves, emits and compares every one of them");
  auto options = std::make_shared<ListOptions>();
  declare_json(app, options->json);
  app.add_flag("--check", options->check,
               "derive, prove and emit every domain, and compare every index at its test sizes");
  commands.set_action(app, [options](Terminal& terminal) { return list(*options, terminal); });
}

} // namespace mapwright::cli
