// mapwright mapper format FILE
#include "cli/command.hpp"
#include "cli/mapper_options.hpp"
#include "mapper/language/format.hpp"
#include "mapper/language/parse.hpp"

#include <ostream>

namespace mapwright::cli {

namespace {

Result<int> format_file(const std::string& file, Terminal& terminal) {
  const auto text = read_mapper_text(file, terminal);
  if (!text) {
    return forward(text);
  }
  mapper::language::Diagnostics diagnostics;
  const mapper::language::MapperSyntax syntax = mapper::language::parse_mapper(*text, diagnostics);
  if (diagnostics.errors() > 0) {
    for (const mapper::language::Diagnostic& diagnostic : diagnostics.sorted()) {
      terminal.err << mapper::language::format(diagnostic, *text) << '\n';
    }
    return 2;
  }
  const auto written = write_out(terminal, mapper::language::format_mapper(syntax));
  return written ? Result<int>(0) : forward(written);
}

} // namespace

void add_mapper_format(CLI::App& mapper, Commands& commands) {
  CLI::App& app =
      commands.add(mapper, "format", "a mapper in its canonical form", "  mapwright mapper format my.mapper");
  auto file = std::make_shared<std::string>();
  app.add_option("FILE", *file, "the mapper; - reads standard input")->required()->type_name("");
  commands.set_action(app, [file](Terminal& terminal) { return format_file(*file, terminal); });
}

} // namespace mapwright::cli
