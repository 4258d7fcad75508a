// What a model's tokens cost in dollars. A model without a known price has none; its cost is unknown, never zero.
#pragma once

#include "core/error.hpp"
#include "llm/chat.hpp"

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace mapwright::llm {

/// Dollars per million tokens, and where they come from.
struct Price {
  double input = 0;
  std::optional<double> cached_input{}; ///< none: as input
  double output = 0;
  std::string source{}; ///< "prices.toml of 2026-11, 'gpt-4o-mini'", or why there is nothing to pay
};

/// Dollars for one question's tokens.
double dollars(const Price& price, const Usage& usage);

/// Whether the whole of `text` fits `pattern`, in which '*' stands for any text.
bool fits_pattern(std::string_view text, std::string_view pattern);

/// Whether a server lies on this machine: its host is localhost, *.localhost, 127.x.y.z, [::1] or 0.0.0.0.
bool is_local(std::string_view base_url);

/// Rows of prices by patterns of model names; the first that fits counts.
class PriceTable {
public:
  /// The table compiled in (src/llm/prices.toml).
  static const PriceTable& built_in();

  /// `date = "2026-11"` and [[price]] with models, input, output and, where it differs, cached_input.
  /// Input error at the place where it is not of that form; `file` is what the text is called.
  static Result<PriceTable> parse(std::string_view text, const std::string& file);

  /// The rows of `file`, then those compiled in. Input error when it cannot be read or is not of the form.
  static Result<PriceTable> with_file(const std::filesystem::path& file);

  /// The price of `model` at `base_url` (empty: the provider's own service). A server on this machine asks nothing per
  /// token. None: no row fits.
  [[nodiscard]] std::optional<Price> find(std::string_view model, std::string_view base_url = {}) const;

private:
  struct Row {
    std::vector<std::string> models;
    Price price;
  };
  std::vector<Row> rows_;
};

/// What `usage` of `model` cost; none when the table has no price for it.
std::optional<double> price_of(const PriceTable& table, std::string_view model, std::string_view base_url,
                               const Usage& usage);

} // namespace mapwright::llm
