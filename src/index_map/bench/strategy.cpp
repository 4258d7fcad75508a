#include "index_map/bench/strategy.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace mapwright::index_map::bench {

namespace {

/// Domains for which kernels in the field have a formula of their own.
enum class Known : std::uint8_t { no, triangle, strict_triangle, tetrahedron };

Known known(const domain::Domain& domain) {
  return domain.text == "triangle"          ? Known::triangle
         : domain.text == "triangle-strict" ? Known::strict_triangle
         : domain.text == "tetrahedron"     ? Known::tetrahedron
                                            : Known::no;
}

/// Sizes and run-time tables as every emitted function takes them first: "s0, s1, t0".
std::vector<std::string> leading_arguments(const Instance& instance) {
  std::vector<std::string> arguments;
  for (std::size_t i = 0; i < instance.sizes.size(); ++i) {
    arguments.push_back(fmt::format("s{}", i));
  }
  for (std::size_t i = 0; i < instance.tables.size(); ++i) {
    arguments.push_back(fmt::format("t{}", i));
  }
  return arguments;
}

std::string called(const Instance& instance, Target target, std::string_view function,
                   const std::vector<std::string>& arguments) {
  std::vector<std::string> all = leading_arguments(instance);
  all.insert(all.end(), arguments.begin(), arguments.end());
  return target == Target::opencl
             ? fmt::format("{}_{}_i{}({})", map_name, function, instance.bits, fmt::join(all, ", "))
             : fmt::format("mapwright_maps::{}::w{}::{}({})", map_name, instance.bits, function, fmt::join(all, ", "));
}

std::vector<std::string> points_as_index(std::size_t dimensions) {
  std::vector<std::string> list;
  for (std::size_t k = 0; k < dimensions; ++k) {
    list.push_back(fmt::format("(index_t)c{}", k));
  }
  return list;
}

/// "c0, c1, c2" for the stem "c".
std::string names(std::string_view stem, std::size_t dimensions) {
  std::vector<std::string> list;
  for (std::size_t k = 0; k < dimensions; ++k) {
    list.push_back(fmt::format("{}{}", stem, k));
  }
  return fmt::format("{}", fmt::join(list, ", "));
}

/// Declares c0, c1, ... from p0, p1, ...
std::string coordinates_text(std::size_t dimensions) {
  std::string text;
  for (std::size_t k = 0; k < dimensions; ++k) {
    text += fmt::format("const offset_t c{0} = (offset_t)p{0};\n", k);
  }
  return text;
}

std::string unrank_text(const Instance& instance, Target target) {
  const std::size_t dimensions = instance.dimensions();
  if (target != Target::opencl) {
    return unpacked_text(unrank_call(instance, target), dimensions);
  }
  std::vector<std::string> arguments{"(index_t)w"};
  for (std::size_t k = 0; k < dimensions; ++k) {
    arguments.push_back(fmt::format("&p{}", k));
  }
  return fmt::format("index_t {};\n{};\n", names("p", dimensions), called(instance, target, "unrank", arguments)) +
         coordinates_text(dimensions);
}

std::string table_text(std::size_t dimensions) {
  std::string text;
  for (std::size_t k = 0; k < dimensions; ++k) {
    text += fmt::format("const offset_t c{0} = points[w * {1} + {0}];\n", k, dimensions);
  }
  return text;
}

std::string search_text(std::size_t dimensions) {
  std::string text = "offset_t row = 0;\n"
                     "for (offset_t end = (offset_t)row_count; end - row > 1;) {\n"
                     "  const offset_t middle = row + (end - row) / 2;\n"
                     "  if (starts[middle] <= (wide_t)w) { row = middle; } else { end = middle; }\n"
                     "}\n";
  for (std::size_t k = 0; k + 1 < dimensions; ++k) {
    text += fmt::format("const offset_t c{0} = rows[row * {1} + {0}];\n", k, dimensions);
  }
  return text + fmt::format("const offset_t c{0} = rows[row * {1} + {0}] + (offset_t)(w - starts[row]);\n",
                            dimensions - 1, dimensions);
}

/// The formulas kernels have: floor of the real root in single precision (docs/bench.md). The guard is theirs, too: it
/// keeps a wrong point from being written outside.
Linear textbook_text(const Instance& instance) {
  switch (known(instance.domain())) {
  case Known::triangle:
    return {"const offset_t c0 = (offset_t)FLOOR(SQRT(2.0f * (float)w + 0.25f) - 0.5f);\n"
            "const offset_t c1 = (offset_t)(w - c0 * (c0 + 1) / 2);\n",
            "0 <= c1 && c1 <= c0 && c0 < s0"};
  case Known::strict_triangle:
    return {"const offset_t c0 = (offset_t)FLOOR(SQRT(2.0f * (float)w + 0.25f) + 0.5f);\n"
            "const offset_t c1 = (offset_t)(w - c0 * (c0 - 1) / 2);\n",
            "0 <= c1 && c1 < c0 && c0 < s0"};
  default:
    // The real root of z(z + 1)(z + 2) = 6w by Cardano's formula, u = z + 1.
    return {"const float q = 3.0f * (float)w;\n"
            "const float u = w == 0 ? 1.0f : CBRT(q + SQRT(q * q - 1.0f / 27.0f));\n"
            "const offset_t c0 = w == 0 ? 0 : (offset_t)FLOOR(u + 1.0f / (3.0f * u) - 1.0f);\n"
            "const offset_t v = (offset_t)(w - (wide_t)c0 * (c0 + 1) * (c0 + 2) / 6);\n"
            "const offset_t c1 = (offset_t)FLOOR(SQRT(v < 0 ? 0.0f : 2.0f * (float)v + 0.25f) - 0.5f);\n"
            "const offset_t c2 = (offset_t)(v - c1 * (c1 + 1) / 2);\n",
            "0 <= c2 && c2 <= c1 && c1 <= c0 && c0 < s0"};
  }
}

} // namespace

