#include "kernel/rewrite/device/device_kernel.hpp"
#include "kernel/rewrite/device/experiments.hpp"

#include <set>

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace mapwright::kernel::rewrite::device {

namespace {

bool is_single(const Expression& e) {
  return unqualified(e.type) == "float";
}

/// `sum += a * b` with everything in single precision.
bool is_multiply_add(const Expression& e) {
  if (e.form != Form::assign || e.text != "+=" || e.parts.size() != 2 || !is_single(e.parts[0])) {
    return false;
  }
  const Expression& product = stripped(e.parts[1]);
  return product.form == Form::binary && product.text == "*" && product.parts.size() == 2 &&
         is_single(product.parts[0]) && is_single(product.parts[1]);
}

} // namespace

Drafts fused_multiply_add(const Subject& subject) {
  const Source& source = subject.source;
  const std::string_view fused = source.backend == Backend::opencl ? "fma" : "fmaf";
  Draft draft;
  std::set<std::size_t> lines;
  for (const Function& function : source.functions) {
    if (function.body.empty()) {
      continue;
    }
    each_expression(function.body.front(), [&](const Expression& e) {
      if (is_multiply_add(e)) {
        const Expression& product = stripped(e.parts[1]);
        const std::string_view sum = source.at(e.parts[0].span);
        draft.changes.push_back(
            {e.span, fmt::format("{} = {}({}, {}, {})", sum, fused, source.at(product.parts[0].span),
                                 source.at(product.parts[1].span), sum)});
        lines.insert(source.line(e.span.begin));
        return false;
      }
      return true;
    });
  }
  if (lines.empty()) {
    return {};
  }
  draft.site = fmt::format("the sums of products in line {}", fmt::join(lines, ", "));
  draft.rubric = {fmt::format("Sums of products are made by `{}`.", fused)};
  return {draft};
}

} // namespace mapwright::kernel::rewrite::device
