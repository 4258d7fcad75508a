#include "domain/catalogue.hpp"

#include "domain/catalogue_entries.hpp"

#include <algorithm>
#include <iterator>

namespace mapwright::domain {

namespace {

std::vector<Entry> all_entries() {
  std::vector<Entry> all;
  for (auto& family :
       {polyhedral_entries(), ragged_entries(), round_entries(), fractal_entries(), substitution_entries()}) {
    all.insert(all.end(), family.begin(), family.end());
  }
  std::stable_sort(all.begin(), all.end(), [](const Entry& a, const Entry& b) { return a.row < b.row; });
  return all;
}

} // namespace

const std::vector<Entry>& catalogue() {
  static const std::vector<Entry> entries = all_entries();
  return entries;
}

ConstantRange constant_range(const Entry& entry, const EntryParameter& /*parameter*/) {
  return entry.ragged ? ConstantRange{0, 1'000'000'000} : ConstantRange{1, 6};
}

std::optional<Entry> find_entry(std::string_view name, const std::vector<std::int64_t>& values) {
  for (const Entry& found : catalogue()) {
    if (std::find(found.names.begin(), found.names.end(), name) == found.names.end()) {
      continue;
    }
    Entry entry = found;
    if (values.empty()) {
      return entry;
    }
    // Every entry with constants has one.
    const auto constant = std::find_if(entry.parameters.begin(), entry.parameters.end(),
                                       [](const EntryParameter& parameter) { return parameter.constant.has_value(); });
    if (constant == entry.parameters.end() || values.size() != 1) {
      return std::nullopt;
    }
    const ConstantRange range = constant_range(entry, *constant);
    if (values[0] < range.least || values[0] > range.greatest) {
      return std::nullopt;
    }
    if (entry.ragged) {
      fill_window(entry, values[0]);
    } else {
      fill_combinations(entry, values[0], entry.names.front() == "combinations");
    }
    return entry;
  }
  return std::nullopt;
}

std::vector<std::string> catalogue_names() {
  std::vector<std::string> names;
  for (const Entry& entry : catalogue()) {
    names.insert(names.end(), entry.names.begin(), entry.names.end());
  }
  return names;
}

} // namespace mapwright::domain
