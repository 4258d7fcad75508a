#include "cli/run.hpp"

#include <csignal>
#include <iostream>
#include <string>
#include <vector>

#include <unistd.h>

int main(int argc, char** argv) {
  // A handler, not SIG_IGN: writing to a closed pipe then fails with EPIPE, and programs started from here still begin
  // with the default action.
  std::signal(SIGPIPE, [](int) {});
  std::ios::sync_with_stdio(false);
  mapwright::cli::Terminal terminal{std::cin, std::cout, std::cerr, isatty(STDERR_FILENO) == 1};
  const std::vector<std::string> arguments(argv + (argc > 0 ? 1 : 0), argv + argc);
  return mapwright::cli::run(arguments, terminal);
}
