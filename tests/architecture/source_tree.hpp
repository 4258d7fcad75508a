// What the architecture tests read: the project's own text files, line by line.
#pragma once

#include "support/paths.hpp"

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <vector>

namespace mapwright::test {

struct TextFile {
  std::string path; ///< relative to the root of the source tree, with '/'
  std::string text;
};

/// The C++ files below `folder` of the source tree, sorted by path; empty where there is no such folder.
inline std::vector<TextFile> cpp_files(const std::string& folder) {
  namespace fs = std::filesystem;
  std::vector<TextFile> files;
  const fs::path root = source_dir();
  if (!fs::is_directory(root / folder)) {
    return files;
  }
  for (const fs::directory_entry& entry : fs::recursive_directory_iterator(root / folder)) {
    const fs::path& path = entry.path();
    if (entry.is_regular_file() && (path.extension() == ".hpp" || path.extension() == ".cpp")) {
      std::ifstream stream(path, std::ios::binary);
      files.push_back({path.lexically_relative(root).generic_string(),
                       std::string{std::istreambuf_iterator<char>(stream), std::istreambuf_iterator<char>()}});
    }
  }
  std::ranges::sort(files, {}, &TextFile::path);
  return files;
}

/// The lines of a text without their newlines.
inline std::vector<std::string> lines(const std::string& text) {
  std::vector<std::string> result;
  std::size_t begin = 0;
  while (begin < text.size()) {
    const std::size_t end = std::min(text.find('\n', begin), text.size());
    result.push_back(text.substr(begin, end - begin));
    begin = end + 1;
  }
  return result;
}

/// One complaint per line, for the message of a failed expectation.
inline std::string joined(const std::vector<std::string>& complaints) {
  std::string out;
  for (const std::string& complaint : complaints) {
    out += "\n" + complaint;
  }
  return out;
}

} // namespace mapwright::test
