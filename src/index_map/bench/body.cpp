#include "index_map/bench/body.hpp"

#include <algorithm>
#include <array>

#include <fmt/format.h>

namespace mapwright::index_map {

namespace {

constexpr std::array<std::string_view, 4> bodies{"write", "pairs", "attention", "stencil"};

} // namespace

std::string_view to_string(BenchBody body) {
  return bodies.at(static_cast<std::size_t>(body));
}

Result<BenchBody> bench_body(std::string_view name) {
  const auto* const found = std::find(bodies.begin(), bodies.end(), name);
  if (found == bodies.end()) {
    return fail(ErrorKind::input, fmt::format("there is no body '{}'", name), "use write, pairs, attention or stencil");
  }
  return static_cast<BenchBody>(found - bodies.begin());
}

namespace bench {

namespace {

/// Where a point lies in an array over the box that is `halo` wider on every side.
std::string offset_text(std::size_t dimensions, int halo) {
  std::string text = fmt::format("(r0 + {})", halo);
  for (std::size_t k = 1; k < dimensions; ++k) {
    text = fmt::format("({} * (extent{} + {}) + (r{} + {}))", text, k, 2 * halo, k, halo);
  }
  return text;
}

/// Each coordinate names a particle at three floats of `in`.
std::string pairs_text(std::size_t dimensions) {
  std::string text = "float sum = 1.0f;\n";
  for (std::size_t k = 0; k + 1 < dimensions; ++k) {
    text += fmt::format("{{\n"
                        "  const float x = in[3 * r{0}] - in[3 * r{1}];\n"
                        "  const float y = in[3 * r{0} + 1] - in[3 * r{1} + 1];\n"
                        "  const float z = in[3 * r{0} + 2] - in[3 * r{1} + 2];\n"
                        "  sum += SQRT(x * x + y * y + z * z);\n"
                        "}}\n",
                        k, k + 1);
  }
  return text + "out[at] = sum;\n";
}

std::string attention_text(std::size_t dimensions) {
  return fmt::format("float dot = 0.0f;\n"
                     "for (int t = 0; t < {0}; ++t) {{\n"
                     "  dot += in[r{1} * {0} + t] * in[(extent{1} + r{2}) * {0} + t];\n"
                     "}}\n"
                     "out[at] = EXP(dot * 0.125f);\n",
                     head, dimensions - 2, dimensions - 1);
}

std::string stencil_text(std::size_t dimensions) {
  std::string text =
      fmt::format("const offset_t here = {};\nfloat sum = 0.0f;\noffset_t stride = 1;\n", offset_text(dimensions, 1));
  for (std::size_t k = dimensions; k-- > 0;) {
    text += "sum += in[here - stride] + in[here + stride];\n";
    text += k > 0 ? fmt::format("stride *= extent{} + 2;\n", k) : "";
  }
  return text + fmt::format("out[at] = sum * {}f;\n", 1.0 / static_cast<double>(2 * dimensions));
}

/// Coordinates within the box, and where the result goes.
std::string place_text(std::size_t dimensions) {
  std::string text;
  for (std::size_t k = 0; k < dimensions; ++k) {
    text += fmt::format("const offset_t r{0} = c{0} - low{0};\n", k);
  }
  return text + fmt::format("const offset_t at = {};\n", offset_text(dimensions, 0));
}

std::string body_text(BenchBody body, std::size_t dimensions) {
  switch (body) {
  case BenchBody::pairs:
    return pairs_text(dimensions);
  case BenchBody::attention:
    return attention_text(dimensions);
  case BenchBody::stencil:
    return stencil_text(dimensions);
  case BenchBody::write:
    break;
  }
  return "out[at] = 1.0f + (float)(r0 & 1023);\n";
}

} // namespace

Result<void> check_body(BenchBody body, std::size_t dimensions) {
  if (dimensions < 2 && (body == BenchBody::pairs || body == BenchBody::attention)) {
    return fail(ErrorKind::input,
                fmt::format("the body '{}' needs two coordinates, the domain has one", to_string(body)),
                "use --body write or --body stencil");
  }
  return {};
}

std::string work_text(BenchBody body, std::size_t dimensions, Doing doing, Target target) {
  if (doing == Doing::work) {
    return place_text(dimensions) + body_text(body, dimensions);
  }
  if (target != Target::opencl) {
    std::string text;
    for (std::size_t k = 0; k < dimensions; ++k) {
      text += fmt::format("asm volatile(\"\" : : NEEDED_IN(c{}));\n", k);
    }
    return text;
  }
  // Nothing portable says that a value is needed: a store that never happens, with the form of the body's, so that
  // compilers make vectors of it where they do of the body.
  std::string never;
  for (std::size_t k = 0; k < dimensions; ++k) {
    never += fmt::format("{}(c{} == (offset_t)never)", k == 0 ? "" : " | ", k);
  }
  return place_text(dimensions) + fmt::format("if ({}) {{\nout[at] = 0.0f;\n}}\n", never);
}

std::int64_t input_floats(BenchBody body, const Instance& instance) {
  const auto& extent = instance.extent;
  switch (body) {
  case BenchBody::pairs:
    return 3 * *std::max_element(extent.begin(), extent.end());
  case BenchBody::attention:
    return head * (extent[extent.size() - 2] + extent.back());
  case BenchBody::stencil: {
    std::int64_t volume = 1;
    for (const std::int64_t e : extent) {
      volume = volume > (INT64_MAX >> 2) / (e + 2) ? INT64_MAX >> 2 : volume * (e + 2);
    }
    return volume;
  }
  case BenchBody::write:
    break;
  }
  return 1;
}

std::vector<float> input_values(std::int64_t count) {
  std::vector<float> values(static_cast<std::size_t>(count));
  std::uint32_t state = 12345;
  for (float& value : values) {
    state = state * 1664525U + 1013904223U;
    value = static_cast<float>(state >> 8U) / 16777216.0F;
  }
  return values;
}

} // namespace bench

} // namespace mapwright::index_map