Target target_of(device::Api api) {
  switch (api) {
  case device::Api::host:
    return Target::cpp;
  case device::Api::opencl:
    return Target::opencl;
  case device::Api::cuda:
  case device::Api::hip: // the same language
    break;
  }
  return Target::cuda;
}

std::string entry_name(Strategy strategy, Doing doing) {
  return fmt::format("{}_{}", doing == Doing::work ? "work" : "find", to_string(strategy));
}

std::string absence(Strategy strategy, const domain::Domain& domain, Target target) {
  switch (strategy) {
  case Strategy::step:
    return target == Target::cpp ? "" : "for loops on the host: a thread of a device has one index";
  case Strategy::collapse: {
    if (target != Target::cpp) {
      return "for loops on the host";
    }
    const auto bounds = loop_bounds(domain);
    return bounds ? "" : bounds.error().message;
  }
  case Strategy::fold:
    return known(domain) == Known::triangle || known(domain) == Known::strict_triangle ? ""
                                                                                       : "known for triangles only";
  case Strategy::textbook:
    return known(domain) != Known::no ? "" : "no formula in common use is known";
  default:
    return "";
  }
}

std::string guarded(const std::string& condition, const std::string& statements) {
  return condition.empty() ? statements : fmt::format("if ({}) {{\n{}}}\n", condition, statements);
}

Linear linear_text(Strategy strategy, const Instance& instance, Target target) {
  switch (strategy) {
  case Strategy::table:
    return {table_text(instance.dimensions()), ""};
  case Strategy::search:
    return {search_text(instance.dimensions()), ""};
  case Strategy::textbook:
    return textbook_text(instance);
  default:
    return {unrank_text(instance, target), ""};
  }
}

Fold fold_text(const Instance& instance) {
  // Row h - 1 - y of a triangle of h rows has h - y points and row y has y + 1: side by side h + 1. The middle row of
  // an odd h has no partner.
  const std::int64_t strict = known(instance.domain()) == Known::strict_triangle ? 1 : 0;
  const std::int64_t height = instance.sizes.at(0) - strict;
  const std::string h = fmt::format("((offset_t)s0 - {})", strict);
  Fold fold;
  fold.columns = height + 1;
  fold.rows = (height + 1) / 2;
  fold.text.body = fmt::format("const int upper = x < {0} - y;\n"
                               "const offset_t c0 = (upper ? {0} - 1 - y : y) + {1};\n"
                               "const offset_t c1 = upper ? x : x - ({0} - y);\n",
                               h, strict);
  fold.text.guard = fmt::format("upper || 2 * y != {} - 1", h);
  fold.columns_text = h + " + 1";
  fold.rows_text = fmt::format("({} + 1) / 2", h);
  return fold;
}

std::string unrank_call(const Instance& instance, Target target) {
  return called(instance, target, "unrank", {"(index_t)w"});
}

std::string unpacked_text(std::string_view point, std::size_t dimensions) {
  return fmt::format("const auto [{}] = {};\n", names("p", dimensions), point) + coordinates_text(dimensions);
}

std::string contains_text(const Instance& instance, Target target) {
  return called(instance, target, "contains", points_as_index(instance.dimensions()));
}

std::string successor_text(const Instance& instance) {
  return fmt::format("const auto next = {};\n",
                     called(instance, Target::cpp, "successor", points_as_index(instance.dimensions())));
}

} // namespace mapwright::index_map::bench
