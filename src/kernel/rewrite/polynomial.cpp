#include "kernel/rewrite/polynomial.hpp"

#include "kernel/rewrite/scan.hpp"
#include "kernel/rewrite/walk.hpp"

#include <algorithm>
#include <cctype>
#include <charconv>

#include <fmt/format.h>

namespace mapwright::kernel::rewrite {
namespace {

constexpr std::int64_t most = std::int64_t{1} << 40; // beyond, literals stand for themselves

void add_term(Polynomial& sum, const Monomial& monomial, std::int64_t coefficient) {
  const auto [place, fresh] = sum.terms.try_emplace(monomial, 0);
  place->second += coefficient;
  if (place->second == 0) {
    sum.terms.erase(place);
  }
}

Polynomial of_atom(Atom atom) {
  Polynomial result;
  result.terms[{std::move(atom)}] = 1;
  return result;
}

/// A part that stands for itself.
Polynomial opaque(const Source& source, const Expression& expression) {
  const std::string written = squeezed(source.at(expression.span));
  Atom atom{written, names_in(expression), written};
  for (const Declaration name : atom.mentions) {
    atom.text += fmt::format("#{}", name); // the same words may mean other variables elsewhere
  }
  return of_atom(std::move(atom));
}

std::optional<std::int64_t> literal_value(std::string_view text) {
  while (!text.empty() && std::string_view("uUlLzZ").find(text.back()) != std::string_view::npos) {
    text.remove_suffix(1);
  }
  std::int64_t value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  const bool octal = text.size() > 1 && text.front() == '0';
  if (error != std::errc() || end != text.data() + text.size() || octal || value > most) {
    return std::nullopt;
  }
  return value;
}

bool is_integer_type(std::string_view type) {
  return type.find('*') == std::string_view::npos && type.find('&') == std::string_view::npos &&
         (type.find("int") != std::string_view::npos || type.find("long") != std::string_view::npos ||
          type.find("short") != std::string_view::npos) &&
         type.find('[') == std::string_view::npos && type.find('<') == std::string_view::npos;
}

/// Whether a part can stand in a sum without parentheses: words joined by * and /.
bool is_product(const std::string& text) {
  return std::all_of(text.begin(), text.end(), [](char c) {
    return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_' || c == ' ' || c == '*' || c == '/';
  });
}

bool is_variable(const Atom& atom, Declaration variable) {
  return atom.text == fmt::format("${}", variable);
}

} // namespace

Polynomial Polynomial::constant(std::int64_t value) {
  Polynomial result;
  if (value != 0) {
    result.terms[{}] = value;
  }
  return result;
}

std::optional<std::int64_t> Polynomial::value() const {
  if (terms.empty()) {
    return 0;
  }
  if (terms.size() == 1 && terms.begin()->first.empty()) {
    return terms.begin()->second;
  }
  return std::nullopt;
}

bool Polynomial::mentions(Declaration variable) const {
  return std::any_of(terms.begin(), terms.end(), [&](const auto& term) {
    return std::any_of(term.first.begin(), term.first.end(),
                       [&](const Atom& atom) { return atom.mentions.contains(variable); });
  });
}

std::optional<Polynomial> Polynomial::coefficient(Declaration variable) const {
  Polynomial result;
  for (const auto& [monomial, factor] : terms) {
    Monomial rest;
    std::size_t degree = 0;
    for (const Atom& atom : monomial) {
      if (is_variable(atom, variable)) {
        ++degree;
      } else if (atom.mentions.contains(variable)) {
        return std::nullopt;
      } else {
        rest.push_back(atom);
      }
    }
    if (degree > 1) {
      return std::nullopt;
    }
    if (degree == 1) {
      add_term(result, rest, factor);
    }
  }
  return result;
}

Polynomial Polynomial::without(Declaration variable) const {
  Polynomial result;
  for (const auto& [monomial, factor] : terms) {
    if (std::none_of(monomial.begin(), monomial.end(),
                     [&](const Atom& atom) { return atom.mentions.contains(variable); })) {
      add_term(result, monomial, factor);
    }
  }
  return result;
}

std::optional<Polynomial> Polynomial::with(Declaration variable, const Polynomial& value) const {
  Polynomial result;
  for (const auto& [monomial, factor] : terms) {
    Polynomial product = constant(factor);
    for (const Atom& atom : monomial) {
      if (!is_variable(atom, variable) && atom.mentions.contains(variable)) {
        return std::nullopt;
      }
      product = product * (is_variable(atom, variable) ? value : of_atom(atom));
    }
    result = result + product;
  }
  return result;
}

std::string Polynomial::text() const {
  std::vector<std::string> parts; // those that are added first
  for (const bool added : {true, false}) {
    for (const auto& [monomial, factor] : terms) {
      if ((factor > 0) != added) {
        continue;
      }
      const std::int64_t size = factor > 0 ? factor : -factor;
      std::string product = size == 1 && !monomial.empty() ? "" : std::to_string(size);
      for (const Atom& atom : monomial) {
        const bool alone = monomial.size() == 1 && size == 1;
        const bool word = is_identifier(atom.written) || atom.written.ends_with(']') || atom.written.ends_with(')');
        product += (product.empty() ? "" : " * ") +
                   (word || (alone && is_product(atom.written)) ? atom.written : "(" + atom.written + ")");
      }
      parts.push_back((added ? (parts.empty() ? "" : " + ") : (parts.empty() ? "-" : " - ")) + product);
    }
  }
  std::string result;
  for (const std::string& part : parts) {
    result += part;
  }
  return parts.empty() ? "0" : result;
}

bool Polynomial::is_never_negative() const {
  return std::all_of(terms.begin(), terms.end(), [](const auto& term) { return term.second > 0; });
}

Polynomial operator+(const Polynomial& a, const Polynomial& b) {
  Polynomial result = a;
  for (const auto& [monomial, factor] : b.terms) {
    add_term(result, monomial, factor);
  }
  return result;
}

Polynomial operator-(const Polynomial& a, const Polynomial& b) {
  return a + Polynomial::constant(-1) * b;
}

Polynomial operator*(const Polynomial& a, const Polynomial& b) {
  Polynomial result;
  for (const auto& [left, left_factor] : a.terms) {
    for (const auto& [right, right_factor] : b.terms) {
      Monomial monomial = left;
      monomial.insert(monomial.end(), right.begin(), right.end());
      std::sort(monomial.begin(), monomial.end());
      add_term(result, monomial, left_factor * right_factor);
    }
  }
  return result;
}

Definitions definitions_in(const Function& function) {
  Definitions result;
  for (const Statement& body : function.body) {
    for_each_statement(body, [&](const Statement& statement) {
      for (const Variable& variable : statement.variables) {
        if (!variable.init.empty() && variable.type.starts_with("const ") && is_integer_type(variable.type)) {
          result[variable.declaration] = &variable.init.front();
        }
      }
    });
  }
  return result;
}

Polynomial polynomial(const Source& source, const Expression& expression, const Definitions& definitions) {
  const auto part = [&](std::size_t i) { return polynomial(source, expression.parts[i], definitions); };
  switch (expression.form) {
  case Form::parenthesis:
    return part(0);
  case Form::cast:
    return is_integer_type(expression.type) && is_integer_type(expression.parts.front().type)
               ? part(0)
               : opaque(source, expression);
  case Form::literal:
    if (const auto value = literal_value(expression.text)) {
      return Polynomial::constant(*value);
    }
    break;
  case Form::name:
    if (const auto found = definitions.find(expression.declared); found != definitions.end()) {
      return polynomial(source, *found->second, definitions);
    }
    if (expression.declared != 0) {
      return of_atom({fmt::format("${}", expression.declared), {expression.declared}, expression.text});
    }
    return of_atom({expression.text, {}, expression.text});
  case Form::unary:
    if (expression.text == "-" && !expression.postfix) {
      return Polynomial::constant(-1) * part(0);
    }
    break;
  case Form::binary:
    if (expression.text == "+") {
      return part(0) + part(1);
    }
    if (expression.text == "-") {
      return part(0) - part(1);
    }
    if (expression.text == "*") {
      return part(0) * part(1);
    }
    break;
  default:
    break;
  }
  return opaque(source, expression);
}

} // namespace mapwright::kernel::rewrite
