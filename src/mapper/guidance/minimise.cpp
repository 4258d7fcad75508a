#include "mapper/guidance/minimise.hpp"

#include "mapper/amounts.hpp"
#include "mapper/elaborate/elaborate.hpp"
#include "mapper/guidance/removable_parts.hpp"
#include "mapper/language/format.hpp"
#include "mapper/language/parse.hpp"
#include "mapper/simulate/simulate.hpp"

#include <algorithm>
#include <functional>
#include <optional>
#include <utility>

#include <fmt/format.h>

namespace mapwright::mapper {

namespace {

using language::MapperSyntax;

/// A mapper that gets smaller. Spans of its statements stay those of the text that was given.
class Shrinking {
public:
  Shrinking(const language::SourceText& source, MapperSyntax syntax, const SearchScene& scene)
      : source_(source), syntax_(std::move(syntax)), scene_(scene) {}

  /// Why a part may go, of the plan without it; nothing: it stays.
  using Judge = std::function<std::optional<std::string>(const Plan& plan)>;

  /// Takes parts away until none may go any more. A part that was kept may go once another has gone.
  void shrink(const Judge& judge, std::vector<RemovedPart>& removed) {
    for (bool changed = true; changed;) {
      changed = false;
      const std::vector<RemovablePart> parts = removable_parts(syntax_);
      for (std::size_t i = parts.size(); i-- > 0;) { // from the end: the numbers of earlier parts stay
        changed = take_away(parts[i], judge, removed) || changed;
      }
    }
  }

  [[nodiscard]] std::string text() const { return language::format_mapper(syntax_); }

private:
  bool take_away(const RemovablePart& part, const Judge& judge, std::vector<RemovedPart>& removed) {
    if (part.statement >= syntax_.statements.size()) {
      return false;
    }
    MapperSyntax rest = without_part(syntax_, part);
    const auto made =
        elaborate({language::format_mapper(rest), source_.file}, scene_.program, scene_.graph, scene_.machine);
    const auto why = made ? judge(made->plan) : std::nullopt;
    if (!why) {
      return false;
    }
    removed.push_back(
        {language::place_of(source_, syntax_.statements[part.statement].span).line, part_text(syntax_, part), *why});
    syntax_ = std::move(rest);
    return true;
  }

  const language::SourceText& source_;
  MapperSyntax syntax_;
  const SearchScene& scene_;
};

} // namespace

Result<MinimalMapper> minimise_mapper(const language::SourceText& source, const SearchScene& scene,
                                      const MinimiseOptions& options) {
  const auto made = elaborate(source, scene.program, scene.graph, scene.machine);
  if (!made) {
    return forward(made);
  }
  Simulator simulator(scene.program, scene.graph, scene.machine);
  const auto first = simulator.rerun(made->plan);
  if (!first) {
    return forward(first);
  }
  if (first->status == SimulationStatus::out_of_memory) {
    return fail(ErrorKind::input, first->out_of_memory->message, first->out_of_memory->hint);
  }
  MinimalMapper out;
  out.makespan_before = first->makespan;
  out.makespan = first->makespan;
  out.most_makespan = first->makespan * (1 + options.tolerance);
  out.simulations = 1;
  language::Diagnostics none_of_them;
  Shrinking shrinking(source, language::parse_mapper(source, none_of_them), scene);
  shrinking.shrink(
      [&](const Plan& plan) {
        return plan == made->plan ? std::optional<std::string>("the plan is the same without it") : std::nullopt;
      },
      out.removed);
  if (!options.keep_plan) {
    shrinking.shrink(
        [&](const Plan& plan) -> std::optional<std::string> {
          const auto run = simulator.rerun(plan);
          ++out.simulations;
          if (!run || run->status != SimulationStatus::done || run->makespan > out.most_makespan) {
            return std::nullopt;
          }
          out.same_plan = out.same_plan && plan == made->plan;
          const double before = out.makespan;
          out.makespan = run->makespan;
          out.most_makespan = std::min(out.most_makespan, run->makespan * (1 + options.tolerance));
          return before > 0 ? fmt::format("the makespan changes by {}", signed_percent_of(run->makespan / before - 1))
                            : std::string("the makespan is 0");
        },
        out.removed);
  }
  out.text = shrinking.text();
  return out;
}

} // namespace mapwright::mapper
