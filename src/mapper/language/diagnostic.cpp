#include "mapper/language/diagnostic.hpp"

#include <algorithm>

#include <fmt/format.h>

namespace mapwright::mapper::language {

SourceLocation place_of(const SourceText& source, Span span) {
  constexpr std::size_t longest_line_shown = 400;
  SourceLocation place = locate(source.text, span.begin, source.file);
  if (place.source_line.size() > longest_line_shown) {
    place.source_line.clear();
  }
  return place;
}

std::string describe(const Fix& fix, const SourceText& source) {
  const std::string old = source.text.substr(fix.where.begin, fix.where.end - fix.where.begin);
  if (old.empty()) {
    return fmt::format("insert '{}'", fix.text);
  }
  return fix.text.empty() ? fmt::format("delete '{}'", old) : fmt::format("write '{}' instead of '{}'", fix.text, old);
}

std::string format(const Diagnostic& diagnostic, const SourceText& source) {
  const SourceLocation place = place_of(source, diagnostic.where);
  std::string out = fmt::format("{}:{}:{}: {}: {}", place.file, place.line, place.column,
                                diagnostic.severity == Severity::error ? "error" : "warning", diagnostic.message);
  if (!place.source_line.empty()) {
    out += fmt::format("\n  {}\n  {}^", place.source_line,
                       std::string(static_cast<std::size_t>(std::max(0, place.column - 1)), ' '));
  }
  if (diagnostic.fix) {
    out += "\nfix: " + describe(*diagnostic.fix, source);
  }
  if (!diagnostic.hint.empty()) {
    out += "\nhint: " + diagnostic.hint;
  }
  return out;
}

Error to_error(const Diagnostic& diagnostic, const SourceText& source) {
  std::string hint = diagnostic.hint;
  if (diagnostic.fix) {
    hint = describe(*diagnostic.fix, source) + (hint.empty() ? "" : "; " + hint);
  }
  return Error{ErrorKind::input, diagnostic.message, place_of(source, diagnostic.where), std::move(hint)};
}

void Diagnostics::add(Diagnostic diagnostic) {
  ++(diagnostic.severity == Severity::error ? errors_ : warnings_);
  if (kept_.size() < most) {
    kept_.push_back(std::move(diagnostic));
  }
}

std::vector<Diagnostic> Diagnostics::sorted() const {
  std::vector<Diagnostic> all = kept_;
  std::stable_sort(all.begin(), all.end(),
                   [](const Diagnostic& a, const Diagnostic& b) { return a.where.begin < b.where.begin; });
  return all;
}

} // namespace mapwright::mapper::language
