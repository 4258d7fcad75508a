// Settings from a TOML file: typed keys, errors at their place, unknown keys refused with a suggestion.
//
// A reader asks a section for each key it knows and gives a default by leaving the target untouched. The first mistake
// of the whole file is kept and told by Settings::check, once everything has been asked for.
#pragma once

#include "core/error.hpp"

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace mapwright {

class Settings;

/// One table of the file. Valid while its Settings lives.
class Section {
public:
  /// Each sets `target` when the key is there. A value of another type or out of range is a mistake.
  void text(std::string_view key, std::string& target);
  void integer(std::string_view key, std::uint64_t& target, std::uint64_t least = 0, std::uint64_t most = INT64_MAX);
  void real(std::string_view key, double& target, double least = 0);
  void real(std::string_view key, std::optional<double>& target, double least = 0);
  void integer(std::string_view key, std::optional<std::uint64_t>& target, std::uint64_t least = 0);
  void flag(std::string_view key, bool& target);
  void texts(std::string_view key, std::vector<std::string>& target);
  /// A text into `text`, a list of texts into `texts`.
  void text_or_texts(std::string_view key, std::string& text, std::vector<std::string>& texts);
  /// An integer or a text, as text: sizes beyond 63 bits are written in quotes.
  void number_text(std::string_view key, std::string& target);
  /// A text, or a list of integers as "1,2,3".
  void list_text(std::string_view key, std::string& target);
  /// A list of integers and texts, all as text.
  void number_texts(std::string_view key, std::vector<std::string>& target);
  /// An integer of any sign.
  void signed_integer(std::string_view key, std::int64_t& target);
  /// A list of at least one integer.
  void integers(std::string_view key, std::vector<std::int64_t>& target);
  /// A list of lists of integers. The outer list may be empty.
  void integer_lists(std::string_view key, std::vector<std::vector<std::int64_t>>& target);

  /// [key], when it is there.
  std::optional<Section> section(std::string_view key);
  /// All [[key]]; a single [key] counts as one.
  std::vector<Section> sections(std::string_view key);
  /// The names of all keys, in the file's order, for a section whose keys are the user's own names.
  [[nodiscard]] std::vector<std::string> keys() const;

  [[nodiscard]] bool has(std::string_view key) const;
  /// Whether the key is there and its value is a list.
  [[nodiscard]] bool is_list(std::string_view key) const;
  /// A mistake of the caller's finding, at the key (at the section when it is not there).
  void refuse(std::string_view key, std::string message, std::string hint = {});
  /// The same at byte `byte` of a text: of the key's value, or of item `item` when the value is a list.
  void refuse_within(std::string_view key, std::size_t item, std::size_t byte, std::string message,
                     std::string hint = {});
  /// The same for a value that must not be repeated: the error names the place without showing the line.
  void refuse_unseen(std::string_view key, std::string message, std::string hint = {});

private:
  friend class Settings;
  struct Table;
  explicit Section(std::shared_ptr<Table> table) : table_(std::move(table)) {}

  std::shared_ptr<Table> table_;
};

/// A parsed file.
class Settings {
public:
  /// `file` is what errors call the text. Input error at the place where it is no TOML.
  static Result<Settings> parse(std::string_view text, const std::string& file);

  Settings(Settings&&) noexcept;
  Settings& operator=(Settings&&) noexcept;
  ~Settings();

  /// The top level.
  Section& root();

  /// The first mistake found so far, in the order of asking; then the first key that nobody asked for.
  [[nodiscard]] Result<void> check() const;

private:
  friend class Section;
  struct Document;
  explicit Settings(std::unique_ptr<Document> document);
  std::unique_ptr<Document> document_;
};

} // namespace mapwright
