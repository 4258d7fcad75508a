// mapwright kernel import FILE --output DIR
#include "cli/command.hpp"
#include "cli/options.hpp"
#include "cli/task_folder.hpp"
#include "kernel/import/import_task.hpp"
#include "kernel/task/identifier.hpp"
#include "kernel/task/text_file.hpp"
#include "report/json.hpp"

#include <filesystem>

#include <fmt/format.h>

namespace mapwright::cli {

namespace {

constexpr std::size_t most_t1_bytes = std::size_t{16} << 20U;

struct KernelImportOptions {
  std::string file;
  std::string output;
  std::string name;
  bool json = false;
};

/// A kernel's source beside the file that names it; empty when there is none.
Result<std::string> source_of(const kernel::T1Problem& problem, const std::string& file) {
  const std::filesystem::path source = std::filesystem::path(file).parent_path() / problem.kernel_file;
  std::error_code ignored;
  if (!std::filesystem::is_regular_file(source, ignored)) {
    return std::string();
  }
  return kernel::read_text_file(source);
}

std::string import_text(const kernel::ImportedTask& made, const std::string& folder) {
  std::string text = fmt::format("{}: task.toml, {}\n", folder, made.kernel_file);
  const auto list = [&](const char* title, const std::vector<std::string>& sentences) {
    text += sentences.empty() ? "" : fmt::format("\n{}\n", title);
    for (const std::string& sentence : sentences) {
      text += fmt::format("  {}\n", sentence);
    }
  };
  list("missing, before the judge can judge", made.missing);
  list("not taken over", made.left_out);
  return text;
}

Result<int> import_problem(const KernelImportOptions& options, Terminal& terminal) {
  const auto text = read_file(options.file, most_t1_bytes, "tuning problem");
  if (!text) {
    return forward(text);
  }
  const auto problem = kernel::parse_t1(*text, options.file);
  if (!problem) {
    return forward(problem);
  }
  const std::string name = options.name.empty() ? problem->kernel : options.name;
  if (const auto objection = kernel::objection_to_name(name); !objection.empty()) {
    return fail(ErrorKind::input, fmt::format("--name: '{}' {}", name, objection));
  }
  const auto source = source_of(*problem, options.file);
  if (!source) {
    return forward(source);
  }
  const auto made = kernel::import_task(*problem, name, *source);
  if (!made) {
    return forward(made);
  }
  if (const auto written = write_task_folder({{"task.toml", made->task_toml}, {made->kernel_file, made->kernel}},
                                             options.output, "an import");
      !written) {
    return forward(written);
  }
  const report::Json document{{"schema_version", 1},      {"task", made->name},
                              {"folder", options.output}, {"files", {"task.toml", made->kernel_file}},
                              {"missing", made->missing}, {"left_out", made->left_out}};
  const auto written =
      write_out(terminal, options.json ? report::document_text(document) : import_text(*made, options.output));
  return written ? Result<int>(0) : forward(written);
}

} // namespace

void add_kernel_import(CLI::App& kernel, Commands& commands) {
  CLI::App& app = commands.add(kernel, "import", "a task from a tuning problem in the format T1",
                               "  mapwright kernel import problem.json --output my_task\n"
                               "What the file does not say, such as a reference, is named.");
  auto options = std::make_shared<KernelImportOptions>();
  app.add_option("FILE", options->file, "the problem, as JSON")->required()->type_name("");
  app.add_option("--output", options->output, "a new or empty folder")->required()->type_name("DIR");
  app.add_option("--name", options->name, "of the task (default: of the kernel)")->type_name("NAME");
  declare_json(app, options->json);
  commands.set_action(app, [options](Terminal& terminal) { return import_problem(*options, terminal); });
}

} // namespace mapwright::cli
