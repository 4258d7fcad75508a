#include "kernel/judge/worker_process.hpp"

#include "kernel/worker/messages.hpp"
#include "sandbox/classify.hpp"

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <cstring>
#include <stdexcept>

#include <fmt/format.h>
#include <poll.h>
#include <sys/random.h>
#include <sys/socket.h>

namespace mapwright::kernel {
namespace {

using SteadyTime = std::chrono::steady_clock;

/// How long a wait that can be interrupted may go on without looking whether it is.
constexpr std::chrono::milliseconds between_looks{250};

std::uint64_t random_number() {
  std::uint64_t number = 0;
  if (getrandom(&number, sizeof number, 0) != static_cast<ssize_t>(sizeof number)) {
    throw std::logic_error("the system gives no random bytes");
  }
  return number;
}

/// One line for people, without what would disturb it.
std::string tidy(std::string_view text) {
  constexpr std::size_t most = 200;
  std::string line = sandbox::first_line(text.substr(0, most));
  std::replace_if(
      line.begin(), line.end(), [](char c) { return static_cast<unsigned char>(c) < ' '; }, ' ');
  return line;
}

} // namespace

Result<WorkerProcess> WorkerProcess::start(const sandbox::Policy& policy, const std::filesystem::path& executable) {
  int ends[2];
  if (socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, ends) != 0) {
    return fail(ErrorKind::machine, fmt::format("cannot make a socket: {}", std::strerror(errno)));
  }
  sandbox::FileDescriptor ours(ends[0]);
  const Result<sandbox::FileDescriptor> theirs = sandbox::for_session(sandbox::FileDescriptor(ends[1]));
  if (!theirs) {
    return forward(theirs);
  }
  Result<sandbox::Session> session =
      sandbox::Session::start(policy, {executable.string(), "worker", std::to_string(theirs->get())}, {theirs->get()});
  if (!session) {
    return forward(session);
  }
  return WorkerProcess(std::move(*session), std::move(ours));
}

std::uint64_t WorkerProcess::post(worker::Kind kind, std::string payload,
                                  std::vector<sandbox::FileDescriptor> descriptors) {
  const std::uint64_t number = random_number();
  // When it cannot be sent there will be no answer either.
  worker::send(socket_.get(), {kind, number, std::move(payload), std::move(descriptors)});
  return number;
}

Answer WorkerProcess::wait(std::uint64_t number, worker::Kind expected, Seconds patience,
                           const std::stop_token& interrupt) {
  const auto deadline = SteadyTime::now() + std::chrono::duration_cast<SteadyTime::duration>(patience);
  for (;;) {
    pollfd watched[] = {{socket_.get(), POLLIN, 0}, {session_.ended(), POLLIN, 0}};
    if (interrupt.stop_requested()) {
      return {Answer::Kind::unwanted};
    }
    const auto left = std::chrono::ceil<std::chrono::milliseconds>(deadline - SteadyTime::now());
    const auto pause = interrupt.stop_possible() ? std::min(left, between_looks) : left;
    const int ready = poll(watched, 2, static_cast<int>(std::clamp<long>(pause.count(), 0, 3'600'000)));
    if ((ready < 0 && errno == EINTR) || (ready == 0 && pause < left)) {
      continue;
    }
    if (ready <= 0) {
      return {Answer::Kind::late};
    }
    Answer answer{Answer::Kind::ended};
    if (watched[0].revents == 0) {
      return answer;
    }
    switch (worker::receive(socket_.get(), answer.packet, false)) {
    case worker::Heard::silence:
      return answer;
    case worker::Heard::noise:
      answer.kind = Answer::Kind::noise;
      return answer;
    case worker::Heard::packet:
      break;
    }
    const bool ours = answer.packet.number == number;
    answer.kind = ours && answer.packet.kind == expected               ? Answer::Kind::as_expected
                  : ours && answer.packet.kind == worker::Kind::failed ? Answer::Kind::failure
                                                                       : Answer::Kind::noise;
    return answer;
  }
}

Result<Conclusion> WorkerProcess::conclude(const Answer& answer, Seconds patience) {
  if (answer.kind == Answer::Kind::ended) {
    pollfd watched{session_.ended(), POLLIN, 0};
    poll(&watched, 1, 1000); // the socket may close first
    if (!session_.has_ended()) {
      session_.end();
      return Conclusion{RunStatus::crashed, "it closed the connection to the judge, or cannot be stopped"};
    }
  }
  const Result<sandbox::Outcome> outcome = session_.end();
  if (!outcome) {
    return forward(outcome);
  }
  if (answer.kind == Answer::Kind::unwanted) {
    return fail(ErrorKind::answer_no, "the kernel was interrupted before it had answered");
  }
  switch (answer.kind) {
  case Answer::Kind::ended:
    return judge_end(*outcome);
  case Answer::Kind::late:
    return Conclusion{RunStatus::timed_out, fmt::format("no answer after {:g} s", patience.count())};
  case Answer::Kind::failure:
    if (const auto failure = worker::decode_failure(answer.packet.payload)) {
      return Conclusion{failure->blame == worker::Failure::Blame::memory ? RunStatus::out_of_memory
                                                                         : RunStatus::crashed,
                        tidy(failure->why)};
    }
    break;
  default:
    break;
  }
  return Conclusion{RunStatus::forbidden, "it sent the judge a message of its own"};
}

Conclusion judge_end(const sandbox::Outcome& outcome) {
  const std::string said = tidy(outcome.standard_error);
  const std::string evidence = said.empty() ? outcome.evidence : fmt::format("{}: {}", outcome.evidence, said);
  switch (outcome.ending) {
  case sandbox::Ending::timed_out:
  case sandbox::Ending::cpu_limit:
    return {RunStatus::timed_out, evidence};
  case sandbox::Ending::memory_limit:
    return {RunStatus::out_of_memory, evidence};
  case sandbox::Ending::blocked_syscall:
    return {RunStatus::forbidden, evidence};
  case sandbox::Ending::exited:
  case sandbox::Ending::signalled:
  case sandbox::Ending::output_limit:
    break;
  }
  return {RunStatus::crashed, evidence};
}

} // namespace mapwright::kernel
