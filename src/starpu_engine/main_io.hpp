// Standard input and output of the engine's programs.
#pragma once

#include <optional>
#include <string>

namespace mapwright::starpu_engine {

/// The descriptor that answers go to. What kernels print goes to standard error from now on: it is no part of them.
int take_standard_output();

/// All of standard input.
std::string read_standard_input();

/// The next line of a stream, without its end; nothing when the stream has ended. `ahead` keeps what was read beyond
/// it.
std::optional<std::string> read_line(int descriptor, std::string& ahead);

/// Whether the text and the end of a line could be written.
bool write_line(int descriptor, std::string text);

} // namespace mapwright::starpu_engine
