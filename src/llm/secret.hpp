// A key: read by the name of its environment variable, sent in a header, shown nowhere.
#pragma once

#include "core/error.hpp"

#include <string>
#include <string_view>

namespace mapwright::llm {

/// A key or none. It has no way into a stream, a format string or a std::string but reveal().
class Secret {
public:
  /// None: it redacts nothing.
  Secret() = default;
  explicit Secret(std::string key) : key_(std::move(key)) {}

  Secret(Secret&&) noexcept = default;
  Secret& operator=(Secret&&) noexcept = default;

  /// The value of environment variable `name` without white space around it; none when it is unset or blank.
  /// Machine error, without the value, when it holds control characters, which no header can carry.
  static Result<Secret> from_environment(const std::string& name);

  [[nodiscard]] bool empty() const { return key_.empty(); }

  /// The key, for the one place that sends it.
  [[nodiscard]] const std::string& reveal() const { return key_; }

  /// `text` with every occurrence of the key replaced by "[key]", whichever of its characters are percent-encoded or
  /// escaped as in JSON. Keys of less than eight characters are placeholders ("EMPTY", "none") and stay: a server that
  /// wants no secret gets none.
  [[nodiscard]] std::string redact(std::string text) const;

private:
  std::string key_;
};

} // namespace mapwright::llm
