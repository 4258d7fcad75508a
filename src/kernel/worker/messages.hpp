// The payloads of the packets, as values.
#pragma once

#include "kernel/task/task.hpp"

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace mapwright::kernel::worker {

/// open: what kind of code will come. Failure is the machine's.
struct OpenRequest {
  Backend backend = Backend::cpp;
  std::string device{};   ///< part of the device's name; empty: the first
  std::string compiler{}; ///< cpp: the one the candidate chose; empty: it left that to the judge
};

/// opened: where the code will run.
struct OpenReply {
  bool on_processor = true; ///< it shares the processor's caches and memory with the judge
};

/// load: the code to run, with one descriptor: a shared object for cpp, else source text or what was kept of it; or
/// with both, to compile only what is not in what was kept.
struct LoadRequest {
  std::vector<std::string> options{}; ///< of the device's compiler
  bool compiled = false;              ///< not source, but what a worker kept
};

/// loaded.
struct LoadReply {
  enum class State : std::uint8_t { ready, rejected };
  State state = State::rejected;
  std::string log{}; ///< the compiler's words, or why not
};

/// Where the bytes of one argument lie in the memory shared for a call.
struct Place {
  bool writable = false; ///< in the memory that both may write; else in that which only the judge may write
  std::uint64_t offset = 0;
  std::uint64_t bytes = 0; ///< of the argument itself
  std::uint64_t head = 0;  ///< guard bytes before it that travel to a device with it, a multiple of 4096
  std::uint64_t tail = 0;  ///< and behind it
};

/// A launch with every number known.
struct BufferIndex {
  std::uint64_t index; ///< of the argument; scratch buffers follow the arguments
};
struct GroupBytes {
  std::uint64_t bytes;
};
/// The bits of a scalar, as it lies in memory.
struct ScalarBits {
  Element type;
  std::uint64_t bits;
};
using LaunchValue = std::variant<BufferIndex, GroupBytes, ScalarBits>;
struct LaunchStep {
  std::string kernel;
  std::array<std::uint64_t, 3> groups{1, 1, 1};
  std::array<std::uint64_t, 3> group{1, 1, 1};
  std::vector<LaunchValue> arguments{};
};

/// What a device with memory of its own does to its caches when all arguments are there.
enum class DeviceCaches : std::uint8_t {
  leave, ///< nothing
  flush, ///< fills them with other memory
  touch, ///< reads every argument
};

/// put: the layout of a call. Comes with the two shared memories, read-only first, when they are new.
struct CallLayout {
  std::uint64_t read_only_bytes = 0; ///< how much of each is to be mapped
  std::uint64_t writable_bytes = 0;
  std::vector<std::int64_t> sizes{};
  std::vector<Place> arguments{};
  std::vector<std::uint64_t> scratch{}; ///< bytes of each scratch buffer
  std::vector<LaunchStep> launches{};   ///< device back ends
  DeviceCaches caches = DeviceCaches::leave;
};

/// failed: whose fault it is.
struct Failure {
  enum class Blame : std::uint8_t { candidate, memory, machine };
  Blame blame = Blame::machine;
  std::string why{};
};

// go has one number as its payload: 1 to skip the candidate. rate has one: bytes that are read and written once in the
// time asked for; rated has one: bytes per second. keep comes with memory for what has been compiled; kept has one
// number, the bytes of it, 0 for nothing. The other packets have none.

std::string encode(const OpenRequest& request);
std::string encode(const OpenReply& reply);
std::string encode(const LoadRequest& request);
std::string encode(const LoadReply& reply);
std::string encode(const CallLayout& layout);
std::string encode(const Failure& failure);
std::string encode_go(bool skip);
std::string encode_number(std::uint64_t number);

/// Nothing when the payload is not one. Text for people may be cut, and anything may be written in it.
std::optional<OpenRequest> decode_open_request(std::string_view payload);
std::optional<OpenReply> decode_open_reply(std::string_view payload);
std::optional<LoadRequest> decode_load_request(std::string_view payload);
std::optional<LoadReply> decode_load_reply(std::string_view payload);
std::optional<CallLayout> decode_layout(std::string_view payload);
std::optional<Failure> decode_failure(std::string_view payload);
std::optional<bool> decode_go(std::string_view payload);
std::optional<std::uint64_t> decode_number(std::string_view payload);

} // namespace mapwright::kernel::worker
