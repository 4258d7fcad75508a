// Distributions as text, and what a type can hold of them.
#include "core/suggest.hpp"
#include "expr/text.hpp"
#include "kernel/task/draw.hpp"
#include "kernel/task/element_range.hpp"
#include "kernel/task/values.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace mapwright::kernel {

namespace {

enum class Gives : std::uint8_t { reals, integers };

struct Kind {
  std::string_view name;
  std::size_t numbers; ///< literal arguments
  std::size_t sizes;   ///< arguments in the sizes
  std::string_view form;
  Gives gives;
};

constexpr std::array<Kind, 13> kinds{{
    {"uniform", 2, 0, "uniform(LOW, HIGH)", Gives::reals},
    {"normal", 2, 0, "normal(MEAN, DEVIATION)", Gives::reals},
    {"spread", 2, 0, "spread(LOW, HIGH)", Gives::reals},
    {"cancelling", 0, 0, "cancelling()", Gives::reals},
    {"integers", 2, 0, "integers(LOW, HIGH)", Gives::integers},
    {"sparse_integers", 2, 0, "sparse_integers(MOST, DENSITY)", Gives::integers},
    {"constant", 1, 0, "constant(X)", Gives::integers},
    {"zeros", 0, 0, "zeros()", Gives::integers},
    {"ramp", 0, 0, "ramp()", Gives::integers},
    {"one_hot", 0, 0, "one_hot()", Gives::integers},
    {"below", 0, 1, "below(N)", Gives::integers},
    {"offsets", 0, 1, "offsets(TOTAL)", Gives::integers},
    {"permutation", 0, 0, "permutation()", Gives::integers},
}};

const Kind* find_kind(std::string_view name) {
  const auto* const found = std::find_if(kinds.begin(), kinds.end(), [&](const Kind& k) { return k.name == name; });
  return found == kinds.end() ? nullptr : found;
}

/// A piece of the text, without the blanks around it.
struct Part {
  std::string_view text;
  std::size_t offset = 0;
};

Part trimmed(std::string_view whole, std::size_t begin, std::size_t end) {
  while (begin < end && whole[begin] == ' ') {
    ++begin;
  }
  while (begin < end && whole[end - 1] == ' ') {
    --end;
  }
  return {whole.substr(begin, end - begin), begin};
}

/// The arguments between the parentheses; commas inside parentheses do not separate.
std::vector<Part> split(std::string_view text, std::size_t begin, std::size_t end) {
  std::vector<Part> parts;
  int depth = 0;
  std::size_t from = begin;
  for (std::size_t at = begin; at < end; ++at) {
    depth += text[at] == '(' ? 1 : text[at] == ')' ? -1 : 0;
    if (text[at] == ',' && depth == 0) {
      parts.push_back(trimmed(text, from, at));
      from = at + 1;
    }
  }
  const Part last = trimmed(text, from, end);
  if (!last.text.empty() || !parts.empty()) {
    parts.push_back(last);
  }
  return parts;
}

std::optional<double> number(std::string_view text) {
  double value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  return error == std::errc() && end == text.data() + text.size() && std::isfinite(value) ? std::optional(value)
                                                                                          : std::nullopt;
}

bool is_integer(double x) {
  return std::floor(x) == x && std::fabs(x) <= 0x1p53;
}

/// What is wrong with the numbers of a distribution; empty when nothing is.
std::string mistake(const Distribution& d) {
  const std::vector<double>& x = d.numbers;
  if (d.kind == "uniform" && !(x[0] <= x[1] && std::isfinite(x[1] - x[0]))) {
    return fmt::format("there is no number from {} to {}", x[0], x[1]);
  }
  if (d.kind == "normal" && (x[1] < 0 || !std::isfinite(6 * x[1] + std::fabs(x[0])))) {
    return fmt::format("{} is no deviation", x[1]);
  }
  if (d.kind == "integers" && !(is_integer(x[0]) && is_integer(x[1]) && x[0] <= x[1])) {
    return fmt::format("there is no range of integers from {} to {}", x[0], x[1]);
  }
  if (d.kind == "sparse_integers" && !(is_integer(x[0]) && x[0] >= 1)) {
    return fmt::format("the largest integer must be at least 1, not {}", x[0]);
  }
  if (d.kind == "sparse_integers" && !(x[1] >= 0 && x[1] <= 1)) {
    return fmt::format("the density must be from 0 to 1, not {}", x[1]);
  }
  if (d.kind == "spread" && !(is_integer(x[0]) && is_integer(x[1]) && x[0] <= x[1] && x[0] >= -1022 && x[1] <= 1022)) {
    return fmt::format("there is no range of exponents from {} to {}", x[0], x[1]);
  }
  return {};
}

tl::unexpected<Error> refuse(std::string_view text, std::size_t at, std::string message, std::string hint) {
  return tl::unexpected<Error>(Error{ErrorKind::input, std::move(message), locate(text, at, ""), std::move(hint)});
}

/// Whether `type` holds the numbers from `low` to `high`.
Result<void> holds(Element type, double low, double high, Gives gives) {
  const double lowest = gives == Gives::integers ? lowest_integer(type) : -largest_finite(type);
  const double highest = gives == Gives::integers ? highest_integer(type) : largest_finite(type);
  for (const double value : {low, high}) {
    if (value < lowest || value > highest) {
      return fail(ErrorKind::input, fmt::format("{} cannot hold {}{}", to_string(type), value,
                                                gives == Gives::integers ? " and all integers up to it" : ""));
    }
  }
  return {};
}

} // namespace

