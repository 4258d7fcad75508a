#include "index_map/candidate/source_file.hpp"

#include "index_map/candidate/as_cpp.hpp"
#include "index_map/candidate/shim_text.hpp"

#include <array>
#include <fstream>
#include <optional>
#include <sstream>
#include <utility>

#include <fmt/format.h>

namespace mapwright::index_map::candidate {

namespace {

constexpr std::uintmax_t most_bytes = std::uintmax_t{4} << 20U;

constexpr std::array<std::pair<std::string_view, Language>, 11> extensions{{{".map", Language::text},
                                                                            {".c", Language::cpp},
                                                                            {".cc", Language::cpp},
                                                                            {".cpp", Language::cpp},
                                                                            {".cxx", Language::cpp},
                                                                            {".h", Language::cpp},
                                                                            {".hpp", Language::cpp},
                                                                            {".hxx", Language::cpp},
                                                                            {".cu", Language::cuda},
                                                                            {".cuh", Language::cuda},
                                                                            {".cl", Language::opencl}}};

std::optional<Language> language_of(const std::string& extension) {
  for (const auto& [known, language] : extensions) {
    if (known == extension) {
      return language;
    }
  }
  return std::nullopt;
}

std::string known_extensions() {
  std::string text;
  for (const auto& [known, language] : extensions) {
    if (language != Language::text) {
      text += (text.empty() ? "" : " ") + std::string(known);
    }
  }
  return text;
}

std::string as_cpp(std::string source, Language language) {
  switch (language) {
  case Language::cuda:
    return cuda_as_cpp(std::move(source));
  case Language::opencl:
    return opencl_as_cpp(std::move(source));
  default:
    return source;
  }
}

} // namespace

std::string_view to_string(Language language) {
  constexpr std::array<std::string_view, 4> names{"map", "cpp", "cuda", "opencl"};
  return names.at(static_cast<std::size_t>(language));
}

Result<SourceFile> read_source_file(const std::filesystem::path& file) {
  std::error_code error;
  const auto size = std::filesystem::file_size(file, error);
  std::ifstream stream(file, std::ios::binary);
  if (error || !stream) {
    return fail(ErrorKind::input, fmt::format("cannot read {}", file.string()));
  }
  if (size > most_bytes) {
    return fail(ErrorKind::input, fmt::format("{} is larger than {} bytes", file.string(), most_bytes));
  }
  const auto language = language_of(file.extension().string());
  if (!language) {
    return fail(ErrorKind::input, fmt::format("{}: the kind of file is not known", file.string()),
                fmt::format("use .map for the expression language, or C, C++, CUDA or OpenCL: {}", known_extensions()));
  }
  std::ostringstream text;
  text << stream.rdbuf();
  return SourceFile{file.filename().string(), as_cpp(text.str(), *language), *language};
}

std::string shim_of(Language language) {
  switch (language) {
  case Language::cuda:
    return std::string(shim_text::common) + std::string(shim_text::cuda);
  case Language::opencl:
    return std::string(shim_text::common) + std::string(shim_text::opencl);
  default:
    return {};
  }
}

} // namespace mapwright::index_map::candidate
