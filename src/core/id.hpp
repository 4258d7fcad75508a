// Strongly typed identifiers: the id of one kind of thing cannot be passed where another kind is meant.
#pragma once

#include <compare>
#include <cstdint>
#include <functional>

namespace mapwright {

/// A number that names one thing of the kind `Tag`; valid only together with the collection that issued it.
template <class Tag> class Id {
public:
  constexpr explicit Id(std::uint64_t value) : value_(value) {}

  [[nodiscard]] constexpr std::uint64_t value() const { return value_; }
  friend constexpr auto operator<=>(const Id&, const Id&) = default;

private:
  std::uint64_t value_;
};

} // namespace mapwright

template <class Tag> struct std::hash<mapwright::Id<Tag>> {
  std::size_t operator()(mapwright::Id<Tag> id) const noexcept { return std::hash<std::uint64_t>{}(id.value()); }
};
