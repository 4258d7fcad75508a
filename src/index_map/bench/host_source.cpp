#include "index_map/bench/body.hpp"
#include "index_map/bench/host_job.hpp"
#include "index_map/bench/source.hpp"

#include <fmt/format.h>

namespace mapwright::index_map::bench {

namespace {

constexpr std::string_view prologue = R"text(
#include <cmath>
#include <omp.h>

using offset_t = long long;
using wide_t = long long;
using index_t = mapwright_maps::benched::w{bits}::index_t;
#define SQRT(x) std::sqrt(float(x))
#define CBRT(x) std::cbrt(float(x))
#define EXP(x) std::exp(float(x))
#define FLOOR(x) std::floor(float(x))
#define NEEDED_IN(x) "r"(x)
// All else is hidden: programs of several maps live in one process, and their tables have the same names.
#define EXPORT extern "C" __attribute__((visibility("default")))

{job}

EXPORT void clear(const HostJob* job) {{
  for (std::int64_t at = 0; at < job->volume; ++at) {{
    job->out[at] = -1.0f;
  }}
}}

EXPORT std::uint64_t digest(const HostJob* job) {{
  std::uint64_t sum = 0;
  for (std::int64_t at = 0; at < job->volume; ++at) {{
    if (job->out[at] >= 0.0f) {{
      const std::uint64_t mixed = std::uint64_t(at + 1) * 0x9E3779B97F4A7C15u;
      sum += mixed ^ (mixed >> 29);
    }}
  }}
  return sum;
}}
)text";

/// Local copies of what the job holds, as the texts of strategies and bodies name it.
std::string locals(const Instance& instance) {
  std::string text = "[[maybe_unused]] const float* const in = job->in;\n"
                     "[[maybe_unused]] float* const out = job->out;\n"
                     "[[maybe_unused]] const std::int32_t* const points = job->points;\n"
                     "[[maybe_unused]] const std::int64_t* const starts = job->starts;\n"
                     "[[maybe_unused]] const std::int32_t* const rows = job->rows;\n"
                     "[[maybe_unused]] const offset_t row_count = job->row_count;\n"
                     "[[maybe_unused]] const offset_t count = job->count;\n";
  for (std::size_t i = 0; i < instance.sizes.size(); ++i) {
    text += fmt::format("[[maybe_unused]] const index_t s{0} = index_t(job->sizes[{0}]);\n", i);
  }
  for (std::size_t i = 0; i < instance.tables.size(); ++i) {
    text +=
        fmt::format("[[maybe_unused]] const auto* const t{0} = static_cast<const index_t*>(job->tables[{0}]);\n", i);
  }
  for (std::size_t k = 0; k < instance.dimensions(); ++k) {
    text += fmt::format("[[maybe_unused]] const offset_t low{0} = job->low[{0}], extent{0} = job->extent[{0}];\n", k);
  }
  return text;
}

std::string parallel_for(const std::string& clauses, const std::string& loop) {
  return fmt::format("#pragma omp parallel for{} num_threads(job->threads)\n{}", clauses, loop);
}

std::string box_loops(const Instance& instance, const std::string& statements) {
  std::string loops;
  const std::size_t dimensions = instance.dimensions();
  for (std::size_t k = 0; k < dimensions; ++k) {
    loops += fmt::format("for (offset_t c{0} = low{0}; c{0} < low{0} + extent{0}; ++c{0}) {{\n", k);
  }
  loops += guarded(contains_text(instance, Target::cpp), statements) + std::string(dimensions, '}') + "\n";
  const std::string collapse = dimensions > 2 ? fmt::format(" collapse({})", dimensions - 1) : "";
  return parallel_for(collapse + " schedule(static)", loops);
}

std::string collapsed_loops(const Instance& instance, const std::string& statements) {
  const auto bounds = loop_bounds(instance.domain());
  std::string loops;
  for (std::size_t k = 0; bounds && k < bounds->size(); ++k) {
    loops += fmt::format("for (offset_t c{0} = {1}; c{0} <= {2}; ++c{0})\n", k, bounds->at(k).low, bounds->at(k).high);
  }
  return parallel_for(fmt::format(" collapse({})", instance.dimensions()), loops + "{\n" + statements + "}\n");
}

std::string stepping(const Instance& instance, const std::string& statements) {
  std::string text = "#pragma omp parallel num_threads(job->threads)\n{\n"
                     "const offset_t threads = omp_get_num_threads(), thread = omp_get_thread_num();\n"
                     "const offset_t part = count / threads, longer = count % threads;\n"
                     "const offset_t w = thread * part + (thread < longer ? thread : longer);\n"
                     "const offset_t end = w + part + (thread < longer ? 1 : 0);\n"
                     "if (w < end) {\n";
  text += fmt::format("auto point = {};\nfor (offset_t left = end - w;;) {{\n", unrank_call(instance, Target::cpp));
  text += unpacked_text("point", instance.dimensions());
  return text + statements + "if (--left == 0) {\nbreak;\n}\n" + successor_text(instance) +
         "point = next.next;\n}\n}\n}\n";
}

std::string loops_of(Strategy strategy, const Instance& instance, const std::string& statements) {
  switch (strategy) {
  case Strategy::box:
    return box_loops(instance, statements);
  case Strategy::step:
    return stepping(instance, statements);
  case Strategy::collapse:
    return collapsed_loops(instance, statements);
  case Strategy::fold: {
    const Fold fold = fold_text(instance);
    return parallel_for(
        " schedule(static)",
        fmt::format("for (offset_t y = 0; y < {}; ++y) {{\nfor (offset_t x = 0; x < {}; ++x) {{\n{}}}\n}}\n",
                    fold.rows_text, fold.columns_text, fold.text.body + guarded(fold.text.guard, statements)));
  }
  default: {
    const Linear text = linear_text(strategy, instance, Target::cpp);
    return parallel_for(" schedule(static)", fmt::format("for (offset_t w = 0; w < count; ++w) {{\n{}{}}}\n", text.body,
                                                         guarded(text.guard, statements)));
  }
  }
}

} // namespace

Result<std::string> host_source(const Instance& instance, BenchBody body, std::span<const Strategy> strategies) {
  const auto map = map_text(instance, Target::cpp);
  if (!map) {
    return forward(map);
  }
  std::string text =
      *map + fmt::format(fmt::runtime(prologue), fmt::arg("bits", instance.bits), fmt::arg("job", host_job_text));
  for (const Strategy strategy : strategies) {
    for (const Doing doing : {Doing::work, Doing::find}) {
      text += fmt::format("\nEXPORT void {}(const HostJob* job) {{\n{}{}}}\n", entry_name(strategy, doing),
                          locals(instance),
                          loops_of(strategy, instance, work_text(body, instance.dimensions(), doing, Target::cpp)));
    }
  }
  return text;
}

} // namespace mapwright::index_map::bench
