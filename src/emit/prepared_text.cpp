#include "emit/prepared_text.hpp"

#include "emit/body.hpp"
#include "expr/text.hpp"

namespace mapwright::emit {

using expr::Expr;

namespace {

/// A longer expression helps nobody beside a name; prepare() has it anyway.
constexpr std::size_t longest_meaning = 60;

std::string meaning_of(const Expr& divisor) {
  const std::string text = divisor.op() == expr::Op::variable ? "" : expr::to_text(divisor);
  return text.size() > longest_meaning ? "" : text;
}

} // namespace

PreparedMembers members_of(const domain::Domain& domain, const std::vector<SizeDivisor>& divisors) {
  PreparedMembers members;
  NameSet names;
  for (const expr::Symbol parameter : domain.parameters) {
    members.parameters.push_back(names.take(parameter.name()));
  }
  int numbered = 0;
  for (const SizeDivisor& divisor : divisors) {
    const bool is_parameter = divisor.value.op() == expr::Op::variable;
    const std::string which = is_parameter ? divisor.value.name().name() : std::to_string(++numbered);
    members.divisors.push_back(names.take("divisor_" + which));
  }
  return members;
}

PreparedText prepared_text(const Unit& unit, const Spelling& spelling, const std::vector<SizeDivisor>& divisors,
                           HelperSet& used) {
  const std::vector<expr::Symbol>& parameters = unit.map->domain.parameters;
  const PreparedMembers members = members_of(unit.map->domain, divisors);
  PreparedText text;
  NameSet names;
  names.reserve(unit.identifier);
  names.reserve("sizes"); // the result, in languages that name it
  BodyPrinter body(spelling, used, std::move(names), 2);
  for (const expr::Symbol parameter : parameters) {
    const std::string name = body.declare(parameter);
    text.formals.push_back({name});
    text.sizes.push_back({members.parameters[text.sizes.size()], name, ""});
  }
  std::vector<Expr> values;
  for (const SizeDivisor& divisor : divisors) {
    values.push_back(divisor.value);
  }
  const std::vector<std::string> printed = body.print_results(values, false);
  for (std::size_t i = 0; i < divisors.size(); ++i) {
    text.divisors.push_back({members.divisors[i],
                             spelling.helper_prefix + "make_divisor" + spelling.helper_suffix + "(" + printed[i] + ")",
                             meaning_of(divisors[i].value)});
  }
  text.body = body.text();
  text.comment =
      std::string(unit.proved ? "// " : "// UNPROVED. ") +
      "For many indices at the same sizes, not for one: prepare() computes once what divisions by sizes need,\n"
      "// and the unrank that takes its result multiplies and shifts in their place. The result is made of words, all\n"
      "// of one width: a host can prepare it and pass it to a kernel by value.\n";
  return text;
}

std::string prepared_comment(const Unit& unit, const std::vector<std::string>& fields) {
  std::string point;
  for (const std::string& field : fields) {
    point += (point.empty() ? "" : ", ") + field;
  }
  return std::string(unit.proved ? "// " : "// UNPROVED. ") + "The point (" + point +
         ") of index w, for 0 <= w < count at the sizes prepared.\n";
}

std::string member_lines(const PreparedText& text, const std::string& index, const std::string& divisor) {
  std::string lines;
  for (const PreparedText::Member& member : text.sizes) {
    lines += "  " + index + " " + member.name + ";\n";
  }
  for (const PreparedText::Member& member : text.divisors) {
    lines += "  " + divisor + " " + member.name + ";" + (member.meaning.empty() ? "" : " // " + member.meaning) + "\n";
  }
  return lines;
}

std::string member_values(const PreparedText& text) {
  std::string values;
  for (const auto* members : {&text.sizes, &text.divisors}) {
    for (const PreparedText::Member& member : *members) {
      values += (values.empty() ? "" : ", ") + member.value;
    }
  }
  return values;
}

} // namespace mapwright::emit
