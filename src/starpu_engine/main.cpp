// mapwright-starpu-engine: reads a request on standard input, runs it, writes the answer on standard output.
#include "starpu_engine/crash.hpp"
#include "starpu_engine/main_io.hpp"
#include "starpu_engine/request.hpp"

int main() {
  using namespace mapwright::starpu_engine;
  const int answers = take_standard_output();
  tell_crashes(answers);
  return write_line(answers, answer_request(read_standard_input())) ? 0 : 1;
}
