#include "emit/nest_loops.hpp"

#include "emit/body.hpp"
#include "emit/facts.hpp"
#include "emit/names.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace mapwright::emit {

namespace {

/// Lines of nested blocks.
class Lines {
public:
  void add(const std::string& text) { lines_.push_back(std::string(2 * depth_, ' ') + text); }
  void open(const std::string& text) {
    add(text + " {");
    ++depth_;
  }
  void close() {
    --depth_;
    add("}");
  }
  [[nodiscard]] std::vector<std::string> take() { return std::move(lines_); }

private:
  std::vector<std::string> lines_;
  std::size_t depth_ = 0;
};

class LoopWriter {
public:
  LoopWriter(const NestNames& names, const LoopSpelling& spelling) : names_(names), spelling_(spelling) {}

  std::vector<std::string> run() {
    level(0);
    return lines_.take();
  }

private:
  /// first_X or last_X of the counter at `level`.
  [[nodiscard]] std::string bound(const char* which, std::size_t level) const {
    std::vector<std::string> arguments = names_.sizes;
    arguments.insert(arguments.end(), names_.counters.begin(),
                     names_.counters.begin() + static_cast<std::ptrdiff_t>(level));
    return fmt::format("{}{}_{}{}({})", spelling_.prefix, which, names_.bounds[level], spelling_.suffix,
                       listed(arguments));
  }

  void level(std::size_t at) {
    const std::string& counter = names_.counters[at];
    if (at + 1 == names_.counters.size()) {
      row(at);
      return;
    }
    if (at > 0) {
      lines_.add(fmt::format("const {} {} = {};", spelling_.index, names_.lasts[at], bound("last", at)));
    }
    lines_.open("for (;;)");
    level(at + 1);
    if (spelling_.leave == "break;" && at + 2 < names_.counters.size()) {
      leave();
    }
    if (at > 0) {
      lines_.open(fmt::format("if ({} == {})", counter, names_.lasts[at]));
      lines_.add("break;");
      lines_.close();
    }
    lines_.add(fmt::format("++{};", counter));
    for (std::size_t inner = at + 1; inner < names_.counters.size(); ++inner) {
      lines_.add(fmt::format("{} = {};", names_.counters[inner], bound("first", inner)));
    }
    lines_.close();
  }

  void row(std::size_t at) {
    const std::string& counter = names_.counters[at];
    const std::string& type = spelling_.index;
    const auto local = [&](const char* name) { return spelling_.local + name; };
    lines_.add(fmt::format("const {} {} = {} - {};", type, local("room"), bound("last", at), counter));
    lines_.add(
        fmt::format("const {0} {1} = {2} <= {3} ? {2} : {3} + 1;", type, local("width"), local("left"), local("room")));
    lines_.open(fmt::format("for ({0} {1} = 0; {1} < {2}; ++{1})", type, local("offset"), local("width")));
    lines_.add(fmt::format("const {} {} = {} + {};", type, spelling_.innermost, counter, local("offset")));
    for (const std::string& line : spelling_.body) {
      lines_.add(line);
    }
    lines_.close();
    lines_.add(fmt::format("{} -= {};", local("left"), local("width")));
    leave();
  }

  void leave() {
    lines_.open(fmt::format("if ({}left == 0)", spelling_.local));
    lines_.add(spelling_.leave);
    lines_.close();
  }

  const NestNames& names_;
  const LoopSpelling& spelling_;
  Lines lines_;
};

} // namespace

std::string listed(const std::vector<std::string>& items) {
  return fmt::format("{}", fmt::join(items, ", "));
}

std::string typed(const std::vector<std::string>& names, const std::string& type) {
  std::string out;
  for (const std::string& name : names) {
    out += (out.empty() ? "" : ", ") + type + " " + name;
  }
  return out;
}

NestNames nest_names(const NestUnit& unit) {
  NestNames names;
  NameSet fields;
  for (const std::string& dimension : unit.map.map->domain.dimensions) {
    names.fields.push_back(fields.take(dimension));
  }
  NameSet all;
  for (const char* word :
       {"begin", "end",      "body",  "left", "start",    "at",          "room",     "width", "offset",
        "chunk", "chunks",   "total", "how",  "team",     "thread",      "number",   "size",  "piece",
        "nest",  "schedule", "share", "walk", "for_each", "chunk_begin", "innermost"}) {
    all.reserve(word);
  }
  for (const expr::Symbol parameter : unit.map.map->domain.parameters) {
    names.sizes.push_back(all.take(parameter.name()));
  }
  for (const expr::Symbol counter : unit.nest.counters) {
    names.counters.push_back(all.take(counter.name()));
  }
  names.bounds = names.counters;
  for (const std::string& counter : names.counters) {
    names.lasts.push_back(all.take(counter + "_last"));
  }
  return names;
}

SmallFunction small_function(const NestUnit& unit, const Spelling& spelling, HelperSet& used,
                             const std::vector<expr::Symbol>& arguments, const std::vector<expr::Expr>& results,
                             bool comments) {
  expr::Function f;
  f.parameters = unit.map.map->domain.parameters;
  f.arguments = arguments;
  f.results = results;
  SmallFunction text;
  NameSet names;
  names.reserve(unit.map.identifier);
  BodyPrinter body(spelling, used, std::move(names), 2);
  const auto declare = [&](expr::Symbol symbol) {
    const std::string name = body.declare(symbol);
    const bool read = reads(f, symbol);
    text.formals +=
        (text.formals.empty() ? "" : ", ") + spelling.index + " " + (read || !comments ? name : "/*" + name + "*/");
    text.unused += read || comments ? "" : "  (void)" + name + ";\n";
  };
  for (const expr::Symbol parameter : f.parameters) {
    declare(parameter);
  }
  for (const expr::Symbol argument : arguments) {
    declare(argument);
  }
  text.results = body.print_results(results, false);
  text.body = body.text();
  return text;
}

bool calls_first(const Nest& nest, std::size_t level) {
  return !nest.first.empty() && level > 0;
}

bool calls_last(const Nest& nest, std::size_t level) {
  return !nest.last.empty() && (level > 0 || nest.counters.size() == 1);
}

std::vector<std::string> loop_lines(const NestNames& names, const LoopSpelling& spelling) {
  return LoopWriter(names, spelling).run();
}

} // namespace mapwright::emit
