#include "expr/build.hpp"
#include "expr/text.hpp"
#include "kernel/rewrite/comment_edit.hpp"
#include "kernel/rewrite/device/experiments.hpp"
#include "kernel/rewrite/device/guarded_kernel.hpp"
#include "kernel/rewrite/maps/exact_nest.hpp"
#include "kernel/rewrite/maps/map_text.hpp"
#include "kernel/rewrite/maps/tile_domain.hpp"
#include "kernel/rewrite/names.hpp"

#include <algorithm>

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace mapwright::kernel::rewrite::device {

namespace {

/// Fewer idle items than this for one that works are not worth a map.
constexpr double least_waste = 1.2;

/// Of square groups, before anything was tuned.
constexpr std::int64_t usual_side = 16;

Change insertion(std::size_t at, std::string text) {
  return {{at, at}, std::move(text)};
}

/// Another parameter behind the last one.
Change one_more_parameter(const Source& source, const Function& function, const std::string& name) {
  return insertion(function.parameters.back().span.end, fmt::format(", {} {}", index_type(source.backend), name));
}

/// Takes a statement out with its line.
Change removal(const Source& source, const Span& span) {
  std::size_t begin = span.begin;
  while (begin > 0 && (source.text[begin - 1] == ' ' || source.text[begin - 1] == '\t')) {
    --begin;
  }
  std::size_t end = span.end;
  if (end < source.text.size() && source.text[end] == '\n' && (begin == 0 || source.text[begin - 1] == '\n')) {
    ++end;
  }
  return {{begin, end}, ""};
}

/// `long i;` for each index, and the call that sets them.
std::string unranked(const Source& source, const MapText& map, const std::vector<std::string>& sizes,
                     const std::string& index, const std::vector<std::string>& coordinates) {
  std::string text;
  std::vector<std::string> actuals = sizes;
  actuals.push_back(index);
  for (const std::string& coordinate : coordinates) {
    text += fmt::format("  {} {};\n", index_type(source.backend), coordinate);
    actuals.push_back("&" + coordinate);
  }
  return text + fmt::format("  {}({});", map.unrank, fmt::join(actuals, ", "));
}

/// The first of the declarations of the ids.
const IdVariable* first_declared(const GuardedKernel& kernel) {
  return *std::min_element(kernel.ids.begin(), kernel.ids.end(), [](const IdVariable* a, const IdVariable* b) {
    return a->declaration->span.begin < b->declaration->span.begin;
  });
}

std::string site_of(const DeviceKernel& kernel) {
  return fmt::format("the kernel {}", kernel.function->name);
}

/// The axes of a launch with some of them replaced; texts of the launch list.
std::vector<std::string> axes_with(const std::array<expr::Expr, 3>& axes, const GuardedKernel& guards,
                                   const std::string& lowest, const std::string& others) {
  std::vector<std::string> texts;
  for (int axis = 0; axis < 3; ++axis) {
    const bool changed =
        std::any_of(guards.ids.begin(), guards.ids.end(), [&](const IdVariable* id) { return id->axis == axis; });
    texts.push_back(!changed                       ? expr::to_text(axes[static_cast<std::size_t>(axis)])
                    : axis == guards.lowest_axis() ? lowest
                                                   : others);
  }
  while (texts.size() > 1 && texts.back() == "1") {
    texts.pop_back();
  }
  return texts;
}

std::vector<std::int64_t> group_sizes(Backend backend) {
  return backend == Backend::opencl ? std::vector<std::int64_t>{4, 16, 64, 256}
                                    : std::vector<std::int64_t>{64, 128, 256, 512};
}

std::optional<Draft> exact_items(const Task& task, const Source& source, const KernelCandidate& candidate,
                                 const DeviceKernel& kernel) {
  const auto guards = kernel.synchronises ? std::nullopt : guarded(kernel, source);
  const Result<domain::Domain> domain = guards ? domain_of(guards->guards) : fail(ErrorKind::input, "");
  if (!domain) {
    return std::nullopt;
  }
  const std::string name = fresh_name(source.text, kernel.function->name + "_items");
  const Result<MapText> map = map_text(*domain, source.backend, name);
  const Result<expr::Expr> count = map ? in_launch_terms(*guards, map->count) : forward(map);
  if (!count) {
    return std::nullopt;
  }
  const std::vector<Load> found = loads(task, candidate, kernel, *guards, *count);
  if (waste(found) < least_waste) {
    return std::nullopt;
  }
  const std::string items = fresh_name(source.text, "items");
  const std::string item = fresh_name(source.text, "item");
  const std::string width = fresh_name(source.text, "ITEMS_OF_GROUP");
  Draft draft;
  draft.site = site_of(kernel);
  const IdVariable* first = first_declared(*guards);
  for (const IdVariable* id : guards->ids) {
    if (id != first) {
      draft.changes.push_back(removal(source, id->declaration->span));
    }
  }
  draft.changes.push_back(
      {first->declaration->span,
       fmt::format("const {} {} = {};\n  if ({} >= {}) {{\n    return;\n  }}\n{}", index_type(source.backend), item,
                   id_text(source.backend, IdKind::global, guards->lowest_axis()), item, items,
                   unranked(source, *map, guards->guards.sizes, item, guards->guards.indices))});
  for (const Guard& guard : kernel.guards) {
    if (guard.leaves) {
      draft.changes.push_back(removal(source, guard.statement->span));
    } // one around the work always holds now
  }
  draft.changes.push_back(one_more_parameter(source, *kernel.function, items));
  draft.changes.push_back(insertion(before_function(source, *kernel.function), map->functions));
  const std::vector<std::int64_t> values = group_sizes(source.backend);
  draft.tunables.push_back({width, values, source.backend == Backend::opencl ? 64 : 128});
  const std::string total = expr::to_text(*count);
  draft.launches.push_back(
      {kernel.launch,
       axes_with(kernel.plan->groups, *guards, fmt::format("floor_div({} + {} - 1, {})", total, width, width), "1"),
       axes_with(kernel.plan->group, *guards, width, "1"),
       {total}});
  draft.gain = predicted_gain(found, map->cost);
  draft.rubric = {
      fmt::format("The kernel {} is launched over exactly `{}` items along one axis.", kernel.function->name, total),
      fmt::format("Each item finds ({}) by the proved map `{}` ({}).", fmt::join(guards->guards.indices, ", "),
                  map->unrank, map->method),
      "The guard that turned items away is gone."};
  return draft;
}

std::optional<Draft> exact_groups(const Task& task, const Source& source, const KernelCandidate& candidate,
                                  const DeviceKernel& kernel) {
  const auto guards = guarded(kernel, source);
  const std::vector<std::int64_t> sides =
      source.backend == Backend::opencl ? std::vector<std::int64_t>{4, 8, 16} : std::vector<std::int64_t>{8, 16, 32};
  if (!guards || guards->ids.size() != 2) {
    return std::nullopt;
  }
  const auto tiles = tile_domain(guards->guards, sides);
  if (!tiles) {
    return std::nullopt;
  }
  const std::string name = fresh_name(source.text, kernel.function->name + "_groups");
  const Result<MapText> map = map_text(*tiles, source.backend, name);
  const std::string side = fresh_name(source.text, "SIDE");
  const std::string extent = fmt::format("floor_div({0} + {1} - 1, {1})", guards->passed.front(), side);
  const Result<expr::Expr> extent_terms = expr::parse_expr(extent, "LAUNCH");
  if (!map || !extent_terms) {
    return std::nullopt;
  }
  const expr::Expr count = expr::substitute(map->count, tiles->parameters.front(), *extent_terms);
  expr::Expr items = expr::substitute(count, expr::Symbol(side), expr::Expr(usual_side));
  items = items * expr::Expr(usual_side * usual_side);
  std::vector<Load> found = loads(task, candidate, kernel, *guards, items);
  if (waste(found) < least_waste) {
    return std::nullopt;
  }
  const std::string extent_name = fresh_name(source.text, "tiles");
  const std::string row = fresh_name(source.text, "tile_" + guards->guards.indices[0]);
  const std::string column = fresh_name(source.text, "tile_" + guards->guards.indices[1]);
  Draft draft;
  draft.site = site_of(kernel);
  const IdVariable* first = first_declared(*guards);
  draft.changes.push_back(
      insertion(first->declaration->span.begin,
                unranked(source, *map, {extent_name}, id_text(source.backend, IdKind::group, guards->lowest_axis()),
                         {row, column})
                        .substr(2) +
                    "\n  "));
  for (std::size_t i = 0; i < 2; ++i) {
    draft.changes.push_back({guards->ids[i]->variable->init.front().span,
                             fmt::format("{} * {} + {}", i == 0 ? row : column, side,
                                         id_text(source.backend, IdKind::local, guards->ids[i]->axis))});
  }
  draft.changes.push_back(one_more_parameter(source, *kernel.function, extent_name));
  draft.changes.push_back(insertion(before_function(source, *kernel.function), map->functions));
  draft.tunables.push_back({side, sides, usual_side});
  draft.launches.push_back({kernel.launch,
                            axes_with(kernel.plan->groups, *guards, expr::to_text(count), "1"),
                            axes_with(kernel.plan->group, *guards, side, side),
                            {extent}});
  draft.gain = predicted_gain(found, map->cost / static_cast<double>(usual_side * usual_side));
  draft.rubric = {
      fmt::format("Groups of the kernel {} are square, `{}` by `{}` items.", kernel.function->name, side, side),
      fmt::format("Exactly the `{}` groups that hold work are launched; each finds its place by the proved "
                  "map `{}` ({}).",
                  expr::to_text(count), map->unrank, map->method),
      "The guard inside stays for the groups on the border."};
  return draft;
}

template <class Make> Drafts for_each_kernel(const Subject& subject, const Make& make) {
  Drafts drafts;
  for (const DeviceKernel& kernel : kernels_of(subject.source, subject.candidate)) {
    if (auto draft = make(subject.task, subject.source, subject.candidate, kernel)) {
      drafts.push_back(std::move(*draft));
    }
  }
  return drafts;
}

} // namespace

Drafts exact_index_map(const Subject& subject) {
  return subject.candidate.backend == Backend::cpp ? exact_nests(subject) : for_each_kernel(subject, exact_items);
}

Drafts exact_tile_map(const Subject& subject) {
  return for_each_kernel(subject, exact_groups);
}

} // namespace mapwright::kernel::rewrite::device
