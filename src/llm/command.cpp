#include "llm/command.hpp"

#include "llm/command_line.hpp"
#include "llm/draft.hpp"
#include "llm/prompt.hpp"
#include "llm/secret.hpp"
#include "sandbox/namespaces.hpp"
#include "sandbox/spawn.hpp"
#include "sandbox/supervise.hpp"

#include <algorithm>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <optional>
#include <system_error>
#include <utility>

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <sys/wait.h>
#include <unistd.h>

namespace mapwright::llm {
namespace {

constexpr Seconds command_timeout{600};
constexpr std::size_t longest_tail = 400;

bool holds(const std::vector<std::string>& names, std::string_view name) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

/// Our own environment without what is withheld.
std::vector<std::string> visible_environment(const ProviderSettings& settings) {
  std::vector<std::string> result;
  for (char** variable = environ; variable != nullptr && *variable != nullptr; ++variable) {
    const std::string_view text = *variable;
    const std::string_view name = text.substr(0, text.find('='));
    if (!holds(settings.withhold, name) || holds(settings.pass, name)) {
      result.emplace_back(text);
    }
  }
  return result;
}

/// The last lines of standard error as one line.
std::string tail(std::string text) {
  text.erase(text.find_last_not_of(" \t\r\n") + 1);
  if (text.size() > longest_tail) {
    std::size_t begin = text.size() - longest_tail;
    while (begin < text.size() && (static_cast<unsigned char>(text[begin]) & 0xC0U) == 0x80U) {
      ++begin;
    }
    text = "..." + text.substr(begin);
  }
  std::replace_if(
      text.begin(), text.end(), [](unsigned char c) { return c < ' ' || c == 0x7f; }, ' ');
  return text;
}

class CommandProvider final : public Provider {
public:
  CommandProvider(const ProviderSettings& settings, std::vector<std::string> argv, std::string executable,
                  std::vector<Secret> keys)
      : settings_(settings), argv_(std::move(argv)), executable_(std::move(executable)),
        name_(settings.model.empty() ? fmt::format("{}", fmt::join(argv_, " ")) : settings.model),
        keys_(std::move(keys)) {}

  [[nodiscard]] std::string_view kind() const override { return "command"; }
  [[nodiscard]] const std::string& model() const override { return name_; }

  Answer ask(const Request& request, std::stop_token stop) override {
    sandbox::Launch launch;
    launch.executable = executable_;
    launch.argv = argv_;
    launch.environment = visible_environment(settings_);
    std::error_code nowhere; // our directory was removed: it starts in /
    launch.directory =
        settings_.directory.empty() ? std::filesystem::current_path(nowhere).string() : settings_.directory;
    Result<sandbox::Child> child = sandbox::spawn(launch, plain_text(request));
    if (!child) {
      return tl::unexpected(Failure{FailureKind::unreachable, child.error().message, child.error().hint});
    }
    const int exec_error = child->exec_error;
    const pid_t group = child->pid; // it leads a group of its own
    sandbox::Policy limits;
    limits.wall_time = settings_.timeout.value_or(command_timeout);
    limits.output = Bytes(settings_.max_reply_bytes);
    sandbox::Observation seen = sandbox::supervise(
        *std::move(child), limits, [group] { kill(-group, SIGKILL); }, stop);
    for (const Secret& key : keys_) {
      seen.standard_output = key.redact(std::move(seen.standard_output));
      seen.standard_error = key.redact(std::move(seen.standard_error));
    }
    return answer(request, seen, exec_error);
  }

private:
  Answer answer(const Request& request, sandbox::Observation& seen, int exec_error) const {
    Draft draft;
    draft.text = std::move(seen.standard_output);
    draft.model = name_;
    Answer result = [&]() -> Answer {
      if (std::optional<Failure> failure = failure_of(seen, exec_error)) {
        if (!draft.text.empty()) {
          failure->usage = spent(draft, request);
        }
        return tl::unexpected(*std::move(failure));
      }
      return conclude(std::move(draft), request, fmt::format("the command {}", argv_.front()));
    }();
    if (result) {
      result->time = seen.wall;
      result->fixture = settings_.fixture;
    } else {
      result.error().time = seen.wall;
    }
    return result;
  }

  [[nodiscard]] std::optional<Failure> failure_of(const sandbox::Observation& seen, int exec_error) const {
    const std::string& name = argv_.front();
    const auto failure = [&](FailureKind kind, const std::string& what, std::string hint) {
      std::string words = tail(seen.standard_error);
      return Failure{kind, fmt::format("the command {} {}{}{}", name, what, words.empty() ? "" : ": ", words),
                     std::move(hint)};
    };
    if (seen.stopped) {
      return failure(FailureKind::cancelled, "was cancelled", "");
    }
    if (exec_error != 0) {
      return failure(FailureKind::unreachable, fmt::format("cannot be executed ({})", std::strerror(exec_error)),
                     "check the first word of command");
    }
    if (seen.killed_for == sandbox::Ending::timed_out) {
      return failure(FailureKind::timed_out,
                     fmt::format("did not end within {:.3g} s", settings_.timeout.value_or(command_timeout).count()),
                     "raise timeout if it needs longer");
    }
    if (seen.killed_for) {
      return failure(FailureKind::broken, fmt::format("wrote more than {} bytes", settings_.max_reply_bytes), "");
    }
    if (WIFSIGNALED(seen.wait_status)) {
      return failure(FailureKind::broken, fmt::format("was ended by signal {}", WTERMSIG(seen.wait_status)), "");
    }
    if (WEXITSTATUS(seen.wait_status) != 0) {
      return failure(FailureKind::broken, fmt::format("failed with code {}", WEXITSTATUS(seen.wait_status)),
                     "run it by hand with the same input");
    }
    return std::nullopt;
  }

  ProviderSettings settings_;
  std::vector<std::string> argv_;
  std::string executable_;
  std::string name_;
  std::vector<Secret> keys_; ///< it might print them
};

} // namespace

Result<std::unique_ptr<Provider>> make_command(const ProviderSettings& settings) {
  std::vector<std::string> argv = settings.command;
  if (argv.empty()) {
    Result<std::vector<std::string>> words = split_command(settings.command_line);
    if (!words) {
      return forward(words);
    }
    argv = *std::move(words);
  }
  const char* const path = std::getenv("PATH");
  std::string executable = sandbox::find_executable(argv.front(), path != nullptr ? path : "/usr/bin:/bin");
  if (executable.empty()) {
    return fail(ErrorKind::machine, fmt::format("there is no program \"{}\" in PATH", argv.front()),
                "install it, or write its whole path as the first word of command");
  }
  std::vector<Secret> keys;
  for (const std::string& name : settings.withhold) {
    if (Result<Secret> key = Secret::from_environment(name); key && !key->empty()) {
      keys.push_back(*std::move(key));
    }
  }
  return std::make_unique<CommandProvider>(settings, std::move(argv), std::move(executable), std::move(keys));
}

} // namespace mapwright::llm
