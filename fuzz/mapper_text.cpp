// Any text given to the mapper language ends in diagnostics or in a mapper, in bounded time. What parses has a
// canonical form that parses again and is its own; a mapper that comes out places points inside its machine, or says
// why not.
#include "mapper/language/format.hpp"
#include "mapper/language/launch_map.hpp"
#include "mapper/language/parse.hpp"

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string>

namespace {

void require(bool holds) {
  if (!holds) {
    std::abort();
  }
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace mapwright;
  using namespace mapwright::mapper;
  constexpr std::size_t most = 4096;
  if (size > most) {
    return 0;
  }
  const language::SourceText source{std::string(reinterpret_cast<const char*>(data), size), "M"};
  const language::Examined examined = language::examine(source);
  for (const language::Diagnostic& diagnostic : examined.diagnostics.sorted()) {
    require(!language::format(diagnostic, source).empty());
  }
  language::Diagnostics syntax_errors;
  const language::MapperSyntax syntax = language::parse_mapper(source, syntax_errors);
  if (syntax_errors.errors() == 0) {
    const std::string text = language::format_mapper(syntax);
    language::Diagnostics again;
    require(language::format_mapper(language::parse_mapper({text, "M"}, again)) == text && again.errors() == 0);
  }
  language::MachineShape machine;
  machine.nodes = 2;
  machine.processors = {4, 6, 1, 1, 1, 1};
  const language::EvaluationLimits limits{5'000, 200, 64, 10};
  const auto mapper = language::Mapper::make(source, machine, limits);
  if (!mapper) {
    require(!mapper.error().format().empty());
    return 0;
  }
  for (const language::Statement& statement : mapper->syntax().statements) {
    const auto* map = std::get_if<language::MapStatement>(&statement.is);
    if (map == nullptr || map->single) {
      continue;
    }
    const auto placed = language::LaunchMap::make(*mapper, map->function.text, ProcessorKind::gpu,
                                                  language::LaunchDomain{{-1, 0}, {3, 4}});
    const auto points = placed ? placed->place(0, 12) : Result<language::Placements>(forward(placed));
    require(!placed || !placed->proved() || points);
    for (std::size_t i = 0; points && i < points->nodes.size(); ++i) {
      require(0 <= points->nodes[i] && points->nodes[i] < 2);
      require(0 <= points->processors[i] && points->processors[i] < 6);
    }
  }
  return 0;
}
