#include "mapper/engine/region_data.hpp"

#include <fmt/format.h>

namespace mapwright::mapper {

Result<RegionData> RegionData::make(const Program& program) {
  RegionData made(program);
  std::uint64_t total = 0;
  for (const Region& region : program.regions) {
    const std::uint64_t points = region.extents.volume();
    std::vector<std::vector<std::byte>>& fields = made.fields_.emplace_back();
    for (const Field& field : region.fields) {
      if (points > (most_bytes - total) / field.bytes) {
        return fail(ErrorKind::input,
                    fmt::format("the data of program '{}' take more than {} GiB", program.name, most_bytes >> 30U),
                    "run it with smaller sizes; the simulator has no such limit");
      }
      total += points * field.bytes;
      fields.emplace_back(points * field.bytes);
    }
  }
  return made;
}

std::span<std::byte> RegionData::bytes_named(std::string_view region, std::string_view field, std::size_t size) {
  for (std::uint32_t r = 0; r < program_->regions.size(); ++r) {
    const Region& candidate = program_->regions[r];
    for (std::size_t f = 0; candidate.name == region && f < candidate.fields.size(); ++f) {
      if (candidate.fields[f].name == field && candidate.fields[f].bytes == size) {
        return fields_[r][f];
      }
    }
  }
  throw std::logic_error(
      fmt::format("program '{}' has no field '{}' of {} bytes in a region '{}'", program_->name, field, size, region));
}

} // namespace mapwright::mapper
