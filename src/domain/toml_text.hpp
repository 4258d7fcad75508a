// A parsed TOML document together with its text, so that errors point at the node that caused them.
#pragma once

#include "core/suggest.hpp"
#include "domain/fragment.hpp"
#include "domain/parse_forms.hpp"

#include <algorithm>
#include <optional>
#include <string>
#include <vector>

#include <fmt/format.h>
#include <toml++/toml.h>

namespace mapwright::domain {

class TomlText {
public:
  explicit TomlText(const Fragment& text) : text_(text) {}

  [[nodiscard]] const Fragment& text() const { return text_; }

  [[nodiscard]] std::size_t offset_of(const toml::node& node) const {
    const auto begin = node.source().begin;
    std::size_t offset = 0;
    for (toml::source_index line = 1; line < begin.line; ++line) {
      const std::size_t newline = text_.view().find('\n', offset);
      if (newline == std::string_view::npos) {
        return 0;
      }
      offset = newline + 1;
    }
    // The columns of toml++ count characters; a byte that continues one does not count.
    toml::source_index column = 1;
    const std::string_view all = text_.view();
    while (offset < all.size() && column < begin.column && all[offset] != '\n') {
      ++offset;
      while (offset < all.size() && (static_cast<unsigned char>(all[offset]) & 0xC0U) == 0x80U) {
        ++offset;
      }
      ++column;
    }
    return offset;
  }

  [[nodiscard]] tl::unexpected<Error> refuse(const toml::node& node, std::string message, std::string hint = {}) const {
    return tl::unexpected<Error>(text_.error(offset_of(node), std::move(message), std::move(hint)));
  }

  /// Runs `parse` on the text of a string node. Errors point into the file where the string stands there unchanged,
  /// else at its start.
  template <class Parse> Result<Domain> within(const toml::node& node, Parse parse) const {
    const std::string& value = node.as_string()->get();
    const std::size_t start = offset_of(node);
    for (const std::size_t quotes : {std::size_t{1}, std::size_t{3}, std::size_t{4}}) {
      if (start + quotes + value.size() <= text_.view().size() &&
          text_.view().substr(start + quotes, value.size()) == value) {
        return parse(text_.part(start + quotes, start + quotes + value.size()));
      }
    }
    auto result = parse(whole(value, text_.file));
    if (!result) {
      result.error().where = text_.error(start, "").where;
    }
    return result;
  }

  [[nodiscard]] std::optional<Error> unknown_key(const toml::table& table,
                                                 const std::vector<std::string>& known) const {
    for (const auto& [key, node] : table) {
      const std::string name(key.str());
      if (std::find(known.begin(), known.end(), name) == known.end()) {
        return text_.error(offset_of(node), fmt::format("unknown key '{}'", name),
                           suggest(name, known, fmt::format("known keys: {}", fmt::join(known, ", "))));
      }
    }
    return std::nullopt;
  }

private:
  Fragment text_;
};

/// The table of [fractal].
Result<Domain> read_toml_fractal(const TomlText& source, const toml::table& table);

/// The table of [substitution].
Result<Domain> read_toml_substitution(const TomlText& source, const toml::table& table);

} // namespace mapwright::domain
