// Where the arguments of a call lie in shared memory, what is put there, and what must still be there afterwards.
#pragma once

#include "kernel/judge/arena.hpp"
#include "kernel/judge/runner.hpp"
#include "kernel/task/data.hpp"
#include "kernel/worker/messages.hpp"

#include <array>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace mapwright::kernel {

/// The places of all arguments. Every argument begins at a multiple of 128 bytes, each at another distance from the
/// page, with at least a page of guard bytes before and behind. On the host, pure inputs lie in the memory that only
/// the judge can write; for a device everything goes through the other one, with a page of guard bytes before and
/// behind on the device too. Input error when the inputs do not fit the task.
Result<worker::CallLayout> lay_out(const Task& task, const Inputs& inputs, bool on_device);

/// Random bytes, new for each call, that fill whatever is not an input.
class Poison {
public:
  /// From the system's source of randomness.
  Poison();
  /// Fills bytes[from, to).
  void fill(std::span<std::byte> bytes, std::size_t from, std::size_t to) const;
  /// How many of bytes[from, to) differ from what fill puts there.
  [[nodiscard]] std::uint64_t changed(std::span<const std::byte> bytes, std::size_t from, std::size_t to) const;

private:
  std::vector<std::byte> block_;
};

/// Puts inputs and poison in their places.
void fill(const worker::CallLayout& layout, const Inputs& inputs, const Poison& poison, const Arena& read_only,
          const Arena& writable);

/// A rule that was broken.
struct Breach {
  RunStatus status;
  std::string evidence;
};

/// Whether only outputs were written, after a call that was filled in the same way.
std::optional<Breach> find_breach(const Task& task, const worker::CallLayout& layout, const Inputs& inputs,
                                  const Poison& poison, const Arena& writable);

/// The outputs, one for each argument, empty for pure inputs.
std::vector<Elements> outputs(const Task& task, const worker::CallLayout& layout, const Arena& writable);

} // namespace mapwright::kernel
