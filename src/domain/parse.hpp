// Domain text: every way of writing a domain (docs/domains.md) into a Domain.
#pragma once

#include "core/error.hpp"
#include "domain/domain.hpp"

#include <filesystem>
#include <string>
#include <string_view>

namespace mapwright::domain {

struct ParseOptions {
  std::string file = "DOMAIN";            ///< what errors call the text
  std::filesystem::path base_directory{}; ///< where FILE.toml is looked for; empty: the working directory
  bool read_files = true;                 ///< false: a text that names a file is refused
};

/// The domain written in `text`. Errors are of kind input and point at their place in the text. Never throws on any
/// text; the work is bounded (isl operations, sizes of masks, depth of nesting).
Result<Domain> parse_domain(std::string_view text, const ParseOptions& options = {});

/// The domain described by the contents of a TOML file; `options.file` is the name of the file.
Result<Domain> parse_domain_toml(std::string_view toml, const ParseOptions& options);

} // namespace mapwright::domain
