#include "kernel/rewrite/draft.hpp"

#include "expr/text.hpp"
#include "kernel/candidate/comment_block.hpp"
#include "kernel/rewrite/comment_edit.hpp"
#include "kernel/rewrite/edits.hpp"
#include "kernel/rewrite/names.hpp"

#include <algorithm>
#include <set>

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace mapwright::kernel::rewrite {

namespace {

std::string toml_list(const std::vector<std::string>& texts) {
  std::vector<std::string> quoted;
  for (const std::string& text : texts) {
    quoted.push_back(fmt::format("\"{}\"", text));
  }
  return fmt::format("[{}]", fmt::join(quoted, ", "));
}

std::string text_of(const LaunchArgument& argument) {
  if (const auto* buffer = std::get_if<BufferUse>(&argument)) {
    return buffer->name;
  }
  if (const auto* scalar = std::get_if<ScalarUse>(&argument)) {
    return scalar->name;
  }
  if (const auto* local = std::get_if<LocalUse>(&argument)) {
    return fmt::format("local({})", expr::to_text(local->bytes));
  }
  return expr::to_text(std::get<expr::Expr>(argument));
}

/// The line of the comment that begins with `name =`: its first byte and one past its line feed.
std::optional<Span> line_of_key(const std::string& source, const std::string& name) {
  const auto comment = mapwright_comment(source);
  if (!comment) {
    return std::nullopt;
  }
  for (std::size_t begin = 0; begin < comment->size();) {
    const std::size_t end = std::min(comment->find('\n', begin), comment->size() - 1) + 1;
    const std::string_view line = std::string_view(*comment).substr(begin, end - begin);
    const std::size_t equals = line.find('=');
    const bool opens = std::count(line.begin(), line.end(), '[') == std::count(line.begin(), line.end(), ']') &&
                       std::count(line.begin(), line.end(), '{') == std::count(line.begin(), line.end(), '}');
    const std::vector<Token> tokens = tokens_of(line.substr(0, equals));
    if (equals != std::string_view::npos && tokens.size() == 1 && tokens[0].text == name && opens) {
      return Span{begin, end};
    }
    begin = end;
  }
  return std::nullopt;
}

/// The names in the code, without those in comments.
std::set<std::string> names_in_code(const std::string& source) {
  std::set<std::string> names;
  for (const Token& token : tokens_of(source)) {
    names.emplace(token.text);
  }
  // Directives are no tokens, but may speak of tunables: #pragma unroll UNROLL.
  for (std::size_t begin = 0; begin < source.size();) {
    const std::size_t end = std::min(source.find('\n', begin), source.size());
    const std::size_t first = std::min(source.find_first_not_of(" \t", begin), end);
    if (first < end && source[first] == '#') {
      for (const Token& token : tokens_of(std::string_view(source).substr(first + 1, end - first - 1))) {
        names.emplace(token.text);
      }
    }
    begin = end + 1;
  }
  return names;
}

void add_variables(const expr::Expr& e, std::set<std::string>& names) {
  for (const expr::Symbol& name : expr::free_variables(e)) {
    names.insert(name.name());
  }
}

/// The names of tunables that a candidate's launches, scratch memory and code depend on.
std::set<std::string> names_in_use(const KernelCandidate& candidate) {
  std::set<std::string> names = names_in_code(candidate.source);
  for (const ScratchBuffer& buffer : candidate.scratch) {
    for (const expr::Expr& extent : buffer.shape) {
      add_variables(extent, names);
    }
  }
  for (const LaunchPlan& plan : candidate.launches) {
    for (std::size_t axis = 0; axis < 3; ++axis) {
      add_variables(plan.groups[axis], names);
      add_variables(plan.group[axis], names);
    }
    for (const LaunchArgument& argument : plan.arguments) {
      if (const auto* local = std::get_if<LocalUse>(&argument)) {
        add_variables(local->bytes, names);
      } else if (const auto* number = std::get_if<expr::Expr>(&argument)) {
        add_variables(*number, names);
      }
    }
  }
  return names;
}

/// Without the tunables that nothing reads any more, and the constraints that speak of them.
std::optional<std::string> without_unused(const Task& task, const KernelCandidate& before, std::string source) {
  const Result<KernelCandidate> after = parse_candidate(task, before.backend, source, "variant");
  if (!after) {
    return std::nullopt;
  }
  const std::set<std::string> used = names_in_use(*after);
  std::vector<std::string> kept;
  const auto is_gone = [&](const expr::Symbol& name) { return !used.contains(name.name()); };
  for (const expr::Expr& constraint : after->constraints) {
    const std::vector<expr::Symbol> names = expr::free_variables(constraint);
    if (std::none_of(names.begin(), names.end(), is_gone)) {
      kept.push_back(expr::to_text(constraint));
    }
  }
  if (kept.size() != after->constraints.size()) {
    const auto line = line_of_key(source, "constraints");
    if (!line) {
      return std::nullopt;
    }
    source.replace(line->begin, line->size(), kept.empty() ? "" : fmt::format("constraints = {}\n", toml_list(kept)));
  }
  for (const Tunable& tunable : after->tunables) {
    if (used.contains(tunable.name)) {
      continue;
    }
    const auto line = line_of_key(source, tunable.name);
    if (!line) {
      return std::nullopt;
    }
    source.erase(line->begin, line->size());
  }
  return source;
}

} // namespace

std::size_t before_function(const Source& source, const Function& function) {
  std::size_t line = source.text.rfind('\n', function.span.begin);
  line = line == std::string::npos ? 0 : line + 1;
  while (line > 0) {
    const std::size_t above = line < 2 ? 0 : source.text.rfind('\n', line - 2) + 1; // npos + 1 is 0
    if (source.text.compare(above, 2, "//") != 0) {
      break;
    }
    line = above;
  }
  return line;
}

bool stands_in_block(const Source& source, std::size_t offset) {
  const std::size_t before = offset == 0 ? std::string::npos : source.text.find_last_not_of(" \t\r\n", offset - 1);
  return before != std::string::npos && std::string_view("{};").find(source.text[before]) != std::string_view::npos;
}

std::optional<std::string> carried_out(const Task& task, const KernelCandidate& candidate, const Source& source,
                                       const Draft& draft) {
  Edits edits;
  for (const Change& change : draft.changes) {
    edits.replace(change.span, change.text);
  }
  std::string text = edits.apply(source.text);
  for (const LaunchChange& change : draft.launches) {
    if (!change.groups.empty()) {
      text = with_launch_key(text, change.launch, "groups", toml_list(change.groups));
    }
    if (!change.group.empty()) {
      text = with_launch_key(text, change.launch, "group", toml_list(change.group));
    }
    if (!change.more_arguments.empty()) {
      std::vector<std::string> arguments;
      for (const LaunchArgument& argument : candidate.launches[change.launch].arguments) {
        arguments.push_back(text_of(argument));
      }
      arguments.insert(arguments.end(), change.more_arguments.begin(), change.more_arguments.end());
      text = with_launch_key(text, change.launch, "arguments", toml_list(arguments));
    }
  }
  for (const Tunable& tunable : draft.tunables) {
    text = with_tunable(text, tunable.name, tunable.values, tunable.preset);
  }
  for (const Tunable& tunable : draft.wider) {
    const auto line = line_of_key(text, tunable.name);
    if (!line) {
      return std::nullopt;
    }
    text.replace(line->begin, line->size(),
                 fmt::format("{} = {{values = [{}], default = {}}}\n", tunable.name, fmt::join(tunable.values, ", "),
                             tunable.preset));
  }
  for (const std::string& constraint : draft.constraints) {
    text = with_constraint(text, constraint);
  }
  if (!draft.options.empty()) {
    std::vector<std::string> options = candidate.options;
    options.insert(options.end(), draft.options.begin(), draft.options.end());
    text = with_key(text, "options", toml_list(options));
  }
  return without_unused(task, candidate, std::move(text));
}

} // namespace mapwright::kernel::rewrite
