// Sources without layout, comments and names of variables.
#include "core/digest.hpp"
#include "kernel/scientist/code_text.hpp"
#include "kernel/scientist/novelty.hpp"

#include <algorithm>
#include <array>
#include <cctype>
#include <iterator>
#include <map>
#include <set>
#include <string_view>

#include <fmt/format.h>

namespace mapwright::kernel::scientist {

namespace {

constexpr std::size_t shingle_length = 5;

/// Words after which a name is used, not declared.
constexpr std::array<std::string_view, 18> words_before_uses{
    "return", "else", "case",   "goto", "define", "undef",  "ifdef", "ifndef",   "include",
    "pragma", "omp",  "delete", "new",  "throw",  "sizeof", "using", "typename", "namespace"};

/// Words before a '*' or '&' that make it a declarator, not an operator.
constexpr std::array<std::string_view, 17> words_of_types{"void",  "bool",   "char",  "short", "int",      "long",
                                                          "float", "double", "half",  "auto",  "unsigned", "signed",
                                                          "const", "uint",   "ulong", "uchar", "size_t"};

template <std::size_t n> bool is_one_of(const std::array<std::string_view, n>& words, const std::string& word) {
  return std::find(words.begin(), words.end(), word) != words.end();
}

bool names_type(const CodeToken& token) {
  return token.kind == TokenKind::name &&
         (is_one_of(words_of_types, token.text) || token.text.ends_with("_t") ||
          (!token.text.empty() && std::isdigit(static_cast<unsigned char>(token.text.back())) != 0)); // float4
}

bool in_capitals(const std::string& word) {
  return std::none_of(word.begin(), word.end(), [](unsigned char c) { return std::islower(c) != 0; });
}

bool is_sign(const std::vector<CodeToken>& tokens, std::size_t at, std::string_view signs) {
  return at < tokens.size() && tokens[at].kind == TokenKind::sign &&
         signs.find(tokens[at].text) != std::string_view::npos;
}

/// Whether the word at `at` is a variable or parameter that is declared there.
bool is_declared(const std::vector<CodeToken>& tokens, std::size_t at) {
  if (at == 0 || tokens[at].in_block || tokens[at].kind != TokenKind::name || !is_sign(tokens, at + 1, "=;,):[")) {
    return false;
  }
  const CodeToken& before = tokens[at - 1];
  if (before.kind == TokenKind::name) {
    return !before.in_block && !is_one_of(words_before_uses, before.text);
  }
  return at >= 2 && is_sign(tokens, at - 1, "*&") && names_type(tokens[at - 2]);
}

bool is_member(const std::vector<CodeToken>& tokens, std::size_t at) {
  return is_sign(tokens, at - 1, ".") || (is_sign(tokens, at - 1, ">") && is_sign(tokens, at - 2, "-"));
}

std::set<std::string> variables_of(const std::vector<CodeToken>& tokens) {
  std::set<std::string> variables;
  for (std::size_t i = 0; i < tokens.size(); ++i) {
    if (is_declared(tokens, i) && !in_capitals(tokens[i].text)) {
      variables.insert(tokens[i].text);
    }
  }
  for (const CodeToken& token : tokens) {
    if (token.in_block) {
      variables.erase(token.text);
    }
  }
  return variables;
}

/// The tokens as texts, variables numbered in the order in which they first stand there.
std::vector<std::string> canonical(const std::vector<CodeToken>& tokens) {
  const std::set<std::string> variables = variables_of(tokens);
  std::map<std::string, std::string> names;
  std::vector<std::string> texts;
  for (std::size_t i = 0; i < tokens.size(); ++i) {
    const std::string& text = tokens[i].text;
    if (variables.contains(text) && !(i > 0 && is_member(tokens, i))) {
      texts.push_back(names.try_emplace(text, fmt::format("${}", names.size())).first->second);
    } else {
      texts.push_back(text);
    }
  }
  return texts;
}

/// The same with the numbers in [tunables] taken out.
std::vector<std::string> without_values(const std::vector<CodeToken>& tokens, const std::vector<std::string>& texts) {
  std::vector<std::string> kept;
  bool among_tunables = false;
  for (std::size_t i = 0; i < tokens.size(); ++i) {
    const bool opens_section = tokens[i].in_block && is_sign(tokens, i, "[") && i + 1 < tokens.size() &&
                               tokens[i + 1].kind != TokenKind::number && !is_sign(tokens, i + 1, "-+");
    if (opens_section) {
      among_tunables = tokens[i + 1].text == "tunables";
    }
    among_tunables = among_tunables && tokens[i].in_block;
    const bool value = tokens[i].kind == TokenKind::number || is_sign(tokens, i, ",-+");
    if (!among_tunables || !value) {
      kept.push_back(texts[i]);
    }
  }
  return kept;
}

std::string digest_of(const std::vector<std::string>& texts) {
  std::string joined;
  for (const std::string& text : texts) {
    joined += text;
    joined += '\n';
  }
  return sha256_hex(joined);
}

/// FNV-1a of a run of tokens.
std::uint64_t hash_of(const std::vector<std::string>& texts, std::size_t begin, std::size_t end) {
  std::uint64_t hash = 0xcbf29ce484222325U;
  for (std::size_t i = begin; i < end; ++i) {
    for (const char c : texts[i] + '\n') {
      hash = (hash ^ static_cast<unsigned char>(c)) * 0x100000001b3U;
    }
  }
  return hash;
}

} // namespace

Sketch sketch_of(const std::string& source) {
  const std::vector<CodeToken> tokens = code_tokens(code_of(source));
  const std::vector<std::string> texts = canonical(tokens);
  Sketch sketch{digest_of(texts), digest_of(without_values(tokens, texts))};
  const std::size_t length = std::min(shingle_length, texts.size());
  for (std::size_t i = 0; i + length <= texts.size() && length > 0; ++i) {
    sketch.shingles.push_back(hash_of(texts, i, i + length));
  }
  std::sort(sketch.shingles.begin(), sketch.shingles.end());
  sketch.shingles.erase(std::unique(sketch.shingles.begin(), sketch.shingles.end()), sketch.shingles.end());
  return sketch;
}

double similarity(const Sketch& a, const Sketch& b) {
  std::vector<std::uint64_t> shared;
  std::set_intersection(a.shingles.begin(), a.shingles.end(), b.shingles.begin(), b.shingles.end(),
                        std::back_inserter(shared));
  const std::size_t all = a.shingles.size() + b.shingles.size() - shared.size();
  return all == 0 ? 1 : static_cast<double>(shared.size()) / static_cast<double>(all);
}

} // namespace mapwright::kernel::scientist
