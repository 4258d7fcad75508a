#include "llm/record.hpp"

#include "llm/json.hpp"
#include "sandbox/file_descriptor.hpp"

#include <cerrno>
#include <cstring>
#include <mutex>
#include <utility>

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

namespace mapwright::llm {
namespace {

class Recorder final : public Provider {
public:
  Recorder(std::unique_ptr<Provider> inner, sandbox::FileDescriptor output, std::string file)
      : inner_(std::move(inner)), output_(std::move(output)), file_(std::move(file)) {}

  [[nodiscard]] std::string_view kind() const override { return inner_->kind(); }
  [[nodiscard]] const std::string& model() const override { return inner_->model(); }

  Answer ask(const Request& request, std::stop_token stop) override {
    Answer answer = inner_->ask(request, std::move(stop));
    if (!answer && answer.error().kind == FailureKind::cancelled) {
      return answer;
    }
    const std::string line = one_line({{"digest", digest(request)},
                                       {"kind", kind()},
                                       {"model", model()},
                                       {"request", to_json(request)},
                                       {"answer", to_json(answer)}}) +
                             "\n";
    if (const int error = append(line); error != 0) {
      return tl::unexpected(Failure{
          FailureKind::broken, fmt::format("the answer cannot be recorded in {}: {}", file_, std::strerror(error)),
          "free some space, or record elsewhere", answer ? answer->usage : answer.error().usage,
          answer ? answer->time : answer.error().time, answer ? answer->retries : answer.error().retries});
    }
    return answer;
  }

private:
  /// Writes the whole line or nothing of it. 0, or errno.
  int append(std::string_view line) {
    const std::scoped_lock lock(mutex_);
    const off_t before = lseek(output_.get(), 0, SEEK_END);
    while (!line.empty()) {
      const ssize_t written = write(output_.get(), line.data(), line.size());
      if (written < 0 && errno != EINTR) {
        const int error = errno;
        return ftruncate(output_.get(), before) == 0 ? error : errno;
      }
      line.remove_prefix(written > 0 ? static_cast<std::size_t>(written) : 0);
    }
    return 0;
  }

  std::unique_ptr<Provider> inner_;
  std::mutex mutex_;
  sandbox::FileDescriptor output_;
  std::string file_;
};

/// Cuts what a killed run left of its last line; false with errno set.
bool cut_torn_line(const sandbox::FileDescriptor& file) {
  off_t end = lseek(file.get(), 0, SEEK_END);
  const off_t size = end;
  for (char last = 0; end > 0; --end) {
    if (pread(file.get(), &last, 1, end - 1) != 1) {
      return false;
    }
    if (last == '\n') {
      break;
    }
  }
  return end == size || ftruncate(file.get(), end) == 0;
}

} // namespace

Result<std::unique_ptr<Provider>> make_recorder(std::unique_ptr<Provider> inner, const std::string& file) {
  sandbox::FileDescriptor output(open(file.c_str(), O_RDWR | O_CREAT | O_APPEND | O_CLOEXEC, 0644));
  if (!output.valid() || !cut_torn_line(output)) {
    return fail(ErrorKind::machine, fmt::format("cannot record in {}: {}", file, std::strerror(errno)));
  }
  return std::make_unique<Recorder>(std::move(inner), std::move(output), file);
}

} // namespace mapwright::llm
