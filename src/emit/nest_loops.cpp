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
  LoopWriter(const NestUnit& unit, const NestNames& names, const LoopSpelling& spelling)
      : unit_(unit), names_(names), spelling_(spelling) {}

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
    return fmt::format("{}{}_{}{}({})", spelling_.prefix, which, names_.counters[level], spelling_.suffix,
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
    lines_.add(fmt::format("const {} room = {} - {};", spelling_.index, bound("last", at), counter));
    lines_.add(fmt::format("const {} width = left <= room ? left : room + 1;", spelling_.index));
    lines_.open(fmt::format("for ({} offset = 0; offset < width; ++offset)", spelling_.index));
    lines_.add(fmt::format("const {} {} = {} + offset;", spelling_.index, spelling_.innermost, counter));
    for (const std::string& line : spelling_.body) {
      lines_.add(line);
    }
    lines_.close();
    lines_.add("left -= width;");
    lines_.open("if (left == 0)");
    lines_.add(spelling_.leave);
    lines_.close();
  }

  const NestUnit& unit_;
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

std::vector<std::string> loop_lines(const NestUnit& unit, const NestNames& names, const LoopSpelling& spelling) {
  return LoopWriter(unit, names, spelling).run();
}

} // namespace mapwright::emit
