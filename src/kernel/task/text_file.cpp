#include "kernel/task/text_file.hpp"

#include <fstream>
#include <iterator>

#include <fmt/format.h>

namespace mapwright::kernel {

namespace {

constexpr std::uintmax_t most_bytes = std::uintmax_t{1} << 20U;

} // namespace

Result<std::string> read_text_file(const std::filesystem::path& file, const std::string& hint) {
  std::error_code error;
  if (!std::filesystem::is_regular_file(file, error)) {
    return fail(ErrorKind::input, fmt::format("there is no file {}", file.string()), hint);
  }
  if (std::filesystem::file_size(file, error) > most_bytes) {
    return fail(ErrorKind::input, fmt::format("{} is larger than {} bytes", file.string(), most_bytes));
  }
  std::ifstream stream(file, std::ios::binary);
  std::string text{std::istreambuf_iterator<char>(stream), std::istreambuf_iterator<char>()};
  if (!stream) {
    return fail(ErrorKind::input, fmt::format("{} cannot be read", file.string()));
  }
  return text;
}

} // namespace mapwright::kernel
