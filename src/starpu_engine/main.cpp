// mapwright-starpu-engine: reads a request on standard input, runs it, writes the answer on standard output.
// mapwright-starpu-engine session N: answers requests on the stream that is open as descriptor N.
#include "starpu_engine/crash.hpp"
#include "starpu_engine/main_io.hpp"
#include "starpu_engine/request.hpp"
#include "starpu_engine/session.hpp"

#include <cstdlib>
#include <string_view>

int main(int count, char** arguments) {
  using namespace mapwright::starpu_engine;
  const int answers = take_standard_output();
  if (count == 3 && std::string_view(arguments[1]) == "session") {
    const int descriptor = std::atoi(arguments[2]);
    tell_crashes(descriptor);
    return serve_session(descriptor);
  }
  tell_crashes(answers);
  return write_line(answers, answer_request(read_standard_input())) ? 0 : 1;
}
