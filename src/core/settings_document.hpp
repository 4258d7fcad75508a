// What a parsed settings file and one of its tables consist of; only for the files that implement settings.hpp.
#pragma once

#include "core/settings.hpp"

#include <algorithm>

#include <toml++/toml.h>

namespace mapwright {

struct Settings::Document {
  std::string text;
  std::string file;
  toml::table root;
  std::optional<Error> mistake;
  std::vector<std::shared_ptr<Section::Table>> sections; ///< all that were asked for
  std::optional<Section> top;

  [[nodiscard]] Error error(const toml::source_region& region, std::string message, std::string hint) const;
};

/// What is known of one table: the keys asked for become the known ones.
struct Section::Table {
  Settings::Document& document;
  const toml::table& table;
  std::string name; ///< "model", empty at the top
  std::vector<std::string> known{};

  const toml::node* find(std::string_view key) {
    if (std::find(known.begin(), known.end(), key) == known.end()) {
      known.emplace_back(key);
    }
    return table.get(key);
  }

  void refuse(const toml::node& node, std::string message, std::string hint) const {
    if (!document.mistake) {
      document.mistake = document.error(node.source(), std::move(message), std::move(hint));
    }
  }
};

} // namespace mapwright
