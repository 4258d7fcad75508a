#include "kernel/rewrite/device/vector_body.hpp"

#include "kernel/rewrite/comment_edit.hpp"
#include "kernel/rewrite/edits.hpp"
#include "kernel/rewrite/names.hpp"
#include "kernel/rewrite/polynomial.hpp"

#include <algorithm>
#include <array>
#include <set>

#include <fmt/format.h>

namespace mapwright::kernel::rewrite {

namespace {

constexpr auto vector_functions = std::to_array<std::string_view>(
    {"exp", "exp2", "log", "log2", "sqrt", "rsqrt", "fabs", "fmax", "fmin", "fma", "mad", "floor", "ceil", "tanh"});

bool is_float(const std::string& type) {
  return unqualified(type) == "float";
}

struct Value {
  std::string text;
  bool is_vector = false;
};

struct Element {
  std::string base;
  std::string index;
  bool is_constant = false; ///< nothing can be stored through the pointer
};

class Vectoriser {
public:
  Vectoriser(const Source& source, const Function& function, const CountedLoop& loop, const std::string& width)
      : source_(source), loop_(loop), width_(width), definitions_(definitions_in(function)) {}

  std::optional<VectorBody> run(const std::vector<Accumulator>& sums) {
    for (const Accumulator& sum : sums) {
      if (sum.type != "float") {
        return std::nullopt;
      }
      result_.parts[sum.name] = fresh_name(source_.text, sum.name + "_parts");
    }
    for (const Statement& statement : statements_of(loop_.statement->body)) {
      add(statement);
    }
    return failed_ || !loads_ || clash() ? std::nullopt : std::optional(result_);
  }

private:
  void add(const Statement& statement) {
    if (statement.kind == Kind::declaration && statement.variables.size() == 1) {
      const Variable& variable = statement.variables[0];
      if (!is_float(variable.type) || variable.init.size() != 1) {
        failed_ = true;
        return;
      }
      const Value value = of(variable.init[0]);
      line(fmt::format("const {} {} = {};", vector_word("float", width_), variable.name, widened(value)));
      vectors_.insert(variable.name);
    } else if (statement.kind == Kind::expression && statement.condition.size() == 1 &&
               stripped(statement.condition[0]).form == Form::assign) {
      assign(stripped(statement.condition[0]));
    } else {
      failed_ = failed_ || statement.kind != Kind::empty;
    }
  }

  void assign(const Expression& e) {
    const Expression& target = stripped(e.parts[0]);
    if (target.form == Form::name) {
      const auto parts = result_.parts.find(target.text);
      if (parts == result_.parts.end()) {
        failed_ = true;
      } else if (e.text == "+=") {
        line(fmt::format("{} += {};", parts->second, of(e.parts[1]).text));
      } else {
        const Expression& extreme = stripped(e.parts[1]);
        line(fmt::format("{0} = {1}({0}, {2});", parts->second, extreme.text, widened(of(extreme.parts[1]))));
      }
      return;
    }
    const auto element = target.form == Form::index && is_float(target.type) ? neighbour(target) : std::nullopt;
    if (!element || element->is_constant || e.text.size() > 2) {
      failed_ = true;
      return;
    }
    Value value = of(e.parts[1]);
    if (e.text != "=") {
      value.text = fmt::format("{} {} ({})", load(*element), e.text.substr(0, 1), value.text);
      value.is_vector = true;
    }
    line(fmt::format("{}({}, 0, {} + ({}));", vector_word("vstore", width_), widened(value), element->base,
                     element->index));
    stored_.push_back(*element);
  }

  /// An element that moves by one from turn to turn.
  std::optional<Element> neighbour(const Expression& e) {
    const auto moves = polynomial(source_, e.parts[1], definitions_).coefficient(loop_.variable.declaration);
    if (stripped(e.parts[0]).form != Form::name || !moves || moves->value() != std::optional<std::int64_t>(1)) {
      return std::nullopt;
    }
    return Element{std::string(source_.at(e.parts[0].span)), std::string(source_.at(e.parts[1].span)),
                   e.parts[0].type.find("const") != std::string::npos};
  }

