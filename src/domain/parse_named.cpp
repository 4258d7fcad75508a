// NAME, NAME(a=1, b=2) and the operators union, difference, intersection, ragged, pairs, ordered, morton, hilbert.
#include "core/suggest.hpp"
#include "domain/affine_rows.hpp"
#include "domain/curve.hpp"
#include "domain/order.hpp"
#include "domain/parse_forms.hpp"
#include "expr/text.hpp"

#include <algorithm>
#include <optional>

#include <fmt/format.h>

namespace mapwright::domain {

namespace {

constexpr std::string_view operators[] = {"union", "difference", "intersection", "ragged",
                                          "pairs", "ordered",    "morton",       "hilbert"};

bool is_name_byte(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' || c == '-';
}

struct Call {
  Fragment name;
  bool has_arguments = false;
  Fragment inside; ///< between the parentheses
};

Result<Call> read_call(const Fragment& fragment) {
  const std::string_view text = fragment.view();
  std::size_t length = 0;
  while (length < text.size() && is_name_byte(text[length])) {
    ++length;
  }
  if (length == 0) {
    return tl::unexpected<Error>(fragment.error(0, fmt::format("expected a domain, found '{}'", text.substr(0, 1)),
                                                "e.g. triangle, or [n] -> { [i] : 0 <= i < n }"));
  }
  Call call{fragment.part(0, length), false, fragment.part(text.size())};
  const Fragment rest = fragment.part(length).trimmed();
  if (rest.empty()) {
    return call;
  }
  if (rest.view()[0] == ':') {
    return tl::unexpected<Error>(
        fragment.error(0, fmt::format("unknown form '{}:'", call.name.view()),
                       "the forms with a colon are fractal:, halving:, substitution:, where: and points:"));
  }
  if (rest.view()[0] != '(') {
    return tl::unexpected<Error>(rest.error(0, fmt::format("expected '(' or the end after '{}'", call.name.view())));
  }
  const std::size_t close = closing_bracket(rest.view(), 0);
  if (close == std::string_view::npos || rest.view()[close] != ')') {
    return tl::unexpected<Error>(rest.error(0, "this '(' is not closed"));
  }
  const Fragment beyond = rest.part(close + 1).trimmed();
  if (!beyond.empty()) {
    return tl::unexpected<Error>(beyond.error(0, "unexpected text after ')'"));
  }
  call.has_arguments = true;
  call.inside = rest.part(1, close);
  return call;
}

struct Argument {
  Fragment name;
  Int value = 0;
};

Result<Argument> read_argument(const Fragment& text) {
  const std::size_t equals = text.view().find('=');
  if (equals == std::string_view::npos) {
    return tl::unexpected<Error>(text.error(0, "expected NAME=NUMBER", "e.g. band(a=3,b=0)"));
  }
  Argument argument{text.part(0, equals).trimmed(), 0};
  if (!expr::is_name(argument.name.view())) {
    return tl::unexpected<Error>(argument.name.error(0, "expected the name of a parameter", "e.g. band(a=3,b=0)"));
  }
  const Fragment number = text.part(equals + 1).trimmed();
  const auto value = expr::parse_int(number.view());
  if (!value) {
    return tl::unexpected<Error>(
        number.error(0, fmt::format("expected an integer for '{}'", argument.name.view()), "e.g. band(a=3,b=0)"));
  }
  if (*value > most_constant || *value < -most_constant) {
    return tl::unexpected<Error>(
        number.error(0, "the constant is beyond 2^62", "leave the parameter open and give it as a size"));
  }
  argument.value = *value;
  return argument;
}

Error unknown_argument(const Argument& argument, const Fragment& name, const Entry& entry) {
  std::vector<std::string> known;
  for (const EntryParameter& parameter : entry.parameters) {
    known.push_back(parameter.name);
  }
  return argument.name.error(0, fmt::format("'{}' has no parameter '{}'", name.view(), argument.name.view()),
                             suggest(argument.name.view(), known,
                                     known.empty() ? std::string("it takes no arguments")
                                                   : fmt::format("it takes {}", fmt::join(known, ", "))));
}

/// The arguments, each known to the entry and given once.
Result<std::vector<Argument>> read_arguments(const Call& call, const Entry& entry) {
  std::vector<Argument> arguments;
  for (const Fragment& text : split_outside_brackets(call.inside, ',')) {
    auto argument = read_argument(text);
    if (!argument) {
      return forward(argument);
    }
    const std::string_view name = argument->name.view();
    const bool known = std::any_of(entry.parameters.begin(), entry.parameters.end(),
                                   [&](const EntryParameter& parameter) { return parameter.name == name; });
    if (!known) {
      return tl::unexpected<Error>(unknown_argument(*argument, call.name, entry));
    }
    if (std::any_of(arguments.begin(), arguments.end(), [&](const Argument& a) { return a.name.view() == name; })) {
      return tl::unexpected<Error>(argument->name.error(0, fmt::format("'{}' is given twice", name)));
    }
    arguments.push_back(*argument);
  }
  return arguments;
}

/// The entry with the constants among the arguments filled in.
Result<Entry> apply_constants(const Entry& entry, std::string_view name, const std::vector<Argument>& arguments) {
  std::vector<std::int64_t> values;
  for (const EntryParameter& parameter : entry.parameters) {
    if (!parameter.constant) {
      continue;
    }
    values.push_back(*parameter.constant);
    for (const Argument& argument : arguments) {
      if (argument.name.view() != parameter.name) {
        continue;
      }
      const ConstantRange range = constant_range(entry, parameter);
      if (argument.value < range.least || argument.value > range.greatest) {
        return tl::unexpected<Error>(argument.name.error(
            0, fmt::format("'{}' must be from {} to {}", parameter.name, range.least, range.greatest)));
      }
      values.back() = static_cast<std::int64_t>(argument.value);
    }
  }
  const auto filled = find_entry(name, values);
  return filled ? Result<Entry>(*filled) : fail(ErrorKind::internal, "a constant of the catalogue has no range");
}

Result<std::vector<Expr>> own_expressions(const std::vector<std::string>& texts) {
  std::vector<Expr> result;
  for (const std::string& text : texts) {
    auto parsed = expr::parse_expr(text, "catalogue");
    if (!parsed) {
      return forward(parsed);
    }
    result.push_back(*parsed);
  }
  return result;
}

Result<Domain> define(const Entry& entry, const Parsing& parsing) {
  const Fragment definition = whole(entry.definition, "catalogue");
  auto domain = entry.toml ? parse_toml_text(definition, parsing) : parse_any(definition, parsing);
  if (!domain) {
    return domain;
  }
  if (!entry.point_of_scan.empty()) {
    auto& shape = std::get<AffineShape>(domain->shape);
    auto forth = own_expressions(entry.point_of_scan);
    auto back = own_expressions(entry.scan_of_point);
    if (!forth || !back) {
      return forth ? forward(back) : forward(forth);
    }
    shape.point_of_scan = *forth;
    shape.scan_of_point = *back;
  }
  if (!entry.dimensions.empty()) {
    domain->dimensions = entry.dimensions;
  }
  return domain;
}

Result<Domain> parse_entry(const Call& call, const Entry& found, const Fragment& fragment, const Parsing& parsing) {
  const auto arguments = read_arguments(call, found);
  if (!arguments) {
    return forward(arguments);
  }
  const auto entry = apply_constants(found, call.name.view(), *arguments);
  if (!entry) {
    return forward(entry);
  }
  auto domain = define(*entry, Parsing{parsing.options, parsing.depth + 1});
  for (const Argument& argument : *arguments) {
    if (!domain) {
      return domain;
    }
    const Symbol parameter(argument.name.view());
    const auto& open = domain->parameters;
    if (std::find(open.begin(), open.end(), parameter) != open.end()) {
      domain = bind_parameter(std::move(*domain), parameter, argument.value, argument.name);
    } else if (entry->ragged && argument.name.view() == "batch") {
      return tl::unexpected<Error>(argument.name.error(0, "'batch' cannot be bound in the text of this domain",
                                                       "give it as a size where the domain is used"));
    }
  }
  if (domain && entry->ragged) {
    domain = make_ragged(std::move(*domain), fragment);
  }
  if (domain) {
    domain->summary = entry->summary;
  }
  return domain;
}

/// Whether the keys of ordered(DOMAIN, ...) are the name of an order, and not a dimension of that name.
bool names_order(const std::vector<Fragment>& parts, const Domain& domain) {
  if (parts.size() < 2) {
    return false;
  }
  const std::string_view text = parts[1].view();
  const std::string_view name = text.substr(0, text.find(':'));
  const auto names = order_names();
  return std::find(names.begin(), names.end(), name) != names.end() &&
         std::find(domain.dimensions.begin(), domain.dimensions.end(), name) == domain.dimensions.end();
}

/// `order` is the text behind the domain, `inner` that of the domain.
Result<Domain> put_in_order(const Domain& domain, const Fragment& inner, const Fragment& order) {
  const auto request = parse_order(order.trimmed().view());
  if (!request) {
    return tl::unexpected<Error>(order.trimmed().error(0, request.error().message, request.error().hint));
  }
  auto ordered = in_order(domain, *request);
  return ordered ? std::move(ordered)
                 : tl::unexpected<Error>(inner.error(0, ordered.error().message, ordered.error().hint));
}

Result<Domain> parse_operator(const Call& call, const Fragment& fragment, const Parsing& parsing) {
  const std::string_view name = call.name.view();
  const Parsing inner{parsing.options, parsing.depth + 1};
  if (name == "ragged" || name == "pairs") {
    auto domain = parse_any(call.inside, inner);
    if (!domain) {
      return domain;
    }
    const Fragment text = call.inside.trimmed();
    return name == "ragged" ? make_ragged(std::move(*domain), text) : make_pairs(std::move(*domain), text);
  }
  if (name == "morton" || name == "hilbert") {
    auto domain = parse_any(call.inside, inner);
    if (!domain) {
      return domain;
    }
    auto ordered = on_curve(std::move(*domain), name == "morton" ? Curve::morton : Curve::hilbert);
    return ordered
               ? std::move(ordered)
               : tl::unexpected<Error>(call.inside.trimmed().error(0, ordered.error().message, ordered.error().hint));
  }
  if (name == "ordered") {
    const std::vector<Fragment> parts = split_outside_brackets(call.inside, ',');
    if (parts.empty()) {
      return tl::unexpected<Error>(
          call.inside.error(0, "expected a domain and keys", "e.g. ordered(triangle, i + j, i)"));
    }
    auto domain = parse_any(parts[0], inner);
    if (!domain) {
      return domain;
    }
    return names_order(parts, *domain)
               ? put_in_order(*domain, parts[0], call.inside.part(parts[1].begin - call.inside.begin))
               : make_ordered(std::move(*domain), std::span(parts).subspan(1), parts[0]);
  }
  std::vector<std::pair<Fragment, Domain>> domains;
  for (const Fragment& part : split_outside_brackets(call.inside, ',')) {
    auto domain = parse_any(part, inner);
    if (!domain) {
      return domain;
    }
    domains.emplace_back(part, std::move(*domain));
  }
  const SetOperation operation = name == "union"        ? SetOperation::unite
                                 : name == "difference" ? SetOperation::subtract
                                                        : SetOperation::intersect;
  return combine(operation, domains, fragment);
}

} // namespace

Result<Domain> parse_named(const Fragment& fragment, const Parsing& parsing) {
  const auto call = read_call(fragment);
  if (!call) {
    return forward(call);
  }
  const std::string_view name = call->name.view();
  const bool is_operator = std::find(std::begin(operators), std::end(operators), name) != std::end(operators);
  if (is_operator && call->has_arguments) {
    return parse_operator(*call, fragment, parsing);
  }
  const auto entry = find_entry(name);
  if (entry) {
    return parse_entry(*call, *entry, fragment, parsing);
  }
  if (is_operator) {
    return tl::unexpected<Error>(call->name.error(0, fmt::format("{} needs its domains in parentheses", name),
                                                  fmt::format("e.g. {}(triangle, band(a=3,b=0))", name)));
  }
  std::vector<std::string> known = catalogue_names();
  known.insert(known.end(), std::begin(operators), std::end(operators));
  return tl::unexpected<Error>(call->name.error(0, fmt::format("unknown domain '{}'", name),
                                                suggest(name, known, "`mapwright map list` names the known ones")));
}

} // namespace mapwright::domain
