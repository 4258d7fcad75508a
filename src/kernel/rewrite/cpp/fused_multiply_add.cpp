#include "kernel/rewrite/cpp/common.hpp"
#include "kernel/rewrite/cpp/experiments.hpp"
#include "kernel/rewrite/walk.hpp"

#include <fmt/format.h>

namespace mapwright::kernel::rewrite {
namespace {

/// The product that a statement adds to something; null when it does not.
const Expression* added_product(const Statement& statement) {
  if (statement.kind != Kind::expression || statement.condition.size() != 1) {
    return nullptr;
  }
  const Expression& whole = statement.condition.front();
  if (whole.form != Form::assign || whole.text != "+=" || !is_float(whole.parts[0].type)) {
    return nullptr;
  }
  const Expression& product = bare(whole.parts[1]);
  const bool floats = product.form == Form::binary && product.text == "*" && product.type == whole.parts[0].type;
  return floats ? &product : nullptr;
}

std::vector<Variant> fuse(const Subject& subject) {
  const Source& source = subject.source;
  std::vector<Variant> result;
  for (const NestedLoop& nested : counted_loops(source)) {
    if (!is_innermost(nested.loop)) {
      continue;
    }
    Edits edits;
    std::vector<std::string> rubric;
    for_each_statement(*nested.loop.body, [&](const Statement& statement) {
      if (const Expression* product = added_product(statement)) {
        const Expression& whole = statement.condition.front();
        const std::string target(source.at(whole.parts[0].span));
        edits.replace(whole.span, fmt::format("{0} = std::fma({1}, {2}, {0})", target,
                                              source.at(product->parts[0].span), source.at(product->parts[1].span)));
        rubric.push_back(fmt::format("`std::fma` computes {}", target));
      }
    });
    if (rubric.empty()) {
      continue;
    }
    if (source.text.find("#include <cmath>") == std::string::npos) {
      const std::size_t include = source.text.find("#include");
      edits.insert(include == std::string::npos ? 0 : include, "#include <cmath>\n");
    }
    result.push_back(made(subject, place_of(source, nested.loop), edits, std::move(rubric)));
  }
  return result;
}

} // namespace

Rule fused_multiply_add() {
  return {{.name = "fused-multiply-add",
           .kind = AvenueKind::compute,
           .hypothesis = "one instruction multiplies and adds, with one rounding instead of two",
           .applies = "an innermost loop that adds products",
           .backends = {Backend::cpp},
           .gain = {0.8, 1.4},
           .innovation = 5},
          fuse};
}

} // namespace mapwright::kernel::rewrite
