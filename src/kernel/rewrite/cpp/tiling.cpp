#include "kernel/rewrite/comment_edit.hpp"
#include "kernel/rewrite/cpp/experiments.hpp"
#include "kernel/rewrite/cpp/perfect_nest.hpp"
#include "kernel/rewrite/walk.hpp"

#include <fmt/format.h>

namespace mapwright::kernel::rewrite {
namespace {

/// The largest bound of the inner loop within a tile of the outer one that ends before `end`; empty when it may be
/// elsewhere than in its last row.
std::string largest_bound(const Source& source, const PerfectNest& nest, const std::string& end) {
  const CountedLoop& inner = nest.inner.loop;
  const Declaration outer = nest.outer.loop.variable.declaration;
  if (mentions(*inner.first, outer)) {
    return {};
  }
  if (!mentions(*inner.bound, outer)) {
    return inner.end(source);
  }
  const Polynomial bound = polynomial(source, *inner.bound, definitions_in(*nest.outer.function));
  const auto slope = bound.coefficient(outer);
  if (!slope || !slope->is_never_negative()) {
    return {};
  }
  const std::string text = renamed(source, *inner.bound, {{outer, end + " - 1"}});
  const bool is_outer = text == end + " - 1"; // j <= i
  return inner.inclusive ? (is_outer ? end : text + " + 1") : text;
}

std::string tiled(const Source& source, const PerfectNest& nest, const std::string& rows, const std::string& columns) {
  const CountedLoop& outer = nest.outer.loop;
  const CountedLoop& inner = nest.inner.loop;
  const std::string i = outer.variable.name;
  const std::string j = inner.variable.name;
  const std::string i_tile = fresh_name(source.text, i + "_tile");
  const std::string j_tile = fresh_name(source.text, j + "_tile");
  const std::string i_end = fresh_name(source.text, i + "_end");
  const std::string j_end = fresh_name(source.text, j + "_end");
  const std::string bound = largest_bound(source, nest, i_end);
  if (bound.empty()) {
    return {};
  }
  const std::string at = source.indentation(outer.statement->span.begin);
  const auto tile_loop = [&](const CountedLoop& loop, const std::string& name, const std::string& end,
                             const std::string& step) {
    return fmt::format("for ({0} {1} = {2}; {1} < {3}; {1} += {4}) {{\n", loop.variable.written, name,
                       loop.begin(source), end, step);
  };
  const auto end_line = [&](const CountedLoop& loop, const std::string& name, const std::string& tile,
                            const std::string& step) {
    const std::string end = comparable(loop.end(source));
    return fmt::format("const {0} {1} = {2} + {3} < {4} ? {2} + {3} : {4};\n", loop.variable.written, name, tile, step,
                       end);
  };
  std::string text = pragma_lines(outer);
  text += at + tile_loop(outer, i_tile, outer.end(source), rows);
  text += at + "  " + end_line(outer, i_end, i_tile, rows);
  text += at + "  " + tile_loop(inner, j_tile, bound, columns);
  text += at + "    " + loop_head(outer, i_tile, i_end) + "\n";
  text += at + "      " + end_line(inner, j_end, j_tile, columns);
  text += at + "      " + loop_head(inner, j_tile, j_end) + "\n";
  text += body_text(source, *inner.body, at + "        ");
  return text + at + "      }\n" + at + "    }\n" + at + "  }\n" + at + "}";
}

std::vector<Variant> tile_loops(const Subject& subject) {
  const Source& source = subject.source;
  std::vector<Variant> result;
  for (const PerfectNest& nest : perfect_nests(source)) {
    const CountedLoop& outer = nest.outer.loop;
    const Pragma* pragma = outer.parallel();
    const bool plain = outer.statement->pragmas.size() == (pragma != nullptr ? 1U : 0U) &&
                       (pragma == nullptr || pragma->text.find("collapse") == std::string::npos);
    const std::string rows = fresh_name(source.text, "TILE_ROWS");
    const std::string columns = fresh_name(source.text, "TILE_COLUMNS");
    const std::string text = plain ? tiled(source, nest, rows, columns) : "";
    if (text.empty()) {
      continue;
    }
    Edits edits;
    edits.replace({line_begin(source, whole(*outer.statement).begin), outer.statement->span.end}, text);
    const std::string both = fmt::format("{} and {}", outer.variable.name, nest.inner.loop.variable.name);
    Variant variant =
        made(subject, fmt::format("the loops over {} in line {}", both, source.line(outer.statement->span.begin)),
             edits, {fmt::format("the loops over {} go through tiles of `{}` by `{}`", both, rows, columns)});
    variant.source = with_tunable(variant.source, rows, {4, 8, 16, 32, 64}, 16);
    variant.source = with_tunable(variant.source, columns, {16, 32, 64, 128, 256}, 64);
    result.push_back(std::move(variant));
  }
  return result;
}

} // namespace

Rule tiling() {
  return {{.name = "tiling",
           .kind = AvenueKind::memory,
           .hypothesis = "what a tile touches stays in the cache until it is needed again",
           .applies = "two perfectly nested loops of independent iterations",
           .backends = {Backend::cpp},
           .gain = {0.75, 2.5},
           .innovation = 50},
          tile_loops};
}

} // namespace mapwright::kernel::rewrite
