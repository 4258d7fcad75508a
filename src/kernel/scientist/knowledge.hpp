// The knowledge folder: documents about device and domain that users drop in.
#pragma once

#include "core/error.hpp"

#include <filesystem>
#include <string>
#include <vector>

namespace mapwright::kernel::scientist {

/// A document, digested once: its headings and the sentences that say something about what a kernel can do.
struct Document {
  std::string name;   ///< of the file, by which it is cited
  std::string digest; ///< SHA-256 of the text
  std::string text;   ///< digested, at most a few thousand characters
};

struct Knowledge {
  std::vector<Document> documents{}; ///< by name
};

/// Reads every .md and .txt file below `folder`, in the order of their names. Input error: no such folder, a file that
/// is not UTF-8 or larger than a mebibyte.
Result<Knowledge> read_knowledge(const std::filesystem::path& folder);

/// The digest of a text of at most `characters`: whole paragraphs, those first that speak of what kernels are made of
/// (memory, caches, lanes, groups, latencies, numbers with units), in their order.
std::string digest_text(const std::string& text, std::size_t characters);

} // namespace mapwright::kernel::scientist
