#include "mapper/calibrate/drawn_mapper.hpp"

#include "mapper/elaborate/elaborate.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <set>
#include <utility>
#include <vector>

#include <fmt/format.h>

namespace mapwright::mapper {

namespace {

/// Writes one text.
class MapperDrawing {
public:
  MapperDrawing(const Program& program, ProcessorKind processor, measure::Random& random)
      : program_(program), kind_(to_string(processor)), device_(processor == ProcessorKind::gpu), random_(random) {}

  std::string text() {
    text_ = fmt::format("Task * {}{};\n", kind_, device_ ? ", CPU" : "");
    add_memories();
    text_ += device_ ? "Region * * CPU SYSMEM;\n" : "";
    add_layouts();
    add_limits();
    text_ += fmt::format("m = Machine({});\n", kind_);
    spread_ = random_.below(4) != 0; // else everything on one processor
    first_ = random_.below(64);
    std::set<std::pair<std::uint32_t, bool>> done;
    for (std::uint32_t launch = 0; launch < program_.launches.size(); ++launch) {
      const std::uint32_t kind = program_.launches[launch].kind;
      if (runs_there(kind) && done.insert({kind, program_.launches[launch].index}).second) {
        add_function(launch);
      }
    }
    return std::move(text_);
  }

private:
  [[nodiscard]] bool runs_there(std::uint32_t kind) const {
    const std::vector<TaskVariant>& variants = program_.kinds[kind].variants;
    return std::any_of(variants.begin(), variants.end(),
                       [this](const TaskVariant& variant) { return to_string(variant.processor) == kind_; });
  }

  void add_memories() {
    if (!device_) {
      text_ += "Region * * CPU SYSMEM;\n";
      return;
    }
    if (random_.below(2) == 0) {
      text_ += fmt::format("Region {} * GPU ZCMEM;\n", any_kind());
    }
    text_ += fmt::format("Region * * GPU {};\n", random_.below(4) == 0 ? "ZCMEM" : "FBMEM");
  }

  std::string any_kind() { return program_.kinds[random_.below(program_.kinds.size())].name; }

  /// A layout that differs from the others where the program can tell.
  std::string any_layout() {
    const bool planes = std::any_of(program_.regions.begin(), program_.regions.end(),
                                    [](const Region& region) { return region.extents.axes > 1; });
    const bool records = std::any_of(program_.launches.begin(), program_.launches.end(), [](const Launch& launch) {
      return std::any_of(launch.arguments.begin(), launch.arguments.end(),
                         [](const RegionArgument& argument) { return std::popcount(argument.fields) > 1; });
    });
    return fmt::format("{} {}", records && random_.below(2) == 0 ? "AOS" : "SOA",
                       planes && random_.below(2) == 0 ? "C_order" : "F_order");
  }

  void add_layouts() {
    switch (random_.below(4)) {
    case 0:
      text_ += fmt::format("Layout {} * * {};\n", any_kind(), any_layout());
      break;
    case 1:
      for (const Region& region : program_.regions) {
        add_region_layout(region);
      }
      break;
    default:
      break;
    }
    text_ += fmt::format("Layout * * * {};\n", any_layout());
  }

  /// One layout for a region and all its partitions.
  void add_region_layout(const Region& region) {
    const std::string layout = any_layout();
    text_ += fmt::format("Layout * {} * {};\n", region.name, layout);
    for (const Partition& partition : program_.partitions) {
      if (&program_.regions[partition.region] == &region) {
        text_ += fmt::format("Layout * {} * {};\n", partition.name, layout);
      }
    }
  }

  void add_limits() {
    for (std::uint32_t launch = 0; launch < program_.launches.size(); ++launch) {
      if (random_.below(8) == 0 && !program_.only_launches(launch)) {
        text_ += fmt::format("InstanceLimit {} {};\n", program_.kinds[program_.launches[launch].kind].name,
                             1 + random_.below(4));
      }
    }
  }

  void add_function(std::uint32_t number) {
    const Launch& launch = program_.launches[number];
    const std::string& kind = program_.kinds[launch.kind].name;
    const std::string name = fmt::format("place_{}{}", kind, launch.index ? "" : "_alone");
    text_ += fmt::format("def {}(Task t) {{\n  return {};\n}}\n{} {} {};\n", name, processor_of(launch, number),
                         launch.index ? "IndexTaskMap" : "SingleTaskMap", kind, name);
  }

  /// The processor as an expression.
  std::string processor_of(const Launch& launch, std::uint32_t number) {
    if (!launch.index) {
      const std::uint32_t parent = program_.parent_launch(number);
      return parent != none && runs_there(program_.launches[parent].kind)
                 ? "m[*t.parent.processor(m)]"
                 : fmt::format("m[0, {} % m.size[1]]", spread_ ? random_.below(64) : first_);
    }
    const std::size_t axis = random_.below(launch.domain.axes);
    switch (spread_ ? random_.below(5) : 3) {
    case 4: // a processor has up to twice as much as another
      return fmt::format("m[0, t.ipoint[{0}] * {1} / t.ispace[{0}] % m.size[1]]", axis, 3 + random_.below(3));
    case 0:
      return fmt::format("m[0, t.ipoint[{0}] * m.size[1] / t.ispace[{0}]]", axis);
    case 3:
      return fmt::format("m[0, {} % m.size[1]]", spread_ ? random_.below(64) : first_);
    default:
      break;
    }
    std::string sum = std::to_string(random_.below(2));
    for (std::size_t d = 0; d < launch.domain.axes; ++d) {
      sum += fmt::format(" + {} * t.ipoint[{}]", random_.below(3), d);
    }
    return fmt::format("m[0, ({}) % m.size[1]]", sum);
  }

  const Program& program_;
  std::string kind_;
  bool device_ = false;
  measure::Random& random_;
  std::string text_;
  bool spread_ = true;
  std::uint64_t first_ = 0;
};

} // namespace

std::string drawn_mapper(const Program& program, ProcessorKind processor, measure::Random& random) {
  return MapperDrawing(program, processor, random).text();
}

std::optional<DrawnMapping> draw_legal(const Program& program, const TaskGraph& graph, const Machine& machine,
                                       ProcessorKind processor, measure::Random& random) {
  constexpr int most_draws = 200;
  for (int i = 0; i < most_draws; ++i) {
    std::string text = drawn_mapper(program, processor, random);
    if (auto made = elaborate({text, "drawn.mapper"}, program, graph, machine)) {
      return DrawnMapping{std::move(text), std::move(made->plan)};
    }
  }
  return std::nullopt;
}

} // namespace mapwright::mapper
