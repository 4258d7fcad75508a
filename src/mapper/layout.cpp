#include "mapper/layout.hpp"

#include <algorithm>
#include <charconv>

#include <fmt/format.h>

namespace mapwright::mapper {

namespace {

constexpr std::string_view align_word = "Align==";

std::string_view word_of(DimensionOrder order) {
  return order == DimensionOrder::c_order ? "C_order" : "F_order";
}

std::string_view word_of(FieldOrder order) {
  return order == FieldOrder::soa ? "SOA" : "AOS";
}

/// What the words of a layout say; what none says is absent.
struct LayoutWords {
  std::optional<DimensionOrder> dimensions{};
  std::optional<FieldOrder> fields{};
  std::optional<std::uint32_t> alignment{};
  bool compact = false;
  bool exact = false;
};

/// Sets what is absent; false when it is there already.
template <class Value> bool set_once(std::optional<Value>& target, Value value) {
  if (target) {
    return false;
  }
  target = value;
  return true;
}

bool set_once(bool& target) {
  const bool before = target;
  target = true;
  return !before;
}

std::optional<std::uint32_t> alignment_in(std::string_view word) {
  const std::string_view digits = word.substr(align_word.size());
  std::uint32_t value = 0;
  const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), value);
  if (error != std::errc() || end != digits.data() + digits.size() || value == 0) {
    return std::nullopt;
  }
  return value;
}

bool read_layout_word(std::string_view word, LayoutWords& words) {
  if (word == "C_order" || word == "F_order") {
    return set_once(words.dimensions, word == "C_order" ? DimensionOrder::c_order : DimensionOrder::f_order);
  }
  if (word == "SOA" || word == "AOS") {
    return set_once(words.fields, word == "SOA" ? FieldOrder::soa : FieldOrder::aos);
  }
  if (word == "Compact") {
    return set_once(words.compact);
  }
  if (word == "Exact") {
    return set_once(words.exact);
  }
  if (word.starts_with(align_word)) {
    const std::optional<std::uint32_t> alignment = alignment_in(word);
    return alignment && set_once(words.alignment, *alignment);
  }
  return false;
}

/// All words of the text; nothing when one is unknown or stands twice.
std::optional<LayoutWords> read_layout_words(std::string_view text) {
  LayoutWords words;
  std::size_t at = text.find_first_not_of(' ');
  while (at != std::string_view::npos) {
    const std::size_t end = std::min(text.find(' ', at), text.size());
    if (!read_layout_word(text.substr(at, end - at), words)) {
      return std::nullopt;
    }
    at = text.find_first_not_of(' ', end);
  }
  return words;
}

} // namespace

std::string to_string(const DataLayout& layout) {
  std::string text = fmt::format("{} {}", word_of(layout.fields), word_of(layout.dimensions));
  if (layout.alignment != 0) {
    text += fmt::format(" {}{}", align_word, layout.alignment);
  }
  if (layout.compact) {
    text += " Compact";
  }
  if (layout.exact) {
    text += " Exact";
  }
  return text;
}

std::optional<DataLayout> data_layout_named(std::string_view text) {
  const std::optional<LayoutWords> words = read_layout_words(text);
  if (!words || !words->dimensions || !words->fields) {
    return std::nullopt;
  }
  return DataLayout{*words->dimensions, *words->fields, words->alignment.value_or(0), words->compact, words->exact};
}

bool satisfies(const DataLayout& layout, const LayoutNeed& need) {
  if (need.dimensions && *need.dimensions != layout.dimensions) {
    return false;
  }
  if (need.fields && *need.fields != layout.fields) {
    return false;
  }
  return need.alignment == 0 || (layout.alignment != 0 && layout.alignment % need.alignment == 0);
}

std::string to_string(const LayoutNeed& need) {
  std::string text;
  const auto add = [&text](std::string_view word) { text += fmt::format("{}{}", text.empty() ? "" : " ", word); };
  if (need.dimensions) {
    add(word_of(*need.dimensions));
  }
  if (need.fields) {
    add(word_of(*need.fields));
  }
  if (need.alignment != 0) {
    add(fmt::format("{}{}", align_word, need.alignment));
  }
  return text.empty() ? "*" : text;
}

std::optional<LayoutNeed> layout_need_named(std::string_view text) {
  if (text == "*") {
    return LayoutNeed{};
  }
  const std::optional<LayoutWords> words = read_layout_words(text);
  if (!words || words->compact || words->exact || (!words->dimensions && !words->fields && !words->alignment)) {
    return std::nullopt;
  }
  return LayoutNeed{words->dimensions, words->fields, words->alignment.value_or(0)};
}

} // namespace mapwright::mapper
