#include "llm/files.hpp"

#include "llm/draft.hpp"
#include "llm/prompt.hpp"

#include <algorithm>
#include <cerrno>
#include <charconv>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <optional>
#include <system_error>
#include <utility>

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

namespace mapwright::llm {
namespace {

namespace fs = std::filesystem;

/// Size and age of a file: what two looks compare.
struct Look {
  std::uintmax_t size = 0;
  fs::file_time_type modified{};
  friend bool operator==(const Look&, const Look&) = default;
};

/// None while the file is absent or empty.
std::optional<Look> look_at(const fs::path& file) {
  std::error_code absent;
  Look look;
  look.size = fs::file_size(file, absent);
  if (absent || look.size == 0) {
    return std::nullopt;
  }
  look.modified = fs::last_write_time(file, absent);
  return absent ? std::nullopt : std::optional(look);
}

/// The largest number that a file of `directory` begins with ("0012.reply.md"); 0 when there is none.
unsigned last_number(const fs::path& directory) {
  unsigned last = 0;
  std::error_code unreadable;
  for (const fs::directory_entry& entry : fs::directory_iterator(directory, unreadable)) {
    const std::string name = entry.path().filename().string();
    unsigned number = 0;
    const auto [end, error] = std::from_chars(name.data(), name.data() + name.size(), number);
    if (error == std::errc() && end != name.data() + name.size() && *end == '.') {
      last = std::max(last, number);
    }
  }
  return last;
}

fs::path numbered(const fs::path& directory, unsigned number, std::string_view suffix) {
  return directory / fmt::format("{:04}.{}", number, suffix);
}

class FilesProvider final : public Provider {
public:
  FilesProvider(const ProviderSettings& settings, Notice notice, Seconds poll, RetryClock& clock)
      : settings_(settings), directory_(settings.directory), name_(settings.model.empty() ? "files" : settings.model),
        notice_(std::move(notice)), poll_(poll), clock_(clock) {}

  [[nodiscard]] std::string_view kind() const override { return "files"; }
  [[nodiscard]] const std::string& model() const override { return name_; }

  Answer ask(const Request& request, std::stop_token stop) override {
    const Seconds begun = clock_.now();
    Answer answer = [&]() -> Answer {
      const Result<unsigned> number = write_prompt(plain_text(request));
      if (!number) {
        return tl::unexpected(Failure{FailureKind::unreachable, number.error().message, number.error().hint});
      }
      const fs::path reply = numbered(directory_, *number, "reply.md");
      if (notice_) {
        notice_(fmt::format("waiting for the answer to {} in {}", numbered(directory_, *number, "prompt.md").string(),
                            reply.string()));
      }
      return await(reply, request, stop, begun);
    }();
    const Seconds time = clock_.now() - begun;
    if (answer) {
      answer->time = time;
      answer->model = name_;
      answer->fixture = settings_.fixture;
    } else {
      answer.error().time = time;
    }
    return answer;
  }

private:
  /// Puts `text` under the next free number, also when others do the same at the same time.
  Result<unsigned> write_prompt(const std::string& text) const {
    const auto failed = [this](const char* what) {
      return fail(ErrorKind::machine,
                  fmt::format("cannot {} in {}: {}", what, directory_.string(), std::strerror(errno)));
    };
    std::string temporary = (directory_ / ".prompt.XXXXXX").string();
    const int file = mkstemp(temporary.data());
    if (file < 0) {
      return failed("write a question");
    }
    close(file);
    std::ofstream stream(temporary, std::ios::binary);
    stream << text;
    stream.close();
    if (!stream) {
      unlink(temporary.c_str());
      return failed("write a question");
    }
    fs::permissions(temporary,
                    fs::perms::owner_read | fs::perms::owner_write | fs::perms::group_read | fs::perms::others_read);
    for (unsigned number = last_number(directory_) + 1;; ++number) {
      const fs::path prompt = numbered(directory_, number, "prompt.md");
      if (renameat2(AT_FDCWD, temporary.c_str(), AT_FDCWD, prompt.c_str(), RENAME_NOREPLACE) == 0) {
        return number;
      }
      if (errno != EEXIST) {
        const int error = errno;
        unlink(temporary.c_str());
        errno = error;
        return failed("rename a question");
      }
    }
  }

  Answer await(const fs::path& file, const Request& request, const std::stop_token& stop, Seconds begun) const {
    for (std::optional<Look> before;;) {
      const std::optional<Look> now = look_at(file);
      if (now && now == before) {
        return read(file, *now, request);
      }
      before = now;
      if (settings_.timeout && clock_.now() - begun >= *settings_.timeout) {
        return tl::unexpected(
            Failure{FailureKind::timed_out,
                    fmt::format("no answer came in {} within {:.3g} s", file.string(), settings_.timeout->count()),
                    "raise timeout, or leave it out to wait for ever"});
      }
      if (!clock_.sleep(poll_, stop)) {
        return tl::unexpected(
            Failure{FailureKind::cancelled, fmt::format("waiting for {} was cancelled", file.string())});
      }
    }
  }

  Answer read(const fs::path& file, const Look& look, const Request& request) const {
    if (look.size > settings_.max_reply_bytes) {
      return tl::unexpected(Failure{
          FailureKind::broken, fmt::format("{} is larger than {} bytes", file.string(), settings_.max_reply_bytes)});
    }
    std::ifstream stream(file, std::ios::binary);
    Draft draft;
    draft.text.assign(std::istreambuf_iterator<char>(stream), {});
    if (!stream) {
      return tl::unexpected(Failure{FailureKind::broken, fmt::format("cannot read {}", file.string())});
    }
    return conclude(std::move(draft), request, file.string());
  }

  ProviderSettings settings_;
  fs::path directory_;
  std::string name_;
  Notice notice_;
  Seconds poll_;
  RetryClock& clock_;
};

} // namespace

Result<std::unique_ptr<Provider>> make_files(const ProviderSettings& settings, Notice notice, Seconds poll,
                                             RetryClock& clock) {
  std::error_code error;
  fs::create_directories(settings.directory, error);
  if (error || access(settings.directory.c_str(), R_OK | W_OK | X_OK) != 0) {
    return fail(ErrorKind::machine, fmt::format("cannot write into the directory \"{}\"", settings.directory),
                "set directory to one that you may write");
  }
  return std::make_unique<FilesProvider>(settings, std::move(notice), poll, clock);
}

} // namespace mapwright::llm
