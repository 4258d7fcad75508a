// What a run may use, what it has used, and why it stopped.
#pragma once

#include "core/units.hpp"

#include <array>
#include <cstdint>
#include <optional>
#include <string_view>

namespace mapwright {

/// Amounts of everything a run pays for.
struct Resources {
  std::uint64_t evaluations = 0; ///< candidates verified, or verified and measured
  Seconds time{0};               ///< wall time
  std::uint64_t tokens = 0;      ///< read and written by models
  double dollars = 0;            ///< paid for models, by the price table
  Joules energy{};               ///< of inference, measured or estimated

  friend Resources operator+(const Resources& a, const Resources& b) {
    return {a.evaluations + b.evaluations, a.time + b.time, a.tokens + b.tokens, a.dollars + b.dollars,
            a.energy + b.energy};
  }
  friend bool operator==(const Resources&, const Resources&) = default;
};

/// One kind of resource.
enum class ResourceKind : std::uint8_t { evaluations, time, tokens, dollars, energy };

inline constexpr std::array<ResourceKind, 5> all_resource_kinds{
    ResourceKind::evaluations, ResourceKind::time, ResourceKind::tokens, ResourceKind::dollars, ResourceKind::energy};

/// "evaluations", "seconds", "tokens", "dollars" or "joules": the keys of [budget].
std::string_view to_string(ResourceKind kind);

/// The amount of one kind, in its unit.
double amount(const Resources& resources, ResourceKind kind);

/// Upper limits; what is absent is not limited.
struct Budget {
  std::optional<std::uint64_t> evaluations{};
  std::optional<double> seconds{};
  std::optional<std::uint64_t> tokens{};
  std::optional<double> dollars{};
  std::optional<double> joules{};

  [[nodiscard]] std::optional<double> limit(ResourceKind kind) const;
};

/// A limit and what had been used when it ended the run.
struct Exhausted {
  ResourceKind kind = ResourceKind::evaluations;
  double limit = 0;
  double used = 0;     ///< by committed steps
  double reserved = 0; ///< for calls in flight, and for the call that was not made
};

/// The first limit that `used` plus `reserved` would go beyond, or that `used` has reached: at a limit nothing more is
/// begun.
std::optional<Exhausted> exhausted(const Budget& budget, const Resources& used, const Resources& reserved);

} // namespace mapwright
