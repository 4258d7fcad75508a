#include "kernel/worker/protocol.hpp"

#include <array>
#include <bit>
#include <cerrno>
#include <cstring>
#include <stdexcept>

#include <sys/socket.h>
#include <sys/uio.h>

namespace mapwright::kernel::worker {
namespace {

static_assert(std::endian::native == std::endian::little, "packets are little-endian");

struct Header {
  std::uint32_t kind;
  std::uint32_t length;
  std::uint64_t number;
};

using Control = std::array<char, CMSG_SPACE(most_descriptors * sizeof(int))>;

void take_descriptors(msghdr& message, std::vector<sandbox::FileDescriptor>& to) {
  for (cmsghdr* part = CMSG_FIRSTHDR(&message); part != nullptr; part = CMSG_NXTHDR(&message, part)) {
    if (part->cmsg_level != SOL_SOCKET || part->cmsg_type != SCM_RIGHTS) {
      continue;
    }
    const std::size_t count = (part->cmsg_len - CMSG_LEN(0)) / sizeof(int);
    for (std::size_t i = 0; i < count; ++i) {
      int fd = -1;
      std::memcpy(&fd, CMSG_DATA(part) + i * sizeof(int), sizeof fd);
      to.emplace_back(fd);
    }
  }
}

} // namespace

bool send(int socket, const Packet& packet) {
  if (packet.payload.size() > most_payload || packet.descriptors.size() > most_descriptors) {
    throw std::logic_error("a packet is too large");
  }
  Header header{static_cast<std::uint32_t>(packet.kind), static_cast<std::uint32_t>(packet.payload.size()),
                packet.number};
  std::array<iovec, 2> parts{iovec{&header, sizeof header},
                             iovec{const_cast<char*>(packet.payload.data()), packet.payload.size()}};
  msghdr message{};
  message.msg_iov = parts.data();
  message.msg_iovlen = parts.size();
  alignas(cmsghdr) Control control{};
  if (!packet.descriptors.empty()) {
    message.msg_control = control.data();
    message.msg_controllen = CMSG_SPACE(packet.descriptors.size() * sizeof(int));
    cmsghdr* part = CMSG_FIRSTHDR(&message);
    part->cmsg_level = SOL_SOCKET;
    part->cmsg_type = SCM_RIGHTS;
    part->cmsg_len = CMSG_LEN(packet.descriptors.size() * sizeof(int));
    for (std::size_t i = 0; i < packet.descriptors.size(); ++i) {
      const int fd = packet.descriptors[i].get();
      std::memcpy(CMSG_DATA(part) + i * sizeof(int), &fd, sizeof fd);
    }
  }
  ssize_t sent = 0;
  do {
    sent = sendmsg(socket, &message, MSG_NOSIGNAL | MSG_DONTWAIT);
  } while (sent < 0 && errno == EINTR);
  return sent == static_cast<ssize_t>(sizeof header + packet.payload.size());
}

Heard receive(int socket, Packet& packet, bool with_descriptors) {
  Header header{};
  packet.descriptors.clear();
  std::array<char, most_payload> payload; // NOLINT(cppcoreguidelines-pro-type-member-init): filled by recvmsg
  std::array<iovec, 2> parts{iovec{&header, sizeof header}, iovec{payload.data(), payload.size()}};
  msghdr message{};
  message.msg_iov = parts.data();
  message.msg_iovlen = parts.size();
  alignas(cmsghdr) Control control{};
  if (with_descriptors) {
    message.msg_control = control.data();
    message.msg_controllen = control.size();
  }
  ssize_t received = 0;
  do {
    received = recvmsg(socket, &message, MSG_CMSG_CLOEXEC);
  } while (received < 0 && errno == EINTR);
  if (received <= 0) {
    return Heard::silence;
  }
  if (with_descriptors) {
    take_descriptors(message, packet.descriptors);
  }
  const auto length = static_cast<std::size_t>(received);
  if (length < sizeof header || length - sizeof header != header.length || (message.msg_flags & MSG_TRUNC) != 0) {
    return Heard::noise;
  }
  packet.kind = static_cast<Kind>(header.kind);
  packet.number = header.number;
  packet.payload.assign(payload.data(), header.length);
  return Heard::packet;
}

void Writer::number(std::int64_t value) {
  char bytes[sizeof value];
  std::memcpy(bytes, &value, sizeof value);
  bytes_.append(bytes, sizeof value);
}

void Writer::text(std::string_view value) {
  number(static_cast<std::uint64_t>(value.size()));
  bytes_.append(value);
}

std::int64_t Reader::number() {
  std::int64_t value = 0;
  if (left_.size() < sizeof value) {
    good_ = false;
    left_ = {};
    return 0;
  }
  std::memcpy(&value, left_.data(), sizeof value);
  left_.remove_prefix(sizeof value);
  return value;
}

std::string Reader::text() {
  const std::uint64_t length = size();
  if (length > left_.size()) {
    good_ = false;
    left_ = {};
    return {};
  }
  std::string value(left_.substr(0, length));
  left_.remove_prefix(length);
  return value;
}

} // namespace mapwright::kernel::worker
