#include "kernel/scientist/rubric.hpp"

#include "kernel/scientist/code_text.hpp"
#include "kernel/scientist/hunks.hpp"
#include "kernel/scientist/novelty.hpp"
#include "kernel/scientist/rubric_words.hpp"

#include <algorithm>

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace mapwright::kernel::scientist {

namespace {

/// The tokens of all changed lines, comments left out.
struct ChangedTokens {
  std::vector<std::string> removed{};
  std::vector<std::string> added{};
};

/// Tokens, those inside literals too: flags and launches stand in texts.
std::vector<std::string> open_tokens(std::string code) {
  std::replace(code.begin(), code.end(), '"', ' ');
  return token_texts(code);
}

void append(std::vector<std::string>& tokens, const std::vector<std::string>& lines) {
  for (const std::string& line : lines) {
    for (std::string& token : open_tokens(line)) {
      tokens.push_back(std::move(token));
    }
  }
}

ChangedTokens changed_tokens(const std::string& base, const std::string& source) {
  ChangedTokens changed;
  for (const Hunk& hunk : difference(code_of(base).text, code_of(source).text)) {
    append(changed.removed, hunk.removed);
    append(changed.added, hunk.added);
  }
  return changed;
}

std::ptrdiff_t occurrences(const std::vector<std::string>& tokens, const std::vector<std::string>& sought) {
  std::ptrdiff_t count = 0;
  for (auto at = tokens.begin();; ++at) {
    at = std::search(at, tokens.end(), sought.begin(), sought.end());
    if (at == tokens.end()) {
      return count;
    }
    ++count;
  }
}

/// Whether what is named is where it is expected: an addition means that there is more of it than before.
bool is_found(const NamedCode& named, const ChangedTokens& changed) {
  const std::vector<std::string> sought = open_tokens(named.code);
  if (sought.empty()) {
    return false;
  }
  const std::ptrdiff_t more = occurrences(changed.added, sought);
  const std::ptrdiff_t fewer = occurrences(changed.removed, sought);
  switch (named.where) {
  case Expected::added:
    return more > fewer;
  case Expected::removed:
    return fewer > more;
  case Expected::changed:
    break;
  }
  return more > 0 || fewer > 0;
}

std::string_view place(Expected where) {
  return where == Expected::added ? "added" : where == Expected::removed ? "removed" : "changed";
}

RubricCheck check_item(const std::string& item, const ChangedTokens& changed) {
  const std::vector<NamedCode> named = named_code(item);
  if (named.empty()) {
    return {item, Kept::unknown, "it names no code"};
  }
  std::vector<std::string> found;
  std::vector<std::string> missing;
  for (const NamedCode& code : named) {
    const bool is = is_found(code, changed);
    (is ? found : missing)
        .push_back(is ? fmt::format("`{}`", code.code) : fmt::format("`{}` is not {}", code.code, place(code.where)));
  }
  if (missing.empty()) {
    return {item, Kept::yes, fmt::format("{} in the difference", fmt::join(found, ", "))};
  }
  const bool doubtful = !found.empty() && !named.front().quoted;
  return {item, doubtful ? Kept::unknown : Kept::no, fmt::format("{}", fmt::join(missing, ", "))};
}

} // namespace

std::string_view to_string(Kept kept) {
  return kept == Kept::yes ? "kept" : kept == Kept::no ? "not kept" : "cannot be told";
}

std::vector<RubricCheck> check_rubric(const std::vector<std::string>& rubric, const std::string& base,
                                      const std::string& source) {
  const ChangedTokens changed = changed_tokens(base, source);
  std::vector<RubricCheck> checks;
  for (const std::string& item : rubric) {
    checks.push_back(check_item(item, changed));
  }
  return checks;
}

std::vector<RubricCheck> check_rubric(const std::vector<std::string>& rubric, const std::string& base,
                                      const std::string& source, const std::string& expected) {
  if (sketch_of(source).exact != sketch_of(expected).exact) {
    return check_rubric(rubric, base, source);
  }
  std::vector<RubricCheck> checks;
  for (const std::string& item : rubric) {
    checks.push_back({item, Kept::yes, "the source is what the experiment makes of the base"});
  }
  return checks;
}

nlohmann::json to_json(const std::vector<RubricCheck>& checks) {
  nlohmann::json all = nlohmann::json::array();
  for (const RubricCheck& check : checks) {
    nlohmann::json kept = nullptr;
    if (check.kept != Kept::unknown) {
      kept = check.kept == Kept::yes;
    }
    all.push_back({{"item", check.item}, {"kept", std::move(kept)}, {"why", check.why}});
  }
  return all;
}

} // namespace mapwright::kernel::scientist
