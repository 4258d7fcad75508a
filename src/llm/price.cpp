#include "llm/price.hpp"

#include "core/settings.hpp"
#include "llm/price_files.hpp"

#include <algorithm>
#include <fstream>
#include <sstream>
#include <stdexcept>

#include <fmt/format.h>

namespace mapwright::llm {
namespace {

constexpr double million = 1e6;

/// The host of a URL, without user and port.
std::string_view host_of(std::string_view url) {
  if (const std::size_t scheme = url.find("://"); scheme != std::string_view::npos) {
    url.remove_prefix(scheme + 3);
  }
  url = url.substr(0, url.find_first_of("/?#"));
  if (const std::size_t user = url.rfind('@'); user != std::string_view::npos) {
    url.remove_prefix(user + 1);
  }
  return url.starts_with('[') ? url.substr(0, url.find(']') + 1) : url.substr(0, url.find(':'));
}

} // namespace

double dollars(const Price& price, const Usage& usage) {
  const std::uint64_t cached = std::min(usage.cached_input, usage.input);
  return (static_cast<double>(usage.input - cached) * price.input +
          static_cast<double>(cached) * price.cached_input.value_or(price.input) +
          static_cast<double>(usage.output) * price.output) /
         million;
}

bool fits_pattern(std::string_view text, std::string_view pattern) {
  // The pieces between the stars are found from left to right; the last one must end the text.
  const std::size_t star = pattern.find('*');
  if (star == std::string_view::npos) {
    return text == pattern;
  }
  if (!text.starts_with(pattern.substr(0, star))) {
    return false;
  }
  text.remove_prefix(star);
  pattern.remove_prefix(star + 1);
  for (std::size_t next = pattern.find('*'); next != std::string_view::npos; next = pattern.find('*')) {
    const std::size_t found = text.find(pattern.substr(0, next));
    if (found == std::string_view::npos) {
      return false;
    }
    text.remove_prefix(found + next);
    pattern.remove_prefix(next + 1);
  }
  return text.ends_with(pattern);
}

bool is_local(std::string_view base_url) {
  const std::string_view host = host_of(base_url);
  const auto is_number = [](char c) { return (c >= '0' && c <= '9') || c == '.'; };
  return host == "localhost" || host.ends_with(".localhost") || host == "[::1]" || host == "0.0.0.0" ||
         (host.starts_with("127.") && std::all_of(host.begin(), host.end(), is_number));
}

const PriceTable& PriceTable::built_in() {
  static const PriceTable table = [] {
    Result<PriceTable> parsed = parse(price_files::prices, "prices.toml");
    if (!parsed) {
      throw std::logic_error(parsed.error().format());
    }
    return *std::move(parsed);
  }();
  return table;
}

Result<PriceTable> PriceTable::parse(std::string_view text, const std::string& file) {
  Result<Settings> settings = Settings::parse(text, file);
  if (!settings) {
    return forward(settings);
  }
  PriceTable table;
  std::string date;
  settings->root().text("date", date);
  if (date.empty()) {
    settings->root().refuse("date", "the date of the prices is missing", "e.g. date = \"2026-11\"");
  }
  for (Section& section : settings->root().sections("price")) {
    Row row;
    section.texts("models", row.models);
    section.real("input", row.price.input);
    section.real("cached_input", row.price.cached_input);
    section.real("output", row.price.output);
    for (const char* key : {"models", "input", "output"}) {
      if (!section.has(key)) {
        section.refuse(key, fmt::format("'{}' is missing", key), "a price has models, input and output");
      }
    }
    row.price.source = fmt::format("{} of {}", file, date);
    table.rows_.push_back(std::move(row));
  }
  if (const auto checked = settings->check(); !checked) {
    return forward(checked);
  }
  return table;
}

Result<PriceTable> PriceTable::with_file(const std::filesystem::path& file) {
  std::ifstream stream(file, std::ios::binary);
  std::ostringstream text;
  if (!(text << stream.rdbuf()) || !stream) {
    return fail(ErrorKind::input, fmt::format("the price table {} cannot be read", file.string()));
  }
  Result<PriceTable> table = parse(text.str(), file.string());
  if (table) {
    const std::vector<Row>& others = built_in().rows_;
    table->rows_.insert(table->rows_.end(), others.begin(), others.end());
  }
  return table;
}

std::optional<Price> PriceTable::find(std::string_view model, std::string_view base_url) const {
  if (is_local(base_url)) {
    return Price{0, std::nullopt, 0, "the server is on this machine: nothing is paid per token"};
  }
  for (const Row& row : rows_) {
    const auto fit = std::find_if(row.models.begin(), row.models.end(),
                                  [&](const std::string& pattern) { return fits_pattern(model, pattern); });
    if (fit != row.models.end()) {
      Price price = row.price;
      price.source += fmt::format(", '{}'", *fit);
      return price;
    }
  }
  return std::nullopt;
}

std::optional<double> price_of(const PriceTable& table, std::string_view model, std::string_view base_url,
                               const Usage& usage) {
  const std::optional<Price> price = table.find(model, base_url);
  return price ? std::optional(dollars(*price, usage)) : std::nullopt;
}

} // namespace mapwright::llm
