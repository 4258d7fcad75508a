// mapwright map eval
#include "cli/answerer.hpp"
#include "cli/command.hpp"
#include "cli/options.hpp"
#include "cli/points_domain.hpp"
#include "cli/question.hpp"
#include "cli/values.hpp"
#include "report/json.hpp"
#include "report/points.hpp"

#include <algorithm>

#include <fmt/format.h>

namespace mapwright::cli {

using expr::Int;

namespace {

constexpr Int guard = 1'000'000;         // points printed without being asked for by number, or held in memory
constexpr std::size_t block_rows = 8192; // rows per write

struct EvalOptions {
  DomainOptions domain;
  std::string from = "0";
  std::string count;
  bool csv = false;
  bool allow_unproved = false;
};

struct Range {
  Int from = 0;
  Int count = 0;
};

/// The indices asked for, all of them below `points`.
Result<Range> range_of(const EvalOptions& options, Int points, const std::string& sizes) {
  const std::string domain =
      fmt::format("the domain has {} points{}", expr::to_string(points), sizes.empty() ? "" : " at " + sizes);
  const std::string hint = points == 0 ? "there is no index" : "indices are 0 to " + expr::to_string(points - 1);
  const auto from = parse_integer(options.from, "--from");
  if (!from) {
    return forward(from);
  }
  if (*from < 0 || *from > points || (*from == points && points > 0)) {
    return fail(ErrorKind::input,
                fmt::format("index {} is outside [0, {}): {}", expr::to_string(*from), expr::to_string(points), domain),
                hint);
  }
  const Int left = points - *from;
  if (options.count.empty()) {
    if (left > guard) {
      return fail(ErrorKind::input,
                  fmt::format("{} indices from {} on are too many to print unasked: {}", expr::to_string(left),
                              expr::to_string(*from), domain),
                  fmt::format("say how many with --count N; --count {} prints them all", expr::to_string(left)));
    }
    return Range{*from, left};
  }
  const auto count = parse_integer(options.count, "--count");
  if (!count) {
    return forward(count);
  }
  if (*count < 0) {
    return fail(ErrorKind::input, fmt::format("--count must not be negative: {}", expr::to_string(*count)));
  }
  if (*count > left) {
    return fail(ErrorKind::input,
                fmt::format("{} indices from {} on end outside [0, {}): {}", expr::to_string(*count),
                            expr::to_string(*from), expr::to_string(points), domain),
                hint);
  }
  if (*count > guard && !options.csv) {
    return fail(ErrorKind::input, fmt::format("more than {} points are printed as CSV only", expr::to_string(guard)),
                "add --csv");
  }
  return Range{*from, *count};
}

/// How many points an inferred domain must have for the indices asked for: those given in the file and as many more as
/// --from goes beyond, unless --count says otherwise. Malformed numbers are reported later.
Int last_wanted(const EvalOptions& options, const Question& question) {
  if (question.inferred == nullptr) {
    return 0;
  }
  const Int from = parse_integer(options.from, "--from").value_or(0);
  const auto given = static_cast<Int>(question.inferred->given);
  const Int count = options.count.empty() ? given : parse_integer(options.count, "--count").value_or(0);
  return expr::checked_add(from, count).value_or(given);
}

/// An inferred domain without end is not printed to its end: as many points as the file has are.
EvalOptions with_count(EvalOptions options, const Question& question, Int points) {
  const Int from = parse_integer(options.from, "--from").value_or(0);
  if (question.inferred != nullptr && options.count.empty() && from >= 0 && from < points) {
    options.count = expr::to_string(std::min(static_cast<Int>(question.inferred->given), points - from));
  }
  return options;
}

/// Rows as CSV, block by block: any number of them in constant memory.
Result<int> print_csv(const report::MapAt& at, Range range, const std::vector<std::string>& dimensions,
                      Terminal& terminal) {
  std::string block = report::csv_header(dimensions);
  for (Int i = 0; i < range.count; ++i) {
    const auto point = at.unrank(range.from + i);
    if (!point) {
      if (auto written = write_out(terminal, block); !written) {
        return forward(written);
      }
      return forward(point);
    }
    report::append_csv(block, range.from + i, *point);
    if (block.size() > block_rows * 8) {
      if (auto written = write_out(terminal, block); !written) {
        return forward(written);
      }
      block.clear();
    }
  }
  const auto written = write_out(terminal, block);
  return written ? Result<int>(0) : forward(written);
}

Result<int> eval(const EvalOptions& options, Terminal& terminal) {
  if (options.csv && options.domain.json) {
    return fail(ErrorKind::input, "--csv and --json exclude each other");
  }
  const auto large_enough = [&](const Question& question, const index_map::Derived& derived) {
    return sizes_with(question, derived, last_wanted(options, question), "map eval");
  };
  const auto asked = read_answerer(options.domain, options.allow_unproved, "map eval", large_enough, terminal);
  if (!asked) {
    return forward(asked);
  }
  const report::MapAt& at = asked->at;
  const domain::Domain& domain = asked->domain();
  const auto range = range_of(with_count(options, asked->question, at.count()), at.count(),
                              report::sizes_text(domain.parameters, at.sizes()));
  if (!range) {
    return forward(range);
  }
  if (options.csv) {
    return print_csv(at, *range, domain.dimensions, terminal);
  }
  report::Points points{range->from, at.count(), {}};
  for (Int i = 0; i < range->count; ++i) {
    auto point = at.unrank(range->from + i);
    if (!point) {
      return forward(point);
    }
    points.points.push_back(std::move(*point));
  }
  const auto written =
      write_out(terminal, options.domain.json ? report::document_text(report::to_json(points, domain, at.sizes()))
                                              : report::to_text(points, domain));
  return written ? Result<int>(0) : forward(written);
}

} // namespace

void add_map_eval(CLI::App& map, Commands& commands) {
  CLI::App& app = commands.add(map, "eval", "the points of a range of indices",
                               "  mapwright map eval triangle --param n=10 --from 50 --count 5 --csv\n"
                               "  mapwright map eval menger-sponge --param level=20 --from 123456789012345 --count 3\n"
                               "  mapwright map eval ragged-causal --table cu_seqlens=0,3,8\n"
                               "Nothing is enumerated: the cost of an index does not depend on how large it is.");
  auto options = std::make_shared<EvalOptions>();
  declare(app, options->domain);
  app.add_option("--from", options->from, "the first index")->type_name("INDEX")->capture_default_str();
  app.add_option("--count", options->count, "how many indices (default: to the end, at most 1000000)")
      ->type_name("COUNT");
  app.add_flag("--csv", options->csv, "print index,<dimensions> and one row per index");
  app.add_flag("--allow-unproved", options->allow_unproved, "use the map even if it is not proved");
  commands.set_action(app, [options](Terminal& terminal) { return eval(*options, terminal); });
}

} // namespace mapwright::cli
