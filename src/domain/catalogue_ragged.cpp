#include "domain/catalogue_entries.hpp"

#include <fmt/format.h>

namespace mapwright::domain {

namespace {

const std::vector<std::int64_t> example_lengths{3, 0, 5, 1, 7, 0, 2, 4};

Entry ragged(std::vector<std::string> names, std::string summary, std::string definition, std::string count_text) {
  Entry e;
  e.row = 9;
  e.names = std::move(names);
  e.summary = std::move(summary);
  e.definition = std::move(definition);
  e.ragged = true;
  e.parameters = {{"batch", "number of rows; their offsets are the run-time table cu_seqlens"}};
  e.count_text = std::move(count_text);
  e.box_ratio = "depends on the row lengths";
  e.default_size = {8};
  e.sizes = {{0}, {1}, {2}, {5}, {8}};
  e.row_lengths = example_lengths;
  return e;
}

} // namespace

void fill_window(Entry& entry, std::int64_t w) {
  entry.parameters.back().constant = w;
  entry.definition = fmt::format("[n] -> {{ [i, j] : 0 <= j <= i < n and j >= i - {} }}", w);
}

std::vector<Entry> ragged_entries() {
  Entry plain = ragged({"ragged"}, "rows of different lengths", "[n] -> { [j] : 0 <= j < n }", "sum of len(b)");
  plain.golden = {{{8}, "22"}};
  Entry causal = ragged({"ragged-causal", "document-causal"}, "a batch of causal triangles of different lengths",
                        "[n] -> { [i, j] : 0 <= j <= i < n }", "sum of len(b)*(len(b) + 1)/2");
  causal.golden = {{{8}, "63"}};
  Entry window = ragged({"ragged-window"}, "a batch of causal sliding windows of different lengths", "",
                        "sum of len*(m + 1) - m*(m + 1)/2 with m = min(w, len)");
  window.parameters.push_back({"w", "earlier columns each row sees", 128});
  fill_window(window, 128);
  window.golden = {{{8}, "63"}};
  return {plain, causal, window};
}

} // namespace mapwright::domain
