#include "core/digest.hpp"

#include <array>
#include <stdexcept>

#include <fmt/format.h>
#include <openssl/evp.h>

namespace mapwright {

std::string sha256_hex(std::string_view text) {
  std::array<unsigned char, EVP_MAX_MD_SIZE> digest{};
  unsigned size = 0;
  if (EVP_Digest(text.data(), text.size(), digest.data(), &size, EVP_sha256(), nullptr) != 1) {
    throw std::logic_error("SHA-256 is not available");
  }
  std::string out;
  for (unsigned i = 0; i < size; ++i) {
    out += fmt::format("{:02x}", digest[i]);
  }
  return out;
}

} // namespace mapwright
