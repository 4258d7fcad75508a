// What every function of the host's program is given. One definition serves this process and the text of the program.
#pragma once

#include <cstdint>
#include <string_view>

#define MAPWRIGHT_HOST_JOB(...)                                                                                        \
  struct HostJob __VA_ARGS__;                                                                                          \
  inline constexpr std::string_view host_job_text = "struct HostJob " #__VA_ARGS__ ";"

namespace mapwright::index_map::bench {

/// `tables`: run-time tables of the map, in its word. `points`, `starts` and `rows`: see Lists.
MAPWRIGHT_HOST_JOB({
  const std::int64_t* sizes;
  const void* const* tables;
  const std::int64_t* low;
  const std::int64_t* extent;
  const float* in;
  float* out;
  const std::int32_t* points;
  const std::int64_t* starts;
  const std::int32_t* rows;
  std::int64_t row_count;
  std::int64_t count;
  std::int64_t volume;
  std::int32_t threads;
});

} // namespace mapwright::index_map::bench

#undef MAPWRIGHT_HOST_JOB
