#include "mapper/apps/matmul_program.hpp"

#include "mapper/apps/matmul_kernels.hpp"

#include <utility>

namespace mapwright::mapper {

namespace {

constexpr std::array<char, 3> matrix_names{'a', 'b', 'c'};

const std::vector<VariantSpec>& variants_anywhere() {
  static const std::vector<VariantSpec> variants{{ProcessorKind::cpu}, {ProcessorKind::omp}, {ProcessorKind::gpu}};
  return variants;
}

void launch_on_tiles(ProgramBuilder& b, const std::string& kind, std::size_t matrix, const MatrixPlace& place,
                     const std::string& privilege) {
  const std::string partition = std::string(1, matrix_names[matrix]) + "_tile";
  b.launch({"", kind, place.domain, place.point, {{partition, place.colour, privilege}}, "repetition"});
}

} // namespace

void begin_product(ProgramBuilder& b, const ApplicationValues& values, const MatrixPlaces& places) {
  b.size("n", values.at("n"));
  for (std::size_t m = 0; m < places.size(); ++m) {
    const std::string name(1, matrix_names[m]);
    b.region({name, {"n", "n"}, {"x:8"}});
    b.blocks({name + "_tile", name, places[m].tiles});
    b.kind({"fill_" + name, {{"m"}}, variants_anywhere()});
    b.kind({"task_" + std::to_string(m + 1), {{"m", "0"}}, variants_anywhere()});
  }
  b.kind({"read_a", {{"m", "0"}}, variants_anywhere()});
  b.kind({"task_4",
          {{"a"}, {"b"}, {"c"}},
          {{ProcessorKind::cpu}, {ProcessorKind::omp}, {ProcessorKind::gpu, 1, {"C_order", "C_order", "C_order"}}},
          "2*a*b_1"});
  b.loop({"repetition", "repetition", std::to_string(values.at("repetitions"))});
  for (std::size_t m = 0; m < places.size(); ++m) {
    launch_on_tiles(b, std::string("fill_") + matrix_names[m], m, places[m], "W");
  }
  for (std::size_t m = 0; m < places.size(); ++m) {
    launch_on_tiles(b, "task_" + std::to_string(m + 1), m, places[m], "R");
  }
}

void add_launcher(ProgramBuilder& b, const std::string& name, const std::vector<ProcessorKind>& processors) {
  std::vector<VariantSpec> variants;
  for (const ProcessorKind kind : processors) {
    variants.push_back({kind});
  }
  b.kind({name, {}, variants});
}

std::vector<ArgumentSpec> product_arguments(const std::string& privilege, std::vector<std::string> a,
                                            const std::string& b_partition, std::vector<std::string> b,
                                            const std::string& c_partition, std::vector<std::string> c) {
  return {{"a_tile", std::move(a), privilege}, {b_partition, std::move(b), "R"}, {c_partition, std::move(c), "R"}};
}

Result<Application> end_product(ProgramBuilder& b, const ApplicationValues& values, const MatrixPlace& place_of_a,
                                std::string_view expert, std::string_view default_mapper) {
  launch_on_tiles(b, "read_a", 0, place_of_a, "R");
  auto program = b.build();
  if (!program) {
    return forward(program);
  }
  Application made;
  made.name = program->name;
  made.program = std::move(*program);
  made.kernels = matmul_kernels();
  made.initialise = [](RegionData&) {}; // the tasks fill_* do it
  made.reference = [n = values.at("n")](RegionData& data) { matmul_reference(n, data); };
  made.results = {"a", "b", "c"};
  made.mappers = {{"expert", std::string(expert)}, {"default", std::string(default_mapper)}};
  return made;
}

std::vector<ApplicationParameter> product_parameters(const std::vector<ApplicationParameter>& own) {
  std::vector<ApplicationParameter> all{{"n", 256, 1, 1'000'000, "rows and columns of each matrix"},
                                        {"nodes", 1, 1, 1024, "nodes the grid is made for"},
                                        {"gpus", 4, 1, 64, "GPUs of each node the grid is made for"},
                                        {"repetitions", 1, 1, 1000, "times the product is computed"}};
  all.insert(all.end(), own.begin(), own.end());
  return all;
}

} // namespace mapwright::mapper
