// How one source compiles for several instruction sets: everything between MAPWRIGHT_BEGIN_TARGET("...") and
// MAPWRIGHT_END_TARGET may use the named extensions. Headers are included before, so that nothing they define is.
// Function multiversioning (target_clones) would be shorter, but its resolvers run before the sanitizers are set up,
// and it does not reach templates.
#pragma once

#if defined(__x86_64__) && defined(__clang__)
#define MAPWRIGHT_PRAGMA(text) _Pragma(#text)
// Operations without a vector form are asked to vectorise as well; that they do not is no news.
#define MAPWRIGHT_BEGIN_TARGET(set)                                                                                    \
  _Pragma("clang diagnostic push") _Pragma("clang diagnostic ignored \"-Wpass-failed\"")                               \
      MAPWRIGHT_PRAGMA(clang attribute push(__attribute__((target(set))), apply_to = function))
#define MAPWRIGHT_END_TARGET _Pragma("clang attribute pop") _Pragma("clang diagnostic pop")
#define MAPWRIGHT_INDEPENDENT_LANES _Pragma("clang loop vectorize(assume_safety)")
#elif defined(__x86_64__) && defined(__GNUC__)
#define MAPWRIGHT_PRAGMA(text) _Pragma(#text)
// -O2 does not vectorise here; a square root that may set errno does not either, and none here is of a negative number.
#define MAPWRIGHT_BEGIN_TARGET(set)                                                                                    \
  _Pragma("GCC push_options") _Pragma("GCC optimize(\"O3,no-math-errno,no-trapping-math\")")                           \
      MAPWRIGHT_PRAGMA(GCC target(set))
#define MAPWRIGHT_END_TARGET _Pragma("GCC pop_options")
#define MAPWRIGHT_INDEPENDENT_LANES _Pragma("GCC ivdep")
#else
#define MAPWRIGHT_BEGIN_TARGET(set)
#define MAPWRIGHT_END_TARGET
#define MAPWRIGHT_INDEPENDENT_LANES
#endif
