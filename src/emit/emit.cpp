#include "emit/emit.hpp"

#include "emit/dialects.hpp"

#include <array>
#include <utility>

namespace mapwright::emit {

namespace {

using Maker = std::unique_ptr<Dialect> (*)();

constexpr auto makers = std::to_array<std::pair<std::string_view, Maker>>({
    {"cpp", new_cpp},
    {"opencl", new_opencl},
    {"cuda", new_cuda},
});

} // namespace

std::vector<std::string_view> dialect_names() {
  std::vector<std::string_view> names;
  for (const auto& [name, maker] : makers) {
    names.push_back(name);
  }
  return names;
}

Result<std::unique_ptr<Dialect>> make_dialect(std::string_view name) {
  std::string known;
  for (const auto& [candidate, maker] : makers) {
    if (candidate == name) {
      return maker();
    }
    known += (known.empty() ? "" : ", ") + std::string(candidate);
  }
  return fail(ErrorKind::input, "there is no dialect '" + std::string(name) + "'", "choose one of: " + known);
}

} // namespace mapwright::emit
