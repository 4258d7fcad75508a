// Where a server is, with what right and within which limits it is asked.
#pragma once

#include "core/error.hpp"
#include "llm/http.hpp"
#include "llm/provider_settings.hpp"
#include "llm/secret.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace mapwright::llm {

/// What is usual for one kind of interface.
struct EndpointDefaults {
  std::string_view base_url;
  std::string_view key_variable;
  std::string_view key_header; ///< the beginning of the header line, up to the key
};

/// A server with the key for it.
class Endpoint {
public:
  /// The key comes from settings.key_variable. The kind's own variable stands in for it only at the kind's own service:
  /// a key goes nowhere but where its owner addressed it, and other servers may want none.
  /// Input error: base_url is no http or https URL or holds a password. Machine error: the variable is not set, except
  /// for servers on this machine (localhost, 127.0.0.1, [::1]).
  static Result<Endpoint> create(const ProviderSettings& settings, const EndpointDefaults& defaults);

  /// A request to `path`, which begins with "/v1/"; GET unless a body is set. With the key and the limits.
  [[nodiscard]] HttpRequest request(std::string_view path) const;

  /// The URL of `path` for people: without the query, which may hold rights.
  [[nodiscard]] std::string shown(std::string_view path) const { return base_ + std::string(path); }
  /// "api.openai.com", "127.0.0.1:8080".
  [[nodiscard]] std::string host() const;

  [[nodiscard]] const Secret& key() const { return key_; }
  /// The environment variable the key is read from.
  [[nodiscard]] const std::string& key_variable() const { return key_variable_; }

private:
  std::string base_;  ///< without "/v1" and trailing slashes
  std::string query_; ///< "?name=value" or empty
  std::vector<std::string> headers_;
  std::string key_header_;
  std::string key_variable_;
  Secret key_;
  HttpRequest limits_;
};

} // namespace mapwright::llm
