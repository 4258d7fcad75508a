// An application of one's own: heat along a rod, in tiles that see one point of each neighbour.
//
// A program, kernels for its tasks, and a run on plain arrays; what mapwright simulates and runs elsewhere is the same
// program with the same kernels. docs/own-application.md walks through it.
#include "mapper/engine/sequential.hpp"
#include "mapper/engine/typed_field.hpp"
#include "mapper/program/builder.hpp"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <iostream>
#include <span>
#include <vector>

namespace {

using namespace mapwright;
using namespace mapwright::mapper;

constexpr double flow = 0.25; ///< part of a difference that flows in one step

/// Arguments: next of the tile (W), now of the tile (R), now of the points beside it (R).
void spread(const mapwright_task* task) {
  const mapwright_argument& own = task->arguments[1];
  const mapwright_argument& beside = task->arguments[2];
  const TypedField<double> next(task->arguments[0], 0);
  const TypedField<const double> now(own, 0);
  const TypedField<const double> around(beside, 0);
  const bool has_left = task->point[0] > 0; // the points beside it are numbered from the left
  const double left = has_left ? around(0) : now(0);
  const double right = beside.points > (has_left ? 1 : 0) ? around(beside.points - 1) : now(own.points - 1);
  for (std::int64_t i = 0; i < own.points; ++i) {
    const double before = i > 0 ? now(i - 1) : left;
    const double after = i + 1 < own.points ? now(i + 1) : right;
    next(i) = now(i) + flow * (before - 2 * now(i) + after);
  }
}

/// Arguments: now of the tile (W), next of the tile (R).
void advance(const mapwright_task* task) {
  const TypedField<double> now(task->arguments[0], 0);
  const TypedField<const double> next(task->arguments[1], 0);
  for (std::int64_t i = 0; i < task->arguments[0].points; ++i) {
    now(i) = next(i);
  }
}

Result<Program> heat_program() {
  ProgramBuilder b("heat");
  b.size("n", 1000);
  b.size("tiles", 7);
  b.region({"rod", {"n"}, {"now:8", "next:8"}});
  b.blocks({"tile", "rod", {"tiles"}});
  b.halo({"beside", "tile", {"1"}});
  const std::vector<VariantSpec> variants{{ProcessorKind::cpu}, {ProcessorKind::gpu}};
  b.kind({"spread", {{"to"}, {"from"}, {"sides"}}, variants, "5*to"});
  b.kind({"advance", {{"to"}, {"from"}}, variants, "0"});
  b.loop({"time", "t", "100"});
  b.launch({"",
            "spread",
            {"tiles"},
            {"i"},
            {{"tile", {"i"}, "W", {"next"}}, {"tile", {"i"}, "R", {"now"}}, {"beside", {"i"}, "R", {"now"}}},
            "time"});
  b.launch({"", "advance", {"tiles"}, {"i"}, {{"tile", {"i"}, "W", {"now"}}, {"tile", {"i"}, "R", {"next"}}}, "time"});
  return b.build();
}

/// The same without tasks and tiles.
std::vector<double> heat_without_tasks(std::vector<double> now, int steps) {
  for (; steps > 0; --steps) {
    const std::vector<double> old = now;
    for (std::size_t i = 0; i < now.size(); ++i) {
      const double before = i > 0 ? old[i - 1] : old[i];
      const double after = i + 1 < old.size() ? old[i + 1] : old[i];
      now[i] = old[i] + flow * (before - 2 * old[i] + after);
    }
  }
  return now;
}

int run() {
  const auto program = heat_program();
  const auto graph = program ? expand(*program) : Result<TaskGraph>(forward(program));
  auto data = program ? RegionData::make(*program) : Result<RegionData>(forward(program));
  if (!graph || !data) {
    std::cerr << (graph ? data.error() : graph.error()).format() << '\n';
    return EXIT_FAILURE;
  }
  const std::span<double> now = data->values<double>("rod", "now");
  for (std::size_t i = 0; i < now.size(); ++i) {
    now[i] = i % 97 == 0 ? 1 : 0;
  }
  const std::vector<double> expected = heat_without_tasks({now.begin(), now.end()}, 100);
  const KernelTable kernels{{"spread", {spread}}, {"advance", {advance}}};
  if (const auto ran = run_sequentially(*program, *graph, kernels, *data); !ran) {
    std::cerr << ran.error().format() << '\n';
    return EXIT_FAILURE;
  }
  double apart = 0;
  for (std::size_t i = 0; i < now.size(); ++i) {
    apart = std::max(apart, std::abs(now[i] - expected[i]));
  }
  std::cout << graph->tasks.size() << " tasks; largest difference from a run without tasks: " << apart << '\n';
  return apart == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}

} // namespace

int main() {
  return run();
}
