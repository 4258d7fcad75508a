#include "mapper/explain/decision_source.hpp"

#include <algorithm>
#include <cctype>
#include <cstdint>
#include <utility>

#include <fmt/format.h>

namespace mapwright::mapper {

namespace {

constexpr std::size_t longest_statement = 80; ///< bytes

/// The text on one line.
std::string on_one_line(std::string_view text) {
  std::string line;
  for (const char c : text) {
    const bool blank = std::isspace(static_cast<unsigned char>(c)) != 0;
    if (!blank) {
      line += c;
    } else if (!line.empty() && line.back() != ' ') {
      line += ' ';
    }
  }
  if (line.size() > longest_statement) {
    line.resize(longest_statement - 3);
    line += "...";
  }
  return line;
}

/// Who decided for the tasks or an argument of a launch.
std::string source_in_launch(const language::SourceText& source, const LaunchOrigins& origins,
                             const PlanDifference& difference) {
  if (difference.argument != none) {
    const ArgumentOrigins& argument = origins.arguments[difference.argument];
    return statement_text(source, difference.decision == "memory"   ? argument.memory
                                  : difference.decision == "layout" ? argument.layout
                                                                    : argument.collect);
  }
  if (difference.decision != "processor") {
    return statement_text(source, std::nullopt);
  }
  if (difference.other_kind && origins.kind && origins.placement) {
    return fmt::format("{} {}", statement_text(source, origins.kind), statement_text(source, origins.placement));
  }
  return statement_text(source, origins.placement ? origins.placement : origins.kind);
}

} // namespace

std::string statement_text(const language::SourceText& source, const Origin& origin) {
  if (!origin) {
    return "the default";
  }
  const SourceLocation place = language::place_of(source, *origin);
  const std::string_view text = source.text;
  const std::size_t begin = std::min(origin->begin, text.size());
  const std::size_t end = std::clamp(origin->end, begin, text.size());
  std::string statement = on_one_line(text.substr(begin, end - begin));
  if (!statement.ends_with(';') && !statement.ends_with("...")) {
    statement += ';';
  }
  return fmt::format("{}:{}: {}", source.file, place.line, statement);
}

DecisionSource statements_of(language::SourceText source, const Program& program, std::vector<LaunchOrigins> origins) {
  std::vector<std::uint32_t> kinds; // of each launch
  for (const Launch& launch : program.launches) {
    kinds.push_back(launch.kind);
  }
  return [source = std::move(source), kinds = std::move(kinds),
          origins = std::move(origins)](const PlanDifference& difference) {
    if (difference.launch != none) {
      return source_in_launch(source, origins[difference.launch], difference);
    }
    for (std::size_t launch = 0; launch < kinds.size(); ++launch) {
      if (kinds[launch] == difference.kind && origins[launch].limit) {
        return statement_text(source, origins[launch].limit);
      }
    }
    return statement_text(source, std::nullopt);
  };
}

} // namespace mapwright::mapper
