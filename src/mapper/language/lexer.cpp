#include "mapper/language/lexer.hpp"

#include "core/describe_token.hpp"

#include <algorithm>
#include <array>
#include <limits>

#include <fmt/format.h>

namespace mapwright::mapper::language {

namespace {

constexpr std::array<std::string_view, 59> reserved_words{"Task",          "Region",
                                                          "Layout",        "InstanceLimit",
                                                          "CollectMemory", "IndexTaskMap",
                                                          "SingleTaskMap", "TaskSteal",
                                                          "F_order",       "C_order",
                                                          "AOS",           "SOA",
                                                          "Compact",       "ControlReplicate",
                                                          "Align",         "Exact",
                                                          "size",          "split",
                                                          "merge",         "swap",
                                                          "slice",         "reverse",
                                                          "auto_split",    "volume",
                                                          "has",           "len",
                                                          "ipoint",        "balance_split",
                                                          "ispace",        "parent",
                                                          "processor",     "CPU",
                                                          "GPU",           "IO",
                                                          "greedy_split",  "PY",
                                                          "PROC",          "OMP",
                                                          "SYSMEM",        "FBMEM",
                                                          "RDMEM",         "ZCMEM",
                                                          "SOCKMEM",       "VIRTUAL",
                                                          "SAME_NODE",     "ANY_NODE",
                                                          "int",           "bool",
                                                          "IPoint",        "ISpace",
                                                          "MSpace",        "tuple",
                                                          "for",           "in",
                                                          "True",          "False",
                                                          "def",           "return",
                                                          "print"};

/// Longest first.
constexpr std::array<std::string_view, 25> symbols{"==", "!=", "<=", ">=", "&&", "||", "=", "<", ">",
                                                   "+",  "-",  "*",  "/",  "%",  "(",  ")", "[", "]",
                                                   "{",  "}",  ",",  ";",  ":",  "?",  "."};

struct Foreign {
  std::string_view text;
  std::string_view hint;
};

/// What people write from habit in other languages.
constexpr std::array<Foreign, 6> foreign_symbols{{
    {"!", "there is no negation: compare with == False"},
    {"&", "write && between two conditions"},
    {"|", "write || between two conditions"},
    {"^", "powers are written as products"},
    {"'", "texts stand in double quotes"},
    {"@", "there are no decorators"},
}};

bool starts_word(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
}
bool is_decimal(char c) {
  return c >= '0' && c <= '9';
}
bool is_space(char c) {
  return c == ' ' || c == '\t' || c == '\r' || c == '\f' || c == '\v';
}

std::string_view without_blanks(std::string_view text) {
  while (!text.empty() && is_space(text.front())) {
    text.remove_prefix(1);
  }
  while (!text.empty() && is_space(text.back())) {
    text.remove_suffix(1);
  }
  return text;
}

class MapperLexer {
public:
  MapperLexer(const SourceText& source, Diagnostics& diagnostics) : text_(source.text), diagnostics_(diagnostics) {}

  Lexed all() {
    while (position_ < text_.size()) {
      const char c = text_[position_];
      if (c == '\n') {
        line_begins_ = true;
        ++position_;
      } else if (is_space(c)) {
        ++position_;
      } else if (c == '#' || text_.substr(position_).starts_with("//")) {
        comment(c == '#' ? 1 : 2);
      } else if (starts_word(c)) {
        word();
      } else if (is_decimal(c)) {
        integer();
      } else if (c == '"') {
        string();
      } else {
        symbol();
      }
    }
    push(TokenKind::end, 0);
    return std::move(out_);
  }

private:
  Token& push(TokenKind kind, std::size_t length) {
    Token token;
    token.kind = kind;
    token.span = {position_, position_ + length};
    token.text = text_.substr(position_, length);
    token.begins_line = line_begins_;
    token.after_slashes = slashes_;
    line_begins_ = false;
    slashes_ = false;
    position_ += length;
    out_.tokens.push_back(token);
    return out_.tokens.back();
  }