  std::string load(const Element& element) {
    loads_ = true;
    read_.push_back(element);
    return fmt::format("{}(0, {} + ({}))", vector_word("vload", width_), element.base, element.index);
  }

  Value of(const Expression& e) {
    const std::string text(source_.at(e.span));
    switch (e.form) {
    case Form::literal:
      failed_ = failed_ || e.type == "double";
      return {text};
    case Form::name:
      failed_ = failed_ || (!is_float(e.type) && unqualified(e.type) != "int") || e.text == loop_.variable.name;
      return {text, vectors_.contains(e.text)};
    case Form::parenthesis: {
      const Value inner = of(e.parts[0]);
      return {"(" + inner.text + ")", inner.is_vector};
    }
    case Form::unary: {
      failed_ = failed_ || e.text != "-";
      const Value inner = of(e.parts[0]);
      return {"-" + inner.text, inner.is_vector};
    }
    case Form::binary: {
      failed_ = failed_ || !is_float(e.type) || std::string_view("+-*/").find(e.text) == std::string_view::npos;
      const Value left = of(e.parts[0]);
      const Value right = of(e.parts[1]);
      return {fmt::format("{} {} {}", left.text, e.text, right.text), left.is_vector || right.is_vector};
    }
    case Form::call:
      return call(e);
    case Form::index:
      return element(e);
    default:
      failed_ = true;
      return {};
    }
  }

  Value call(const Expression& e) {
    failed_ = failed_ || !is_float(e.type) ||
              std::find(vector_functions.begin(), vector_functions.end(), e.text) == vector_functions.end();
    std::vector<Value> arguments;
    for (const Expression& part : e.parts) {
      arguments.push_back(of(part));
    }
    const bool any = std::any_of(arguments.begin(), arguments.end(), [](const Value& one) { return one.is_vector; });
    std::string text;
    for (const Value& argument : arguments) {
      text += (text.empty() ? "" : ", ") + (any ? widened(argument) : argument.text);
    }
    return {fmt::format("{}({})", e.text, text), any};
  }

  Value element(const Expression& e) {
    if (!is_float(e.type)) {
      failed_ = true;
      return {};
    }
    if (const auto moving = neighbour(e)) {
      return {load(*moving), true};
    }
    const auto moves = polynomial(source_, e.parts[1], definitions_).coefficient(loop_.variable.declaration);
    failed_ = failed_ || !moves || !moves->is_zero() || stripped(e.parts[0]).form != Form::name;
    still_.insert(std::string(source_.at(e.parts[0].span)));
    return {std::string(source_.at(e.span))};
  }

  [[nodiscard]] std::string widened(const Value& value) const {
    return value.is_vector ? value.text : fmt::format("({})({})", vector_word("float", width_), value.text);
  }

  /// Whether one turn may read what another one stores.
  [[nodiscard]] bool clash() const {
    return std::any_of(stored_.begin(), stored_.end(),
                       [&](const Element& to) {
                         return still_.contains(to.base) ||
                                std::any_of(read_.begin(), read_.end(), [&](const Element& from) {
                                  return from.base == to.base ? from.index != to.index : !from.is_constant;
                                });
                       }) ||
           stored_.size() > 1;
  }

  void line(const std::string& text) { result_.text += "    " + text + "\n"; }

  const Source& source_;
  const CountedLoop& loop_;
  std::string width_;
  Definitions definitions_;
  VectorBody result_{};
  std::set<std::string> vectors_{};
  std::set<std::string> still_{}; ///< arrays of which every turn reads the same element
  std::vector<Element> read_{};
  std::vector<Element> stored_{};
  bool loads_ = false;
  bool failed_ = false;
};

} // namespace

std::optional<VectorBody> in_vectors(const Source& source, const Function& function, const CountedLoop& loop,
                                     const std::vector<Accumulator>& sums, const std::string& width) {
  return Vectoriser(source, function, loop, width).run(sums);
}

std::string vector_word(const std::string& word, const std::string& width) {
  return fmt::format("VECTOR_JOIN({}, {})", word, width);
}

} // namespace mapwright::kernel::rewrite
