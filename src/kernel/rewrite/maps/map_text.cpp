#include "kernel/rewrite/maps/map_text.hpp"

#include "emit/excerpt.hpp"
#include "loop/map_registry.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace mapwright::kernel::rewrite {

namespace {

/// The result of a function made of definitions alone.
Result<expr::Expr> inlined(const expr::Function& f) {
  expr::Expr result = f.results.front();
  for (auto statement = f.body.rbegin(); statement != f.body.rend(); ++statement) {
    const auto* let = std::get_if<expr::Let>(&statement->is);
    if (let == nullptr) {
      if (std::holds_alternative<expr::Assume>(statement->is)) {
        continue;
      }
      return fail(ErrorKind::input, "the number of points is no single expression");
    }
    result = expr::substitute(result, let->name, let->value);
  }
  return result;
}

/// unrank() in 64-bit integers that takes the 32-bit variant where the sizes allow it.
std::string chooser(const emit::Unit& unit, std::string_view language) {
  const domain::Domain& domain = unit.map->domain;
  const std::string_view index = emit::excerpt_index(language, 64);
  std::vector<std::string> formals;
  std::vector<std::string> sizes;
  std::vector<std::string> near;
  std::vector<std::string> far;
  std::string declared;
  std::string stored;
  for (const expr::Symbol& size : domain.parameters) {
    formals.push_back(fmt::format("{} {}", index, size.name()));
    sizes.push_back(size.name());
    near.push_back(fmt::format("(int){}", size.name()));
    far.push_back(size.name());
  }
  formals.push_back(fmt::format("{} w", index));
  near.emplace_back("(int)w");
  far.emplace_back("w");
  for (const std::string& dimension : domain.dimensions) {
    formals.push_back(fmt::format("{}* out_{}", index, dimension));
    declared += fmt::format("    int {};\n", dimension);
    near.push_back("&" + dimension);
    far.push_back("out_" + dimension);
    stored += fmt::format("    *out_{0} = {0};\n", dimension);
  }
  const std::string_view qualifier = language == "cuda" || language == "hip" ? "__device__ inline" : "static inline";
  const std::string body = fmt::format(
      "  if ({0}_fits_i32({1})) {{\n{2}    {0}_unrank_i32({3});\n{4}    return;\n  }}\n"
      "  {0}_unrank_i64({5});\n",
      unit.identifier, fmt::join(sizes, ", "), declared, fmt::join(near, ", "), stored, fmt::join(far, ", "));
  return fmt::format("{} void {}_unrank({}) {{\n{}}}\n", qualifier, unit.identifier, fmt::join(formals, ", "), body);
}

} // namespace

Result<MapText> map_text(const domain::Domain& domain, Backend backend, const std::string& name) {
  Result<loop::ProvedMap> proved = loop::proved_map(domain);
  if (!proved) {
    return forward(proved);
  }
  if (proved->range64.empty) {
    return fail(ErrorKind::input, fmt::format("the map of {} fits no 64-bit words", domain.text));
  }
  Result<expr::Expr> count = inlined(proved->map.count);
  if (!count) {
    return forward(count);
  }
  const std::string_view language = to_string(backend);
  emit::Unit unit;
  unit.map = &proved->map;
  unit.identifier = name;
  unit.range32 = proved->range32;
  unit.range64 = proved->range64;
  unit.with_32 = backend != Backend::cpp && emit::has_variant(unit, 32);
  const Result<std::string> functions = emit::excerpt(unit, language);
  if (!functions) {
    return forward(functions);
  }
  MapText text{.count = std::move(*count),
               .functions = {},
               .count_name = backend == Backend::cpp ? name + "_count_i64" : std::string(),
               .unrank = name + (unit.with_32 ? "_unrank" : "_unrank_i64"),
               .method = proved->map.method,
               .cost = expr::static_cost(proved->map.unrank)};
  text.functions = fmt::format("// The point of an index of {}:\n// {}; {}.\n{}{}\n", domain.text, proved->map.method,
                               proved->status, *functions, unit.with_32 ? chooser(unit, language) : std::string());
  return text;
}

} // namespace mapwright::kernel::rewrite
