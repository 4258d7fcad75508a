// The values of all regions of a program in plain arrays: what a run begins with and what it leaves.
#pragma once

#include "core/error.hpp"
#include "mapper/program/program.hpp"

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>
#include <stdexcept>
#include <string_view>
#include <vector>

namespace mapwright::mapper {

/// One array for each field of each region, over all points of its extents, the first dimension fastest.
class RegionData {
public:
  static constexpr std::uint64_t most_bytes = std::uint64_t{8} << 30U;

  /// All zero. Input error: more than `most_bytes`.
  static Result<RegionData> make(const Program& program);

  [[nodiscard]] std::span<std::byte> bytes(std::uint32_t region, std::size_t field) { return fields_[region][field]; }
  [[nodiscard]] std::span<const std::byte> bytes(std::uint32_t region, std::size_t field) const {
    return fields_[region][field];
  }
  /// The values of a field. Throws std::logic_error when there is none of that name or T has another size.
  template <class T> [[nodiscard]] std::span<T> values(std::string_view region, std::string_view field) {
    const std::span<std::byte> found = bytes_named(region, field, sizeof(T));
    return {reinterpret_cast<T*>(found.data()), found.size() / sizeof(T)};
  }
  template <class T> [[nodiscard]] std::span<const T> values(std::string_view region, std::string_view field) const {
    return const_cast<RegionData&>(*this).values<T>(region, field); // the same array, not to be written
  }

private:
  explicit RegionData(const Program& program) : program_(&program) {}
  [[nodiscard]] std::span<std::byte> bytes_named(std::string_view region, std::string_view field, std::size_t size);

  const Program* program_; ///< outlives the data
  std::vector<std::vector<std::vector<std::byte>>> fields_;
};

} // namespace mapwright::mapper
