#include "cli/terminal.hpp"

#include <array>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <istream>
#include <ostream>

#include <fmt/format.h>
#include <unistd.h>

namespace mapwright::cli {

namespace {

namespace fs = std::filesystem;

std::string reason(int code) {
  return std::generic_category().message(code);
}

} // namespace

Result<void> write_out(Terminal& terminal, std::string_view text) {
  errno = 0;
  terminal.out.write(text.data(), static_cast<std::streamsize>(text.size()));
  terminal.out.flush();
  if (terminal.out.good()) {
    return {};
  }
  if (errno == EPIPE) {
    throw OutputClosed{};
  }
  return fail(ErrorKind::machine, fmt::format("cannot write to standard output: {}", reason(errno)));
}

Result<std::string> read_all(std::istream& in, std::size_t limit, const std::string& name) {
  std::string text;
  std::array<char, 65536> block{};
  while (in.read(block.data(), block.size()), in.gcount() > 0) {
    text.append(block.data(), static_cast<std::size_t>(in.gcount()));
    if (text.size() > limit) {
      return fail(ErrorKind::input, fmt::format("{} is longer than {} bytes", name, limit));
    }
  }
  return text;
}

Result<std::string> read_file(const std::string& path, std::size_t limit, const std::string& what) {
  std::error_code code;
  if (fs::is_directory(path, code)) {
    return fail(ErrorKind::input, fmt::format("{} '{}' is a directory", what, path));
  }
  errno = 0;
  std::ifstream file(path, std::ios::binary);
  if (!file) {
    return fail(ErrorKind::input, fmt::format("cannot open {} '{}': {}", what, path, reason(errno)),
                "check the path; it is taken relative to the working directory");
  }
  return read_all(file, limit, fmt::format("{} '{}'", what, path));
}

Result<void> write_file(const std::string& path, std::string_view text) {
  const bool special = [&] {
    std::error_code code;
    const fs::file_status status = fs::status(path, code);
    return fs::exists(status) && !fs::is_regular_file(status); // /dev/stdout, a pipe
  }();
  const std::string written = special ? path : fmt::format("{}.part{}", path, getpid());
  errno = 0;
  std::ofstream file(written, std::ios::binary);
  file.write(text.data(), static_cast<std::streamsize>(text.size()));
  file.close();
  if (file.fail() || (!special && std::rename(written.c_str(), path.c_str()) != 0)) {
    const std::string why = reason(errno);
    if (!special) {
      std::remove(written.c_str());
    }
    return fail(ErrorKind::input, fmt::format("cannot write '{}': {}", path, why),
                "check that the directory exists and may be written to");
  }
  return {};
}

Progress::~Progress() {
  if (shown_) {
    terminal_.err << "\r\x1b[K" << std::flush;
  }
}

void Progress::show(const std::string& text) {
  if (terminal_.progress) {
    terminal_.err << "\r\x1b[K" << text.substr(0, 78) << std::flush;
    shown_ = true;
  }
}

} // namespace mapwright::cli
