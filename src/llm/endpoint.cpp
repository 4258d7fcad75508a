#include "llm/endpoint.hpp"

#include <algorithm>
#include <array>

#include <fmt/format.h>

namespace mapwright::llm {
namespace {

constexpr Seconds http_timeout{600};

/// "localhost:8080" of "http://localhost:8080/v1".
std::string_view authority(std::string_view url) {
  url.remove_prefix(url.find("://") + 3);
  return url.substr(0, url.find('/'));
}

bool on_this_machine(std::string_view url) {
  const std::string_view place = authority(url);
  constexpr std::array<std::string_view, 3> names{"localhost", "127.0.0.1", "[::1]"};
  return std::any_of(names.begin(), names.end(), [place](std::string_view name) {
    return place.starts_with(name) && (place.size() == name.size() || place[name.size()] == ':');
  });
}

bool fits_header(std::string_view text) {
  return std::none_of(text.begin(), text.end(),
                      [](char c) { return (static_cast<unsigned char>(c) < ' ' && c != '\t') || c == '\x7f'; });
}

void drop_suffix(std::string& text, std::string_view suffix) {
  if (text.ends_with(suffix)) {
    text.resize(text.size() - suffix.size());
  }
}

void drop_slashes(std::string& text) {
  while (text.ends_with('/')) {
    text.pop_back();
  }
}

Result<void> check_url(const std::string& url) {
  const bool known = url.starts_with("http://") || url.starts_with("https://");
  if (!known || authority(url).empty() || !fits_header(url) || url.find_first_of(" \"<>") != std::string::npos) {
    return fail(ErrorKind::input, fmt::format("base_url \"{}\" is no URL of a server", url),
                "write it like https://api.openai.com or http://localhost:8080/v1");
  }
  if (authority(url).find('@') != std::string_view::npos) {
    return fail(ErrorKind::input, "base_url holds a user name or password",
                "put the key into an environment variable and name it with key_variable");
  }
  return {};
}

} // namespace

Result<Endpoint> Endpoint::create(const ProviderSettings& settings, const EndpointDefaults& defaults) {
  Endpoint endpoint;
  endpoint.base_ = settings.base_url.empty() ? defaults.base_url : settings.base_url;
  if (const std::size_t question = endpoint.base_.find('?'); question != std::string::npos) {
    endpoint.query_ = endpoint.base_.substr(question);
    endpoint.base_.resize(question);
  }
  if (const Result<void> checked = check_url(endpoint.base_); !checked) {
    return forward(checked);
  }
  drop_slashes(endpoint.base_);
  drop_suffix(endpoint.base_, "/v1");
  drop_slashes(endpoint.base_);

  endpoint.headers_ = {"Content-Type: application/json"};
  for (const auto& [name, value] : settings.headers) {
    if (name.empty() || !fits_header(name + value) || name.find_first_of(": ") != std::string::npos) {
      return fail(ErrorKind::input, fmt::format("\"{}\" with its value is no HTTP header", name));
    }
    endpoint.headers_.push_back(fmt::format("{}: {}", name, value));
  }

  endpoint.key_header_ = settings.key_header.empty() ? std::string(defaults.key_header) : settings.key_header + ": ";
  endpoint.key_variable_ = settings.key_variable;
  if (endpoint.key_variable_.empty() && endpoint.base_ == defaults.base_url) {
    endpoint.key_variable_ = defaults.key_variable;
  }
  if (!endpoint.key_variable_.empty()) {
    Result<Secret> key = Secret::from_environment(endpoint.key_variable_);
    if (!key) {
      return forward(key);
    }
    if (key->empty() && !on_this_machine(endpoint.base_)) {
      return fail(ErrorKind::machine,
                  fmt::format("{} wants a key, and environment variable {} is not set", endpoint.host(),
                              endpoint.key_variable_),
                  fmt::format("export {}=..., or name another variable with key_variable", endpoint.key_variable_));
    }
    endpoint.key_ = *std::move(key);
  }

  endpoint.limits_.connect_timeout = settings.connect_timeout;
  endpoint.limits_.timeout = settings.timeout.value_or(http_timeout);
  // Without streaming the first byte is the end of the work.
  endpoint.limits_.idle_timeout = settings.stream ? settings.idle_timeout : endpoint.limits_.timeout;
  endpoint.limits_.max_bytes = settings.max_reply_bytes;
  return endpoint;
}

HttpRequest Endpoint::request(std::string_view path) const {
  HttpRequest request = limits_;
  request.url = shown(path) + query_;
  request.headers = headers_;
  if (!key_.empty()) {
    request.headers.push_back(key_header_ + key_.reveal());
  }
  return request;
}

std::string Endpoint::host() const {
  return std::string(authority(base_));
}

} // namespace mapwright::llm
