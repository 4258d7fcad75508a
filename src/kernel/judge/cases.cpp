#include "kernel/judge/cases.hpp"

#include "core/key_stream.hpp"

#include <cstdint>
#include <iterator>
#include <stdexcept>

#include <fmt/format.h>
#include <sys/random.h>

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

Result<Inputs> Cases::apart(const Shape& shape, std::size_t scenario) const {
  // Numbers of cases count up from 0.
  return draw(task_, shape, scenario, seed_of({shape.sizes, scenario, UINT64_MAX}, secret_));
}

void Cases::forget(const std::vector<std::int64_t>& sizes) {
  std::erase_if(cases_, [&](const auto& entry) { return entry.first.sizes == sizes; });
}

std::uint64_t fresh_secret() {
  std::uint64_t secret = 0;
  if (getrandom(&secret, sizeof secret, 0) != static_cast<ssize_t>(sizeof secret)) {
    throw std::logic_error("the system gives no random bytes");
  }
  return secret;
}

} // namespace mapwright::kernel
