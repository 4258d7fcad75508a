// The device half of the catalogue.
#include "kernel/rewrite/device/experiments.hpp"

namespace mapwright::kernel::rewrite {

namespace {

/// The variants of an experiment: its drafts that can be carried out.
template <device::Drafts (*draw)(const Subject&)> std::vector<Variant> carry_out(const Subject& subject) {
  std::vector<Variant> variants;
  for (const Draft& draft : draw(subject)) {
    if (auto text = carried_out(subject.task, subject.candidate, subject.source, draft)) {
      variants.push_back({.experiment = {},
                          .site = draft.site,
                          .source = std::move(*text),
                          .rubric = draft.rubric,
                          .gain = draft.gain});
    }
  }
  return variants;
}

const std::vector<Backend> all_devices{Backend::opencl, Backend::cuda, Backend::hip};

} // namespace

const std::vector<Rule>& device_rules() {
  static const std::vector<Rule> rules{
      {{"exact-index-map",
        AvenueKind::work,
        "Items that a guard turns away cost a launch and unbalance the groups; launched over an exact index map there "
        "are none.",
        "kernels whose guards leave an affine part of a box of ids, not almost all of it; in C++ parallel nests whose "
        "inner loop is bounded by the outer one",
        {Backend::cpp, Backend::opencl, Backend::cuda, Backend::hip},
        {0.4, 1.8},
        85},
       carry_out<device::exact_index_map>},
      {{"exact-tile-map",
        AvenueKind::work,
        "Groups without any work are not launched, and one unrank serves a whole group.",
        "kernels whose guards leave a triangle-like part of the groups",
        all_devices,
        {0.9, 1.8},
        90},
       carry_out<device::exact_tile_map>},
      {{"local-memory-staging",
        AvenueKind::memory,
        "A tile that a group reads many times is read from memory once and then from local memory.",
        "two-dimensional kernels with a loop over rows of one array and columns of another",
        all_devices,
        {0.2, 2.5},
        70},
       carry_out<device::local_memory_staging>},
      {{"item-jam",
        AvenueKind::memory,
        "An item that works on several outputs at once reads what they have in common once and keeps it in registers.",
        "kernels with loops that items along an axis turn equally often",
        all_devices,
        {0.5, 2.6},
        65},
       carry_out<device::item_jam>},
      {{"vector-types",
        AvenueKind::memory,
        "One vector load takes the place of several loads, and arithmetic is done on vectors.",
        "loops over neighbouring floats",
        {Backend::opencl},
        {0.9, 2},
        45},
       carry_out<device::vector_types>},
      {{"id-transposition",
        AvenueKind::memory,
        "Items that run side by side touch neighbouring memory when the right axis is the first.",
        "kernels with ids along two axes",
        all_devices,
        {0.9, 1.2},
        35},
       carry_out<device::id_transposition>},
      {{"accumulator-lanes",
        AvenueKind::compute,
        "Additions that do not wait for each other overlap, and become vectors.",
        "innermost loops that accumulate",
        all_devices,
        {1.1, 5.3},
        40},
       carry_out<device::several_accumulators>},
      {{"unroll-hint",
        AvenueKind::compute,
        "Fewer branches, and more independent instructions to choose from.",
        "innermost loops that count",
        all_devices,
        {0.95, 1.1},
        10},
       carry_out<device::unroll_hint>},
      {{"multiply-add-calls",
        AvenueKind::compute,
        "One instruction does a product and a sum.",
        "sums of products in single precision",
        all_devices,
        {0.95, 1.05},
        15},
       carry_out<device::fused_multiply_add>},
      {{"reciprocal-of-divisor",
        AvenueKind::compute,
        "A division costs as much as several multiplications.",
        "loops that divide by what they do not change",
        all_devices,
        {0.95, 1.3},
        20},
       carry_out<device::reciprocal>},
      {{"coarsening",
        AvenueKind::parallelism,
        "Fewer items with more work each: less to launch, more that can be shared and overlapped.",
        "kernels whose ids are guarded",
        all_devices,
        {0.8, 1.1},
        35},
       carry_out<device::coarsening>},
      {{"work-group-shape",
        AvenueKind::tuning,
        "Long, flat groups put neighbours in memory side by side; more shapes give the tuner more to find.",
        "kernels whose group sizes are tunables",
        all_devices,
        {0.9, 1.3},
        10},
       carry_out<device::work_group_shape>},
      {{"restrict-parameters",
        AvenueKind::memory,
        "The compiler may keep in registers what no store can have changed.",
        "kernels with pointers that are not restrict",
        all_devices,
        {0.95, 1.1},
        10},
       carry_out<device::restrict_pointers>},
      {{"build-options",
        AvenueKind::compiler,
        "The compiler may contract, reorder and approximate where the tolerance leaves room.",
        "all kernels",
        all_devices,
        {0.95, 6},
        10},
       carry_out<device::build_options>},
  };
  return rules;
}

} // namespace mapwright::kernel::rewrite
