#include "mapper/search/searcher_catalogue.hpp"

#include "core/suggest.hpp"
#include "mapper/search/basic_searchers.hpp"

#include <algorithm>
#include <string>

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace mapwright::mapper {

const std::vector<SearcherInfo>& searcher_catalogue() {
  static const std::vector<SearcherInfo> all{
      random_searcher(),
      descent_searcher(),
  };
  return all;
}

Result<SearcherInfo> open_searcher(std::string_view name) {
  std::vector<std::string> names;
  for (const SearcherInfo& each : searcher_catalogue()) {
    if (each.name == name) {
      return each;
    }
    names.push_back(each.name);
  }
  return fail(ErrorKind::input, fmt::format("there is no searcher '{}'", name),
              suggest(name, names, fmt::format("searchers: {}", fmt::join(names, ", "))));
}

} // namespace mapwright::mapper
