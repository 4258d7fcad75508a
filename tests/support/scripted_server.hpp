// A real HTTP server on this machine, in a process of its own, that answers as a test scripts it
// (tests/support/scripted_server.py says how).
#pragma once

#include "sandbox/file_descriptor.hpp"
#include "sandbox/scratch.hpp"

#include <optional>
#include <string>
#include <vector>

#include <nlohmann/json.hpp>
#include <sys/types.h>

namespace mapwright::test {

class ScriptedServer {
public:
  /// Whether this machine can run one; tests skip where it cannot.
  static bool available();

  /// `replies` as scripted_server.py takes them. Throws std::runtime_error when it does not start.
  explicit ScriptedServer(const nlohmann::json& replies);
  ScriptedServer(const ScriptedServer&) = delete;
  ScriptedServer& operator=(const ScriptedServer&) = delete;
  ~ScriptedServer();

  /// Forgets the requests and answers as `replies` say from now on.
  void script(const nlohmann::json& replies);

  /// "http://127.0.0.1:PORT".
  [[nodiscard]] const std::string& url() const { return url_; }

  /// The requests since the script began: {"method", "target", "headers", "body"}.
  [[nodiscard]] std::vector<nlohmann::json> requests() const;

  /// Waits until `count` requests have come; false after 20 seconds.
  [[nodiscard]] bool wait_for_requests(std::size_t count) const;

private:
  std::optional<sandbox::ScratchDirectory> scratch_;
  int run_ = 0; ///< the number of the script
  pid_t pid_ = -1;
  sandbox::FileDescriptor output_;
  std::string url_;
};

} // namespace mapwright::test
