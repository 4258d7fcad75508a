// The parts of emitted C++ loops that are the same for all maps but for names.
#pragma once

namespace mapwright::emit {

/// Once per program, whatever the number of maps.
inline constexpr const char* cpp_schedules = R"(#ifndef MAPWRIGHT_SCHEDULES
#define MAPWRIGHT_SCHEDULES

#include <cstdint>
#ifdef _OPENMP
#include <omp.h>
#endif

// How threads share the indices of a map.
namespace mapwright_maps::schedule {

// One chunk of equal counts per thread: schedule(static).
struct even {};
// Chunks of `size` indices in turn: schedule(static, size).
struct cyclic {
  std::int64_t size = 1;
};
// Chunks of `size` indices as threads become free: schedule(dynamic, size).
struct dynamic {
  std::int64_t size = 1;
};
// Chunks of an equal share of what is left, at least `least` indices: schedule(guided, least).
struct guided {
  std::int64_t least = 1;
  std::int64_t next = 0; // the first index nobody has taken
};
// Chunks of equal cost by the weight of the map: one per thread, or `chunks` of them as threads become free.
struct equal_cost {
  std::int32_t chunks = 0;
};

// floor(total * chunk / chunks) for 0 <= chunk <= chunks, within the word.
constexpr std::int64_t part(std::int64_t total, std::int32_t chunk, std::int32_t chunks) {
  return total / chunks * chunk + total % chunks * chunk / chunks;
}

// The number of chunks of that size, and where each begins; number(total, size) begins behind the last.
constexpr std::int64_t number(std::int64_t total, std::int64_t size) {
  return total / size + (total % size != 0);
}
constexpr std::int64_t begin_of(std::int64_t total, std::int64_t size, std::int64_t chunk) {
  return chunk <= total / size ? chunk * size : total;
}
constexpr std::int64_t valid_size(std::int64_t size) {
  return size < 1 ? 1 : size;
}

inline std::int32_t threads() {
#ifdef _OPENMP
  return omp_get_num_threads();
#else
  return 1;
#endif
}

inline std::int32_t thread() {
#ifdef _OPENMP
  return omp_get_thread_num();
#else
  return 0;
#endif
}

struct range {
  std::int64_t begin;
  std::int64_t end;
};

// The next chunk of a guided schedule; begin == end when nothing is left.
inline range take(guided& how, std::int64_t total, std::int32_t team) {
  range taken{};
#ifdef _OPENMP
#pragma omp critical(mapwright_guided)
#endif
  {
    const std::int64_t left = total - how.next;
    const std::int64_t share = number(left, team);
    const std::int64_t size = share < valid_size(how.least) ? valid_size(how.least) : share;
    taken.begin = how.next;
    how.next += size < left ? size : left;
    taken.end = how.next;
  }
  return taken;
}

} // namespace mapwright_maps::schedule

#endif

)";

/// @P formals of the sizes with ", " behind each, @F the same without the last ", "; @S, @A their names likewise.
inline constexpr const char* cpp_sharing =
    R"(// Calls the body for the part of the indices that falls to the calling thread; all threads of a team call it, as for
// `#pragma omp for nowait`.
template <class Body> inline void share(@Pschedule::even, Body&& body) {
  const std::int64_t total = count(@A);
  const std::int32_t team = schedule::threads();
  const std::int32_t thread = schedule::thread();
  walk(@Sindex_t(schedule::part(total, thread, team)), index_t(schedule::part(total, thread + 1, team)), body);
}

template <class Body> inline void share(@Pschedule::cyclic how, Body&& body) {
  const std::int64_t total = count(@A);
  const std::int64_t size = schedule::valid_size(how.size);
  const std::int64_t number = schedule::number(total, size);
  for (std::int64_t chunk = schedule::thread(); chunk < number; chunk += schedule::threads()) {
    walk(@Sindex_t(schedule::begin_of(total, size, chunk)), index_t(schedule::begin_of(total, size, chunk + 1)), body);
  }
}

template <class Body> inline void share(@Pschedule::dynamic how, Body&& body) {
  const std::int64_t total = count(@A);
  const std::int64_t size = schedule::valid_size(how.size);
  const std::int64_t number = schedule::number(total, size);
#ifdef _OPENMP
#pragma omp for schedule(dynamic) nowait
#endif
  for (std::int64_t chunk = 0; chunk < number; ++chunk) {
    walk(@Sindex_t(schedule::begin_of(total, size, chunk)), index_t(schedule::begin_of(total, size, chunk + 1)), body);
  }
}

// `how` is shared by the team and used once.
template <class Body> inline void share(@Pschedule::guided& how, Body&& body) {
  const std::int64_t total = count(@A);
  for (;;) {
    const schedule::range piece = schedule::take(how, total, schedule::threads());
    if (piece.begin == piece.end) {
      return;
    }
    walk(@Sindex_t(piece.begin), index_t(piece.end), body);
  }
}

)";

inline constexpr const char* cpp_sharing_costs =
    R"(template <class Body> inline void share(@Pschedule::equal_cost how, Body&& body) {
  if (how.chunks <= 0) {
    const std::int32_t team = schedule::threads();
    const std::int32_t thread = schedule::thread();
    walk(@Schunk_begin(thread, team@T), chunk_begin(thread + 1, team@T), body);
    return;
  }
#ifdef _OPENMP
#pragma omp for schedule(dynamic) nowait
#endif
  for (std::int32_t chunk = 0; chunk < how.chunks; ++chunk) {
    walk(@Schunk_begin(chunk, how.chunks@T), chunk_begin(chunk + 1, how.chunks@T), body);
  }
}

)";

inline constexpr const char* cpp_for_each = R"(// Calls body(@B) once for every point, by all threads of a new team.
template <class Schedule, class Body> inline void for_each(@PSchedule how, Body&& body) {
#ifdef _OPENMP
#pragma omp parallel
#endif
  share(@Show, body);
}

)";

} // namespace mapwright::emit
