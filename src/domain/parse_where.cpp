// where:[r] -> [x, y] in [-r, r]x[-r, r] : x*x + y*y <= r*r
#include "core/suggest.hpp"
#include "domain/affine_rows.hpp"
#include "domain/parse_forms.hpp"
#include "expr/text.hpp"

#include <algorithm>
#include <optional>

#include <fmt/format.h>

namespace mapwright::domain {

namespace {

constexpr std::string_view where_example = "where:[r] -> [x, y] in [-r, r]x[-r, r] : x*x + y*y <= r*r";

class WhereReader {
public:
  explicit WhereReader(const Fragment& text) : rest_(text.trimmed()) {}

  Result<Domain> read() {
    read_header();
    read_box();
    read_condition();
    if (error_) {
      return tl::unexpected<Error>(*error_);
    }
    Domain domain;
    for (const std::string& name : parameters_) {
      domain.parameters.emplace_back(name);
    }
    domain.dimensions = dimensions_;
    domain.summary = fmt::format("points of a box in {} dimension{} that satisfy a condition", dimensions_.size(),
                                 dimensions_.size() == 1 ? "" : "s");
    domain.shape = std::move(shape_);
    return domain;
  }

private:
  void refuse(const Fragment& at, std::string message,
              std::string hint = std::string("e.g. ") + std::string(where_example)) {
    if (!error_) {
      error_ = at.error(0, std::move(message), std::move(hint));
    }
  }

  /// Takes `word` from the start of the rest; false and an error otherwise.
  bool take(std::string_view word, std::string_view what) {
    rest_ = rest_.trimmed();
    if (error_) {
      return false;
    }
    if (!rest_.view().starts_with(word)) {
      refuse(rest_, fmt::format("expected {}", what));
      return false;
    }
    rest_ = rest_.part(word.size()).trimmed();
    return true;
  }

  /// Takes `[ ... ]`; the part between the brackets.
  std::optional<Fragment> take_brackets(std::string_view what) {
    rest_ = rest_.trimmed();
    if (error_) {
      return std::nullopt;
    }
    if (rest_.empty() || rest_.view()[0] != '[') {
      refuse(rest_, fmt::format("expected '[' and {}", what));
      return std::nullopt;
    }
    const std::size_t close = closing_bracket(rest_.view(), 0);
    if (close == std::string_view::npos || rest_.view()[close] != ']') {
      refuse(rest_, "this '[' is not closed");
      return std::nullopt;
    }
    const Fragment inside = rest_.part(1, close);
    rest_ = rest_.part(close + 1).trimmed();
    return inside;
  }

  std::vector<std::string> names(const Fragment& list) {
    std::vector<std::string> result;
    for (const Fragment& part : split_outside_brackets(list, ',')) {
      const std::string name(part.view());
      if (!expr::is_name(name)) {
        refuse(part, fmt::format("expected a name, found '{}'", name),
               "a name is a letter or '_', then letters, digits and '_'");
      } else if (std::count(parameters_.begin(), parameters_.end(), name) +
                     std::count(result.begin(), result.end(), name) >
                 0) {
        refuse(part, fmt::format("the name '{}' is used twice", name));
      }
      result.push_back(name);
    }
    return result;
  }

  void read_header() {
    auto first = take_brackets("the names of the parameters or dimensions");
    if (error_) {
      return;
    }
    Fragment last = *first;
    if (rest_.view().starts_with("->")) {
      parameters_ = names(*first);
      rest_ = rest_.part(2);
      auto second = take_brackets("the names of the dimensions");
      if (error_) {
        return;
      }
      last = *second;
    }
    dimensions_ = names(last);
    if (dimensions_.empty()) {
      refuse(last, "the domain has no dimensions");
    } else if (dimensions_.size() > static_cast<std::size_t>(most_dimensions)) {
      refuse(last, fmt::format("the domain has {} dimensions, at most {} are supported", dimensions_.size(),
                               most_dimensions));
    } else if (parameters_.size() > static_cast<std::size_t>(most_parameters)) {
      refuse(*first, fmt::format("the domain has {} parameters, at most {} are supported", parameters_.size(),
                                 most_parameters));
    }
  }

  void read_box() {
    if (!take("in", "'in' and a box")) {
      return;
    }
    for (std::size_t d = 0; d < dimensions_.size(); ++d) {
      if (d > 0 && !take("x", fmt::format("'x' and the interval of '{}'", dimensions_[d]))) {
        return;
      }
      const auto interval = take_brackets(fmt::format("the interval of '{}'", dimensions_[d]));
      if (!interval) {
        return;
      }
      const std::vector<Fragment> ends = split_outside_brackets(*interval, ',');
      if (ends.size() != 2) {
        refuse(*interval, fmt::format("expected two bounds of '{}'", dimensions_[d]));
        return;
      }
      shape_.low.push_back(expression(ends[0], parameters_, "a bound uses parameters only"));
      shape_.high.push_back(expression(ends[1], parameters_, "a bound uses parameters only"));
    }
  }

  void read_condition() {
    if (!take(":", "':' and a condition")) {
      return;
    }
    if (rest_.empty()) {
      refuse(rest_, "expected a condition");
      return;
    }
    std::vector<std::string> known = parameters_;
    known.insert(known.end(), dimensions_.begin(), dimensions_.end());
    shape_.condition = expression(rest_, known, "a condition uses parameters and dimensions");
  }

  Expr expression(const Fragment& text, const std::vector<std::string>& known, const std::string& rule) {
    const auto parsed = expr::parse_expr(text.view(), text.file);
    if (!parsed) {
      error_ = error_ ? error_ : text.relocated(parsed.error());
      return Expr(0);
    }
    for (const Symbol name : expr::free_variables(*parsed)) {
      if (std::find(known.begin(), known.end(), name.name()) == known.end()) {
        refuse(text.part(offset_of(text.view(), name.name())), fmt::format("unknown name '{}'", name.name()),
               suggest(name.name(), known, rule));
      }
    }
    if (reads_table(*parsed)) {
      refuse(text, "a domain cannot read tables");
    }
    return *parsed;
  }

  static bool reads_table(const Expr& e) {
    return e.op() == expr::Op::load || std::any_of(e.operands().begin(), e.operands().end(), reads_table);
  }

  static bool is_word(char c) { return expr::is_name(std::string_view(&c, 1)) || (c >= '0' && c <= '9'); }

  /// Where `name` stands as a whole word.
  static std::size_t offset_of(std::string_view text, std::string_view name) {
    for (std::size_t at = text.find(name); at != std::string_view::npos; at = text.find(name, at + 1)) {
      const bool starts = at == 0 || !is_word(text[at - 1]);
      const std::size_t end = at + name.size();
      if (starts && (end == text.size() || !is_word(text[end]))) {
        return at;
      }
    }
    return 0;
  }

  Fragment rest_;
  std::vector<std::string> parameters_;
  std::vector<std::string> dimensions_;
  PredicateShape shape_;
  std::optional<Error> error_;
};

} // namespace

Result<Domain> parse_where(const Fragment& fragment) {
  return WhereReader(fragment).read();
}

} // namespace mapwright::domain
