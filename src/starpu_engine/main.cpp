// mapwright-starpu-engine: reads a request on standard input, runs it, writes the answer on standard output.
#include "starpu_engine/request.hpp"

#include <iostream>
#include <iterator>
#include <string>

#include <unistd.h>

int main() {
  const int answers = dup(STDOUT_FILENO);
  dup2(STDERR_FILENO, STDOUT_FILENO); // what kernels print is no part of the answer
  const std::string request{std::istreambuf_iterator<char>(std::cin), {}};
  const std::string answer = mapwright::starpu_engine::answer_request(request) + '\n';
  std::size_t written = 0;
  while (written < answer.size()) {
    const ssize_t count = write(answers, answer.data() + written, answer.size() - written);
    if (count <= 0) {
      return 1;
    }
    written += static_cast<std::size_t>(count);
  }
  return 0;
}
