#include "cli/question.hpp"

#include "cli/points_domain.hpp"
#include "cli/values.hpp"
#include "core/suggest.hpp"
#include "domain/catalogue.hpp"
#include "domain/order.hpp"
#include "domain/parse.hpp"

#include <algorithm>

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace mapwright::cli {

using expr::Int;

namespace {

constexpr std::size_t domain_text_limit = std::size_t{1} << 20;

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
          suggest(size.name, known,
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

/// The domain in the order of --order, if one is given.
Result<void> put_in_order(Question& question, const std::string& order) {
  if (order.empty()) {
    return {};
  }
  const auto request = domain::parse_order(order);
  if (!request) {
    return forward(request);
  }
  auto ordered = domain::in_order(question.domain, *request);
  if (!ordered) {
    return forward(ordered);
  }
  question.domain = std::move(*ordered);
  return {};
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
  if (auto done = put_in_order(question, options.order); !done) {
    return forward(done);
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

} // namespace mapwright::cli
