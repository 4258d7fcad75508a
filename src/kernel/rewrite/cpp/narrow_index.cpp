#include "kernel/rewrite/cpp/common.hpp"
#include "kernel/rewrite/cpp/experiments.hpp"
#include "kernel/rewrite/walk.hpp"

#include <algorithm>
#include <charconv>

#include <fmt/format.h>

namespace mapwright::kernel::rewrite {
namespace {

constexpr std::int64_t most_index = 1 << 24;
constexpr int most_factor = 64; // most_index * most_factor is below 2^31

bool is_wide(std::string_view type) {
  return type == "long" || type == "long long" || type == "const long" || type == "const long long";
}

/// Whether a product of the loop's variable with this cannot leave 32 bits, or is made in 64 bits anyway.
bool is_harmless_factor(const Expression& expression, Declaration variable) {
  const Expression& factor = bare(expression);
  if (factor.form == Form::literal) {
    int value = 0;
    const auto [end, error] = std::from_chars(factor.text.data(), factor.text.data() + factor.text.size(), value);
    return error == std::errc() && end == factor.text.data() + factor.text.size() && value <= most_factor;
  }
  return is_wide(factor.type) && !mentions(factor, variable);
}

/// Whether the body means the same with a variable of 32 bits below most_index.
bool allows_narrow(const CountedLoop& loop) {
  bool allowed = true;
  const Declaration variable = loop.variable.declaration;
  for_each_expression(*loop.body, [&](const Expression& expression) {
    const bool touched = mentions(expression, variable);
    if (expression.form == Form::binary && touched && (expression.text == "*" || expression.text == "<<")) {
      const bool left = mentions(expression.parts[0], variable);
      const bool right = mentions(expression.parts[1], variable);
      allowed = allowed && left != right && expression.text == "*" &&
                is_harmless_factor(expression.parts[left ? 1 : 0], variable) &&
                named(expression.parts[left ? 0 : 1]) == variable;
    }
    allowed = allowed && !(expression.form == Form::call && touched); // another overload might be taken
  });
  return allowed;
}

std::vector<Variant> narrow(const Subject& subject) {
  const Source& source = subject.source;
  std::vector<Variant> result;
  for (const NestedLoop& nested : counted_loops(source)) {
    const CountedLoop& loop = nested.loop;
    const bool plain = is_innermost(loop) && loop.parallel() == nullptr && stands_alone(source, nested);
    const bool from_zero = loop.begin(source) == "0" || loop.begin(source) == "1";
    if (!plain || !is_wide(loop.variable.type) || !from_zero || !allows_narrow(loop)) {
      continue;
    }
    const std::string indent = source.indentation(loop.statement->span.begin);
    const std::string inner = indent + "  ";
    const std::string end = grouped(loop.end(source));
    const std::string pragmas = pragma_lines(loop);
    CountedLoop narrow_loop = loop;
    narrow_loop.variable.written = "std::int32_t";
    std::string text = fmt::format("{}if ({} <= {}) {{\n", indent, end, most_index);
    text += pragmas + inner +
            loop_head(narrow_loop, loop.begin(source),
                      fmt::format("static_cast<std::int32_t>{}", end.starts_with('(') ? end : "(" + end + ")")) +
            "\n" + body_text(source, *loop.body, inner + "  ") + inner + "}\n";
    text += indent + "} else {\n" + pragmas + inner + loop_head(loop, loop.begin(source), loop.end(source)) + "\n" +
            body_text(source, *loop.body, inner + "  ") + inner + "}\n" + indent + "}";
    Edits edits;
    edits.replace({line_begin(source, whole(*loop.statement).begin), loop.statement->span.end}, text);
    result.push_back(made(
        subject, place_of(source, loop), edits,
        {fmt::format("the loop over {} counts in `std::int32_t` where its bound allows that", loop.variable.name)}));
  }
  return result;
}

} // namespace

Rule narrow_index() {
  return {{.name = "narrow-index",
           .kind = AvenueKind::compute,
           .hypothesis = "indices of 32 bits fill half the lanes that those of 64 bits do",
           .applies = "an innermost loop that counts in 64 bits",
           .backends = {Backend::cpp},
           .gain = {0.95, 1.1},
           .innovation = 15},
          narrow};
}

} // namespace mapwright::kernel::rewrite
