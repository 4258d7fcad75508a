#include "cli/options.hpp"

#include "cli/points_domain.hpp"
#include "domain/catalogue.hpp"
#include "domain/parse.hpp"
#include "domain/suggest.hpp"
#include "expr/text.hpp"
#include "report/derive_report.hpp"

#include <algorithm>

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace mapwright::cli {

using expr::Int;

namespace {

constexpr std::size_t domain_text_limit = std::size_t{1} << 20;
constexpr std::size_t table_text_limit = std::size_t{1} << 30;

std::string_view trimmed(std::string_view text) {
  const std::size_t first = text.find_first_not_of(" \t\r\n");
  return first == std::string_view::npos ? std::string_view()
                                         : text.substr(first, text.find_last_not_of(" \t\r\n") - first + 1);
}

std::vector<std::string_view> split(std::string_view text, std::string_view separators) {
  std::vector<std::string_view> parts;
  std::size_t begin = 0;
  while (true) {
    const std::size_t end = text.find_first_of(separators, begin);
    parts.push_back(text.substr(begin, end == std::string_view::npos ? end : end - begin));
    if (end == std::string_view::npos) {
      return parts;
    }
    begin = end + 1;
  }
}

std::vector<std::string> names_of(const std::vector<expr::Symbol>& symbols) {
  std::vector<std::string> names;
  for (const expr::Symbol symbol : symbols) {
    names.push_back(symbol.name());
  }
  return names;
}

/// The names of the constants of the catalogue entry `text` names without arguments.
std::vector<std::string> constants_of(std::string_view text) {
  std::vector<std::string> names;
  if (const auto entry = domain::find_entry(text)) {
    for (const domain::EntryParameter& parameter : entry->parameters) {
      if (parameter.constant) {
        names.push_back(parameter.name);
      }
    }
  }
  return names;
}

/// Takes the sizes that are constants out of `sizes`; the domain text with them as arguments.
std::string with_constants(const std::string& text, std::vector<NamedSize>& sizes) {
  const std::vector<std::string> constants = constants_of(text);
  std::string arguments;
  for (auto size = sizes.begin(); size != sizes.end();) {
    if (std::find(constants.begin(), constants.end(), size->name) == constants.end()) {
      ++size;
      continue;
    }
    arguments += fmt::format("{}{}={}", arguments.empty() ? "" : ", ", size->name, expr::to_string(size->value));
    size = sizes.erase(size);
  }
  return arguments.empty() ? text : fmt::format("{}({})", text, arguments);
}

Error unknown_size(const NamedSize& size, const domain::Domain& domain, const std::string& text) {
  std::vector<std::string> known = names_of(domain.parameters);
  const std::vector<std::string> constants = constants_of(text);
  known.insert(known.end(), constants.begin(), constants.end());
  return {ErrorKind::input, fmt::format("the domain has no parameter '{}'", size.name), std::nullopt,
          domain::suggest(size.name, known,
                          known.empty() ? std::string("it takes no parameters")
                                        : fmt::format("it takes {}", fmt::join(known, ", ")))};
}

Result<void> assign_sizes(Question& question, const std::vector<NamedSize>& sizes, const std::string& text) {
  const auto& parameters = question.domain.parameters;
  question.sizes.assign(parameters.size(), std::nullopt);
  for (const NamedSize& size : sizes) {
    const auto found = std::find(parameters.begin(), parameters.end(), expr::Symbol(size.name));
    if (found == parameters.end()) {
      return tl::unexpected<Error>(unknown_size(size, question.domain, text));
    }
    auto& value = question.sizes[static_cast<std::size_t>(found - parameters.begin())];
    if (value) {
      return fail(ErrorKind::input, fmt::format("parameter '{}' is given twice", size.name));
    }
    const bool natural =
        domain::has_level(question.domain) || std::holds_alternative<domain::RaggedShape>(question.domain.shape);
    if (natural && size.value < 0) {
      return fail(ErrorKind::input, fmt::format("parameter '{}' must not be negative", size.name));
    }
    value = size.value;
  }
  return {};
}

/// Sizes that nobody gave and that the example points show.
void assign_seen_sizes(Question& question) {
  if (question.inferred == nullptr) {
    return;
  }
  const auto& seen = question.inferred->hypothesis.sizes;
  for (std::size_t i = 0; i < seen.size(); ++i) {
    if (!seen[i].grows && !question.sizes[i]) {
      question.sizes[i] = seen[i].value;
    }
  }
}

Result<void> assign_tables(Question& question, const std::vector<std::string>& texts) {
  const auto* ragged = std::get_if<domain::RaggedShape>(&question.domain.shape);
  const bool reads = ragged != nullptr && ragged->fixed.empty();
  for (const std::string& text : texts) {
    auto table = parse_table_option(text);
    if (!table) {
      return forward(table);
    }
    if (!reads || ragged->offsets != table->name) {
      return fail(ErrorKind::input, fmt::format("the domain reads no table '{}'", table->name.name()),
                  reads ? fmt::format("it reads '{}'", ragged->offsets.name())
                        : std::string("only ragged domains read a table"));
    }
    if (table->values.empty()) {
      return fail(ErrorKind::input, fmt::format("table '{}' is empty", table->name.name()),
                  "it holds one more entry than there are rows, e.g. cu_seqlens=0,3,8");
    }
    if (!std::is_sorted(table->values.begin(), table->values.end())) {
      return fail(ErrorKind::input, fmt::format("the entries of table '{}' descend", table->name.name()),
                  "offsets of rows never decrease");
    }
    const auto rows = static_cast<Int>(table->values.size()) - 1;
    if (question.sizes.size() == 1 && question.sizes[0].value_or(rows) != rows) {
      return fail(ErrorKind::input,
                  fmt::format("batch = {} needs {} entries in table '{}', which has {}",
                              expr::to_string(*question.sizes[0]), expr::to_string(*question.sizes[0] + 1),
                              table->name.name(), table->values.size()));
    }
    if (question.sizes.size() == 1) {
      question.sizes[0] = rows;
    }
    question.tables.push_back(std::move(*table));
  }
  return {};
}

bool depends_on_sizes(const domain::Domain& domain) {
  if (const auto* pairs = std::get_if<domain::PairsShape>(&domain.shape)) {
    return depends_on_sizes(*pairs->inner);
  }
  return std::holds_alternative<domain::PredicateShape>(domain.shape);
}

} // namespace

CLI::Option* add_repeated(CLI::App& app, const std::string& name, std::vector<std::string>& values,
                          const std::string& meaning) {
  return app.add_option(name, values, meaning)
      ->type_size(1)
      ->allow_extra_args(false)
      ->multi_option_policy(CLI::MultiOptionPolicy::TakeAll);
}

void declare_json(CLI::App& app, bool& json) {
  app.add_flag("--json", json, "print one JSON document");
}

void declare(CLI::App& app, DomainOptions& options, bool required) {
  app.add_option("DOMAIN", options.domain, "a domain: see `mapwright map --help`; - reads it from standard input")
      ->required(required)
      ->type_name("");
  add_repeated(app, "--param,-p", options.parameters, "a size; repeatable, also n=10,m=3")->type_name("NAME=VALUE");
  add_repeated(app, "--table", options.tables, "a run-time table: values v1,v2,... or a file of them")
      ->type_name("NAME=VALUES");
  app.add_option("--form", options.form, "the method the map must use (default: the cheapest)")->type_name("FORM");
  declare_json(app, options.json);
}

Result<Int> parse_integer(std::string_view text, const std::string& what) {
  const std::string_view digits = trimmed(text);
  if (const auto value = expr::parse_int(digits)) {
    return *value;
  }
  const std::size_t sign = digits.starts_with('-') ? 1 : 0;
  const bool all_digits =
      digits.size() > sign && digits.find_first_not_of("0123456789", sign) == std::string_view::npos;
  if (all_digits) {
    return fail(ErrorKind::input, fmt::format("{} is beyond 127 bits: {}", what, digits.substr(0, 60)),
                "sizes and indices are integers below 2^127");
  }
  return fail(ErrorKind::input, fmt::format("{} is not an integer: '{}'", what, digits.substr(0, 60)));
}

Result<std::uint64_t> parse_count(const std::string& text, const std::string& what, std::uint64_t least,
                                  std::uint64_t most) {
  const auto value = parse_integer(text, what);
  if (!value) {
    return forward(value);
  }
  if (*value < static_cast<Int>(least) || *value > static_cast<Int>(most)) {
    return fail(ErrorKind::input, fmt::format("{} must be from {} to {}", what, least, most));
  }
  return static_cast<std::uint64_t>(*value);
}

Result<std::vector<NamedSize>> parse_sizes(std::string_view text) {
  std::vector<NamedSize> sizes;
  for (const std::string_view part : split(text, ",")) {
    const std::size_t equals = part.find('=');
    const std::string name(trimmed(part.substr(0, equals)));
    if (equals == std::string_view::npos || !expr::is_name(name)) {
      return fail(ErrorKind::input, fmt::format("--param expects NAME=VALUE, found '{}'", part.substr(0, 60)),
                  "e.g. --param n=10, or --param n=10,m=3");
    }
    const auto value = parse_integer(part.substr(equals + 1), fmt::format("parameter '{}'", name));
    if (!value) {
      return forward(value);
    }
    sizes.push_back({name, *value});
  }
  return sizes;
}

Result<expr::Table> parse_table_option(std::string_view text) {
  const std::size_t equals = text.find('=');
  const std::string name(trimmed(text.substr(0, equals)));
  if (equals == std::string_view::npos || !expr::is_name(name)) {
    return fail(ErrorKind::input, fmt::format("--table expects NAME=VALUES, found '{}'", text.substr(0, 60)),
                "e.g. --table cu_seqlens=0,3,8 or --table cu_seqlens=offsets.txt");
  }
  std::string values(trimmed(text.substr(equals + 1)));
  std::string what = fmt::format("table '{}'", name);
  if (values.find_first_not_of("0123456789-, \t") != std::string::npos) {
    auto contents = read_file(values, table_text_limit, what);
    if (!contents) {
      return forward(contents);
    }
    what = values;
    values = std::move(*contents);
  }
  expr::Table table{expr::Symbol(name), true, {}, 0, 0, {}};
  for (const std::string_view part : split(values, ", \t\r\n")) {
    if (part.empty()) {
      continue;
    }
    const auto value = parse_integer(part, fmt::format("entry {} of {}", table.values.size(), what));
    if (!value) {
      return forward(value);
    }
    if (*value < INT64_MIN || *value > INT64_MAX) {
      return fail(ErrorKind::input, fmt::format("entry {} of {} is beyond 63 bits", table.values.size(), what));
    }
    table.values.push_back(static_cast<std::int64_t>(*value));
  }
  if (!table.values.empty()) {
    const auto [least, greatest] = std::minmax_element(table.values.begin(), table.values.end());
    table.least = *least;
    table.greatest = *greatest;
  }
  return table;
}

Result<domain::Point> parse_point(std::string_view text, const std::vector<std::string>& dimensions) {
  std::string_view inside = trimmed(text);
  if (inside.starts_with('(') && inside.ends_with(')')) {
    inside = inside.substr(1, inside.size() - 2);
  }
  const std::vector<std::string_view> parts = split(inside, ",");
  if (parts.size() != dimensions.size()) {
    return fail(ErrorKind::input,
                fmt::format("the point '{}' has {} coordinates, the domain has {}: {}", trimmed(text).substr(0, 60),
                            inside.empty() ? 0 : parts.size(), dimensions.size(), fmt::join(dimensions, ", ")));
  }
  domain::Point point;
  for (std::size_t d = 0; d < parts.size(); ++d) {
    const auto value = parse_integer(parts[d], fmt::format("coordinate {}", dimensions[d]));
    if (!value) {
      return forward(value);
    }
    point.push_back(*value);
  }
  return point;
}

Result<Question> read_question(const DomainOptions& options, Terminal& terminal) {
  std::vector<NamedSize> sizes;
  for (const std::string& text : options.parameters) {
    auto more = parse_sizes(text);
    if (!more) {
      return forward(more);
    }
    sizes.insert(sizes.end(), more->begin(), more->end());
  }
  std::string text = options.domain;
  domain::ParseOptions parsing;
  if (text == "-") {
    auto all = read_all(terminal.in, domain_text_limit, "the domain on standard input");
    if (!all) {
      return forward(all);
    }
    text = std::move(*all);
    parsing.file = "<stdin>";
  }
  Question question;
  if (names_points(trimmed(text))) {
    auto inference = infer_domain(trimmed(text), terminal);
    if (!inference) {
      return forward(inference);
    }
    question.inferred = std::make_shared<const index_map::infer::Inference>(std::move(*inference));
    question.domain = question.inferred->domain;
  } else {
    auto domain = domain::parse_domain(with_constants(text, sizes), parsing);
    if (!domain) {
      return forward(domain);
    }
    question.domain = std::move(*domain);
  }
  if (auto done = assign_sizes(question, sizes, text); !done) {
    return forward(done);
  }
  assign_seen_sizes(question);
  if (auto done = assign_tables(question, options.tables); !done) {
    return forward(done);
  }
  return question;
}

bool has_all_sizes(const Question& question) {
  return std::all_of(question.sizes.begin(), question.sizes.end(), [](const auto& size) { return size.has_value(); });
}

Result<std::vector<Int>> all_sizes(const Question& question, const std::string& command) {
  std::vector<Int> sizes;
  std::vector<std::string> missing;
  for (std::size_t i = 0; i < question.sizes.size(); ++i) {
    const std::string& name = question.domain.parameters[i].name();
    if (question.sizes[i]) {
      sizes.push_back(*question.sizes[i]);
    } else {
      missing.push_back(name);
    }
  }
  if (!missing.empty()) {
    return fail(ErrorKind::input,
                fmt::format("{} needs a value for {} {}", command,
                            missing.size() == 1 ? "the parameter" : "the parameters", fmt::join(missing, ", ")),
                fmt::format("add --param {}=10", missing[0]));
  }
  return sizes;
}

index_map::DeriveOptions derive_options(const Question& question, const std::string& form, bool fix) {
  index_map::DeriveOptions options;
  options.form = form;
  if (fix || (has_all_sizes(question) && depends_on_sizes(question.domain))) {
    options.parameters = question.sizes;
  }
  return options;
}

Result<Answerer> read_answerer(const DomainOptions& options, bool allow_unproved, const std::string& command,
                               const SizeChoice& choose_sizes, Terminal& terminal) {
  auto question = read_question(options, terminal);
  if (!question) {
    return forward(question);
  }
  if (question->inferred == nullptr) {
    if (const auto sizes = all_sizes(*question, command); !sizes) {
      return forward(sizes);
    }
  }
  index_map::DeriveOptions symbolic;
  symbolic.form = options.form;
  auto certified = index_map::derive_certified(question->domain, symbolic);
  if (!certified) {
    return forward(certified);
  }
  if (certified->certificate.status != index_map::Status::proved && !allow_unproved) {
    return fail(ErrorKind::answer_no,
                fmt::format("the map is not used: {}", index_map::status_text(certified->certificate)),
                "--allow-unproved uses it all the same");
  }
  auto derived = std::make_unique<const index_map::Derived>(std::move(certified->derived));
  auto sizes = choose_sizes(*question, *derived);
  if (!sizes) {
    return forward(sizes);
  }
  auto at = report::MapAt::make(*derived, std::move(*sizes), question->tables);
  if (!at) {
    return forward(at);
  }
  return Answerer{std::move(*question), std::move(derived), std::move(*at)};
}

} // namespace mapwright::cli
