#include "kernel/judge/cases.hpp"

#include "core/key_stream.hpp"

#include <iterator>
#include <random>

#include <fmt/format.h>

namespace mapwright::kernel {

namespace {

/// A seed that tells nothing of the secret, nor of the seeds of other cases.
std::uint64_t seed_of(const CaseKey& key, std::uint64_t secret) {
  return KeyStream(fmt::format("case {} {} {} {}", secret, fmt::join(key.sizes, ","), key.scenario, key.number)).next();
}

} // namespace

Result<const Case*> Cases::at(const Shape& shape, std::size_t scenario, std::uint64_t number) {
  const CaseKey key{shape.sizes, scenario, number};
  if (const auto known = cases_.find(key); known != cases_.end()) {
    return &known->second;
  }
  auto inputs = draw(task_, shape, scenario, seed_of(key, secret_));
  if (!inputs) {
    return forward(inputs);
  }
  auto expected = reference_.compute(*inputs);
  if (!expected) {
    return forward(expected);
  }
  return &cases_.emplace(key, Case{*std::move(inputs), *std::move(expected)}).first->second;
}

void Cases::forget(const std::vector<std::int64_t>& sizes) {
  std::erase_if(cases_, [&](const auto& entry) { return entry.first.sizes == sizes; });
}

std::uint64_t fresh_secret() {
  std::random_device device;
  return (std::uint64_t{device()} << 32U) | device();
}

} // namespace mapwright::kernel
