// Settings that are lists.
#include "core/settings_document.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace mapwright {

bool Section::is_list(std::string_view key) const {
  const toml::node* node = table_->table.get(key);
  return node != nullptr && node->is_array();
}

void Section::texts(std::string_view key, std::vector<std::string>& target) {
  if (const toml::node* node = table_->find(key)) {
    const toml::array* list = node->as_array();
    if (list == nullptr || list->empty() || !list->is_homogeneous(toml::node_type::string)) {
      table_->refuse(*node, fmt::format("'{}' must be a list of names", key),
                     fmt::format("e.g. {} = [\"a\", \"b\"]", key));
      return;
    }
    target.clear();
    for (const toml::node& item : *list) {
      target.push_back(item.as_string()->get());
    }
  }
}

void Section::text_or_texts(std::string_view key, std::string& text, std::vector<std::string>& texts) {
  const toml::node* node = table_->find(key);
  if (node != nullptr && node->is_array()) {
    this->texts(key, texts);
  } else {
    this->text(key, text);
  }
}

void Section::list_text(std::string_view key, std::string& target) {
  if (const toml::node* node = table_->find(key)) {
    if (const auto* value = node->as_string()) {
      target = value->get();
      return;
    }
    const toml::array* list = node->as_array();
    if (list == nullptr || !list->is_homogeneous(toml::node_type::integer)) {
      table_->refuse(*node, fmt::format("'{}' must be a list of integers or the name of a file", key),
                     fmt::format("e.g. {} = [0, 3, 8]", key));
      return;
    }
    std::vector<std::int64_t> values;
    for (const toml::node& item : *list) {
      values.push_back(item.as_integer()->get());
    }
    target = fmt::format("{}", fmt::join(values, ","));
  }
}

void Section::number_texts(std::string_view key, std::vector<std::string>& target) {
  const toml::node* node = table_->find(key);
  if (node == nullptr) {
    return;
  }
  const toml::array* list = node->as_array();
  if (list == nullptr) {
    return table_->refuse(*node, fmt::format("'{}' must be a list", key), fmt::format("e.g. {} = [\"n\", 4]", key));
  }
  target.clear();
  for (const toml::node& item : *list) {
    if (const auto* number = item.as_integer()) {
      target.push_back(std::to_string(number->get()));
    } else if (const auto* value = item.as_string()) {
      target.push_back(value->get());
    } else {
      return table_->refuse(item, fmt::format("'{}' holds integers and texts in quotes", key), {});
    }
  }
}

namespace {

/// The items of a list of integers; nothing when it is something else.
std::optional<std::vector<std::int64_t>> integers_of(const toml::node& node) {
  const toml::array* list = node.as_array();
  if (list == nullptr || list->empty() || !list->is_homogeneous(toml::node_type::integer)) {
    return std::nullopt;
  }
  std::vector<std::int64_t> values;
  for (const toml::node& item : *list) {
    values.push_back(item.as_integer()->get());
  }
  return values;
}

} // namespace

void Section::integers(std::string_view key, std::vector<std::int64_t>& target) {
  if (const toml::node* node = table_->find(key)) {
    if (auto values = integers_of(*node)) {
      target = std::move(*values);
    } else {
      table_->refuse(*node, fmt::format("'{}' must be a list of integers", key), fmt::format("e.g. {} = [4, 8]", key));
    }
  }
}

void Section::integer_lists(std::string_view key, std::vector<std::vector<std::int64_t>>& target) {
  const toml::node* node = table_->find(key);
  if (node == nullptr) {
    return;
  }
  const std::string example = fmt::format("e.g. {} = [[1, 2], [3, 4]]", key);
  const toml::array* list = node->as_array();
  if (list == nullptr) {
    return table_->refuse(*node, fmt::format("'{}' must be a list of lists of integers", key), example);
  }
  target.clear();
  for (const toml::node& item : *list) {
    auto values = integers_of(item);
    if (!values) {
      return table_->refuse(item, fmt::format("'{}' must be a list of lists of integers", key), example);
    }
    target.push_back(std::move(*values));
  }
}

} // namespace mapwright
