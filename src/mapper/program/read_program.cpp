#include "mapper/program/read_program.hpp"

#include "core/settings.hpp"
#include "core/suggest.hpp"
#include "mapper/program/builder.hpp"

#include <algorithm>
#include <array>
#include <utility>

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace mapwright::mapper {

namespace {

/// Tells an objection at its place: in `section`, or in the section of `parts` it names.
void refuse_at(Section& section, std::vector<Section>* parts, const Objection& objection) {
  if (!objection) {
    return;
  }
  Section& place = parts != nullptr && objection->part_index < parts->size() && !objection->part.empty()
                       ? (*parts)[objection->part_index]
                       : section;
  place.refuse_within(objection->key, objection->item, objection->byte, objection->message, objection->hint);
}

/// A text that must be there.
std::string required_text(Section& section, std::string_view key) {
  std::string text;
  section.text(key, text);
  if (!section.has(key)) {
    section.refuse(key, fmt::format("'{}' is missing", key));
  }
  return text;
}

/// An integer or an expression, or a list of them; as texts.
std::vector<std::string> number_list(Section& section, std::string_view key) {
  std::vector<std::string> values;
  section.number_texts(key, values);
  return values;
}

void read_program_sizes(Section& root, const ProgramSizes& given, ProgramBuilder& builder) {
  auto section = root.section("sizes");
  if (!section) {
    return;
  }
  for (const std::string& name : section->keys()) {
    std::int64_t value = 0;
    section->signed_integer(name, value);
    if (const auto chosen = given.find(name); chosen != given.end()) {
      value = chosen->second;
    }
    refuse_at(*section, nullptr, builder.size(name, value));
  }
}

void read_region(Section& section, ProgramBuilder& builder) {
  RegionSpec spec;
  spec.name = required_text(section, "name");
  spec.extents = number_list(section, "extents");
  section.texts("fields", spec.fields);
  refuse_at(section, nullptr, builder.region(spec));
}

/// Rows of integers: a colour, then a point, or the first and the last point of a rectangle.
void read_sets(Section& section, std::string_view key, const Rectangle& extents,
               const std::vector<std::int64_t>& counts, std::vector<PointSet>& sets) {
  std::vector<std::vector<std::int64_t>> rows;
  section.integer_lists(key, rows);
  const std::optional<Rectangle> colours = box_of(counts);
  if (!colours) {
    return;
  }
  const bool points = key == "points";
  const std::size_t length = colours->axes + (points ? 1 : 2) * extents.axes;
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const std::vector<std::int64_t>& row = rows[i];
    if (row.size() != length) {
      return section.refuse_within(key, i, 0,
                                   fmt::format("a row has {} integers: a colour, then {}", length,
                                               points ? "a point" : "the first and the last point"));
    }
    Coordinates colour{};
    Rectangle part;
    part.axes = extents.axes;
    for (std::size_t d = 0; d < colours->axes; ++d) {
      colour[d] = row[d];
    }
    for (std::size_t d = 0; d < extents.axes; ++d) {
      const std::int64_t first = row[colours->axes + d];
      const std::int64_t last = points ? first : row[colours->axes + extents.axes + d];
      if (first < extents.low[d] || last >= extents.high[d]) {
        return section.refuse_within(key, i, 0,
                                     fmt::format("this is not in the region, which is {}", to_string(extents)));
      }
      part.low[d] = first;
      part.high[d] = last + 1;
    }
    if (!colours->contains(colour)) {
      return section.refuse_within(
          key, i, 0,
          fmt::format("there is no colour {}; they are {}", to_string(colours->axes, colour), to_string(*colours)));
    }
    sets[colours->index_of(colour)].push_back(part);
  }
}

void read_listed_partition(Section& section, ProgramBuilder& builder, const std::string& name) {
  SetsSpec spec;
  spec.name = name;
  spec.region = required_text(section, "region");
  spec.colours = number_list(section, "colours");
  std::vector<std::int64_t> counts;
  std::vector<PointSet> sets;
  if (builder.resolve_colours(spec.colours, counts)) {
    sets.resize(box_of(counts)->volume());
    for (const Region& region : builder.program().regions) {
      if (region.name == spec.region) {
        read_sets(section, section.has("points") ? "points" : "rectangles", region.extents, counts, sets);
      }
    }
  }
  spec.sets = std::move(sets);
  refuse_at(section, nullptr, builder.sets(spec));
}

void read_partition(Section& section, ProgramBuilder& builder) {
  const std::string name = required_text(section, "name");
  constexpr std::array<std::string_view, 4> ways{"blocks", "halo_of", "rectangles", "points"};
  std::string_view way;
  for (const std::string_view candidate : ways) {
    if (section.has(candidate)) {
      if (!way.empty()) {
        section.refuse(candidate, fmt::format("a partition has one of {}", fmt::join(ways, ", ")));
      }
      way = candidate;
    }
  }
  if (way.empty()) {
    section.refuse("blocks", fmt::format("nothing says how '{}' is cut", name),
                   "e.g. blocks = [4], halo_of = \"tiles\", rectangles = [[0, 0, 9]] or points = [[0, 3]]");
  }
  bool disjoint = false;
  section.flag("disjoint", disjoint);
  if (way == "blocks") {
    BlocksSpec spec{name, required_text(section, "region"), number_list(section, "blocks")};
    refuse_at(section, nullptr, builder.blocks(spec));
  } else if (way == "halo_of") {
    HaloSpec spec{name, required_text(section, "halo_of"), number_list(section, "widths"), false};
    section.flag("inside", spec.inside);
    refuse_at(section, nullptr, builder.halo(spec));
  } else if (!way.empty()) {
    read_listed_partition(section, builder, name);
  }
  if (disjoint) {
    refuse_at(section, nullptr, builder.require_disjoint(name));
  }
}

void read_kind(Section& section, ProgramBuilder& builder) {
  KindSpec spec;
  spec.name = required_text(section, "name");
  section.number_text("flops", spec.flops);
  std::vector<Section> parameters = section.sections("parameter");
  for (Section& part : parameters) {
    ParameterSpec parameter{required_text(part, "name"), ""};
    part.number_text("bytes", parameter.bytes);
    spec.parameters.push_back(std::move(parameter));
  }
  std::vector<Section> variants = section.sections("variant");
  for (Section& part : variants) {
    VariantSpec variant;
    const std::string processor = required_text(part, "processor");
    if (const auto kind = processor_kind_named(processor)) {
      variant.processor = *kind;
    } else {
      part.refuse("processor", fmt::format("there is no kind of processor '{}'", processor),
                  "expected one of: CPU, GPU, OMP, IO, PY, PROC");
    }
    part.real("efficiency", variant.efficiency);
    part.texts("layouts", variant.layouts);
    part.text("opencl", variant.opencl);
    part.text("kernel", variant.kernel);
    variant.work = number_list(part, "work");
    spec.variants.push_back(std::move(variant));
  }
  const Objection objection = builder.kind(spec);
  refuse_at(section, objection && objection->part == "parameter" ? &parameters : &variants, objection);
}

void read_launch(Section& section, ProgramBuilder& builder) {
  LaunchSpec spec;
  section.text("name", spec.name);
  section.text("in", spec.in);
  spec.task = required_text(section, "task");
  spec.domain = number_list(section, "domain");
  if (section.has("point")) {
    section.texts("point", spec.point);
  }
  std::vector<Section> arguments = section.sections("argument");
  for (Section& part : arguments) {
    ArgumentSpec argument;
    argument.data = required_text(part, "data");
    argument.colour = number_list(part, "colour");
    argument.privilege = required_text(part, "privilege");
    if (part.has("fields")) {
      part.texts("fields", argument.fields);
    }
    spec.arguments.push_back(std::move(argument));
  }
  refuse_at(section, &arguments, builder.launch(spec));
}

void read_step(Section& section, ProgramBuilder& builder) {
  if (!section.has("loop")) {
    return read_launch(section, builder);
  }
  LoopSpec spec;
  section.text("name", spec.name);
  section.text("in", spec.in);
  section.text("loop", spec.variable);
  section.number_text("count", spec.count);
  if (!section.has("count")) {
    section.refuse("count", "'count' is missing: how many trips has the loop?");
  }
  refuse_at(section, nullptr, builder.loop(spec));
}

} // namespace

