// The checksum that every row of an archive carries: SQLite notices a damaged page, not a damaged text.
#pragma once

#include <cstdint>
#include <string_view>

namespace mapwright::archive {

/// FNV-1a of 64 bits over the values of a row from left to right. Two rows that differ in one byte differ in it.
/// Each value is one byte for its type, then 8 bytes (whole number in two's complement, or IEEE 754, or length), then
/// the bytes of a text or blob; numbers have their least significant byte first.
class Checksum {
public:
  void null();
  void integer(std::int64_t value);
  void real(double value); ///< -0 counts as 0: SQLite keeps no difference
  void text(std::string_view value);
  void blob(std::string_view value);

  [[nodiscard]] std::int64_t value() const { return static_cast<std::int64_t>(state_); }

private:
  void byte(std::uint8_t value);
  void word(std::uint64_t value);
  void bytes(std::string_view value);
  std::uint64_t state_ = 0xCBF29CE484222325U; // the offset basis of FNV-1a
};

} // namespace mapwright::archive
