// mapwright map emit
#include "cli/command.hpp"
#include "cli/emission.hpp"
#include "cli/options.hpp"
#include "cli/question.hpp"
#include "report/derive_report.hpp"

#include <filesystem>
#include <ostream>

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace mapwright::cli {

namespace {

struct MapEmitOptions {
  DomainOptions domain;
  EmitOptions emit;
  bool fix = false;
  std::string language;
  std::string output;
};

std::vector<std::optional<expr::Int>> open_sizes(const domain::Domain& domain) {
  return std::vector<std::optional<expr::Int>>(domain.parameters.size());
}

Result<int> emit_map(const MapEmitOptions& options, Terminal& terminal) {
  const auto dialect = emit::make_dialect(options.language);
  if (!dialect) {
    return forward(dialect);
  }
  if (auto valid = check(options.emit); !valid) {
    return forward(valid);
  }
  const auto question = read_question(options.domain, terminal);
  if (!question) {
    return forward(question);
  }
  const auto certified =
      index_map::derive_certified(question->domain, derive_options(*question, options.domain.form, options.fix));
  if (!certified) {
    return forward(certified);
  }
  if (auto certain = check_sizes(options.emit, certified->certificate, question->sizes); !certain) {
    return forward(certain);
  }
  if (!options.domain.parameters.empty() && certified->certificate.fixed == open_sizes(question->domain)) {
    terminal.err << "note: the emitted map takes every size; --fix makes one for the sizes given\n";
  }
  const auto source = emit_source(**dialect, *certified, options.emit);
  if (!source) {
    return forward(source);
  }
  const std::string identifier = identifier_of(options.emit, question->domain);
  std::string file = options.output;
  if (std::error_code code; !file.empty() && std::filesystem::is_directory(file, code)) {
    file = (std::filesystem::path(file) / (identifier + std::string((*dialect)->extension()))).string();
  }
  if (!file.empty()) {
    if (auto written = write_file(file, *source); !written) {
      return forward(written);
    }
  }
  Result<void> written;
  if (options.domain.json) {
    report::Json document = {{"schema_version", 1},
                             {"domain", question->domain.text},
                             {"language", (*dialect)->name()},
                             {"identifier", identifier},
                             {"file", file.empty() ? report::Json(nullptr) : report::Json(file)},
                             {"source", *source},
                             {"certificate", report::summary_json(certified->certificate)}};
    written = write_out(terminal, report::document_text(document));
  } else if (file.empty()) {
    written = write_out(terminal, *source);
  } else {
    terminal.err << fmt::format("wrote {} ({}): {}\n", file, (*dialect)->name(),
                                index_map::status_text(certified->certificate));
  }
  return written ? Result<int>(0) : forward(written);
}

} // namespace

void add_map_emit(CLI::App& map, Commands& commands) {
  CLI::App& app = commands.add(map, "emit", "write the map of a domain as source text",
                               "  mapwright map emit triangle --lang cpp -o triangle.hpp\n"
                               "  mapwright map emit 'band(a=3,b=0)' --lang cuda --bits 32 --name band_3_0\n"
                               "  mapwright map emit disk --param r=100 --lang opencl\n"
                               "A map that is not proved is refused (exit code 1) unless --allow-unproved is given.");
  auto options = std::make_shared<MapEmitOptions>();
  declare(app, options->domain);
  app.add_option("--lang,-l", options->language,
                 fmt::format("the language: {}", fmt::join(emit::dialect_names(), ", ")))
      ->required()
      ->type_name("LANG");
  app.add_flag("--fix", options->fix, "make a map of the given sizes alone (unrolled loops, constant tables)");
  app.add_option("--bits", options->emit.bits, "word size of the variants: 32, 64 or both")
      ->type_name("BITS")
      ->capture_default_str();
  app.add_option("--name", options->emit.name, "base name of namespace and functions (default: the domain's)")
      ->type_name("ID");
  app.add_option("--output,-o", options->output, "write to FILE (or into a directory) instead of standard output")
      ->type_name("FILE");
  app.add_flag("--allow-unproved", options->emit.allow_unproved, "emit an unproved map, marked as such");
  commands.set_action(app, [options](Terminal& terminal) { return emit_map(*options, terminal); });
}

} // namespace mapwright::cli
