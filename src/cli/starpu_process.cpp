#include "cli/starpu_process.hpp"

#include "cli/engine_answer.hpp"
#include "sandbox/supervise.hpp"

#include <csignal>
#include <cstdlib>
#include <cstring>
#include <filesystem>

#include <fmt/format.h>
#include <sys/wait.h>

namespace mapwright::cli {

namespace {

constexpr double longest_run_seconds = 3600;

/// What the child sees: nothing that would change how StarPU or OpenCL work, but where to find things.
std::vector<std::string> child_environment() {
  std::vector<std::string> environment;
  for (const char* name : {"PATH", "HOME", "TMPDIR", "LANG", "LD_LIBRARY_PATH", "OCL_ICD_VENDORS", "POCL_CACHE_DIR"}) {
    if (const char* value = std::getenv(name); value != nullptr) {
      environment.push_back(fmt::format("{}={}", name, value));
    }
  }
  return environment;
}

} // namespace

Result<std::string> starpu_cache() {
  const char* const set = std::getenv("XDG_CACHE_HOME");
  const char* const home = std::getenv("HOME");
  const std::filesystem::path base = set != nullptr    ? std::filesystem::path(set)
                                     : home != nullptr ? std::filesystem::path(home) / ".cache"
                                                       : std::filesystem::temp_directory_path();
  const std::filesystem::path folder = base / "mapwright" / "starpu";
  std::error_code code;
  std::filesystem::create_directories(folder, code);
  if (code) {
    return fail(ErrorKind::machine, fmt::format("the folder {} cannot be made: {}", folder.string(), code.message()),
                "XDG_CACHE_HOME names another place");
  }
  return folder.string();
}

Result<report::Json> ask_starpu(const report::Json& request) {
  const std::filesystem::path program =
      std::filesystem::read_symlink("/proc/self/exe").replace_filename("mapwright-starpu-engine");
  if (!std::filesystem::exists(program)) {
    return fail(ErrorKind::machine, "the engine for StarPU was not built: StarPU was not there",
                "install libstarpu-dev and build again: tools/install_packages && ./quickstart");
  }
  sandbox::Launch launch;
  launch.executable = program.string();
  launch.argv = {program.string()};
  launch.environment = child_environment();
  auto child = sandbox::spawn(launch, request.dump());
  if (!child) {
    return forward(child);
  }
  sandbox::Policy policy;
  policy.wall_time = Seconds(longest_run_seconds);
  policy.output = mebibytes(64);
  const pid_t pid = child->pid;
  const sandbox::Observation seen = sandbox::supervise(*std::move(child), policy, [pid] { kill(-pid, SIGKILL); });
  if (seen.killed_for) {
    return fail(ErrorKind::input, fmt::format("the run was stopped: {}", to_string(*seen.killed_for)));
  }
  if (WIFSIGNALED(seen.wait_status)) {
    const int signal = WTERMSIG(seen.wait_status);
    return fail(
        ErrorKind::input,
        fmt::format("the run ended by signal {} ({}): a kernel did that, or StarPU", signal, sigdescr_np(signal)),
        last_words(seen.standard_error));
  }
  auto answer = answer_in(seen.standard_output);
  if (answer && answer->is_null()) {
    return fail(ErrorKind::input, "the run ended without an answer: a kernel ended its process",
                last_words(seen.standard_error));
  }
  return answer;
}

} // namespace mapwright::cli
