#include "core/settings.hpp"

#include "core/settings_document.hpp"
#include "core/suggest.hpp"

#include <algorithm>

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace mapwright {

Error Settings::Document::error(const toml::source_region& region, std::string message, std::string hint) const {
  if (region.begin.line < 1) {
    return {ErrorKind::input, fmt::format("{}: {}", file, message), std::nullopt, std::move(hint)};
  }
  SourceLocation where{file, static_cast<int>(region.begin.line), static_cast<int>(region.begin.column), {}};
  std::size_t begin = 0;
  for (int line = 1; line < where.line && begin != std::string::npos; ++line) {
    const std::size_t newline = text.find('\n', begin);
    begin = newline == std::string::npos ? newline : newline + 1;
  }
  if (begin != std::string::npos) {
    where.source_line = text.substr(begin, text.find('\n', begin) - begin);
  }
  return {ErrorKind::input, std::move(message), where, std::move(hint)};
}

namespace {

/// Where byte `byte` of a text stands whose quotes open at `where`; `where` itself when that is not plain to see.
SourceLocation within(SourceLocation where, std::size_t byte) {
  const auto open = static_cast<std::size_t>(where.column - 1);
  const std::string& line = where.source_line;
  if (open + 1 + byte >= line.size() || (line[open] != '"' && line[open] != '\'')) {
    return where;
  }
  const std::string_view before = std::string_view(line).substr(open + 1, byte);
  const bool escaped = line[open] == '"' && before.find('\\') != std::string_view::npos;
  if (escaped || line.compare(open, 3, std::string(3, line[open])) == 0) {
    return where;
  }
  where.column += static_cast<int>(byte) + 1;
  return where;
}

} // namespace

void Section::refuse_within(std::string_view key, std::size_t item, std::size_t byte, std::string message,
                            std::string hint) {
  const toml::node* node = table_->table.get(key);
  if (node == nullptr || table_->document.mistake) {
    return refuse(key, std::move(message), std::move(hint));
  }
  if (const toml::array* list = node->as_array(); list != nullptr && item < list->size()) {
    node = list->get(item);
  }
  Error error = table_->document.error(node->source(), std::move(message), std::move(hint));
  if (error.where) {
    error.where = within(*error.where, byte);
  }
  table_->document.mistake = std::move(error);
}

bool Section::has(std::string_view key) const {
  return table_->table.contains(key);
}

void Section::refuse(std::string_view key, std::string message, std::string hint) {
  const toml::node* node = table_->table.get(key);
  table_->refuse(node != nullptr ? *node : table_->table, std::move(message), std::move(hint));
}

void Section::refuse_unseen(std::string_view key, std::string message, std::string hint) {
  if (!table_->document.mistake) {
    refuse(key, std::move(message), std::move(hint));
    if (table_->document.mistake->where) {
      table_->document.mistake->where->source_line.clear();
    }
  }
}

void Section::text(std::string_view key, std::string& target) {
  if (const toml::node* node = table_->find(key)) {
    if (const auto* value = node->as_string()) {
      target = value->get();
    } else {
      table_->refuse(*node, fmt::format("'{}' must be a text in quotes", key), {});
    }
  }
}

void Section::integer(std::string_view key, std::uint64_t& target, std::uint64_t least, std::uint64_t most) {
  if (const toml::node* node = table_->find(key)) {
    const auto* value = node->as_integer();
    if (value != nullptr && value->get() >= 0 && static_cast<std::uint64_t>(value->get()) >= least &&
        static_cast<std::uint64_t>(value->get()) <= most) {
      target = static_cast<std::uint64_t>(value->get());
    } else if (most == INT64_MAX) {
      table_->refuse(*node, fmt::format("'{}' must be an integer of at least {}", key, least), {});
    } else {
      table_->refuse(*node, fmt::format("'{}' must be an integer from {} to {}", key, least, most), {});
    }
  }
}

void Section::integer(std::string_view key, std::optional<std::uint64_t>& target, std::uint64_t least) {
  std::uint64_t value = target.value_or(least);
  integer(key, value, least);
  if (has(key)) {
    target = value;
  }
}

void Section::signed_integer(std::string_view key, std::int64_t& target) {
  if (const toml::node* node = table_->find(key)) {
    if (const auto* value = node->as_integer()) {
      target = value->get();
    } else {
      table_->refuse(*node, fmt::format("'{}' must be an integer", key), {});
    }
  }
}

void Section::real(std::string_view key, double& target, double least) {
  if (const toml::node* node = table_->find(key)) {
    const std::optional<double> value = node->value<double>();
    if (node->is_number() && value && *value >= least) {
      target = *value;
    } else {
      table_->refuse(*node, fmt::format("'{}' must be a number of at least {}", key, least), {});
    }
  }
}

void Section::real(std::string_view key, std::optional<double>& target, double least) {
  double value = target.value_or(least);
  real(key, value, least);
  if (has(key)) {
    target = value;
  }
}

void Section::flag(std::string_view key, bool& target) {
  if (const toml::node* node = table_->find(key)) {
    if (const auto* value = node->as_boolean()) {
      target = value->get();
    } else {
      table_->refuse(*node, fmt::format("'{}' is true or false", key), {});
    }
  }
}

void Section::number_text(std::string_view key, std::string& target) {
  if (const toml::node* node = table_->find(key)) {
    if (const auto* number = node->as_integer()) {
      target = std::to_string(number->get());
    } else if (const auto* value = node->as_string()) {
      target = value->get();
    } else {
      table_->refuse(*node, fmt::format("'{}' must be an integer", key), fmt::format("e.g. {} = 1000", key));
    }
  }
}

std::vector<Section> Section::sections(std::string_view key) {
  const toml::node* node = table_->find(key);
  std::vector<Section> found;
  const auto add = [&](const toml::table& table) {
    for (const auto& before : table_->document.sections) { // what was asked of it before stays known
      if (&before->table == &table) {
        found.push_back(Section(before));
        return;
      }
    }
    auto made = std::make_shared<Table>(Table{table_->document, table, std::string(key), {}});
    table_->document.sections.push_back(made);
    found.push_back(Section(std::move(made)));
  };
  if (node == nullptr) {
    return found;
  }
  if (const toml::table* table = node->as_table()) {
    add(*table);
  } else if (const toml::array* list = node->as_array(); list != nullptr && list->is_array_of_tables()) {
    for (const toml::node& item : *list) {
      add(*item.as_table());
    }
  } else {
    table_->refuse(*node, fmt::format("'{}' must be a section", key), fmt::format("write [{}]", key));
  }
  return found;
}

std::optional<Section> Section::section(std::string_view key) {
  std::vector<Section> found = sections(key);
  if (found.empty()) {
    return std::nullopt;
  }
  if (found.size() > 1) {
    refuse(key, fmt::format("there may be only one [{}]", key));
  }
  return found.front();
}

std::vector<std::string> Section::keys() const {
  std::vector<std::pair<toml::source_position, std::string>> placed;
  for (const auto& [key, node] : table_->table) {
    placed.emplace_back(key.source().begin, std::string(key.str()));
  }
  std::sort(placed.begin(), placed.end());
  std::vector<std::string> names;
  for (auto& [place, name] : placed) {
    names.push_back(std::move(name));
  }
  return names;
}

Settings::Settings(std::unique_ptr<Document> document) : document_(std::move(document)) {}
Settings::Settings(Settings&&) noexcept = default;
Settings& Settings::operator=(Settings&&) noexcept = default;
Settings::~Settings() = default;

Result<Settings> Settings::parse(std::string_view text, const std::string& file) {
  auto document = std::make_unique<Document>();
  document->text = text;
  document->file = file;
  try {
    document->root = toml::parse(document->text, file);
  } catch (const toml::parse_error& error) {
    return tl::unexpected<Error>(document->error(error.source(), std::string(error.description()), {}));
  }
  auto top = std::make_shared<Section::Table>(Section::Table{*document, document->root, {}, {}});
  document->sections.push_back(top);
  document->top = Section(std::move(top));
  return Settings(std::move(document));
}

Section& Settings::root() {
  return *document_->top;
}

Result<void> Settings::check() const {
  if (document_->mistake) {
    return tl::unexpected<Error>(*document_->mistake);
  }
  for (const auto& section : document_->sections) {
    for (const auto& [key, node] : section->table) {
      const std::string name(key.str());
      if (std::find(section->known.begin(), section->known.end(), name) == section->known.end()) {
        const bool heading = node.is_table() || node.is_array_of_tables();
        const std::string what = !section->name.empty() ? fmt::format("key of [{}]", section->name)
                                 : heading              ? "section"
                                                        : "key";
        return tl::unexpected<Error>(document_->error(
            key.source(), fmt::format("unknown {} '{}'", what, name),
            suggest(name, section->known, fmt::format("expected one of: {}", fmt::join(section->known, ", ")))));
      }
    }
  }
  return {};
}

} // namespace mapwright
