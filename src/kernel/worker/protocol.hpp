// What judge and worker say to each other: packets over a local socket that keeps them apart (SOCK_SEQPACKET).
//
//   judge -> worker    open (kind)   load (code)   put (layout of a call)   go      fetch     keep (device back ends)
//   worker -> judge    opened        loaded        ready                    done    fetched   kept
//
// A worker that was never given code also answers `rate`, how fast its device copies memory, with `rated`.
//
// Any request may also be answered by `failed` with a sentence. An answer repeats the number of its request, which is
// random: an answer cannot be given before the request is known. After load the judge believes nothing that a worker
// says but that it is done.
#pragma once

#include "core/error.hpp"
#include "sandbox/file_descriptor.hpp"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace mapwright::kernel::worker {

enum class Kind : std::uint32_t {
  open = 1,
  load,
  put,
  go,
  fetch,
  keep,
  opened,
  loaded,
  ready,
  done,
  fetched,
  kept,
  failed,
  rate,
  rated,
};

/// One packet: 16 bytes of kind, length and number, then the payload.
struct Packet {
  Kind kind = Kind::failed;
  std::uint64_t number = 0;
  std::string payload{};
  std::vector<sandbox::FileDescriptor> descriptors{}; ///< sent along; the judge never accepts any
};

/// Longest payload; large things travel in memory files.
inline constexpr std::size_t most_payload = 60'000;
inline constexpr std::size_t most_descriptors = 4;

/// Sends without waiting; false with errno set when the other side is gone or does not listen.
/// Throws std::logic_error when the payload is longer than most_payload.
bool send(int socket, const Packet& packet);

/// What came of waiting for a packet.
enum class Heard : std::uint8_t {
  packet,
  silence, ///< the other side is gone
  noise,   ///< something that is no packet
};

/// Waits for the next packet. Descriptors that come along are dropped unless `with_descriptors`.
Heard receive(int socket, Packet& packet, bool with_descriptors);

/// Writes a payload: 64-bit little-endian integers, and texts behind their length.
class Writer {
public:
  void number(std::int64_t value);
  void number(std::uint64_t value) { number(static_cast<std::int64_t>(value)); }
  void text(std::string_view value);
  [[nodiscard]] std::string take() { return std::move(bytes_); }

private:
  std::string bytes_;
};

/// Reads one. Past the end everything is 0 or empty, and good() is false.
class Reader {
public:
  explicit Reader(std::string_view bytes) : left_(bytes) {}
  std::int64_t number();
  std::uint64_t size() { return static_cast<std::uint64_t>(number()); }
  std::string text();
  [[nodiscard]] bool good() const { return good_; }

private:
  std::string_view left_;
  bool good_ = true;
};

} // namespace mapwright::kernel::worker
