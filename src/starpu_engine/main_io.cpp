#include "starpu_engine/main_io.hpp"

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