Result<Distribution> parse_distribution(std::string_view text, const std::vector<std::string>& sizes) {
  const std::size_t open = std::min(text.find('('), text.size());
  const Part name = trimmed(text, 0, open);
  const Kind* kind = find_kind(name.text);
  if (kind == nullptr) {
    std::vector<std::string> known;
    for (const Kind& each : kinds) {
      known.emplace_back(each.name);
    }
    return refuse(text, name.offset, fmt::format("unknown distribution '{}'", name.text),
                  suggest(name.text, known, fmt::format("expected one of: {}", fmt::join(known, ", "))));
  }
  const Part whole = trimmed(text, 0, text.size());
  const bool closed = whole.text.back() == ')';
  if (open < text.size() && !closed) {
    return refuse(text, whole.offset + whole.text.size(), "a ')' is missing", fmt::format("write {}", kind->form));
  }
  Distribution result{std::string(kind->name), {}, {}, std::string(whole.text)};
  const std::size_t end = open < text.size() ? whole.offset + whole.text.size() - 1 : open;
  const std::vector<Part> parts = split(text, std::min(open + 1, end), end);
  const std::size_t wanted = kind->numbers + kind->sizes;
  if (parts.size() != wanted) {
    return refuse(text, name.offset,
                  fmt::format("{} takes {} argument{}, not {}", kind->name, wanted == 0 ? "no" : std::to_string(wanted),
                              wanted == 1 ? "" : "s", parts.size()),
                  fmt::format("write {}", kind->form));
  }
  for (const Part& part : parts) {
    if (kind->sizes > 0) {
      auto parsed = parse_over(part.text, sizes, "a size of the task");
      if (!parsed) {
        const Error& error = parsed.error();
        const auto at = error.where ? static_cast<std::size_t>(error.where->column - 1) : 0;
        return refuse(text, part.offset + at, error.message, error.hint);
      }
      result.sizes.push_back(std::move(*parsed));
    } else if (const auto value = number(part.text)) {
      result.numbers.push_back(*value);
    } else {
      return refuse(text, part.offset, fmt::format("'{}' is no number", part.text),
                    fmt::format("write {}", kind->form));
    }
  }
  if (std::string wrong = mistake(result); !wrong.empty()) {
    return refuse(text, name.offset, std::move(wrong), fmt::format("write {}", kind->form));
  }
  return result;
}

Result<void> check_distribution(const Task& task, std::size_t argument, const Distribution& distribution,
                                const std::vector<std::int64_t>& sizes) {
  const auto counts = extents(task, sizes);
  if (!counts) {
    return forward(counts);
  }
  const Element type = task.arguments[argument].type;
  const auto count = static_cast<double>((*counts)[argument]);
  const Kind* kind = find_kind(distribution.kind);
  const std::vector<double>& x = distribution.numbers;
  if (kind->gives == Gives::reals && !is_float(type)) {
    return fail(ErrorKind::input,
                fmt::format("{} gives real numbers, which {} cannot hold", kind->name, to_string(type)),
                "integers(LOW, HIGH) gives integers");
  }
  if (count == 0) {
    return {};
  }
  if (kind->sizes > 0) {
    const Values values = values_of(task, sizes);
    const auto bound = evaluate_at(distribution.sizes[0], values);
    if (!bound) {
      return forward(bound);
    }
    const bool last_included = kind->name == "offsets";
    if (*bound < (last_included ? 0 : 1)) {
      return fail(ErrorKind::input, fmt::format("{} is {} at {}", expr::to_text(distribution.sizes[0]),
                                                expr::to_string(*bound), describe(values)));
    }
    if (last_included && count == 1 && *bound != 0) {
      return fail(ErrorKind::input,
                  fmt::format("one offset cannot be both 0 and {} at {}", expr::to_string(*bound), describe(values)));
    }
    return holds(type, 0, static_cast<double>(*bound) - (last_included ? 0 : 1), Gives::integers);
  }
  if (kind->name == "permutation") {
    return holds(type, 0, count - 1, Gives::integers);
  }
  if (kind->name == "uniform") {
    return holds(type, x[0], x[1], Gives::reals);
  }
  if (kind->name == "normal") {
    return holds(type, x[0] - 6 * x[1], x[0] + 6 * x[1], Gives::reals);
  }
  if (kind->name == "spread") {
    // The largest drawn is near 2^(HIGH + 1); rounding up to it must not leave the range either.
    const double most = std::ldexp(1.0, static_cast<int>(x[1]) + 1);
    return holds(type, -most, most, Gives::reals);
  }
  if (kind->name == "integers") {
    return holds(type, x[0], x[1], Gives::integers);
  }
  if (kind->name == "sparse_integers") {
    return holds(type, -x[0], x[0], Gives::integers);
  }
  if (kind->name == "constant") {
    if (!is_float(type) && !is_integer(x[0])) {
      return fail(ErrorKind::input, fmt::format("{} cannot hold {}", to_string(type), x[0]));
    }
    return holds(type, x[0], x[0], is_float(type) ? Gives::reals : Gives::integers);
  }
  return {};
}

} // namespace mapwright::kernel
