#include "expr/text.hpp"
#include "kernel/rewrite/device/device_kernel.hpp"
#include "kernel/rewrite/device/experiments.hpp"
#include "kernel/rewrite/names.hpp"

#include <algorithm>
#include <array>

#include <fmt/format.h>

namespace mapwright::kernel::rewrite::device {

namespace {

constexpr auto id_names = std::to_array<std::string_view>(
    {"get_global_id", "get_group_id", "get_local_id", "get_local_size", "get_num_groups", "get_global_size",
     "get_global_offset", "blockIdx", "threadIdx", "blockDim", "gridDim"});

bool is_id(const Token& token) {
  return std::find(id_names.begin(), id_names.end(), token.text) != id_names.end();
}

/// The tokens of a span that name an axis of an id: "0" of get_global_id(0), "x" of blockIdx.x. Nothing when an id is
/// asked for in another way.
std::optional<std::vector<Token>> axis_tokens(const Source& source, const Span& span) {
  std::vector<Token> found;
  const std::vector<Token> tokens = tokens_of(source.at(span));
  for (std::size_t i = 0; i < tokens.size(); ++i) {
    if (!is_id(tokens[i])) {
      continue;
    }
    const bool member = tokens[i].text.find('_') == std::string_view::npos;
    const std::size_t at = i + 2;
    if (at >= tokens.size() || tokens[i + 1].text != (member ? "." : "(") || tokens[at].text.size() != 1 ||
        std::string_view(member ? "xyz" : "012").find(tokens[at].text) == std::string_view::npos) {
      return std::nullopt;
    }
    found.push_back(tokens[at]);
  }
  return found;
}

/// Axis a is called b and the other way round.
void exchange(const Span& span, const std::vector<Token>& tokens, std::size_t a, std::size_t b, Draft& draft) {
  for (const Token& token : tokens) {
    const std::string_view letters = token.text[0] >= 'x' ? "xyz" : "012";
    const std::size_t axis = letters.find(token.text);
    if (axis == a || axis == b) {
      draft.changes.push_back(
          {{span.begin + token.begin, span.begin + token.end}, std::string(1, letters[axis == a ? b : a])});
    }
  }
}

std::vector<std::string> exchanged(const std::array<expr::Expr, 3>& axes, std::size_t a, std::size_t b) {
  std::vector<std::string> texts;
  for (const expr::Expr& axis : axes) {
    texts.push_back(expr::to_text(axis));
  }
  std::swap(texts[a], texts[b]);
  while (texts.size() > 1 && texts.back() == "1") {
    texts.pop_back();
  }
  return texts;
}

bool helpers_ask(const Source& source, const KernelCandidate& candidate) {
  return std::any_of(source.functions.begin(), source.functions.end(), [&](const Function& function) {
    const bool launched = std::any_of(candidate.launches.begin(), candidate.launches.end(),
                                      [&](const LaunchPlan& plan) { return plan.kernel == function.name; });
    const auto asked = axis_tokens(source, function.span);
    return !launched && (!asked || !asked->empty());
  });
}

} // namespace

Drafts id_transposition(const Subject& subject) {
  Drafts drafts;
  if (helpers_ask(subject.source, subject.candidate)) {
    return drafts;
  }
  for (const DeviceKernel& kernel : kernels_of(subject.source, subject.candidate)) {
    const Span span = kernel.block().span;
    const auto tokens = axis_tokens(subject.source, span);
    const auto asked = [&](char number, char letter) {
      return tokens && std::any_of(tokens->begin(), tokens->end(), [&](const Token& token) {
               return token.text[0] == number || token.text[0] == letter;
             });
    };
    if (!asked('0', 'x') || !asked('1', 'y')) {
      continue;
    }
    Draft draft;
    draft.site = fmt::format("the kernel {}", kernel.function->name);
    exchange(span, *tokens, 0, 1, draft);
    draft.launches.push_back(
        {kernel.launch, exchanged(kernel.plan->groups, 0, 1), exchanged(kernel.plan->group, 0, 1), {}});
    const bool numbered = subject.source.backend == Backend::opencl;
    draft.rubric = {fmt::format("The first two axes of the launch of {} are exchanged, and `{}` and `{}` in its ids.",
                                kernel.function->name, numbered ? "0" : "x", numbered ? "1" : "y")};
    drafts.push_back(std::move(draft));
  }
  return drafts;
}

} // namespace mapwright::kernel::rewrite::device
