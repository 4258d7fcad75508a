#include "mapper/apps/mesh_applications.hpp"
#include "mapper/apps/stencil_mappers.hpp"
#include "mapper/apps/stencil_shape.hpp"
#include "mapper/program/builder.hpp"

#include <functional>
#include <utility>

#include <fmt/format.h>

namespace mapwright::mapper {

namespace {

/// The points of tile (ix, iy), as a set.
using TileSet = std::function<PointSet(std::int64_t ix, std::int64_t iy)>;

std::vector<PointSet> sets_of_tiles(const StencilShape& s, const TileSet& set) {
  std::vector<PointSet> sets;
  for (std::int64_t iy = 0; iy < s.tiles_y; ++iy) {
    for (std::int64_t ix = 0; ix < s.tiles_x; ++ix) {
      sets.push_back(set(ix, iy));
    }
  }
  return sets;
}

/// For each side the strips: those a tile reads lie beyond its edge, those it writes are what its neighbour reads.
void add_strips(ProgramBuilder& b, const StencilShape& s) {
  struct Side {
    std::string name;
    std::int64_t dx; ///< where the strip's values come from, seen from the tile that reads it
    std::int64_t dy;
  };
  for (const Side& side : {Side{"xm", -1, 0}, Side{"xp", 1, 0}, Side{"ym", 0, -1}, Side{"yp", 0, 1}}) {
    const bool columns = side.dx != 0;
    const auto in = [&](std::int64_t ix, std::int64_t iy) {
      const std::int64_t fx = ix + side.dx;
      const std::int64_t fy = iy + side.dy;
      if (ix < 0 || iy < 0 || ix >= s.tiles_x || iy >= s.tiles_y || fx < 0 || fy < 0 || fx >= s.tiles_x ||
          fy >= s.tiles_y) {
        return PointSet{};
      }
      Rectangle strip{2, {ix * s.n, iy * s.n}, {ix * s.n + s.width(ix), iy * s.n + s.height(iy)}};
      const std::size_t across = columns ? 0 : 1;
      strip.low[across] = s.radius * (columns ? ix : iy);
      strip.high[across] = strip.low[across] + s.radius;
      return PointSet{strip};
    };
    const auto out = [&](std::int64_t ix, std::int64_t iy) { return in(ix - side.dx, iy - side.dy); };
    const std::vector<std::string> extents =
        columns ? std::vector<std::string>{"radius*tiles_x", "y"} : std::vector<std::string>{"x", "radius*tiles_y"};
    b.region({side.name, extents, {"input:8"}});
    b.sets({"p" + side.name + "_in", side.name, {"tiles_x*tiles_y"}, sets_of_tiles(s, in)});
    b.sets({"p" + side.name + "_out", side.name, {"tiles_x*tiles_y"}, sets_of_tiles(s, out)});
  }
}

/// The arguments of a task: the tile, and its strips on all sides.
std::vector<ArgumentSpec> tile_and_strips(const std::string& privilege, const std::vector<std::string>& fields,
                                          const std::string& direction, const std::string& strip_privilege) {
  std::vector<ArgumentSpec> arguments{{"private", {"i"}, privilege, fields}};
  for (const char* side : {"pxm_", "pxp_", "pym_", "pyp_"}) {
    arguments.push_back({side + direction, {"i"}, strip_privilege, {}});
  }
  return arguments;
}

Result<Program> stencil_program_of(const StencilShape& s) {
  ProgramBuilder b("stencil");
  b.size("radius", s.radius);
  b.size("n", s.n);
  b.size("x", s.x());
  b.size("y", s.y());
  b.size("tiles_x", s.tiles_x);
  b.size("tiles_y", s.tiles_y);
  b.region({"points", {"x + 2*radius*tiles_x", "y + 2*radius*tiles_y"}, {"input:8", "output:8"}});
  const std::int64_t step = s.n + 2 * s.radius;
  b.sets({"private", "points", {"tiles_x*tiles_y"}, sets_of_tiles(s, [&](std::int64_t ix, std::int64_t iy) {
            const std::int64_t x = ix * step;
            const std::int64_t y = iy * step;
            return PointSet{{2, {x, y}, {x + s.width(ix) + 2 * s.radius, y + s.height(iy) + 2 * s.radius}}};
          })});
  add_strips(b, s);

  // The kernels walk along rows with a unit stride.
  const std::vector<std::string> needs{"SOA F_order", "F_order", "F_order", "F_order", "F_order"};
  const std::vector<VariantSpec> variants{
      {ProcessorKind::cpu, 1, needs}, {ProcessorKind::omp, 1, needs}, {ProcessorKind::gpu, 1, needs}};
  const auto kind = [&](const std::string& name, const std::string& bytes, const std::string& flops) {
    b.kind({name, {{"private", bytes}, {"xm"}, {"xp"}, {"ym"}, {"yp"}}, variants, flops});
  };
  const std::string inner = "(private_0 - 2*radius)*(private_1 - 2*radius)";
  kind("init", "", "6*" + inner);
  kind("stencil", "24*private", "5*radius*" + inner);
  kind("increment", "", inner);
  const std::vector<std::string> tiles{"tiles_x*tiles_y"};
  b.launch({"", "init", tiles, {"i"}, tile_and_strips("W", {}, "out", "W")});
  b.loop({"time", "t", std::to_string(s.steps)});
  b.launch({"", "stencil", tiles, {"i"}, tile_and_strips("RW", {}, "in", "R"), "time"});
  b.launch({"", "increment", tiles, {"i"}, tile_and_strips("RW", {"input"}, "out", "RW"), "time"});
  return b.build();
}

Result<Application> make_stencil(const ApplicationValues& values) {
  const StencilShape shape{values.at("radius"),  values.at("n"),        values.at("tiles_x"),
                           values.at("tiles_y"), values.at("short_by"), values.at("steps")};
  if (shape.n - shape.short_by < shape.radius) {
    return fail(ErrorKind::input,
                fmt::format("application stencil: the last tiles have {} points, less than the radius {}",
                            shape.n - shape.short_by, shape.radius),
                "n - short_by must be at least radius");
  }
  auto program = stencil_program_of(shape);
  if (!program) {
    return forward(program);
  }
  Application made{"stencil", std::move(*program), stencil_kernels(), [](RegionData&) {}, {}, {}, 0, {}};
  made.reference = [shape](RegionData& data) { stencil_reference(shape, data); };
  made.results = {"points", "xm", "xp", "ym", "yp"};
  made.mappers = {{"expert", std::string(stencil_mappers::expert)},
                  {"default", std::string(stencil_mappers::default_)}};
  return made;
}

} // namespace

ApplicationInfo stencil_application() {
  return {"stencil",
          "a star-shaped stencil over a plane of tiles that exchange strips",
          {{"n", 64, 1, 1'000'000, "points of a tile in each dimension"},
           {"radius", 2, 1, 8, "points that the star reaches in each direction"},
           {"short_by", 0, 0, 1'000'000, "points that the last tile of each dimension lacks"},
           {"steps", 5, 1, 1'000'000, "steps"},
           {"tiles_x", 2, 1, 1024, "tiles in the first dimension"},
           {"tiles_y", 2, 1, 1024, "tiles in the second dimension"}},
          make_stencil};
}

} // namespace mapwright::mapper
