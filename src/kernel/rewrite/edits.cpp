#include "kernel/rewrite/edits.hpp"

#include "kernel/rewrite/scan.hpp"
#include "kernel/rewrite/walk.hpp"

#include <algorithm>

namespace mapwright::kernel::rewrite {
namespace {

/// Whether a sum in the place of part `part` of `parent` needs parentheses.
bool sum_needs_parentheses(const Expression* parent, std::size_t part) {
  if (parent == nullptr) {
    return false;
  }
  switch (parent->form) {
  case Form::parenthesis:
  case Form::call:
  case Form::list:
    return false;
  case Form::index:
    return part == 0;
  case Form::cast:
    return parent->span.end == parent->parts.front().span.end; // (float)x, not float(x)
  case Form::assign:
    return false;
  case Form::binary:
    return parent->text != "+" && !(parent->text == "-" && part == 0) && parent->text != "<" && parent->text != "<=" &&
           parent->text != ">" && parent->text != ">=" && parent->text != "==" && parent->text != "!=" &&
           parent->text != "&&" && parent->text != "||" && parent->text != ",";
  default:
    return true;
  }
}

void rename_in(const Expression& expression, const Expression* parent, std::size_t part, const Renaming& names,
               Edits& edits) {
  if (expression.form == Form::name) {
    if (const auto found = names.find(expression.declared); expression.declared != 0 && found != names.end()) {
      const bool plain = found->second.ends_with(']') || found->second.find_first_of(" -") == std::string::npos;
      edits.replace(expression.span,
                    plain || !sum_needs_parentheses(parent, part) ? found->second : "(" + found->second + ")");
    }
    return;
  }
  for (std::size_t i = 0; i < expression.parts.size(); ++i) {
    rename_in(expression.parts[i], &expression, i, names, edits);
  }
}

/// Clauses name variables too: reduction(+ : sum).
void rename_in_pragmas(const Source& source, const Statement& statement, const Renaming& names, Edits& edits) {
  for (const Pragma& pragma : statement.pragmas) {
    for (std::size_t at = pragma.span.begin; at < pragma.span.end;) {
      std::size_t end = at;
      while (end < pragma.span.end && is_identifier(source.at({at, end + 1}))) {
        ++end;
      }
      for (const auto& [declaration, text] : names) {
        const std::string_view name = std::string_view(source.text).substr(declaration - 1);
        const std::string_view word = source.at({at, end});
        if (end > at && name.starts_with(word) &&
            (name.size() == word.size() || !is_identifier(name.substr(0, word.size() + 1))) && is_identifier(text)) {
          edits.replace({at, end}, text);
        }
      }
      at = std::max(end, at + 1);
    }
  }
}

void rename_in(const Source& source, const Statement& statement, const Renaming& names, Edits& edits) {
  for_each_statement(statement, [&](const Statement& inner) {
    for (const Variable& variable : inner.variables) {
      if (const auto found = names.find(variable.declaration); found != names.end()) {
        edits.replace({variable.declaration - 1, variable.declaration - 1 + variable.name.size()}, found->second);
      }
    }
    for_each_own_expression(inner,
                            [&](const Expression& expression) { rename_in(expression, nullptr, 0, names, edits); });
    rename_in_pragmas(source, inner, names, edits);
  });
}

} // namespace

void Edits::remove_line(const std::string& text, std::size_t offset) {
  const std::size_t feed = offset == 0 ? std::string::npos : text.rfind('\n', offset - 1);
  const std::size_t begin = feed == std::string::npos ? 0 : feed + 1;
  replace({begin, std::min(text.find('\n', offset), text.size() - 1) + 1}, "");
}

std::string Edits::apply(const std::string& text) const {
  return apply(text, {0, text.size()});
}

std::string Edits::apply(const std::string& text, const Span& span) const {
  std::vector<const Edit*> order;
  for (const Edit& edit : edits_) {
    if (span.holds(edit.span)) {
      order.push_back(&edit);
    }
  }
  std::stable_sort(order.begin(), order.end(),
                   [](const Edit* a, const Edit* b) { return a->span.begin < b->span.begin; });
  std::string result;
  std::size_t at = span.begin;
  for (const Edit* edit : order) {
    if (edit->span.begin < at) { // within what was replaced already
      continue;
    }
    result += text.substr(at, edit->span.begin - at) + edit->text;
    at = edit->span.end;
  }
  return result + text.substr(at, span.end - at);
}

Span whole(const Statement& statement) {
  return {statement.pragmas.empty() ? statement.span.begin : statement.pragmas.front().span.begin, statement.span.end};
}

std::string renamed(const Source& source, const Expression& expression, const Renaming& names) {
  Edits edits;
  rename_in(expression, nullptr, 0, names, edits);
  return edits.apply(source.text, expression.span);
}

std::string renamed(const Source& source, const Statement& statement, const Renaming& names) {
  Edits edits;
  rename_in(source, statement, names, edits);
  return edits.apply(source.text, whole(statement));
}

std::string reindented(const std::string& text, std::size_t from, std::size_t to) {
  std::string result;
  std::size_t at = 0;
  while (at <= text.size()) {
    const std::size_t end = std::min(text.find('\n', at), text.size());
    std::string line = text.substr(at, end - at);
    if (at > 0 && !line.empty() && line.front() != '#') {
      const std::size_t blanks = std::min(line.find_first_not_of(' '), line.size());
      line = std::string(blanks + to >= from ? blanks + to - from : 0, ' ') + line.substr(blanks);
    }
    result += line;
    if (end == text.size()) {
      break;
    }
    result += '\n';
    at = end + 1;
  }
  return result;
}

const std::vector<Statement>& statements_of(const std::vector<Statement>& body) {
  return body.size() == 1 && body.front().kind == Kind::block ? body.front().body : body;
}

std::string body_text(const Source& source, const Statement& body, const std::string& indentation,
                      const Renaming& names) {
  std::string result;
  const std::vector<Statement>* list = &body.body;
  const std::vector<Statement> single = body.kind == Kind::block ? std::vector<Statement>{} : std::vector{body};
  if (body.kind != Kind::block) {
    list = &single;
  }
  for (const Statement& statement : *list) {
    const std::string text = renamed(source, statement, names);
    const std::size_t from = source.indentation(statement.span.begin).size();
    const bool pragma = text.starts_with('#');
    result += (pragma ? "" : indentation) + reindented(text, from, indentation.size()) + "\n";
  }
  return result;
}

} // namespace mapwright::kernel::rewrite
