#include "cli/kernel_options.hpp"

#include "cli/options.hpp"
#include "cli/values.hpp"
#include "core/suggest.hpp"
#include "kernel/judge/opened_worker.hpp"

#include <algorithm>
#include <array>
#include <filesystem>

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace mapwright::cli {

namespace {

constexpr unsigned most_threads = 1024;
constexpr std::array all_backends{kernel::Backend::cpp, kernel::Backend::opencl, kernel::Backend::cuda,
                                  kernel::Backend::hip};
constexpr std::array levels{sandbox::Level::none, sandbox::Level::rlimits, sandbox::Level::seccomp,
                            sandbox::Level::full};

} // namespace

void declare(CLI::App& app, KernelOptions& options) {
  add_repeated(app, "--backend", options.backends, "cpp, opencl, cuda or hip (default: all there are)")
      ->type_name("NAME");
  app.add_option("--device", options.device, "for device back ends: part of the device's name")->type_name("NAME");
  app.add_option("--threads", options.threads, "threads of a kernel (default: all cores)")->type_name("COUNT");
  app.add_option("--sandbox", options.sandbox, "weakest containment to accept: full, seccomp, rlimits or none")
      ->type_name("LEVEL")
      ->capture_default_str();
  declare_json(app, options.json);
}

Result<kernel::RunnerSettings> runner_settings(const KernelOptions& options) {
  kernel::RunnerSettings settings;
  settings.worker = std::filesystem::read_symlink("/proc/self/exe");
  settings.device = options.device;
  if (options.threads > most_threads) {
    return fail(ErrorKind::input, fmt::format("--threads must be at most {}", most_threads));
  }
  settings.threads = options.threads;
  settings.spare = std::make_shared<kernel::SpareWorker>();
  for (const sandbox::Level level : levels) {
    if (options.sandbox == to_string(level)) {
      settings.least = level;
      return settings;
    }
  }
  return fail(ErrorKind::input, fmt::format("unknown sandbox level '{}'", options.sandbox),
              suggest(options.sandbox, {"full", "seccomp", "rlimits", "none"},
                      "expected one of: full, seccomp, rlimits, none"));
}

Result<std::vector<kernel::Backend>> chosen_backends(const KernelOptions& options) {
  if (options.backends.empty()) {
    return std::vector<kernel::Backend>(all_backends.begin(), all_backends.end());
  }
  std::vector<kernel::Backend> chosen;
  for (const std::string& name : options.backends) {
    const auto backend = kernel::backend_named(name);
    if (!backend) {
      return fail(ErrorKind::input, fmt::format("unknown back end '{}'", name),
                  suggest(name, {"cpp", "opencl", "cuda", "hip"}, "expected one of: cpp, opencl, cuda, hip"));
    }
    chosen.push_back(*backend);
  }
  return chosen;
}

Result<kernel::Task> read_named_task(const std::string& name) {
  const auto folder = kernel::find_task(name);
  return folder ? kernel::read_task(*folder) : Result<kernel::Task>(forward(folder));
}

Result<OpenedTask> open_task(kernel::Task task, const kernel::RunnerSettings& settings) {
  OpenedTask opened;
  opened.task = std::make_unique<kernel::Task>(std::move(task));
  auto reference = kernel::compile_reference(*opened.task, settings.least);
  if (!reference) {
    return forward(reference);
  }
  opened.reference = *std::move(reference);
  opened.cases = std::make_unique<kernel::Cases>(*opened.task, *opened.reference, kernel::fresh_secret());
  return opened;
}

Result<OpenedTask> open_task(const std::string& name, const kernel::RunnerSettings& settings) {
  auto task = read_named_task(name);
  return task ? open_task(*std::move(task), settings) : Result<OpenedTask>(forward(task));
}

Result<kernel::Tuning> read_tuning(const kernel::KernelCandidate& candidate, const std::string& text) {
  kernel::Tuning tuning = preset(candidate);
  if (text.empty()) {
    return tuning;
  }
  const auto given = parse_sizes(text);
  if (!given) {
    return forward(given);
  }
  std::vector<std::string> names;
  for (const kernel::Tunable& tunable : candidate.tunables) {
    names.push_back(tunable.name);
  }
  for (const NamedSize& one : *given) {
    const auto tunable = std::find_if(candidate.tunables.begin(), candidate.tunables.end(),
                                      [&](const kernel::Tunable& known) { return known.name == one.name; });
    if (tunable == candidate.tunables.end()) {
      return fail(
          ErrorKind::input, fmt::format("the kernel has no tunable '{}'", one.name),
          suggest(one.name, names, names.empty() ? "it has none" : fmt::format("it has {}", fmt::join(names, ", "))));
    }
    const auto value = static_cast<std::int64_t>(one.value);
    if (std::find(tunable->values.begin(), tunable->values.end(), value) == tunable->values.end()) {
      return fail(ErrorKind::input, fmt::format("{} cannot be {}", one.name, value),
                  fmt::format("its values are {}", fmt::join(tunable->values, ", ")));
    }
    tuning[one.name] = value;
  }
  const auto fits = kernel::allowed(candidate, tuning);
  if (!fits) {
    return forward(fits);
  }
  if (!*fits) {
    return fail(ErrorKind::input, "the kernel's constraints do not allow this tuning", "its first comment states them");
  }
  return tuning;
}

} // namespace mapwright::cli
