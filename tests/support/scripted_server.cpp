#include "support/scripted_server.hpp"

#include "sandbox/namespaces.hpp"
#include "sandbox/spawn.hpp"
#include "support/paths.hpp"

#include <chrono>
#include <csignal>
#include <fstream>
#include <stdexcept>
#include <thread>
#include <utility>

#include <fmt/format.h>
#include <sys/wait.h>
#include <unistd.h>

namespace mapwright::test {
namespace {

std::string python() {
  const char* const path = std::getenv("PATH");
  return sandbox::find_executable("python3", path != nullptr ? path : "/usr/bin:/bin");
}

std::string read_line(int file) {
  std::string line;
  for (char c = 0; read(file, &c, 1) == 1 && c != '\n';) {
    line += c;
  }
  return line;
}

} // namespace

bool ScriptedServer::available() {
  return !python().empty();
}

ScriptedServer::ScriptedServer(const nlohmann::json& replies) {
  Result<sandbox::ScratchDirectory> scratch = sandbox::ScratchDirectory::create();
  if (!scratch) {
    throw std::runtime_error(scratch.error().format());
  }
  scratch_ = *std::move(scratch);
  script(replies);
  sandbox::Launch launch;
  launch.executable = python();
  launch.argv = {"python3", "-I", "-S", (source_dir() / "tests/support/scripted_server.py").string(),
                 scratch_->path().string()};
  launch.environment = {"LC_ALL=C.UTF-8"};
  Result<sandbox::Child> child = sandbox::spawn(launch, "");
  if (!child) {
    throw std::runtime_error(child.error().format());
  }
  pid_ = child->pid;
  output_ = std::move(child->standard_output);
  const std::string port = read_line(output_.get());
  if (port.empty()) {
    throw std::runtime_error("the scripted server did not start: " + read_line(child->standard_error.get()));
  }
  url_ = "http://127.0.0.1:" + port;
}

ScriptedServer::~ScriptedServer() {
  kill(pid_, SIGKILL);
  waitpid(pid_, nullptr, 0);
}

void ScriptedServer::script(const nlohmann::json& replies) {
  const std::filesystem::path file = scratch_->path() / "script.json";
  std::ofstream(file.string() + ".new") << nlohmann::json{{"run", ++run_}, {"replies", replies}};
  std::filesystem::rename(file.string() + ".new", file);
}

std::vector<nlohmann::json> ScriptedServer::requests() const {
  std::vector<nlohmann::json> result;
  std::ifstream stream(scratch_->path() / fmt::format("{}.jsonl", run_));
  for (std::string line; std::getline(stream, line);) {
    if (nlohmann::json request = nlohmann::json::parse(line, nullptr, false); !request.is_discarded()) {
      result.push_back(std::move(request));
    }
  }
  return result;
}

bool ScriptedServer::wait_for_requests(std::size_t count) const {
  for (int look = 0; look < 2000; ++look) {
    if (requests().size() >= count) {
      return true;
    }
    std::this_thread::sleep_for(std::chrono::milliseconds(10));
  }
  return false;
}

} // namespace mapwright::test
