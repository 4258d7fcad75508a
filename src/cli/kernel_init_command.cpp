// mapwright kernel init FILE --output DIR
#include "cli/command.hpp"
#include "cli/options.hpp"
#include "cli/task_folder.hpp"
#include "kernel/init/init_task.hpp"
#include "kernel/task/reference.hpp"
#include "report/json.hpp"

#include <filesystem>

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace mapwright::cli {

namespace {

constexpr std::size_t most_kernel_bytes = std::size_t{1} << 20U;

struct KernelInitOptions {
  std::string file;
  std::string output;
  bool json = false;
};

std::vector<std::string> file_names(const kernel::InitialisedTask& made) {
  std::vector<std::string> names;
  for (const auto& [name, text] : made.files) {
    names.push_back(name);
  }
  return names;
}

std::string init_text(const kernel::InitialisedTask& made, const std::string& folder) {
  std::string text = fmt::format("{}: {}\n", folder, fmt::join(file_names(made), ", "));
  text += made.assumed.empty() ? "" : "\ntaken for granted\n";
  for (const std::string& sentence : made.assumed) {
    text += fmt::format("  {}\n", sentence);
  }
  return text + fmt::format("\nnext: mapwright kernel check {0}, then mapwright kernel selftest {0}\n", folder);
}

/// Whether the reference that was made compiles, where this machine can tell.
Result<void> try_reference(const std::string& folder) {
  const auto task = kernel::read_task(folder);
  if (!task) {
    return forward(task);
  }
  const auto reference = kernel::compile_reference(*task);
  if (reference || reference.error().kind == ErrorKind::machine) {
    return {};
  }
  Error error = reference.error();
  error.hint = "the kernel is no plain C++: write a reference between #ifdef MAPWRIGHT_REFERENCE and #endif";
  return tl::unexpected<Error>(std::move(error));
}

Result<int> init(const KernelInitOptions& options, Terminal& terminal) {
  const auto text = read_file(options.file, most_kernel_bytes, "kernel");
  if (!text) {
    return forward(text);
  }
  const auto made = kernel::init_task(*text, options.file);
  if (!made) {
    return forward(made);
  }
  const std::string folder = options.output.empty() ? made->name : options.output;
  if (const auto written = write_task_folder(made->files, folder, "a task"); !written) {
    return forward(written);
  }
  if (const auto tried = try_reference(folder); !tried) {
    return forward(tried);
  }
  const report::Json document{{"schema_version", 1},
                              {"task", made->name},
                              {"folder", folder},
                              {"files", file_names(*made)},
                              {"assumed", made->assumed}};
  const auto written = write_out(terminal, options.json ? report::document_text(document) : init_text(*made, folder));
  return written ? Result<int>(0) : forward(written);
}

} // namespace

void add_kernel_init(CLI::App& kernel, Commands& commands) {
  CLI::App& app = commands.add(kernel, "init", "a task from one file: a kernel and a comment about it",
                               "  mapwright kernel init saxpy.cpp\n"
                               "where saxpy.cpp is, for example,\n"
                               "  /*mapwright-task\n"
                               "  [shapes]\n"
                               "  benchmark = [[1000000]]\n"
                               "  */\n"
                               "  void saxpy(long n, float a, const float* x, float* y) {\n"
                               "    for (long i = 0; i < n; ++i) y[i] += a * x[i];\n"
                               "  }");
  auto options = std::make_shared<KernelInitOptions>();
  app.add_option("FILE", options->file, "the kernel: .cpp, .cl, .cu or .hip")->required()->type_name("");
  app.add_option("--output", options->output, "a new or empty folder (default: the task's name)")->type_name("DIR");
  declare_json(app, options->json);
  commands.set_action(app, [options](Terminal& terminal) { return init(*options, terminal); });
}

} // namespace mapwright::cli
