// Failures of servers as one clear sentence each.
#pragma once

#include "llm/chat.hpp"
#include "llm/endpoint.hpp"
#include "llm/http.hpp"

#include <string>
#include <string_view>

#include <nlohmann/json.hpp>

namespace mapwright::llm {

/// Whom we asked for what, to be named in failures.
struct RequestTarget {
  const Endpoint& endpoint;
  std::string_view path;
  const std::string& model;
};

/// A transfer that did not complete. REQUIRES: response.error.
Failure transfer_failure(const RequestTarget& asked, const HttpResponse& response);

/// A complete reply with a status other than 2xx.
Failure status_failure(const RequestTarget& asked, const HttpResponse& response);

/// An error that came inside a reply of status 200: the value of its member "error", or the whole object.
Failure told_failure(const RequestTarget& asked, const nlohmann::json& error);

/// A reply of status 2xx that is not what the interface promises: `what` follows the server's name.
Failure broken_failure(const RequestTarget& asked, const std::string& what);

/// A body of status 2xx that is no JSON: a web page, something else, nothing.
Failure no_json_failure(const RequestTarget& asked, const HttpResponse& response);

/// What the server says itself, the key withheld, in one line of at most 300 bytes; may be empty.
std::string own_words(const Secret& key, const std::string& body);

} // namespace mapwright::llm
