#include "starpu_engine/call.hpp"
#include "starpu_engine/crash.hpp"

#include <algorithm>
#include <chrono>
#include <cstring>
#include <deque>

#include <starpu.h>

namespace mapwright::starpu_engine {

namespace {

/// Memory as aligned as the copies of arguments are.
struct alignas(64) CacheLine {
  std::array<unsigned char, 64> bytes;
};

/// Copies of arguments of one thread, kept for its next tasks.
unsigned char* scratch(std::size_t argument, std::uint64_t bytes) {
  static thread_local std::deque<std::vector<CacheLine>> kept;
  while (kept.size() <= argument) {
    kept.emplace_back();
  }
  kept[argument].resize(std::max<std::size_t>(kept[argument].size(), bytes / sizeof(CacheLine) + 1));
  return kept[argument].front().bytes.data();
}

unsigned char* address_of(void* const buffers[], const BoundArgument& argument, std::uint32_t atom) {
  const auto* vector = static_cast<const starpu_vector_interface*>(buffers[argument.buffers[atom]]);
  return reinterpret_cast<unsigned char*>(vector->ptr);
}

void gather(void* const buffers[], const BoundArgument& argument, unsigned char* copy) {
  for (const mapper::PackedBytes& part : argument.form->packed) {
    std::memcpy(copy + part.in_copy, address_of(buffers, argument, part.atom) + part.in_atom, part.count);
  }
}

void scatter(void* const buffers[], const BoundArgument& argument, const unsigned char* copy) {
  for (const mapper::PackedBytes& part : argument.form->packed) {
    std::memcpy(address_of(buffers, argument, part.atom) + part.in_atom, copy + part.in_copy, part.count);
  }
}

} // namespace

void call_on_cpu(void* buffers[], void* argument) {
  const KernelCall& call = *static_cast<const KernelCall*>(argument);
  const auto begin = std::chrono::steady_clock::now();
  std::vector<std::vector<mapwright_field>> fields(call.arguments.size());
  std::vector<mapwright_argument> made(call.arguments.size());
  std::vector<unsigned char*> copies(call.arguments.size());
  for (std::size_t i = 0; i < call.arguments.size(); ++i) {
    const BoundArgument& bound = call.arguments[i];
    const mapper::ArgumentForm& form = *bound.form;
    copies[i] = form.in_place ? address_of(buffers, bound, 0) : scratch(i, form.copy_bytes);
    if (!form.in_place && bound.privilege != mapper::Privilege::write) {
      gather(buffers, bound, copies[i]);
    }
    for (const mapper::FieldPlace& place : form.fields) {
      mapwright_field& field = fields[i].emplace_back(mapwright_field{copies[i] + place.offset, {}});
      std::copy(place.stride.begin(), place.stride.end(), field.stride);
    }
    made[i] = {fields[i].data(),  {}, {}, static_cast<std::int64_t>(form.points), static_cast<std::int32_t>(form.axes),
               form.dense ? 1 : 0};
    std::copy(form.low.begin(), form.low.end(), made[i].low);
    std::copy(form.extent.begin(), form.extent.end(), made[i].extent);
  }
  mapwright_task task{made.data(), call.sizes.data(), {}};
  std::copy(call.point.begin(), call.point.end(), task.point);
  {
    const RunningTask running(*call.name);
    call.host(&task);
  }
  for (std::size_t i = 0; i < call.arguments.size(); ++i) {
    const BoundArgument& bound = call.arguments[i];
    if (!bound.form->in_place && bound.privilege != mapper::Privilege::read) {
      scatter(buffers, bound, copies[i]);
    }
  }
  const std::int64_t spent = std::chrono::nanoseconds(std::chrono::steady_clock::now() - begin).count();
  *call.busy += spent;
  *call.spent += spent;
}

} // namespace mapwright::starpu_engine
