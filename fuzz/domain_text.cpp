// Any text given to parse_domain ends in a domain or in an error, in bounded time; a domain that comes out can be
// scanned at a small size.
#include "domain/parse.hpp"
#include "domain/reference.hpp"

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace mapwright;
  constexpr std::size_t most = 4096;
  if (size == 0 || size > most) {
    return 0;
  }
  // The first byte chooses between a domain text and the contents of a TOML file.
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  domain::ParseOptions options;
  options.read_files = false;
  const auto parsed = text[0] == '#' ? domain::parse_domain_toml(text, options) : domain::parse_domain(text, options);
  if (!parsed) {
    (void)parsed.error().format();
    return 0;
  }
  const auto reference = domain::Reference::make(*parsed);
  if (!reference) {
    return 0;
  }
  const std::vector<expr::Int> parameters(parsed->parameters.size(), 2);
  const std::vector<expr::Table> tables{{expr::Symbol("cu_seqlens"), true, {0, 1, 4}, 0, 4, "row offsets"}};
  domain::ScanOptions small;
  small.budget = 2000;
  if (auto scanner = reference->scan(parameters, tables, small)) {
    domain::Run run;
    while (scanner->next(run)) {
    }
  }
  return 0;
}
