// A user's program: against the headers alone, and, with MAPWRIGHT_LINKED, against the library.
#include <cstdlib>
#include <iostream>

#include <mapwright/version.hpp>

#ifdef MAPWRIGHT_LINKED
#include <mapwright/index_map.hpp>

namespace {

bool triangle_works() {
  const auto result = mapwright::derive_index_map("triangle");
  if (!result.map || !result.map->proved()) {
    std::cerr << result.error << '\n';
    return false;
  }
  const auto point = result.map->unrank({1000}, 4242);
  return point && result.map->rank({1000}, *point) == 4242 && !result.map->emit("cpp").text.empty() &&
         !mapwright::derive_index_map("no-such-domain").map;
}

} // namespace
#endif

int main() {
  std::cout << "mapwright " << mapwright::version() << '\n';
#ifdef MAPWRIGHT_LINKED
  return triangle_works() ? EXIT_SUCCESS : EXIT_FAILURE;
#else
  return mapwright::version().empty() ? EXIT_FAILURE : EXIT_SUCCESS;
#endif
}