  [[nodiscard]] std::size_t line_end() const { return std::min(text_.find('\n', position_), text_.size()); }

  void comment(std::size_t mark) {
    slashes_ = slashes_ || (mark == 2 && !line_begins_);
    const std::size_t end = line_end();
    const std::string_view content = without_blanks(text_.substr(position_ + mark, end - position_ - mark));
    out_.comments.push_back({{position_, end}, std::string(content)});
    position_ = end;
  }

  [[nodiscard]] std::size_t word_length(std::size_t from) const {
    std::size_t end = from;
    while (end < text_.size() && (starts_word(text_[end]) || is_decimal(text_[end]))) {
      ++end;
    }
    return end - from;
  }

  void word() {
    const std::size_t length = word_length(position_);
    push(is_reserved(text_.substr(position_, length)) ? TokenKind::word : TokenKind::name, length);
  }

  void integer() {
    std::size_t end = position_;
    std::int64_t value = 0;
    bool fits = true;
    for (; end < text_.size() && is_decimal(text_[end]); ++end) {
      fits = fits && !__builtin_mul_overflow(value, 10, &value) &&
             !__builtin_add_overflow(value, text_[end] - '0', &value);
    }
    const Span span{position_, end + word_length(end)};
    if (span.end > end) {
      diagnostics_.error({end, span.end}, "a number is followed directly by a name",
                         fmt::format("a product is written {}*{}", text_.substr(position_, end - position_),
                                     text_.substr(end, span.end - end)));
    } else if (!fits) {
      diagnostics_.error(span, "the number does not fit 64 bits", "integers are below 2^63");
    }
    push(TokenKind::integer, span.end - span.begin).value = fits ? value : 0;
  }

  void string() {
    const std::size_t end = line_end();
    const std::size_t close = text_.find('"', position_ + 1);
    if (close < end) {
      push(TokenKind::string, close + 1 - position_);
      return;
    }
    diagnostics_.error({position_, end}, "a text in quotes does not end on its line", "close it with '\"'",
                       Fix{{end, end}, "\""});
    push(TokenKind::string, end - position_);
  }

  void symbol() {
    const std::string_view rest = text_.substr(position_);
    for (const std::string_view known : symbols) {
      if (rest.starts_with(known)) {
        push(TokenKind::symbol, known.size());
        return;
      }
    }
    std::size_t length = 1;
    while (position_ + length < text_.size() && static_cast<unsigned char>(text_[position_ + length]) >= 0x80 &&
           static_cast<unsigned char>(text_[position_]) >= 0x80) {
      ++length; // one report for a run of bytes that are not ASCII
    }
    const auto* const habit = std::find_if(foreign_symbols.begin(), foreign_symbols.end(),
                                           [&](const Foreign& known) { return rest.starts_with(known.text); });
    const bool printable = rest.front() > ' ' && rest.front() <= '~';
    diagnostics_.error({position_, position_ + length},
                       printable ? fmt::format("'{}' has no meaning here", rest.front())
                                 : std::string("a byte that is not printable ASCII"),
                       habit != foreign_symbols.end() ? std::string(habit->hint)
                       : printable                    ? std::string()
                                                      : std::string("names and operators are plain ASCII"));
    position_ += length;
  }

  std::string_view text_;
  Diagnostics& diagnostics_;
  Lexed out_;
  std::size_t position_ = 0;
  bool line_begins_ = true;
  bool slashes_ = false;
};

} // namespace

bool is_reserved(std::string_view word) {
  return std::find(reserved_words.begin(), reserved_words.end(), word) != reserved_words.end();
}

std::string describe(const Token& token) {
  return describe_token(token);
}

Lexed lex(const SourceText& source, Diagnostics& diagnostics) {
  return MapperLexer(source, diagnostics).all();
}

} // namespace mapwright::mapper::language
