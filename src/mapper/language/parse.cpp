#include "mapper/language/parse.hpp"

#include "mapper/language/cursor.hpp"
#include "mapper/language/parse_statement.hpp"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

namespace mapwright::mapper::language {

namespace {

/// Statements with what stands around them, and the way on after an error.
class MapperParser {
public:
  MapperParser(const SourceText& source, const Lexed& lexed, Diagnostics& diagnostics)
      : text_(source.text), comments_(lexed.comments), cursor_(lexed.tokens, diagnostics), statements_(cursor_) {}

  MapperSyntax all() {
    MapperSyntax out;
    while (!cursor_.at_end()) {
      if (cursor_.accept("}")) {
        const std::size_t end = cursor_.previous_end();
        cursor_.diagnostics().error({end - 1, end}, "this '}' closes nothing", "", Fix{{end - 1, end}, ""});
      } else if (!cursor_.accept(";")) {
        one(out.statements, [this] { return cursor_.at("def") ? definition() : statements_.statement(); });
      }
    }
    out.closing_comments = comments_before(text_.size() + 1);
    out.complete = complete_;
    return out;
  }

private:
  /// Reads one statement into `out`, or past it.
  template <class Read> void one(std::vector<Statement>& out, const Read& read) {
    const std::size_t position = cursor_.position();
    const bool defines = cursor_.at("def") || cursor_.at("return") || TokenCursor::is(cursor_.peek(1), "=");
    Statement made;
    made.span.begin = cursor_.peek().span.begin;
    made.surroundings.blank_before = !out.empty() && blank_line_follows();
    made.surroundings.comments = comments_before(made.span.begin);
    auto is = read();
    if (!is) {
      complete_ = complete_ && !defines;
      recover(position);
      last_end_ = cursor_.previous_end();
      return;
    }
    made.is = *std::move(is);
    made.span.end = cursor_.previous_end();
    for (std::string& inside : comments_before(made.span.end)) {
      made.surroundings.comments.push_back(std::move(inside));
    }
    last_end_ = made.span.end;
    made.surroundings.trailing = trailing_comment();
    out.push_back(std::move(made));
  }

  StatementParser::Parsed definition() {
    const Token& def = cursor_.peek();
    auto made = statements_.header();
    if (!made || !open_body(def)) {
      return std::nullopt;
    }
    last_end_ = cursor_.previous_end();
    while (!cursor_.at_end() && !cursor_.at("}") && !begins_statement(cursor_.peek()) &&
           !(by_indentation_ && left_of_body(def))) {
      if (!cursor_.accept(";")) {
        one(made->body, [this] { return statements_.local_statement(); });
      }
    }
    made->closing_comments = comments_before(cursor_.peek().span.begin);
    if (!by_indentation_ && !cursor_.accept("}")) {
      cursor_.expected("'}' at the end of the function", fmt::format("'{}' begins above", made->name.text));
    }
    by_indentation_ = false;
    return StatementParser::Kinds(*std::move(made));
  }

  /// Takes the '{'. A ':' before it, or instead of it, is what other languages write: reported, and read as meant.
  bool open_body(const Token& def) {
    const Token& colon = cursor_.peek();
    if (!cursor_.accept(":")) {
      return cursor_.expect("{", "the body of a function stands in braces");
    }
    const bool braces = cursor_.at("{");
    cursor_.diagnostics().error(colon.span, "unexpected ':' in the definition of a function",
                                "the body of a function stands in braces: def f(Task t) { ... }",
                                Fix{colon.span, braces ? "" : " {"});
    by_indentation_ = !braces && !left_of_body(def);
    return braces ? cursor_.accept("{") : by_indentation_;
  }

  /// Whether a body without braces is over, or does not begin: its lines begin to the right of its `def`.
  [[nodiscard]] bool left_of_body(const Token& def) const {
    return cursor_.peek().begins_line && column_of(cursor_.peek()) <= column_of(def);
  }

  [[nodiscard]] std::size_t column_of(const Token& token) const {
    const std::size_t newline = token.span.begin == 0 ? std::string::npos : text_.rfind('\n', token.span.begin - 1);
    return token.span.begin - (newline == std::string::npos ? 0 : newline + 1);
  }

  /// Goes on at the next statement: behind a ';' or a body, or at a word that begins one, or at a '}'.
  void recover(std::size_t position) {
    bool moved = cursor_.position() > position;
    while (!cursor_.at_end() && !cursor_.accept(";")) {
      const Token& token = cursor_.peek();
      if (moved && (cursor_.at("}") || (token.begins_line && (begins_statement(token) || cursor_.at("return"))))) {
        return;
      }
      if (cursor_.at("{")) {
        skip_braces();
        return;
      }
      cursor_.take();
      moved = true;
    }
  }

  /// Past a '{' and the '}' that closes it.
  void skip_braces() {
    int open = 0;
    do {
      open += cursor_.at("{") ? 1 : cursor_.at("}") ? -1 : 0;
      cursor_.take();
    } while (open > 0 && !cursor_.at_end());
  }

  /// The comments not yet used that begin before `end`.
  std::vector<std::string> comments_before(std::size_t end) {
    std::vector<std::string> out;
    while (next_comment_ < comments_.size() && comments_[next_comment_].span.begin < end) {
      last_end_ = comments_[next_comment_].span.end;
      out.push_back(comments_[next_comment_++].text);
    }
    return out;
  }

  /// The comment on the line on which the last statement ended, unless more code stands between.
  std::optional<std::string> trailing_comment() {
    if (next_comment_ == comments_.size()) {
      return std::nullopt;
    }
    const Comment& comment = comments_[next_comment_];
    if (cursor_.peek().span.begin < comment.span.begin || text_.find('\n', last_end_) < comment.span.begin) {
      return std::nullopt;
    }
    ++next_comment_;
    last_end_ = comment.span.end;
    return comment.text;
  }

  /// Whether an empty line separates what was read from the comment or token that is next.
  [[nodiscard]] bool blank_line_follows() const {
    std::size_t next = cursor_.peek().span.begin;
    if (next_comment_ < comments_.size()) {
      next = std::min(next, comments_[next_comment_].span.begin);
    }
    return next > last_end_ && std::count(text_.begin() + static_cast<std::ptrdiff_t>(last_end_),
                                          text_.begin() + static_cast<std::ptrdiff_t>(next), '\n') > 1;
  }

  const std::string& text_;
  const std::vector<Comment>& comments_;
  TokenCursor cursor_;
  StatementParser statements_;
  std::size_t next_comment_ = 0;
  std::size_t last_end_ = 0;
  bool by_indentation_ = false;
  bool complete_ = true;
};

} // namespace

MapperSyntax parse_mapper(const SourceText& source, Diagnostics& diagnostics) {
  if (source.text.size() > mapper_text_limit) {
    diagnostics.error({}, fmt::format("the text is longer than {} bytes", mapper_text_limit));
    return {{}, {}, false};
  }
  const Lexed lexed = lex(source, diagnostics);
  return MapperParser(source, lexed, diagnostics).all();
}

} // namespace mapwright::mapper::language
