#include "domain/parse.hpp"

#include "domain/isl_text.hpp"
#include "domain/parse_forms.hpp"

#include <fmt/format.h>

namespace mapwright::domain {

namespace {

constexpr int most_depth = 8;
constexpr std::size_t most_text = std::size_t{1} << 20;

bool ends_with_toml(std::string_view text) {
  return text.size() > 5 && text.ends_with(".toml");
}

} // namespace

Result<Domain> parse_any(const Fragment& fragment, const Parsing& parsing) {
  const Fragment text = fragment.trimmed();
  const std::string_view view = text.view();
  if (parsing.depth > most_depth) {
    return tl::unexpected<Error>(
        text.error(0, fmt::format("domains are nested deeper than {}", most_depth), "does a file name itself?"));
  }
  if (view.empty()) {
    return tl::unexpected<Error>(text.error(0, "the domain is empty", "e.g. triangle, or [n] -> { [i] : 0 <= i < n }"));
  }
  const auto begins = [&](std::string_view prefix) { return view.starts_with(prefix); };
  auto domain = [&]() -> Result<Domain> {
    if (view[0] == '[' || view[0] == '{') {
      return parse_set(text);
    }
    if (begins("fractal:")) {
      return parse_fractal(text.part(8));
    }
    if (begins("substitution:")) {
      return parse_substitution(text.part(13));
    }
    if (begins("halving:")) {
      return parse_halving(text.part(8));
    }
    if (begins("where:")) {
      return parse_where(text.part(6));
    }
    if (begins("for ") || begins("for(")) {
      return parse_loops(text);
    }
    if (begins("points:")) {
      return tl::unexpected<Error>(
          text.error(0, "example points stand alone, not within another domain or a file",
                     "`mapwright map derive points:FILE.csv` infers their domain, whose text can stand here"));
    }
    if (ends_with_toml(view) && view.find('(') == std::string_view::npos) {
      return parse_toml_file(text, parsing);
    }
    return parse_named(text, parsing);
  }();
  if (domain) {
    domain->text = std::string(view);
  }
  return domain;
}

Result<Domain> parse_set(const Fragment& fragment) {
  const IslContext context(parse_operations);
  auto set = read_set(context, fragment);
  if (!set) {
    return forward(set);
  }
  return finish_set(context, std::move(*set), fragment);
}

Result<Domain> parse_domain(std::string_view text, const ParseOptions& options) {
  const Fragment all = whole(text, options.file);
  if (text.size() > most_text) {
    return fail(ErrorKind::input, fmt::format("the domain text is longer than {} bytes", most_text));
  }
  return parse_any(all, Parsing{&options, 0});
}

Result<Domain> parse_domain_toml(std::string_view toml, const ParseOptions& options) {
  const Fragment all = whole(toml, options.file);
  if (toml.size() > most_text) {
    return fail(ErrorKind::input, fmt::format("the file is longer than {} bytes", most_text));
  }
  auto domain = parse_toml_text(all, Parsing{&options, 0});
  if (domain) {
    domain->text = options.file;
  }
  return domain;
}

} // namespace mapwright::domain
