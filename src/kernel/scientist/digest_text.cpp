// What of a document is worth showing to a designer.
#include "kernel/scientist/knowledge.hpp"
#include "llm/excerpt.hpp"

#include <algorithm>
#include <array>
#include <cctype>
#include <numeric>
#include <string_view>

namespace mapwright::kernel::scientist {

namespace {

/// What kernels are made of. A paragraph counts each once.
constexpr std::array<std::string_view, 44> words_of_kernels{
    "memory", "cache",   "bandwidth", "latency", "register", "lane",      "warp",       "wavefront", "group",
    "block",  "thread",  "occupancy", "vector",  "simd",     "fma",       "throughput", "cycle",     "shared",
    "local",  "global",  "coalesc",   "stride",  "aligned",  "alignment", "prefetch",   "tile",      "tiling",
    "unroll", "barrier", "bank",      "atomic",  "launch",   "core",      "clock",      "roofline",  "flop",
    "avx",    "tensor",  "page",      "numa",    "openmp",   "opencl",    "cuda",       "pipeline"};

constexpr std::array<std::string_view, 16> units{"kb",    "mb",  "gb",  "kib",    "mib",   "gib",   "b/s",  "gflop",
                                                 "tflop", "ghz", "mhz", "cycles", "cycle", "bytes", "bits", "ns"};

struct Paragraph {
  std::string text;
  bool heading = false;
  std::size_t score = 0;
};

std::string lower(std::string_view text) {
  std::string result(text);
  std::transform(result.begin(), result.end(), result.begin(),
                 [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  return result;
}

bool is_digit(char c) {
  return c >= '0' && c <= '9';
}

/// Numbers that are followed by a unit.
std::size_t numbers_with_units(std::string_view text) {
  std::size_t count = 0;
  for (std::size_t at = 0; at < text.size(); ++at) {
    if (!is_digit(text[at]) || (at + 1 < text.size() && is_digit(text[at + 1]))) {
      continue;
    }
    const std::size_t unit = at + 1 < text.size() && text[at + 1] == ' ' ? at + 2 : at + 1;
    const std::string_view rest = text.substr(std::min(unit, text.size()));
    count += std::any_of(units.begin(), units.end(), [&](std::string_view name) { return rest.starts_with(name); });
  }
  return count;
}

std::size_t score_of(const std::string& text) {
  const std::string small = lower(text);
  const auto named = std::count_if(words_of_kernels.begin(), words_of_kernels.end(),
                                   [&](std::string_view word) { return small.find(word) != std::string::npos; });
  return static_cast<std::size_t>(named) + 2 * numbers_with_units(small);
}

/// Paragraphs end at blank lines outside fences; a heading is one of its own.
std::vector<Paragraph> paragraphs_of(const std::string& text) {
  std::vector<Paragraph> paragraphs;
  std::string current;
  bool fenced = false;
  const auto close = [&](bool heading) {
    if (!current.empty()) {
      paragraphs.push_back({current, heading, heading ? 0 : score_of(current)});
      current.clear();
    }
  };
  std::size_t at = 0;
  while (at < text.size()) {
    const std::size_t end = std::min(text.find('\n', at), text.size());
    const std::string line = text.substr(at, end - at);
    at = end + 1;
    fenced ^= line.starts_with("```");
    const bool heading = !fenced && line.starts_with("#");
    if (heading || (!fenced && llm::trimmed(line).empty())) {
      close(false);
    }
    if (heading || fenced || !llm::trimmed(line).empty()) {
      current += line + "\n";
    }
    if (heading) {
      close(true);
    }
  }
  close(false);
  return paragraphs;
}

} // namespace

std::string digest_text(const std::string& text, std::size_t characters) {
  const std::vector<Paragraph> paragraphs = paragraphs_of(llm::with_newlines(text));
  std::vector<std::size_t> order(paragraphs.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::stable_sort(order.begin(), order.end(),
                   [&](std::size_t a, std::size_t b) { return paragraphs[a].score > paragraphs[b].score; });
  std::vector<bool> taken(paragraphs.size(), false);
  std::size_t used = 0;
  for (const std::size_t index : order) {
    if (paragraphs[index].heading) {
      continue;
    }
    // A paragraph brings the heading above it.
    std::size_t above = index;
    while (above > 0 && !paragraphs[above].heading) {
      --above;
    }
    const bool brings = paragraphs[above].heading && !taken[above];
    const std::size_t cost = paragraphs[index].text.size() + 1 + (brings ? paragraphs[above].text.size() + 1 : 0);
    if (used + cost > characters) {
      continue;
    }
    used += cost;
    taken[index] = true;
    taken[above] = taken[above] || brings;
  }
  std::string digest;
  for (std::size_t i = 0; i < paragraphs.size(); ++i) {
    if (taken[i]) {
      digest += (digest.empty() ? "" : "\n") + paragraphs[i].text;
    }
  }
  return digest;
}

} // namespace mapwright::kernel::scientist
