// Runs the command line executable as a user would: own process, own files, stdin, stdout and stderr.
#pragma once

#include "support/paths.hpp"

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <stdexcept>
#include <string>
#include <vector>

#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

namespace mapwright::test {

struct Ran {
  int code = -1; ///< exit code; 128 + signal when killed
  std::string out;
  std::string err;
};

inline std::string read_text(const std::filesystem::path& path) {
  std::ifstream file(path, std::ios::binary);
  std::ostringstream text;
  text << file.rdbuf();
  return text.str();
}

inline void write_text(const std::filesystem::path& path, const std::string& text) {
  std::ofstream(path, std::ios::binary) << text;
}

/// A directory of its own, removed at the end.
class TemporaryDirectory {
public:
  TemporaryDirectory() {
    std::string pattern = (std::filesystem::temp_directory_path() / "mapwright-cli-XXXXXX").string();
    if (mkdtemp(pattern.data()) == nullptr) {
      throw std::runtime_error("mkdtemp failed");
    }
    path_ = pattern;
  }
  TemporaryDirectory(const TemporaryDirectory&) = delete;
  TemporaryDirectory& operator=(const TemporaryDirectory&) = delete;
  ~TemporaryDirectory() {
    std::error_code code;
    std::filesystem::remove_all(path_, code);
  }
  [[nodiscard]] const std::filesystem::path& path() const { return path_; }

private:
  std::filesystem::path path_;
};

/// `mapwright ARGUMENTS` with `input` on standard input, in `directory` (empty: as it is).
inline Ran mapwright(const std::vector<std::string>& arguments, const std::string& input = {},
                     const std::filesystem::path& directory = {}) {
  const TemporaryDirectory files;
  write_text(files.path() / "in", input);
  const std::string program = binary().string();
  std::vector<char*> argv{const_cast<char*>("mapwright")};
  for (const std::string& argument : arguments) {
    argv.push_back(const_cast<char*>(argument.c_str()));
  }
  argv.push_back(nullptr);
  const std::string in = (files.path() / "in").string();
  const std::string out = (files.path() / "out").string();
  const std::string err = (files.path() / "err").string();
  const pid_t child = fork();
  if (child == 0) {
    dup2(open(in.c_str(), O_RDONLY), 0);
    dup2(open(out.c_str(), O_WRONLY | O_CREAT, 0600), 1);
    dup2(open(err.c_str(), O_WRONLY | O_CREAT, 0600), 2);
    if (!directory.empty() && chdir(directory.c_str()) != 0) {
      _exit(126);
    }
    execv(program.c_str(), argv.data());
    _exit(127);
  }
  int status = 0;
  waitpid(child, &status, 0);
  return {WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status), read_text(out), read_text(err)};
}

/// Compares with tests/golden/cli/NAME; MAPWRIGHT_UPDATE_GOLDEN=1 rewrites it.
inline void expect_golden(const std::string& name, const std::string& text) {
  const std::filesystem::path path = golden_dir() / "cli" / name;
  if (std::getenv("MAPWRIGHT_UPDATE_GOLDEN") != nullptr) {
    std::filesystem::create_directories(path.parent_path());
    write_text(path, text);
  }
  EXPECT_EQ(text, read_text(path)) << path << " differs; MAPWRIGHT_UPDATE_GOLDEN=1 rewrites it";
}

} // namespace mapwright::test
