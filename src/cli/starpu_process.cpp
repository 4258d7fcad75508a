#include "cli/starpu_process.hpp"

#include "cli/engine_answer.hpp"
#include "sandbox/scratch.hpp"
#include "sandbox/supervise.hpp"

#include <csignal>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <optional>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <sys/wait.h>
#include <unistd.h>

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

std::filesystem::path beside_this(const char* name) {
  return std::filesystem::read_symlink("/proc/self/exe").replace_filename(name);
}

/// The program of this name in PATH; empty when there is none.
std::string find_program(const std::string& name) {
  const char* const path = std::getenv("PATH");
  std::istringstream folders(path != nullptr ? path : "");
  for (std::string folder; std::getline(folders, folder, ':');) {
    const std::string candidate = (std::filesystem::path(folder) / name).string();
    if (access(candidate.c_str(), X_OK) == 0) {
      return candidate;
    }
  }
  return {};
}

/// All ranks on this computer, whatever its cores, talking over shared memory and the loopback device.
Result<sandbox::Launch> launch_of_ranks(unsigned ranks, const std::filesystem::path& scratch) {
  const std::string program = beside_this("mapwright-starpu-ranks").string();
  if (!std::filesystem::exists(program)) {
    return fail(ErrorKind::machine, "the engine for several ranks was not built: StarPU-MPI or Open MPI was not there",
                "install libstarpu-dev and libopenmpi-dev and build again: tools/install_packages && ./quickstart");
  }
  const std::string mpirun = find_program("mpirun");
  if (mpirun.empty()) {
    return fail(ErrorKind::machine, "there is no mpirun", "install openmpi-bin");
  }
  sandbox::Launch launch;
  launch.executable = mpirun;
  launch.argv = {mpirun, "--oversubscribe", "--bind-to", "none", "-np", std::to_string(ranks)};
  const std::vector<std::pair<std::string, std::string>> parameters{
      {"btl", "self,vader,tcp"},
      {"btl_tcp_if_include", "lo"},
      {"oob_tcp_if_include", "lo"},
      {"pml", "ob1"},
      {"btl_vader_single_copy_mechanism", "none"}, // which containers forbid
      {"btl_vader_backing_directory", scratch.string()},
      {"orte_tmpdir_base", scratch.string()},
  };
  for (const auto& [name, value] : parameters) {
    launch.argv.insert(launch.argv.end(), {"--mca", name, value});
  }
  launch.argv.push_back(program);
  launch.environment = child_environment();
  launch.environment.insert(launch.environment.end(), {"OMPI_ALLOW_RUN_AS_ROOT=1", "OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1"});
  return launch;
}

} // namespace

Result<sandbox::Launch> starpu_engine_launch() {
  const std::string program = beside_this("mapwright-starpu-engine").string();
  if (!std::filesystem::exists(program)) {
    return fail(ErrorKind::machine, "the engine for StarPU was not built: StarPU was not there",
                "install libstarpu-dev and build again: tools/install_packages && ./quickstart");
  }
  sandbox::Launch launch;
  launch.executable = program;
  launch.argv = {program};
  launch.environment = child_environment();
  return launch;
}

Error end_without_answer(const sandbox::Observation& seen) {
  Error error{ErrorKind::input, "the run ended without an answer: a kernel ended its process", std::nullopt,
              last_words(seen.standard_error)};
  if (seen.killed_for) {
    error.message = fmt::format("the run was stopped: {}", to_string(*seen.killed_for));
  } else if (WIFSIGNALED(seen.wait_status)) {
    const int signal = WTERMSIG(seen.wait_status);
    error.message =
        fmt::format("the run ended by signal {} ({}): a kernel did that, or StarPU", signal, sigdescr_np(signal));
  }
  return error;
}

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

Result<report::Json> ask_starpu(const report::Json& request, unsigned ranks) {
  std::optional<sandbox::ScratchDirectory> scratch; // for what mpirun would leave behind where it is killed
  if (ranks > 0) {
    auto made = sandbox::ScratchDirectory::create();
    if (!made) {
      return forward(made);
    }
    scratch.emplace(*std::move(made));
  }
  const auto launch = ranks > 0 ? launch_of_ranks(ranks, scratch->path()) : starpu_engine_launch();
  if (!launch) {
    return forward(launch);
  }
  auto child = sandbox::spawn(*launch, request.dump());
  if (!child) {
    return forward(child);
  }
  sandbox::Policy policy;
  policy.wall_time = Seconds(longest_run_seconds);
  policy.output = mebibytes(64);
  const pid_t pid = child->pid;
  const sandbox::Observation seen = sandbox::supervise(*std::move(child), policy, [pid] { kill(-pid, SIGKILL); });
  if (seen.killed_for) {
    return tl::unexpected<Error>(end_without_answer(seen));
  }
  auto answer = answer_in(seen.standard_output);
  if (answer && (WIFSIGNALED(seen.wait_status) || answer->is_null())) {
    return tl::unexpected<Error>(end_without_answer(seen));
  }
  return answer;
}

} // namespace mapwright::cli
