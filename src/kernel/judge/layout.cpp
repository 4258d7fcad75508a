#include "kernel/judge/layout.hpp"

#include "measure/random.hpp"

#include <algorithm>
#include <cstring>
#include <stdexcept>

#include <fmt/format.h>
#include <sys/random.h>

namespace mapwright::kernel {
namespace {

constexpr std::uint64_t page = 4096;
constexpr std::uint64_t step = 128; ///< bytes from one argument's distance from the page to the next one's
constexpr std::size_t block_size = 1U << 16U;

std::uint64_t round_up(std::uint64_t bytes) {
  return (bytes + page - 1) / page * page;
}

bool has_input(const Argument& argument) {
  return argument.intent != Intent::out;
}

bool is_output(const Argument& argument) {
  return argument.intent != Intent::in;
}

std::span<std::byte> at(const Arena& arena, const worker::Place& place) {
  return arena.bytes().subspan(place.offset, place.bytes);
}

} // namespace

Result<worker::CallLayout> lay_out(const Task& task, const Inputs& inputs, bool on_device) {
  const Result<std::vector<std::uint64_t>> elements = extents(task, inputs.shape.sizes);
  if (!elements) {
    return forward(elements);
  }
  if (inputs.values.size() != task.arguments.size()) {
    return fail(ErrorKind::input, fmt::format("{} values are given for the {} arguments of {}", inputs.values.size(),
                                              task.arguments.size(), task.name));
  }
  worker::CallLayout layout{.sizes = inputs.shape.sizes};
  std::array<std::uint64_t, 2> end{0, 0};
  for (std::size_t i = 0; i < task.arguments.size(); ++i) {
    const Argument& argument = task.arguments[i];
    worker::Place place;
    place.bytes = (*elements)[i] * size_of(argument.type);
    if (has_input(argument) && inputs.values[i].size() != place.bytes) {
      return fail(ErrorKind::input, fmt::format("'{}' has {} bytes of input instead of {}", argument.name,
                                                inputs.values[i].size(), place.bytes));
    }
    place.writable = on_device || is_output(argument);
    place.head = place.tail = on_device ? page : 0;
    std::uint64_t& used = end[place.writable ? 1 : 0];
    place.offset = round_up(used) + page + i * step % page;
    used = place.offset + place.bytes + page; // a tail is part of that page, a head of the one before
    layout.arguments.push_back(place);
  }
  layout.read_only_bytes = round_up(end[0]);
  layout.writable_bytes = round_up(end[1]);
  return layout;
}

Poison::Poison() : block_(block_size) {
  std::uint64_t seed = 0;
  if (getrandom(&seed, sizeof seed, 0) != static_cast<ssize_t>(sizeof seed)) {
    throw std::logic_error("the system gives no random bytes");
  }
  measure::Random random(seed);
  for (std::size_t i = 0; i < block_.size(); i += sizeof seed) {
    const std::uint64_t bits = random.next();
    std::memcpy(block_.data() + i, &bits, sizeof bits);
  }
}

void Poison::fill(std::span<std::byte> bytes, std::size_t from, std::size_t to) const {
  while (from < to) {
    const std::size_t in_block = from % block_size;
    const std::size_t length = std::min(block_size - in_block, to - from);
    std::memcpy(bytes.data() + from, block_.data() + in_block, length);
    from += length;
  }
}

std::uint64_t Poison::changed(std::span<const std::byte> bytes, std::size_t from, std::size_t to) const {
  std::uint64_t count = 0;
  for (std::size_t i = from; i < to; ++i) {
    count += bytes[i] != block_[i % block_size] ? 1U : 0U;
  }
  return count;
}

void fill(const worker::CallLayout& layout, const Inputs& inputs, const Poison& poison, const Arena& read_only,
          const Arena& writable) {
  std::array<std::size_t, 2> from{0, 0}; // up to there all is filled
  for (std::size_t i = 0; i < layout.arguments.size(); ++i) {
    const worker::Place& place = layout.arguments[i];
    if (place.bytes > 0 && !inputs.values[i].empty()) {
      const Arena& arena = place.writable ? writable : read_only;
      std::size_t& filled = from[place.writable ? 1 : 0];
      poison.fill(arena.bytes(), filled, place.offset);
      std::memcpy(at(arena, place).data(), inputs.values[i].data(), place.bytes);
      filled = place.offset + place.bytes;
    }
  }
  poison.fill(read_only.bytes(), from[0], layout.read_only_bytes);
  poison.fill(writable.bytes(), from[1], layout.writable_bytes);
}

std::optional<Breach> find_breach(const Task& task, const worker::CallLayout& layout, const Inputs& inputs,
                                  const Poison& poison, const Arena& writable) {
  const std::span<const std::byte> bytes = writable.bytes().first(layout.writable_bytes);
  const std::string* before = nullptr; // the argument that ends where the guard bytes begin
  std::size_t from = 0;
  for (std::size_t i = 0; i <= layout.arguments.size(); ++i) {
    const bool last = i == layout.arguments.size();
    if (!last && !layout.arguments[i].writable) {
      continue;
    }
    const std::size_t to = last ? bytes.size() : layout.arguments[i].offset;
    if (const std::uint64_t changed = poison.changed(bytes, from, to)) {
      const std::string where = before == nullptr ? fmt::format("before '{}'", last ? "?" : task.arguments[i].name)
                                : last            ? fmt::format("behind '{}'", *before)
                                       : fmt::format("between '{}' and '{}'", *before, task.arguments[i].name);
      return Breach{RunStatus::wrote_outside, fmt::format("{} bytes {} changed", changed, where)};
    }
    if (last) {
      break;
    }
    const worker::Place& place = layout.arguments[i];
    if (!is_output(task.arguments[i]) && place.bytes > 0 &&
        std::memcmp(at(writable, place).data(), inputs.values[i].data(), place.bytes) != 0) {
      return Breach{RunStatus::changed_input, fmt::format("the input '{}' was changed", task.arguments[i].name)};
    }
    before = &task.arguments[i].name;
    from = place.offset + place.bytes;
  }
  return std::nullopt;
}

std::vector<Elements> outputs(const Task& task, const worker::CallLayout& layout, const Arena& writable) {
  std::vector<Elements> result(task.arguments.size());
  for (std::size_t i = 0; i < task.arguments.size(); ++i) {
    if (is_output(task.arguments[i])) {
      const std::span<const std::byte> bytes = at(writable, layout.arguments[i]);
      result[i].assign(bytes.begin(), bytes.end());
    }
  }
  return result;
}

} // namespace mapwright::kernel
