// Random numbers by fixed algorithms, so that a seed gives the same numbers with every compiler and library.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>

namespace mapwright::measure {

/// What can be drawn with a Generator, which derives from this, from its next() 64 uniformly distributed bits.
template <class Generator> class Choices {
public:
  /// A uniformly distributed number in [0, bound), without modulo bias. REQUIRES: bound > 0.
  std::uint64_t below(std::uint64_t bound) {
    const std::uint64_t unbiased_from = (0 - bound) % bound; // 2^64 mod bound
    for (;;) {
      const std::uint64_t draw = static_cast<Generator*>(this)->next();
      if (draw >= unbiased_from) {
        return draw % bound;
      }
    }
  }

  /// Puts `items` in a uniformly random order (Fisher-Yates).
  template <class T> void shuffle(std::span<T> items) {
    for (std::size_t i = items.size(); i > 1; --i) {
      std::swap(items[i - 1], items[static_cast<std::size_t>(below(i))]);
    }
  }
};

/// SplitMix64 (Steele, Lea, Flood: "Fast Splittable Pseudorandom Number Generators", OOPSLA 2014).
/// For shuffling and resampling; not for secrets.
class Random : public Choices<Random> {
public:
  explicit Random(std::uint64_t seed) : state_(seed) {}

  /// The next 64 uniformly distributed bits.
  std::uint64_t next() {
    state_ += 0x9e3779b97f4a7c15U;
    std::uint64_t z = state_;
    z = (z ^ (z >> 30U)) * 0xbf58476d1ce4e5b9U;
    z = (z ^ (z >> 27U)) * 0x94d049bb133111ebU;
    return z ^ (z >> 31U);
  }

private:
  std::uint64_t state_;
};

} // namespace mapwright::measure
