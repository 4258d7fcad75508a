// Solomonik's 2.5D algorithm: `layers` grids of side x side GPUs. A layer has its share of the inner dimension, cut
// into `chunks`; in step s GPU (i, j) of a layer takes the chunk (s + i + j) mod chunks. The layers' contributions to a
// are summed.
#include "mapper/apps/matmul.hpp"
#include "mapper/apps/matmul_grids.hpp"
#include "mapper/apps/matmul_program.hpp"
#include "mapper/apps/solomonik_mappers.hpp"

#include <fmt/format.h>

namespace mapwright::mapper {

namespace {

Result<Application> make_solomonik(const ApplicationValues& values) {
  const std::int64_t side = values.at("side");
  const std::int64_t layers = values.at("layers");
  if ((side == 0) != (layers == 0)) {
    return fail(ErrorKind::input, "application solomonik: side and layers go together", "give both, or none of them");
  }
  const LayeredGrid grid = side == 0 ? layered_grid(values.at("nodes") * values.at("gpus")) : LayeredGrid{side, layers};
  const std::int64_t chunks = values.at("chunks");
  ProgramBuilder b("solomonik");
  b.size("side", grid.side);
  b.size("layers", grid.layers);
  b.size("chunks", chunks == 0 ? grid.side : chunks);
  const MatrixPlace place{{"side", "side"}, {"side", "side", "1"}, {"i", "j", "z"}, {"i", "j"}};
  begin_product(b, values, {place, place, place});
  b.blocks({"b_block", "b", {"side", "layers*chunks"}});
  b.blocks({"c_block", "c", {"layers*chunks", "side"}});
  add_launcher(b, "task_5", {ProcessorKind::cpu, ProcessorKind::omp, ProcessorKind::gpu});
  b.launch({"", "task_5", {"side", "side", "layers"}, {"i", "j", "layer"}, {}, "repetition"});
  b.loop({"steps", "s", "chunks", "task_5"});
  const std::string chunk = "layer*chunks + mod(s + i + j, chunks)";
  b.launch({"",
            "task_4",
            {},
            {},
            product_arguments("reduce(+)", {"i", "j"}, "b_block", {"i", chunk}, "c_block", {chunk, "j"}),
            "steps"});
  return end_product(b, values, place, solomonik_mappers::expert, solomonik_mappers::default_);
}

} // namespace

ApplicationInfo solomonik_application() {
  return {"solomonik", "product of matrices, Solomonik's 2.5D: layers of grids that share the steps, and a sum",
          product_parameters({{"side", 0, 0, 1024, "GPUs along a side of each layer; 0: usual"},
                              {"layers", 0, 0, 1024, "layers; 0: usual"},
                              {"chunks", 0, 0, 1024, "steps of a layer; 0: as side"}}),
          make_solomonik};
}

} // namespace mapwright::mapper
