#include "cli/run.hpp"
#include "cli/sequential_process.hpp"
#include "index_map/offer_maps.hpp"
#include "kernel/rewrite/serve.hpp"
#include "kernel/worker/serve.hpp"

#include <csignal>
#include <iostream>
#include <string>
#include <string_view>
#include <vector>

#include <unistd.h>

int main(int argc, char** argv) {
  if (argc > 1 && std::string_view(argv[1]) == "worker") { // hidden: started by the judge of kernels
    return mapwright::kernel::worker::serve(argc, argv);
  }
  mapwright::index_map::offer_proved_maps();
  if (argc > 1 && std::string_view(argv[1]) == "rewriter") { // hidden: parses sources that may be hostile
    return mapwright::kernel::rewrite::serve();
  }
  if (argc > 1 && std::string_view(argv[1]) == "sequential") { // hidden: calls kernels that may crash
    return mapwright::cli::serve_sequential(argc, argv);
  }
  // A handler, not SIG_IGN: writing to a closed pipe then fails with EPIPE, and programs started from here still begin
  // with the default action.
  std::signal(SIGPIPE, [](int) {});
  std::ios::sync_with_stdio(false);
  mapwright::cli::Terminal terminal{std::cin, std::cout, std::cerr, isatty(STDERR_FILENO) == 1};
  const std::vector<std::string> arguments(argv + (argc > 0 ? 1 : 0), argv + argc);
  return mapwright::cli::run(arguments, terminal);
}
