// Numbers that nobody can foretell from those already seen.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <string_view>

struct evp_cipher_ctx_st; // of OpenSSL

namespace mapwright {

/// The stream of ChaCha20 (RFC 8439: block counter and nonce 0) under the key SHA-256(`text`), as little-endian 64-bit
/// numbers. The same text gives the same numbers on every machine; without it, no number follows from others.
class KeyStream {
public:
  explicit KeyStream(std::string_view text);

  /// The next 64 bits.
  std::uint64_t next();

private:
  struct Free {
    void operator()(evp_cipher_ctx_st* context) const;
  };
  std::unique_ptr<evp_cipher_ctx_st, Free> context_;
  std::array<unsigned char, 4096> block_{};
  std::size_t at_;
};

} // namespace mapwright
