// The streams a command talks through; tests pass strings.
#pragma once

#include "core/error.hpp"

#include <iosfwd>
#include <string>
#include <string_view>

namespace mapwright::cli {

/// Answers go to `out`, everything else to `err`.
struct Terminal {
  std::istream& in;
  std::ostream& out;
  std::ostream& err;
  bool progress = false; ///< `err` is a terminal: lines that overwrite themselves are welcome
};

/// The reader of standard output has gone away (`| head`): nothing more is worth computing.
struct OutputClosed {};

/// Writes and flushes. Throws OutputClosed when the reader has gone; any other failure (a full disk) is an error of
/// kind machine.
Result<void> write_out(Terminal& terminal, std::string_view text);

/// All of `in`, at most `limit` bytes; an input error beyond.
Result<std::string> read_all(std::istream& in, std::size_t limit, const std::string& name);

/// The contents of a file, at most `limit` bytes. `what` names it in errors: "domain", "certificate".
Result<std::string> read_file(const std::string& path, std::size_t limit, const std::string& what);

/// Writes a whole file, so that it is either complete or not there.
Result<void> write_file(const std::string& path, std::string_view text);

/// A line that replaces itself on a terminal; silent elsewhere. Clears itself when it ends.
class Progress {
public:
  explicit Progress(Terminal& terminal) : terminal_(terminal) {}
  Progress(const Progress&) = delete;
  Progress& operator=(const Progress&) = delete;
  ~Progress();
  void show(const std::string& text);

private:
  Terminal& terminal_;
  bool shown_ = false;
};

} // namespace mapwright::cli
