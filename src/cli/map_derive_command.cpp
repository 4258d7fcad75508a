// mapwright map derive
#include "cli/command.hpp"
#include "cli/options.hpp"
#include "cli/question.hpp"
#include "report/derive_report.hpp"

namespace mapwright::cli {

namespace {

struct DeriveOptions {
  DomainOptions domain;
  bool fix = false;
  std::string certificate;
};

Result<int> derive(const DeriveOptions& options, Terminal& terminal) {
  const auto question = read_question(options.domain, terminal);
  if (!question) {
    return forward(question);
  }
  const auto certified =
      index_map::derive_certified(question->domain, derive_options(*question, options.domain.form, options.fix));
  if (!certified) {
    return forward(certified);
  }
  std::optional<report::MapAt> at;
  if (has_all_sizes(*question) && (!question->tables.empty() || !question->sizes.empty())) {
    auto made = report::MapAt::make(certified->derived, *all_sizes(*question, "map derive"), question->tables);
    if (!made) {
      return forward(made);
    }
    at = std::move(*made);
  }
  if (!options.certificate.empty()) {
    const std::string file = index_map::to_json(certified->certificate).dump(2) + "\n";
    if (auto written = write_file(options.certificate, file); !written) {
      return forward(written);
    }
  }
  report::DeriveReport found = report::make_derive_report(*certified, at ? &*at : nullptr);
  found.inferred = question->inferred.get();
  const auto written =
      write_out(terminal, options.domain.json ? report::document_text(report::to_json(found)) : report::to_text(found));
  if (!written) {
    return forward(written);
  }
  return certified->certificate.status == index_map::Status::proved ? 0 : 1;
}

} // namespace

void add_map_derive(CLI::App& map, Commands& commands) {
  CLI::App& app = commands.add(map, "derive", "find and prove the map of a domain",
                               "  mapwright map derive triangle\n"
                               "  mapwright map derive '[n] -> { [i,j] : 0 <= j <= i < n }' --param n=1000 --json\n"
                               "  mapwright map derive fractal:3:111,101,111 --certificate carpet.json\n"
                               "Exit code 1: a map was found, but not proved.");
  auto options = std::make_shared<DeriveOptions>();
  declare(app, options->domain);
  app.add_flag("--fix", options->fix, "make a map of the given sizes alone (unrolled loops, constant tables)");
  app.add_option("--certificate", options->certificate, "write the certificate to FILE")->type_name("FILE");
  commands.set_action(app, [options](Terminal& terminal) { return derive(*options, terminal); });
}

} // namespace mapwright::cli
