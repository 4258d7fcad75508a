#include "kernel/rewrite/cpp/common.hpp"

#include "core/words.hpp"
#include "kernel/rewrite/scan.hpp"
#include "kernel/source/span.hpp"

#include <algorithm>
#include <cstdlib>

#include <fmt/format.h>

namespace mapwright::kernel::rewrite {

Variant made(const Subject& subject, std::string site, const Edits& edits, std::vector<std::string> rubric) {
  return {"", std::move(site), edits.apply(subject.source.text), std::move(rubric)};
}

std::size_t line_begin(const Source& source, std::size_t offset) {
  const std::size_t feed = offset == 0 ? std::string::npos : source.text.rfind('\n', offset - 1);
  return feed == std::string::npos ? 0 : feed + 1;
}

bool stands_alone(const Source& source, const NestedLoop& nested) {
  for (std::size_t i = 0; i < nested.around.size(); ++i) { // nothing may stand between collapsed loops
    for (const Pragma& pragma : nested.around[i].statement->pragmas) {
      const std::size_t at = pragma.text.find("collapse(");
      if (at != std::string::npos &&
          nested.around.size() - i < std::strtoul(pragma.text.c_str() + at + 9, nullptr, 10)) {
        return false;
      }
    }
  }
  const std::size_t begin = nested.loop.statement->span.begin;
  const std::size_t line = line_begin(source, begin);
  return nested.in_block && skip_blanks(source.text, line) == begin;
}

std::string grouped(const std::string& text) {
  const bool word = std::all_of(text.begin(), text.end(), is_word_character);
  const bool enclosed = text.starts_with('(') && closing(text, 0) + 1 == text.size();
  return word || enclosed ? text : "(" + text + ")";
}

std::string comparable(const std::string& text) {
  return text.find_first_of("?<>=&|^,") == std::string::npos ? text : grouped(text);
}

std::string loop_head(const CountedLoop& loop, const std::string& begin, const std::string& end,
                      const std::string& step) {
  const std::string& name = loop.variable.name;
  const std::string next = step.empty() ? "++" + name : name + " += " + step;
  return fmt::format("for ({} {} = {}; {} < {}; {}) {{", loop.variable.written, name, begin, name, end, next);
}

std::string whole_steps(const Source& source, const CountedLoop& loop, int factor) {
  const std::string begin = loop.begin(source);
  const std::string end = loop.end(source);
  const std::string length = begin == "0" ? grouped(end) : fmt::format("({} - {})", end, grouped(begin));
  return fmt::format("{} - {} % {}", end, length, factor);
}

std::string reduction_clauses(const std::vector<Reduction>& reductions) {
  std::string result;
  for (const char* operation : {"+", "max", "min"}) {
    std::string names;
    for (const Reduction& reduction : reductions) {
      if (reduction.operation == operation) {
        names += (names.empty() ? "" : ", ") + reduction.name;
      }
    }
    if (!names.empty()) {
      result += fmt::format("{}reduction({} : {})", result.empty() ? "" : " ", operation, names);
    }
  }
  return result;
}

std::string pragma_lines(const CountedLoop& loop) {
  std::string result;
  for (const Pragma& pragma : loop.statement->pragmas) {
    result += "#pragma " + pragma.text + "\n";
  }
  return result;
}

void put_pragma(const Source& source, const CountedLoop& loop, const std::string& text, Edits& edits) {
  edits.insert(line_begin(source, loop.statement->span.begin), "#pragma " + text + "\n");
}

std::string names_of(const std::vector<Reduction>& reductions) {
  std::string result;
  for (std::size_t i = 0; i < reductions.size(); ++i) {
    result += (i == 0 ? "" : i + 1 == reductions.size() ? " and " : ", ") + reductions[i].name;
  }
  return result;
}

bool is_float(std::string_view type) {
  return type.ends_with("float") || type.ends_with("double") || type == "float const" || type == "double const";
}

} // namespace mapwright::kernel::rewrite
