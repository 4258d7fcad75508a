#include "core/key_stream.hpp"

#include <stdexcept>

#include <openssl/evp.h>

namespace mapwright {

void KeyStream::Free::operator()(evp_cipher_ctx_st* context) const {
  EVP_CIPHER_CTX_free(context);
}

KeyStream::KeyStream(std::string_view text) : context_(EVP_CIPHER_CTX_new()), at_(block_.size()) {
  std::array<unsigned char, EVP_MAX_MD_SIZE> key{};
  const std::array<unsigned char, 16> counter_and_nonce{};
  if (context_ == nullptr || EVP_Digest(text.data(), text.size(), key.data(), nullptr, EVP_sha256(), nullptr) != 1 ||
      EVP_EncryptInit_ex(context_.get(), EVP_chacha20(), nullptr, key.data(), counter_and_nonce.data()) != 1) {
    throw std::logic_error("SHA-256 or ChaCha20 is not available");
  }
}

std::uint64_t KeyStream::next() {
  if (at_ == block_.size()) {
    const std::array<unsigned char, 4096> zeros{};
    int written = 0;
    if (EVP_EncryptUpdate(context_.get(), block_.data(), &written, zeros.data(), static_cast<int>(zeros.size())) != 1) {
      throw std::logic_error("ChaCha20 failed");
    }
    at_ = 0;
  }
  std::uint64_t number = 0;
  for (unsigned byte = 0; byte < 8; ++byte) {
    number |= std::uint64_t{block_[at_ + byte]} << (8 * byte);
  }
  at_ += 8;
  return number;
}

} // namespace mapwright
