// mapwright mapper export FILE --to legion|starpu
#include "cli/command.hpp"
#include "cli/mapper_diagnostics.hpp"
#include "cli/mapper_options.hpp"
#include "cli/mapper_subject.hpp"
#include "cli/options.hpp"
#include "mapper/elaborate/elaborate.hpp"
#include "mapper/export/export.hpp"

#include <filesystem>
#include <optional>
#include <ostream>
#include <string>
#include <utility>

#include <fmt/format.h>

namespace mapwright::cli {

namespace {

using mapper::ExportedMapper;
using mapper::ExportRequest;
using mapper::language::SourceText;

struct MapperExportOptions {
  std::string file;
  std::string target;
  std::string folder;
  SubjectOptions subject;
  bool json = false;
};

/// Checks the mapper for the program and the machine; false when it is refused, which is told.
bool holds_on(const SourceText& source, const MapperSubject& subject, Terminal& terminal) {
  const mapper::Elaboration found = mapper::check_on(source, subject.program, subject.graph, subject.machine);
  print_diagnostics(found.diagnostics, source, terminal);
  if (!found.made) {
    terminal.err << count_of(found.diagnostics, source);
  }
  return found.made.has_value();
}

Result<void> write_files(const ExportedMapper& made, const std::string& folder, Terminal& terminal) {
  std::error_code code;
  std::filesystem::create_directories(folder, code);
  if (code) {
    return fail(ErrorKind::input, fmt::format("cannot make the directory '{}': {}", folder, code.message()));
  }
  for (const mapper::ExportedFile& file : made.files) {
    const std::string path = (std::filesystem::path(folder) / file.name).string();
    if (auto written = write_file(path, file.text); !written) {
      return written;
    }
    terminal.err << fmt::format("wrote {}\n", path);
  }
  return {};
}

Result<void> answer(const MapperExportOptions& options, const ExportedMapper& made, const SourceText& source,
                    Terminal& terminal) {
  if (!options.folder.empty()) {
    if (auto written = write_files(made, options.folder, terminal); !written) {
      return written;
    }
  }
  if (options.json) {
    report::Json document = json_of(made.warnings, source);
    document["target"] = options.target;
    document["files"] = report::Json::array();
    for (const mapper::ExportedFile& file : made.files) {
      document["files"].push_back({{"name", file.name}, {"text", file.text}});
    }
    return write_out(terminal, report::document_text(document));
  }
  for (std::size_t i = 0; options.folder.empty() && i < made.files.size(); ++i) {
    if (auto written = write_out(terminal, made.files[i].text); !written) {
      return written;
    }
  }
  return {};
}

Result<int> export_as(const MapperExportOptions& options, Terminal& terminal) {
  std::optional<MapperSubject> subject;
  if (options.subject.given()) {
    auto opened = open_subject(options.subject);
    if (!opened) {
      return forward(opened);
    }
    subject = *std::move(opened);
  }
  const auto source =
      subject ? read_mapper_for(*subject, options.file, terminal) : read_mapper_text(options.file, terminal);
  if (!source) {
    return forward(source);
  }
  const bool of_application = subject && subject->application && subject->application->mapper(options.file) != nullptr;
  if (subject && !holds_on(*source, *subject, terminal)) {
    return report::exit_code(ErrorKind::input);
  }
  const ExportRequest request{
      *source, of_application ? subject->application->name + "_" + options.file : mapper::export_name(options.file),
      subject ? &subject->program : nullptr};
  const auto made = options.target == "legion" ? mapper::export_to_legion(request) : mapper::export_to_starpu(request);
  if (!made) {
    return forward(made);
  }
  print_diagnostics(made->warnings, *source, terminal);
  const auto answered = answer(options, *made, *source, terminal);
  return answered ? Result<int>(0) : forward(answered);
}

} // namespace

void add_mapper_export(CLI::App& mapper, Commands& commands) {
  CLI::App& app = commands.add(mapper, "export", "a mapper as source text for Legion or StarPU",
                               "  mapwright mapper export stencil.mapper --to legion --out legion\n"
                               "  mapwright mapper export expert --app circuit --machine lassen --to starpu --out .\n"
                               "With a program and a machine the mapper is checked for them first, and its arguments\n"
                               "have the program's names. What the target cannot express is a warning.");
  auto options = std::make_shared<MapperExportOptions>();
  app.add_option("FILE", options->file, "the mapper, or the name of one of --app; - reads standard input")
      ->required()
      ->type_name("");
  app.add_option("--to", options->target, "legion: a mapper and sharding functors; starpu: a scheduling policy")
      ->required()
      ->check(CLI::IsMember({"legion", "starpu"}));
  app.add_option("--out,-o", options->folder, "the directory of the files; standard output without it")
      ->type_name("DIR");
  declare(app, options->subject);
  declare_json(app, options->json);
  commands.set_action(app, [options](Terminal& terminal) { return export_as(*options, terminal); });
}

} // namespace mapwright::cli
