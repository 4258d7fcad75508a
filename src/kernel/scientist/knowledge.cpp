#include "kernel/scientist/knowledge.hpp"

#include "core/digest.hpp"
#include "kernel/task/text_file.hpp"
#include "llm/excerpt.hpp"

#include <algorithm>

#include <fmt/format.h>

namespace mapwright::kernel::scientist {

namespace {

constexpr std::size_t digest_characters = 4000;

/// The documents below a folder: their names relative to it, sorted.
Result<std::vector<std::string>> document_names(const std::filesystem::path& folder) {
  std::error_code error;
  std::vector<std::string> names;
  auto file = std::filesystem::recursive_directory_iterator(folder, error);
  for (; !error && file != std::filesystem::recursive_directory_iterator(); file.increment(error)) {
    const std::string ending = file->path().extension().string();
    if (file->is_regular_file(error) && (ending == ".md" || ending == ".txt")) {
      names.push_back(file->path().lexically_relative(folder).generic_string());
    }
  }
  if (error) {
    return fail(ErrorKind::input, fmt::format("cannot read the folder '{}': {}", folder.string(), error.message()),
                "name a folder with .md and .txt files about device and domain");
  }
  std::sort(names.begin(), names.end());
  return names;
}

} // namespace

Result<Knowledge> read_knowledge(const std::filesystem::path& folder) {
  const auto names = document_names(folder);
  if (!names) {
    return forward(names);
  }
  Knowledge knowledge;
  for (const std::string& name : *names) {
    const std::filesystem::path file = folder / name;
    auto text = read_text_file(file);
    if (!text) {
      return forward(text);
    }
    if (llm::valid_utf8(*text) != *text) {
      return fail(ErrorKind::input, fmt::format("'{}' is not UTF-8", file.string()), "convert it, or take it out");
    }
    knowledge.documents.push_back({name, sha256_hex(*text), digest_text(*text, digest_characters)});
  }
  return knowledge;
}

} // namespace mapwright::kernel::scientist
