#include "cli/run.hpp"

#include "mapwright/version.hpp"

#include "cli/command.hpp"
#include "core/suggest.hpp"
#include "report/json.hpp"

#include <algorithm>
#include <exception>
#include <new>
#include <ostream>

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace mapwright::cli {

namespace {

constexpr const char* program_examples =
    "  mapwright map list                           the domains with a name\n"
    "  mapwright map derive triangle                count, rank, unrank and their proof\n"
    "  mapwright map eval triangle --param n=10 --count 5 --csv\n"
    "  mapwright map emit triangle --lang cuda -o triangle.cuh\n"
    "  mapwright run problem.toml                   all of it for one problem\n"
    "Exit codes: 0 done, 1 the answer is no, 2 bad usage or input, 3 the machine lacks something, 4 internal error.";

constexpr const char* map_examples =
    "DOMAIN is one of\n"
    "  triangle, band(a=3,b=0), combinations(k=4)   a name of `mapwright map list`\n"
    "  '[n] -> { [i,j] : 0 <= j <= i < n }'         an isl set\n"
    "  fractal:3:111,101,111                        scale, then rows of kept cells; / between layers\n"
    "  'where:[r] -> [x,y] in [-r,r]x[-r,r] : x*x + y*y <= r*r'\n"
    "  ragged(triangle), pairs(triangle), union(A, B), difference(A, B), intersection(A, B)\n"
    "  FILE.toml                                    a file with any of these\n"
    "  points:FILE.csv                              its first points, one a line: the domain is inferred\n"
    "  -                                            the same text on standard input\n"
    "Examples:\n"
    "  mapwright map derive '[n] -> { [i,j] : 0 <= j <= i < n }' --json\n"
    "  mapwright map rank triangle --param n=10 --point 4,2";

constexpr const char* mapper_examples =
    "FILE is a mapper: statements that say where tasks run and regions lie (docs/mappers.md); - reads standard input.\n"
    "Examples:\n"
    "  mapwright mapper check stencil.mapper\n"
    "  mapwright mapper simulate stencil.mapper --program stencil.toml --machine lassen,nodes=4\n"
    "  mapwright mapper explain first.mapper second.mapper --program stencil.toml --machine lassen,nodes=4\n"
    "  mapwright mapper search --app circuit --machine p100x4 --budget evaluations=50 --out circuit.mapper\n"
    "  mapwright mapper place stencil.mapper --machine nodes=2,gpus=4 --task step --domain 8,8\n"
    "  mapwright mapper decompose 12 16,9,4";

constexpr const char* kernel_examples = "Examples:\n"
                                        "  mapwright kernel list\n"
                                        "  mapwright kernel check gemm mine.cpp\n"
                                        "  mapwright kernel bench gemm mine.cpp\n"
                                        "  mapwright kernel evolve gemm";

std::vector<std::string> subcommand_names(const CLI::App& app) {
  std::vector<std::string> names;
  for (const CLI::App* sub : app.get_subcommands([](const CLI::App*) { return true; })) {
    names.push_back(sub->get_name());
  }
  return names;
}

std::vector<std::string> option_names(const CLI::App& app) {
  std::vector<std::string> names;
  for (const CLI::Option* option : app.get_options()) {
    for (const std::string& name : option->get_lnames()) {
      names.push_back("--" + name);
    }
  }
  return names;
}

/// The command named last on the command line, e.g. that of `mapwright map eval`.
const CLI::App& deepest(const CLI::App& app) {
  const std::vector<CLI::App*> named = app.get_subcommands();
  return named.empty() ? app : deepest(*named.back());
}

std::string full_name(const CLI::App& app) {
  return app.get_parent() == nullptr ? app.get_name() : full_name(*app.get_parent()) + " " + app.get_name();
}

std::string ask_for_help(const CLI::App& app) {
  return fmt::format("`{} --help` lists what it takes", full_name(app));
}

/// The words of the command line that no option or command took.
std::string unexpected_word(const CLI::App& program) {
  const std::vector<std::string> words = program.remaining(true);
  return words.empty() ? std::string() : words.front();
}

/// A usage error of CLI11 in the words of this program.
Error usage_error(const CLI::App& program, const CLI::ParseError& thrown) {
  const CLI::App& app = deepest(program);
  const std::vector<std::string> commands = subcommand_names(app);
  if (dynamic_cast<const CLI::ExtrasError*>(&thrown) != nullptr) {
    const std::string word = unexpected_word(program);
    if (word.starts_with('-') && word.size() > 1) {
      const std::string name = word.substr(0, word.find('='));
      return {ErrorKind::input, fmt::format("'{}' has no option {}", full_name(app), name), std::nullopt,
              suggest(name, option_names(app), ask_for_help(app))};
    }
    if (!commands.empty()) {
      return {ErrorKind::input, fmt::format("'{}' has no command '{}'", full_name(app), word), std::nullopt,
              suggest(word, commands, fmt::format("the commands are {}", fmt::join(commands, ", ")))};
    }
    return {ErrorKind::input, fmt::format("'{}' does not expect '{}'", full_name(app), word), std::nullopt,
            "a domain with spaces or brackets goes into quotes; " + ask_for_help(app)};
  }
  if (dynamic_cast<const CLI::RequiredError*>(&thrown) != nullptr) {
    return {ErrorKind::input, fmt::format("'{}': {}", full_name(app), thrown.what()), std::nullopt, ask_for_help(app)};
  }
  return {ErrorKind::input, fmt::format("'{}': {}", full_name(app), thrown.what()), std::nullopt, ask_for_help(app)};
}

/// Whether the words ask for JSON; needed before, and in spite of, a failing parse.
bool wants_json(std::span<const std::string> arguments) {
  return std::find(arguments.begin(), arguments.end(), "--json") != arguments.end();
}

int report_error(const Error& error, bool json, Terminal& terminal) {
  terminal.err << error.format() << '\n';
  if (error.kind == ErrorKind::internal) {
    terminal.err << fmt::format("this is a fault of mapwright {}; please report it with the command line above\n",
                                version());
  }
  terminal.err.flush();
  if (json) {
    try {
      (void)write_out(terminal, report::document_text(report::error_document(error)));
    } catch (const OutputClosed&) { // the text above has said it
    }
  }
  return report::exit_code(error.kind);
}

void describe(CLI::App& program) {
  program.name("mapwright");
  program.footer("Examples:\n" + std::string(program_examples));
  program.set_help_flag("-h,--help", "print this help");
  program.set_version_flag("--version", fmt::format("mapwright {}", version()), "print the version");
  program.get_formatter()->column_width(34);
  program.get_formatter()->label("OPTIONS", "OPTION...");
  program.get_formatter()->label("SUBCOMMAND", "COMMAND");
  program.get_formatter()->label("REQUIRED", "(required)");
}

Result<int> act(const CLI::App& program, const Commands& commands, Terminal& terminal) {
  if (const Action* action = commands.chosen()) {
    return (*action)(terminal);
  }
  const CLI::App& group = deepest(program);
  return fail(ErrorKind::input,
              fmt::format("'{}' needs a command: {}", full_name(group), fmt::join(subcommand_names(group), ", ")),
              ask_for_help(group));
}

int parse_and_act(std::span<const std::string> arguments, Terminal& terminal) {
  const bool json = wants_json(arguments);
  CLI::App program{
      "mapwright finds, proves and measures what decides how fast a parallel program runs: index maps, kernels and "
      "mappers of tasks."};
  describe(program);
  Commands commands;
  CLI::App& map = *program.add_subcommand("map", "index maps: which point thread number w works on");
  map.group("Commands");
  map.footer(map_examples);
  add_map_list(map, commands);
  add_map_derive(map, commands);
  add_map_eval(map, commands);
  add_map_rank(map, commands);
  add_map_verify(map, commands);
  add_map_audit(map, commands);
  add_map_bench(map, commands);
  add_map_emit(map, commands);
  add_map_chunk(map, commands);
  add_map_study(map, commands);
  add_map_account(map, commands);
  add_map_tiles(map, commands);
  CLI::App& kernel = *program.add_subcommand("kernel", "kernels: judged against a task's reference, timed, tuned");
  kernel.group("Commands");
  kernel.footer(kernel_examples);
  add_kernel_list(kernel, commands);
  add_kernel_check(kernel, commands);
  add_kernel_selftest(kernel, commands);
  add_kernel_bench(kernel, commands);
  add_kernel_tune(kernel, commands);
  add_kernel_import(kernel, commands);
  add_kernel_init(kernel, commands);
  add_kernel_evolve(kernel, commands);
  add_kernel_lineage(kernel, commands);
  add_kernel_findings(kernel, commands);
  CLI::App& mapper = *program.add_subcommand("mapper", "mappers: where tasks run and regions lie");
  mapper.group("Commands");
  mapper.footer(mapper_examples);
  add_mapper_check(mapper, commands);
  add_mapper_place(mapper, commands);
  add_mapper_decompose(mapper, commands);
  add_mapper_format(mapper, commands);
  add_mapper_simulate(mapper, commands);
  add_mapper_run(mapper, commands);
  add_mapper_calibrate(mapper, commands);
  add_mapper_explain(mapper, commands);
  add_mapper_export(mapper, commands);
  add_mapper_search(mapper, commands);
  add_mapper_study(mapper, commands);
  add_mapper_write(mapper, commands);
  add_mapper_minimise(mapper, commands);
  add_mapper_robustness(mapper, commands);
  add_run(program, commands);
  add_resume(program, commands);
  add_report(program, commands);
  add_replay(program, commands);
  add_doctor(program, commands);
  try {
    std::vector<std::string> reversed(arguments.rbegin(), arguments.rend());
    program.parse(std::move(reversed));
  } catch (const CLI::CallForHelp&) {
    const auto written = write_out(terminal, program.help());
    return written ? 0 : report_error(written.error(), false, terminal);
  } catch (const CLI::CallForVersion& version_asked) {
    const auto written = write_out(terminal, std::string(version_asked.what()) + "\n");
    return written ? 0 : report_error(written.error(), false, terminal);
  } catch (const CLI::ParseError& thrown) {
    return report_error(usage_error(program, thrown), json, terminal);
  }
  const Result<int> code = act(program, commands, terminal);
  return code ? *code : report_error(code.error(), json, terminal);
}

} // namespace

int run(std::span<const std::string> arguments, Terminal& terminal) {
  const bool json = wants_json(arguments);
  try {
    return parse_and_act(arguments, terminal);
  } catch (const OutputClosed&) {
    return 0;
  } catch (const std::bad_alloc&) {
    return report_error({ErrorKind::machine, "not enough memory", std::nullopt, "use smaller sizes"}, json, terminal);
  } catch (const std::exception& thrown) {
    return report_error({ErrorKind::internal, thrown.what(), std::nullopt, {}}, json, terminal);
  }
}

} // namespace mapwright::cli
