#include "kernel/worker/serve.hpp"

#include "kernel/worker/back_end.hpp"
#include "kernel/worker/mapping.hpp"
#include "kernel/worker/protocol.hpp"

#include <charconv>
#include <cstring>

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

namespace mapwright::kernel::worker {
namespace {

class Worker {
public:
  explicit Worker(int socket) : socket_(socket) {}

  int serve() {
    Packet request;
    for (;;) {
      switch (receive(socket_, request, true)) {
      case Heard::silence:
        return 0;
      case Heard::noise:
        return 2;
      case Heard::packet:
        break;
      }
      const Packet answer = answer_to(request);
      if (!send(socket_, answer)) {
        return 3;
      }
    }
  }

private:
  Packet answer_to(Packet& request) {
    Packet answer{.kind = Kind::failed, .number = request.number};
    std::optional<Failure> failure;
    switch (request.kind) {
    case Kind::open:
      answer.kind = Kind::opened;
      failure = open(request);
      answer.payload = failure ? std::string() : encode(back_end_->opened());
      break;
    case Kind::rate:
      answer.kind = Kind::rated;
      failure = rate(request, answer);
      break;
    case Kind::load:
      answer.kind = Kind::loaded;
      answer.payload = encode(load(request));
      break;
    case Kind::put:
      answer.kind = Kind::ready;
      failure = put(request);
      break;
    case Kind::go:
      answer.kind = Kind::done;
      failure = go(request);
      break;
    case Kind::fetch:
      answer.kind = Kind::fetched;
      failure = back_end_ ? back_end_->fetch() : out_of_turn();
      break;
    case Kind::keep:
      answer.kind = Kind::kept;
      answer.payload = encode_number(keep(request));
      break;
    default:
      failure = out_of_turn();
    }
    if (failure) {
      answer.kind = Kind::failed;
      answer.payload = encode(*failure);
    }
    return answer;
  }

  static Failure out_of_turn() { return {Failure::Blame::machine, "the worker was asked out of turn"}; }

  std::optional<Failure> open(const Packet& packet) {
    const std::optional<OpenRequest> request = decode_open_request(packet.payload);
    if (!request || back_end_) {
      return out_of_turn();
    }
    back_end_ = request->backend == Backend::cpp ? make_host_back_end() : make_device_back_end();
    return back_end_->open(*request);
  }

  /// Before there is code: afterwards nothing that this process says is believed.
  std::optional<Failure> rate(const Packet& packet, Packet& answer) {
    const std::optional<std::uint64_t> bytes = decode_number(packet.payload);
    const auto found = bytes && back_end_ && !loaded_ ? back_end_->copy_rate(*bytes) : std::nullopt;
    if (!found) {
      return out_of_turn();
    }
    answer.payload = encode_number(*found);
    return std::nullopt;
  }

  LoadReply load(const Packet& packet) {
    const std::optional<LoadRequest> request = decode_load_request(packet.payload);
    if (!request || packet.descriptors.empty() || !back_end_) {
      return {LoadReply::State::rejected, out_of_turn().why};
    }
    loaded_ = true;
    return back_end_->load(*request, packet.descriptors);
  }

  /// Writes what has been compiled to the descriptor that came along; how many bytes, 0 where there is nothing.
  std::uint64_t keep(const Packet& packet) {
    const std::vector<std::byte> compiled = back_end_ ? back_end_->keep() : std::vector<std::byte>();
    std::size_t written = 0;
    while (packet.descriptors.size() == 1 && written < compiled.size()) {
      const ssize_t n = pwrite(packet.descriptors.front().get(), compiled.data() + written, compiled.size() - written,
                               static_cast<off_t>(written));
      if (n <= 0) {
        return 0; // it does not fit
      }
      written += static_cast<std::size_t>(n);
    }
    return written;
  }

  std::optional<Failure> put(Packet& packet) {
    const std::optional<CallLayout> layout = decode_layout(packet.payload);
    if (!layout || !back_end_) {
      return out_of_turn();
    }
    if (packet.descriptors.size() == 2) {
      read_only_fd_ = std::move(packet.descriptors[0]);
      writable_fd_ = std::move(packet.descriptors[1]);
    }
    for (const Place& place : layout->arguments) {
      const std::uint64_t room = place.writable ? layout->writable_bytes : layout->read_only_bytes;
      if (place.offset > room || place.head > place.offset || place.bytes > room - place.offset ||
          place.tail > room - place.offset - place.bytes) {
        return out_of_turn();
      }
    }
    if (!read_only_.map(read_only_fd_.get(), layout->read_only_bytes, false) ||
        !writable_.map(writable_fd_.get(), layout->writable_bytes, true)) {
      return Failure{Failure::Blame::memory, fmt::format("the arguments cannot be mapped: {}", std::strerror(errno))};
    }
    return back_end_->put(*layout, {read_only_.bytes(), writable_.bytes()});
  }

  std::optional<Failure> go(const Packet& packet) {
    const std::optional<bool> skip = decode_go(packet.payload);
    if (!skip || !back_end_) {
      return out_of_turn();
    }
    return *skip ? std::nullopt : back_end_->go();
  }

  int socket_;
  std::unique_ptr<BackEnd> back_end_{};
  bool loaded_ = false; ///< code was given to the back end
  sandbox::FileDescriptor read_only_fd_{};
  sandbox::FileDescriptor writable_fd_{};
  Mapping read_only_{};
  Mapping writable_{};
};

} // namespace

int serve(int argc, char** argv) {
  int socket = -1;
  const char* end = argc > 2 ? argv[2] + std::strlen(argv[2]) : nullptr;
  if (argc != 3 || std::from_chars(argv[2], end, socket).ptr != end || fcntl(socket, F_SETFD, FD_CLOEXEC) != 0) {
    return 2;
  }
  return Worker(socket).serve();
}

} // namespace mapwright::kernel::worker
