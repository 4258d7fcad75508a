// What is wrong, or looks wrong, in the text of a mapper: where, why, and what to write instead.
#pragma once

#include "core/error.hpp"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace mapwright::mapper::language {

/// Bytes [begin, end) of a text.
struct Span {
  std::size_t begin = 0;
  std::size_t end = 0;
};

/// The text of a mapper, and what errors call it.
struct SourceText {
  std::string text;
  std::string file;
};

/// Where a span begins, for errors. A very long line is left out.
SourceLocation place_of(const SourceText& source, Span span);

/// An edit that repairs the text: the bytes of `where` become `text`.
struct Fix {
  Span where;
  std::string text;
};

enum class Severity : std::uint8_t {
  error,   ///< the mapper means nothing, or not what it says
  warning, ///< it means something, though hardly what was intended
};

struct Diagnostic {
  Severity severity = Severity::error;
  Span where{};
  std::string message{};    ///< one sentence
  std::string hint{};       ///< what to do; may be empty
  std::optional<Fix> fix{}; ///< an edit that does it
};

/// "insert ';'", "delete ':'" or "write 'GPU' instead of 'GPUS'".
std::string describe(const Fix& fix, const SourceText& source);

/// "file:line:column: error: message", the line, a caret, "fix: ..." and "hint: ..."; no newline at the end.
std::string format(const Diagnostic& diagnostic, const SourceText& source);

/// The same as an error of the project.
Error to_error(const Diagnostic& diagnostic, const SourceText& source);

/// All that was found, in the order of finding.
class Diagnostics {
public:
  static constexpr std::size_t most = 100; ///< further ones are counted, not kept

  void add(Diagnostic diagnostic);
  void error(Span where, std::string message, std::string hint = {}, std::optional<Fix> fix = std::nullopt) {
    add({Severity::error, where, std::move(message), std::move(hint), std::move(fix)});
  }
  void warning(Span where, std::string message, std::string hint = {}, std::optional<Fix> fix = std::nullopt) {
    add({Severity::warning, where, std::move(message), std::move(hint), std::move(fix)});
  }

  /// In the order of the text.
  [[nodiscard]] std::vector<Diagnostic> sorted() const;
  /// Whether further ones are only counted: nothing needs to be found out for their sake.
  [[nodiscard]] bool full() const { return kept_.size() >= most; }
  [[nodiscard]] std::size_t errors() const { return errors_; }
  [[nodiscard]] std::size_t warnings() const { return warnings_; }

private:
  std::vector<Diagnostic> kept_;
  std::size_t errors_ = 0;
  std::size_t warnings_ = 0;
};

} // namespace mapwright::mapper::language
