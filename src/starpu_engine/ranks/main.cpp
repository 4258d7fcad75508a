// mapwright-starpu-ranks: what mpirun starts, once for each node of a machine. Rank 0 reads a request on standard input
// and writes the answer on standard output.
#include "starpu_engine/crash.hpp"
#include "starpu_engine/main_io.hpp"
#include "starpu_engine/ranks/ranks_request.hpp"
#include "starpu_engine/request.hpp"

#include <csignal>

#include <sys/prctl.h>

int main() {
  using namespace mapwright::starpu_engine;
  prctl(PR_SET_PDEATHSIG, SIGKILL); // no rank outlives mpirun
  const int answers = take_standard_output();
  tell_crashes(answers);
  const auto world = World::join();
  if (!world) {
    return write_line(answers, answer_text(forward(world))) ? 0 : 1;
  }
  const bool first = world->place().rank == 0;
  const std::string answer = answer_request_on(*world, world->from_first(first ? read_standard_input() : ""));
  return !first || write_line(answers, answer) ? 0 : 1;
}
