#include "kernel/scientist/rubric_words.hpp"

#include <algorithm>
#include <array>
#include <cctype>
#include <string_view>

namespace mapwright::kernel::scientist {

namespace {

constexpr std::array<std::string_view, 12> words_of_adding{
    "add", "adds", "added", "declare", "declared", "use", "uses", "insert", "introduce", "introduced", "by", "with"};
constexpr std::array<std::string_view, 14> words_of_removing{"remove",   "removes",  "removed", "drop", "dropped",
                                                             "delete",   "deleted",  "without", "no",   "replace",
                                                             "replaces", "replaced", "instead", "gone"};

constexpr std::array<std::string_view, 5> words_before_participles{"is", "are", "was", "were", "be"};

/// Words of prose that are words of code too: they count although nothing about their spelling says so.
constexpr std::array<std::string_view, 23> words_of_code{
    "simd",   "pragma",  "restrict",    "const",    "constexpr", "volatile",   "inline",  "collapse",
    "unroll", "barrier", "fma",         "mad",      "schedule",  "reduction",  "alignas", "aligned",
    "guided", "dynamic", "nontemporal", "prefetch", "__local",   "__shared__", "omp"};

template <std::size_t n> bool is_listed(const std::array<std::string_view, n>& words, std::string_view word) {
  return std::find(words.begin(), words.end(), word) != words.end();
}

bool is_of_word(char c) {
  return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_' || c == ':' || c == '#';
}

/// Whether a compiler's flag begins there: -ffast-math, --use_fast_math.
bool begins_flag(std::string_view text, std::size_t at) {
  const std::size_t name = text.find_first_not_of('-', at);
  const bool apart = at == 0 || text[at - 1] == ' ';
  return apart && text[at] == '-' && name != std::string_view::npos &&
         std::isalpha(static_cast<unsigned char>(text[name])) != 0;
}

/// Whether its spelling shows that a word is code: x_2, std::fma, float4, 16, tileSize, LANES.
bool looks_like_name(std::string_view word) {
  const auto capital = [](unsigned char c) { return std::isupper(c) != 0; };
  const bool digit = std::any_of(word.begin(), word.end(), [](unsigned char c) { return std::isdigit(c) != 0; });
  const bool inner_capital = std::any_of(word.begin() + 1, word.end(), capital);
  return digit || inner_capital || word.find('_') != std::string_view::npos ||
         word.find("::") != std::string_view::npos || is_listed(words_of_code, word);
}

/// Walks over a sentence, keeping in mind what its verbs expect.
class Reader {
public:
  explicit Reader(std::string_view sentence) : text_(sentence) {}

  std::vector<NamedCode> read() {
    while (at_ < text_.size()) {
      if (text_[at_] == '`') {
        read_quoted();
      } else if (begins_flag(text_, at_)) {
        read_flag();
      } else if (is_of_word(text_[at_])) {
        read_word();
      } else {
        at_ += 1;
      }
    }
    const bool any_quoted =
        std::any_of(found_.begin(), found_.end(), [](const NamedCode& code) { return code.quoted; });
    if (any_quoted) {
      std::erase_if(found_, [](const NamedCode& code) { return !code.quoted; });
    }
    return std::move(found_);
  }

private:
  void read_quoted() {
    const std::size_t close = text_.find('`', at_ + 1);
    if (close == std::string_view::npos) {
      at_ = text_.size();
      return;
    }
    if (close > at_ + 1) {
      found_.push_back({std::string(text_.substr(at_ + 1, close - at_ - 1)), where_, true});
    }
    at_ = close + 1;
  }

  void read_flag() {
    std::size_t end = std::min(text_.find_first_of(" ,;`\n", at_), text_.size());
    while (text_[end - 1] == '.') {
      --end;
    }
    found_.push_back({std::string(text_.substr(at_, end - at_)), where_, false});
    at_ = end;
  }

  void read_word() {
    std::size_t end = at_;
    while (end < text_.size() && is_of_word(text_[end])) {
      ++end;
    }
    std::string_view word = text_.substr(at_, end - at_);
    at_ = end;
    while (word.ends_with(':')) {
      word.remove_suffix(1);
    }
    if (word.empty()) {
      return;
    }
    std::string small(word);
    std::transform(small.begin(), small.end(), small.begin(),
                   [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
    const bool passive = is_listed(words_before_participles, previous_);
    previous_ = small;
    if (passive && (is_listed(words_of_adding, small) || is_listed(words_of_removing, small))) {
      say_of_last(is_listed(words_of_adding, small) ? Expected::added : Expected::removed);
    } else if (is_listed(words_of_adding, small)) {
      where_ = Expected::added;
    } else if (is_listed(words_of_removing, small)) {
      where_ = Expected::removed;
    } else if (looks_like_name(word)) {
      found_.push_back({std::string(word), where_, false});
    }
  }

  /// "`a` is added": about what stood before.
  void say_of_last(Expected where) {
    if (!found_.empty() && found_.back().where == Expected::changed) {
      found_.back().where = where;
    }
  }

  std::string_view text_;
  std::size_t at_ = 0;
  std::string previous_{}; ///< word
  Expected where_ = Expected::changed;
  std::vector<NamedCode> found_{};
};

} // namespace

std::vector<NamedCode> named_code(const std::string& sentence) {
  return Reader(sentence).read();
}

} // namespace mapwright::kernel::scientist
