#include "cli/mapper_subject.hpp"

#include "cli/mapper_options.hpp"
#include "cli/options.hpp"
#include "cli/values.hpp"
#include "mapper/machine/read_machine.hpp"
#include "mapper/program/read_program.hpp"

#include <cstdint>
#include <utility>

#include <fmt/format.h>

namespace mapwright::cli {

namespace {

constexpr std::size_t most_program_bytes = std::size_t{1} << 24;

/// The sizes of "n=10" and others; the last of a name counts.
Result<mapper::ProgramSizes> set_sizes(const std::vector<std::string>& texts) {
  mapper::ProgramSizes sizes;
  for (const std::string& text : texts) {
    const std::size_t equals = text.find('=');
    const std::string name(trimmed(text.substr(0, equals)));
    const auto values = equals == std::string::npos ? Result<std::vector<std::int64_t>>()
                                                    : parse_integers(text.substr(equals + 1), "--set " + name);
    if (!values) {
      return forward(values);
    }
    if (values->size() != 1) {
      return fail(ErrorKind::input, fmt::format("--set expects SIZE=VALUE, found '{}'", text.substr(0, 60)),
                  "e.g. --set n=1000, and --set again for another size");
    }
    sizes[name] = values->front();
  }
  return sizes;
}

Result<mapper::Program> program_of(const SubjectOptions& options) {
  const auto sizes = set_sizes(options.sizes);
  const auto text = read_file(options.program, most_program_bytes, "program");
  if (!sizes || !text) {
    return sizes ? Result<mapper::Program>(forward(text)) : Result<mapper::Program>(forward(sizes));
  }
  return mapper::read_program(*text, options.program, *sizes);
}

} // namespace

void declare(CLI::App& app, SubjectOptions& options) {
  app.add_option("--program", options.program, "a program of tasks (docs/programs.md)")->type_name("FILE.toml");
  app.add_option("--app", options.app, "an application that comes with the program, instead of --program")
      ->type_name("NAME[,PARAMETER=VALUE]");
  add_repeated(app, "--set", options.sizes, "a size of --program: n=1000")->type_name("SIZE=VALUE");
  app.add_option("--machine", options.machine, "a machine that comes with the program, or a file (docs/machines.md)")
      ->type_name("NAME[,nodes=N]");
}

Result<MapperSubject> open_subject(const SubjectOptions& options) {
  if (options.program.empty() == options.app.empty()) {
    return fail(ErrorKind::input, "give one of --program and --app", "e.g. --program stencil.toml");
  }
  if (options.machine.empty()) {
    return fail(ErrorKind::input, "on which machine? --machine is missing", "e.g. --machine lassen,nodes=4");
  }
  if (!options.app.empty() && !options.sizes.empty()) {
    return fail(ErrorKind::input, "--set is for the sizes of --program",
                "applications take --app NAME,parameter=value");
  }
  auto machine = mapper::open_machine(options.machine);
  if (!machine) {
    return forward(machine);
  }
  std::optional<mapper::Application> application;
  if (!options.app.empty()) {
    auto opened = mapper::open_application(options.app);
    if (!opened) {
      return forward(opened);
    }
    application = *std::move(opened);
  }
  auto program = application ? Result<mapper::Program>(application->program) : program_of(options);
  if (!program) {
    return forward(program);
  }
  auto graph = mapper::expand(*program);
  if (!graph) {
    return forward(graph);
  }
  return MapperSubject{*std::move(program), *std::move(graph), *std::move(machine), std::move(application)};
}

Result<mapper::language::SourceText> read_mapper_for(const MapperSubject& subject, const std::string& name,
                                                     Terminal& terminal) {
  const std::string* text = subject.application ? subject.application->mapper(name) : nullptr;
  return text != nullptr ? Result<mapper::language::SourceText>(mapper::language::SourceText{*text, name})
                         : read_mapper_text(name, terminal);
}

} // namespace mapwright::cli
