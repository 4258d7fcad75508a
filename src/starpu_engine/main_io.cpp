#include "starpu_engine/main_io.hpp"

#include <array>
#include <cerrno>
#include <iostream>
#include <iterator>

#include <unistd.h>

namespace mapwright::starpu_engine {

int take_standard_output() {
  const int answers = dup(STDOUT_FILENO);
  dup2(STDERR_FILENO, STDOUT_FILENO);
  return answers;
}

std::string read_standard_input() {
  return {std::istreambuf_iterator<char>(std::cin), {}};
}

std::optional<std::string> read_line(int descriptor, std::string& ahead) {
  std::array<char, 65536> block{};
  for (std::size_t searched = 0;;) {
    if (const std::size_t end = ahead.find('\n', searched); end != std::string::npos) {
      std::string line = ahead.substr(0, end);
      ahead.erase(0, end + 1);
      return line;
    }
    searched = ahead.size();
    const ssize_t count = read(descriptor, block.data(), block.size());
    if (count < 0 && errno == EINTR) {
      continue;
    }
    if (count <= 0) {
      return std::nullopt;
    }
    ahead.append(block.data(), static_cast<std::size_t>(count));
  }
}

bool write_line(int descriptor, std::string text) {
  text += '\n';
  std::size_t written = 0;
  while (written < text.size()) {
    const ssize_t count = write(descriptor, text.data() + written, text.size() - written);
    if (count <= 0) {
      return false;
    }
    written += static_cast<std::size_t>(count);
  }
  return true;
}

} // namespace mapwright::starpu_engine
