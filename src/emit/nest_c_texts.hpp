// The parts of emitted C loops that are the same for all maps but for names.
#pragma once

namespace mapwright::emit {

/// Once per program, whatever the number of maps.
inline constexpr const char* c_prologue = R"(#ifndef MAPWRIGHT_C_SCHEDULES
#define MAPWRIGHT_C_SCHEDULES

#include <stdint.h>
#ifdef _OPENMP
#include <omp.h>
#define MAPWRIGHT_TEAM omp_get_num_threads()
#define MAPWRIGHT_THREAD omp_get_thread_num()
#define MAPWRIGHT_OMP_FOR _Pragma("omp for schedule(dynamic) nowait")
#else
#define MAPWRIGHT_TEAM 1
#define MAPWRIGHT_THREAD 0
#define MAPWRIGHT_OMP_FOR
#endif

// floor(total * chunk / chunks) for 0 <= chunk <= chunks, within the word.
static inline int64_t mapwright_part(int64_t total, int32_t chunk, int32_t chunks) {
  return total / chunks * chunk + total % chunks * chunk / chunks;
}

// The number of chunks of that size, and where each begins.
static inline int64_t mapwright_number(int64_t total, int64_t size) {
  return total / size + (total % size != 0);
}
static inline int64_t mapwright_begin(int64_t total, int64_t size, int64_t chunk) {
  return chunk <= total / size ? chunk * size : total;
}
static inline int64_t mapwright_size(int64_t size) {
  return size < 1 ? 1 : size;
}

// The end of the next chunk of a guided schedule, which begins at *begin; the same number when nothing is left.
static inline int64_t mapwright_take(int64_t *next, int64_t total, int64_t least, int64_t *begin) {
  int64_t end = 0;
#ifdef _OPENMP
#pragma omp critical(mapwright_guided)
#endif
  {
    const int64_t left = total - *next;
    const int64_t share = mapwright_number(left, MAPWRIGHT_TEAM);
    const int64_t size = share < mapwright_size(least) ? mapwright_size(least) : share;
    *begin = *next;
    end = *next += size < left ? size : left;
  }
  return end;
}

#endif

)";

/// @N the name in capitals, @M the name, @W the suffix of the width in capitals, @w in small letters, @I the type of an
/// index, @P the sizes with ", " behind each, @A without the last one, @C the coordinates.
inline constexpr const char* c_sharing =
    R"(// The part of the indices that falls to the calling thread; all threads of a team come here, as to
// `#pragma omp for nowait`. One chunk of equal counts per thread:
#define @N_SHARE_EVEN@W(@P@C, ...) \
  @N_WALK@W(@P(@I)mapwright_part(@M_count@w(@A), MAPWRIGHT_THREAD, MAPWRIGHT_TEAM), \
            (@I)mapwright_part(@M_count@w(@A), MAPWRIGHT_THREAD + 1, MAPWRIGHT_TEAM), @C, __VA_ARGS__)

// Chunks of share_size indices in turn:
#define @N_SHARE_CYCLIC@W(@Pshare_size, @C, ...) \
  for (int64_t share_total = @M_count@w(@A), share_chunk = MAPWRIGHT_THREAD; \
       share_chunk < mapwright_number(share_total, mapwright_size(share_size)); share_chunk += MAPWRIGHT_TEAM) { \
    @N_WALK@W(@P(@I)mapwright_begin(share_total, mapwright_size(share_size), share_chunk), \
              (@I)mapwright_begin(share_total, mapwright_size(share_size), share_chunk + 1), @C, __VA_ARGS__); \
  }

// Chunks of share_size indices as threads become free:
#define @N_SHARE_DYNAMIC@W(@Pshare_size, @C, ...) \
  do { \
    const int64_t share_total = @M_count@w(@A); \
    const int64_t share_number = mapwright_number(share_total, mapwright_size(share_size)); \
    MAPWRIGHT_OMP_FOR \
    for (int64_t share_chunk = 0; share_chunk < share_number; ++share_chunk) { \
      @N_WALK@W(@P(@I)mapwright_begin(share_total, mapwright_size(share_size), share_chunk), \
                (@I)mapwright_begin(share_total, mapwright_size(share_size), share_chunk + 1), @C, __VA_ARGS__); \
    } \
  } while (0)

// Chunks of an equal share of what is left, at least share_least indices; share_next is an int64_t of the team that is
// 0 before:
#define @N_SHARE_GUIDED@W(@Pshare_least, share_next, @C, ...) \
  for (;;) { \
    int64_t share_begin; \
    const int64_t share_end = mapwright_take(&(share_next), @M_count@w(@A), (share_least), &share_begin); \
    if (share_begin == share_end) { \
      break; \
    } \
    @N_WALK@W(@P(@I)share_begin, (@I)share_end, @C, __VA_ARGS__); \
  }

)";

inline constexpr const char* c_sharing_costs = R"(// One chunk of equal cost per thread:
#define @N_SHARE_EQUAL_COST@W(@P@C, ...) \
  @N_WALK@W(@P@M_chunk_begin@w(MAPWRIGHT_THREAD, MAPWRIGHT_TEAM@T), \
            @M_chunk_begin@w(MAPWRIGHT_THREAD + 1, MAPWRIGHT_TEAM@T), @C, __VA_ARGS__)

)";

} // namespace mapwright::emit