Result<Program> read_program(std::string_view text, const std::string& file, const ProgramSizes& sizes) {
  auto settings = Settings::parse(text, file);
  if (!settings) {
    return forward(settings);
  }
  Section& root = settings->root();
  ProgramBuilder builder(required_text(root, "name"));
  std::string summary;
  root.text("summary", summary);
  read_program_sizes(root, sizes, builder);
  for (Section& section : root.sections("region")) {
    read_region(section, builder);
  }
  for (Section& section : root.sections("partition")) {
    read_partition(section, builder);
  }
  for (Section& section : root.sections("task")) {
    read_kind(section, builder);
  }
  for (Section& section : root.sections("step")) {
    read_step(section, builder);
  }
  if (auto checked = settings->check(); !checked) {
    return forward(checked);
  }
  std::vector<std::string> names;
  for (const auto& [name, value] : builder.program().sizes) {
    names.push_back(name);
  }
  for (const auto& [name, value] : sizes) {
    if (std::find(names.begin(), names.end(), name) == names.end()) {
      return fail(ErrorKind::input, fmt::format("{} has no size '{}'", file, name),
                  suggest(name, names, fmt::format("sizes: {}", fmt::join(names, ", "))));
    }
  }
  return builder.build();
}

} // namespace mapwright::mapper
