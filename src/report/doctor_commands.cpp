#include "report/doctor_commands.hpp"

#include "sandbox/namespaces.hpp"
#include "sandbox/spawn.hpp"
#include "sandbox/supervise.hpp"

#include <csignal>
#include <cstdlib>
#include <future>
#include <sstream>

namespace mapwright::report {
namespace {

std::string search_path() {
  const char* path = std::getenv("PATH");
  return path != nullptr ? path : "/usr/local/bin:/usr/bin:/bin";
}

std::string line_with(const std::string& text, const std::string& part) {
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line);) {
    if (line.find(part) != std::string::npos) {
      return line;
    }
  }
  return {};
}

CommandAnswer ask(const CommandQuestion& question, const std::string& path, Seconds patience) {
  CommandAnswer answer{sandbox::find_executable(question.name, path), ""};
  if (answer.path.empty()) {
    return answer;
  }
  Result<sandbox::Child> child = sandbox::spawn(
      {.executable = answer.path, .argv = {question.name, "--version"}, .environment = {"PATH=" + path, "LC_ALL=C"}},
      "");
  if (!child || child->exec_error != 0) {
    return answer;
  }
  const sandbox::Policy limits{.wall_time = patience, .output = kibibytes(64)};
  const pid_t group = child->pid;
  const sandbox::Observation seen = sandbox::supervise(std::move(*child), limits, [group] { kill(-group, SIGKILL); });
  answer.version = line_with(seen.standard_output, question.line_with);
  return answer;
}

} // namespace

std::vector<CommandAnswer> ask_versions(std::span<const CommandQuestion> questions, Seconds patience) {
  const std::string path = search_path();
  std::vector<std::future<CommandAnswer>> running;
  for (const CommandQuestion& question : questions) {
    running.push_back(std::async(std::launch::async, [&] { return ask(question, path, patience); }));
  }
  std::vector<CommandAnswer> answers;
  for (std::future<CommandAnswer>& answer : running) {
    answers.push_back(answer.get());
  }
  return answers;
}

} // namespace mapwright::report
