// mapwright mapper check FILE [--program P --machine M]
#include "cli/command.hpp"
#include "cli/mapper_diagnostics.hpp"
#include "cli/mapper_options.hpp"
#include "cli/mapper_subject.hpp"
#include "cli/options.hpp"
#include "mapper/elaborate/elaborate.hpp"
#include "report/json.hpp"

#include <ostream>
#include <utility>

namespace mapwright::cli {

namespace {

using mapper::language::Diagnostics;
using mapper::language::SourceText;

struct MapperCheckOptions {
  std::string file;
  SubjectOptions subject;
  bool json = false;
};

/// A text, and what was found.
struct CheckedText {
  SourceText source;
  Diagnostics diagnostics;
};

Result<CheckedText> checked_alone(const MapperCheckOptions& options, Terminal& terminal) {
  auto source = read_mapper_text(options.file, terminal);
  if (!source) {
    return forward(source);
  }
  Diagnostics found = mapper::language::examine(*source).diagnostics;
  return CheckedText{*std::move(source), std::move(found)};
}

/// For a program on a machine.
Result<CheckedText> checked_for_subject(const MapperCheckOptions& options, Terminal& terminal) {
  const auto subject = open_subject(options.subject);
  if (!subject) {
    return forward(subject);
  }
  auto source = read_mapper_for(*subject, options.file, terminal);
  if (!source) {
    return forward(source);
  }
  mapper::Elaboration found = mapper::check_on(*source, subject->program, subject->graph, subject->machine);
  for (const std::string& line : found.printed) {
    terminal.err << line << '\n';
  }
  return CheckedText{*std::move(source), std::move(found.diagnostics)};
}

Result<int> check(const MapperCheckOptions& options, Terminal& terminal) {
  const auto checked =
      options.subject.given() ? checked_for_subject(options, terminal) : checked_alone(options, terminal);
  if (!checked) {
    return forward(checked);
  }
  const auto& [source, diagnostics] = *checked;
  print_diagnostics(diagnostics, source, terminal);
  const std::string summary = count_of(diagnostics, source);
  if (options.json || diagnostics.errors() == 0) {
    const auto written =
        write_out(terminal, options.json ? report::document_text(json_of(diagnostics, source)) : summary);
    if (!written) {
      return forward(written);
    }
  } else {
    terminal.err << summary;
  }
  return diagnostics.errors() == 0 ? 0 : report::exit_code(ErrorKind::input);
}

} // namespace

void add_mapper_check(CLI::App& mapper, Commands& commands) {
  CLI::App& app = commands.add(mapper, "check", "all that is wrong with a mapper before it runs",
                               "  mapwright mapper check stencil.mapper\n"
                               "  mapwright mapper check stencil.mapper --program stencil.toml --machine p100x4\n"
                               "Exit code 2 for errors; warnings do not fail.");
  auto options = std::make_shared<MapperCheckOptions>();
  app.add_option("FILE", options->file, "the mapper, or the name of one of --app; - reads standard input")
      ->required()
      ->type_name("");
  declare(app, options->subject);
  declare_json(app, options->json);
  commands.set_action(app, [options](Terminal& terminal) { return check(*options, terminal); });
}

} // namespace mapwright::cli
