#include "index_map/learn/reply.hpp"

#include "index_map/learn/guess.hpp"
#include "llm/code_blocks.hpp"
#include "llm/extract_code.hpp"
#include "loop/proposer.hpp"

#include <fmt/format.h>

namespace mapwright::index_map::learn {

namespace {

/// The domain and the sizes that follow its tag.
std::optional<archive::Candidate> tagged_domain(std::string_view reply) {
  const auto blocks = llm::tagged_blocks(reply, "domain");
  if (blocks.empty() || !blocks.back().complete) {
    return std::nullopt;
  }
  auto guess = parse_guess(blocks.back().text);
  if (!guess) {
    return std::nullopt;
  }
  constexpr std::string_view closing = "</domain>";
  const std::size_t end = reply.rfind(closing);
  std::string_view rest = end == std::string_view::npos ? std::string_view{} : reply.substr(end + closing.size());
  while (!rest.empty()) { // lines that read as sizes; the others are prose
    const std::size_t newline = rest.find('\n');
    std::string line(rest.substr(0, newline));
    std::erase(line, '`');
    if (const auto sized = parse_guess("x\n" + line)) {
      guess->sizes.insert(guess->sizes.end(), sized->sizes.begin(), sized->sizes.end());
    }
    rest.remove_prefix(newline == std::string_view::npos ? rest.size() : newline + 1);
  }
  return loop::make_candidate(domain_form, to_text(*guess));
}

bool has_function(std::string_view text) {
  return text.find(function_name) != std::string_view::npos;
}

} // namespace

tl::expected<archive::Candidate, std::string> candidate_of(std::string_view reply, bool cut) {
  if (auto domain = tagged_domain(reply)) {
    return std::move(*domain);
  }
  llm::CodeWish wish;
  wish.cut = cut;
  wish.lacks = [](std::string_view text) {
    return has_function(text) ? std::nullopt : std::optional(fmt::format("has no function '{}'", function_name));
  };
  const auto code = llm::extract_code(reply, wish);
  if (!code) {
    return tl::make_unexpected(code.error());
  }
  const std::string& text = code->block.text;
  const bool map = code->block.label == map_form || text.find(fmt::format("fn {}", function_name)) != std::string::npos;
  return loop::make_candidate(map ? map_form : cpp_form, text);
}

std::string reply_of(const archive::Candidate& candidate) {
  if (candidate.form == domain_form) {
    if (const auto guess = parse_guess(candidate.content)) {
      const std::string sizes = to_text({{}, guess->sizes});
      return fmt::format("<domain>\n{}\n</domain>{}\n", guess->text, sizes);
    }
  }
  return fmt::format("```{}\n{}{}```\n", candidate.form == map_form ? "map" : "cpp", candidate.content,
                     candidate.content.ends_with('\n') ? "" : "\n");
}

} // namespace mapwright::index_map::learn
