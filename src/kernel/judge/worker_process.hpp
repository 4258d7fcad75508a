// A worker process, as the judge sees it: asked and answered over a socket, frozen in between.
#pragma once

#include "core/error.hpp"
#include "kernel/judge/runner.hpp"
#include "kernel/worker/protocol.hpp"
#include "sandbox/policy.hpp"
#include "sandbox/session.hpp"

#include <stop_token>
#include <string>
#include <vector>

namespace mapwright::kernel {

/// What came of a request.
struct Answer {
  enum class Kind : std::uint8_t {
    as_expected,
    failure,  ///< the packet says why
    ended,    ///< the worker is gone
    late,     ///< nothing in time
    unwanted, ///< nobody wants to know any more
    noise,    ///< something that answers no request
  };
  Kind kind = Kind::noise;
  worker::Packet packet{};
};

/// How a worker that did not do as asked is to be judged.
struct Conclusion {
  RunStatus status;
  std::string evidence; ///< one sentence
};

class WorkerProcess {
public:
  /// Starts `executable` as a worker under `policy`.
  static Result<WorkerProcess> start(const sandbox::Policy& policy, const std::filesystem::path& executable);

  /// Sends a request; its number, which the answer must repeat.
  std::uint64_t post(worker::Kind kind, std::string payload, std::vector<sandbox::FileDescriptor> descriptors = {});

  /// Waits for the answer to request `number`, which should be of this kind; not much longer than until `interrupt` is
  /// requested.
  Answer wait(std::uint64_t number, worker::Kind expected, Seconds patience, const std::stop_token& interrupt = {});

  bool freeze() { return session_.freeze(); }
  void thaw() { session_.thaw(); }
  [[nodiscard]] pid_t pid() const { return session_.pid(); }
  [[nodiscard]] sandbox::Level level() const { return session_.level(); }

  /// Ends it, and says what its failure to answer as expected means. An answer that was not waited for means nothing:
  /// an error of kind answer_no.
  Result<Conclusion> conclude(const Answer& answer, Seconds patience);

private:
  WorkerProcess(sandbox::Session session, sandbox::FileDescriptor socket)
      : session_(std::move(session)), socket_(std::move(socket)) {}

  sandbox::Session session_;
  sandbox::FileDescriptor socket_;
};

/// What the end of a candidate's process says about the candidate.
Conclusion judge_end(const sandbox::Outcome& outcome);

} // namespace mapwright::kernel
