// Whether a sanitizer watches this process: tests are compiled without, so only the linked runtime tells.
#pragma once

extern "C" {
void __asan_init() __attribute__((weak)); // NOLINT: the runtimes' own names
void __tsan_init() __attribute__((weak)); // NOLINT
}

namespace mapwright::test {

inline bool sanitized() {
  return &__asan_init != nullptr || &__tsan_init != nullptr;
}

} // namespace mapwright::test
