#include "archive/checksum.hpp"

#include <bit>

namespace mapwright::archive {

void Checksum::null() {
  byte('n');
}

void Checksum::integer(std::int64_t value) {
  byte('i');
  word(static_cast<std::uint64_t>(value));
}

void Checksum::real(double value) {
  byte('r');
  word(std::bit_cast<std::uint64_t>(value + 0.0));
}

void Checksum::text(std::string_view value) {
  byte('t');
  bytes(value);
}

void Checksum::blob(std::string_view value) {
  byte('b');
  bytes(value);
}

void Checksum::byte(std::uint8_t value) {
  constexpr std::uint64_t prime = 0x100000001B3U;
  state_ = (state_ ^ value) * prime;
}

void Checksum::word(std::uint64_t value) {
  for (unsigned shift = 0; shift < 64; shift += 8) {
    byte(static_cast<std::uint8_t>(value >> shift));
  }
}

void Checksum::bytes(std::string_view value) {
  word(value.size());
  for (const char c : value) {
    byte(static_cast<std::uint8_t>(c));
  }
}

} // namespace mapwright::archive
