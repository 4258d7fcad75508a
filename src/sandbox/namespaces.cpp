#include "sandbox/namespaces.hpp"

#include <cstdlib>
#include <filesystem>
#include <sstream>

#include <fmt/format.h>
#include <unistd.h>

namespace mapwright::sandbox {
namespace {

namespace fs = std::filesystem;

/// The first process of the namespace: waits for the command, so that all that the command leaves behind ends with it,
/// and passes its exit status on without a word of its own.
constexpr const char* first_process = R"(exec 3>&2 2>/dev/null; (exec "$@" 2>&3 3>&-); exit $?)";

/// Parts of the system that compilers and programs read.
constexpr const char* system_directories[] = {"/bin", "/sbin", "/lib", "/lib32", "/lib64", "/libx32"};
constexpr const char* system_files[] = {"/etc/alternatives", "/etc/ld.so.cache", "/etc/OpenCL"};

class Arguments {
public:
  template <class... Words> void add(const Words&... words) { (list_.push_back(std::string(words)), ...); }

  /// Shows `path` inside at the same place; the directories above it are made readable, whatever they are outside.
  void bind(const char* how, const fs::path& path) {
    fs::path above;
    for (const fs::path& part : path.parent_path()) {
      above /= part;
      if (above != "/") {
        add("--perms", "0755", "--dir", above.string());
      }
    }
    add(how, path.string(), path.string());
  }

  [[nodiscard]] std::vector<std::string> take() { return std::move(list_); }

private:
  std::vector<std::string> list_;
};

void add_namespaces(Arguments& bwrap, const Policy& policy, bool own_user_namespace) {
  bwrap.add("--unshare-ipc", "--unshare-pid", "--unshare-uts", "--unshare-cgroup-try", "--as-pid-1");
  if (own_user_namespace) {
    bwrap.add("--unshare-user");
  }
  if (!policy.network) {
    bwrap.add("--unshare-net");
  }
  bwrap.add("--die-with-parent", "--new-session", "--cap-drop", "ALL");
}

void add_system(Arguments& bwrap) {
  bwrap.add("--ro-bind", "/usr", "/usr");
  for (const fs::path directory : system_directories) {
    std::error_code ignored;
    if (fs::is_symlink(directory, ignored)) {
      bwrap.add("--symlink", fs::read_symlink(directory, ignored).string(), directory.string());
    } else if (fs::is_directory(directory, ignored)) {
      bwrap.add("--ro-bind", directory.string(), directory.string());
    }
  }
  for (const fs::path file : system_files) {
    std::error_code ignored;
    if (fs::exists(file, ignored)) {
      bwrap.bind("--ro-bind", file);
    }
  }
}

void add_private_memory(Arguments& bwrap, const Policy& policy) {
  const std::string size = std::to_string(policy.temporary.count());
  bwrap.add("--proc", "/proc", "--dev", "/dev");
  bwrap.add("--perms", "1777", "--size", size, "--tmpfs", "/dev/shm");
  bwrap.add("--perms", "1777", "--size", size, "--tmpfs", "/tmp");
}

void add_policy_paths(Arguments& bwrap, const Policy& policy) {
  for (const fs::path& device : policy.devices) {
    bwrap.bind("--dev-bind", device);
  }
  for (const fs::path& path : policy.read_only) {
    bwrap.bind("--ro-bind", path);
  }
  if (!policy.scratch.empty()) {
    bwrap.bind("--bind", policy.scratch);
  }
  bwrap.add("--remount-ro", "/dev", "--remount-ro", "/", "--chdir", "/");
}

} // namespace

std::string find_executable(const std::string& name, const std::string& search_path) {
  if (name.find('/') != std::string::npos) {
    return name;
  }
  std::istringstream directories(search_path);
  for (std::string directory; std::getline(directories, directory, ':');) {
    const fs::path candidate = fs::path(directory) / name;
    if (access(candidate.c_str(), X_OK) == 0 && !fs::is_directory(candidate)) {
      return candidate.string();
    }
  }
  return {};
}

Result<std::vector<std::string>> namespace_command(const Policy& policy, const std::optional<Identity>& identity,
                                                   int filter_fd, int status_fd, const std::vector<std::string>& argv) {
  const char* path = std::getenv("PATH");
  const std::string bwrap_path = find_executable("bwrap", path != nullptr ? path : "/usr/bin:/bin");
  if (bwrap_path.empty()) {
    return fail(ErrorKind::machine, "bubblewrap (bwrap) is not installed", "apt install bubblewrap");
  }
  for (const char* helper : {"env", "prlimit", "setpriv"}) {
    if (find_executable(helper, "/usr/bin:/bin").empty()) {
      return fail(ErrorKind::machine, fmt::format("{} is not installed", helper), "apt install util-linux coreutils");
    }
  }

  Arguments bwrap;
  bwrap.add(bwrap_path);
  add_namespaces(bwrap, policy, !identity);
  if (identity) {
    bwrap.add("--cap-add", "CAP_SETUID", "--cap-add", "CAP_SETGID"); // given up by setpriv below
  }
  add_system(bwrap);
  add_private_memory(bwrap, policy);
  add_policy_paths(bwrap, policy);
  bwrap.add("--clearenv");
  for (const auto& [name, value] : policy.environment) {
    bwrap.add("--setenv", name, value);
  }
  bwrap.add("--seccomp", std::to_string(filter_fd), "--json-status-fd", std::to_string(status_fd));

  bwrap.add("/bin/sh", "-c", first_process, "sh");
  if (identity) {
    bwrap.add("setpriv", "--reuid", std::to_string(identity->user), "--regid", std::to_string(identity->group));
    bwrap.add("--clear-groups", "--inh-caps=-all", "--no-new-privs");
  }
  // The directory is entered here because root without capabilities may not enter what belongs to the command's user.
  bwrap.add("env", fmt::format("--chdir={}", policy.scratch.empty() ? "/tmp" : policy.scratch.string()));
  const std::string tasks = std::to_string(policy.processes);
  bwrap.add("prlimit", fmt::format("--nproc={}:{}", tasks, tasks), "--");
  std::vector<std::string> all = bwrap.take();
  all.insert(all.end(), argv.begin(), argv.end());
  return all;
}

} // namespace mapwright::sandbox
