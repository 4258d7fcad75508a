// halving:triangle
#include "domain/parse_forms.hpp"

#include <fmt/format.h>

namespace mapwright::domain {

Result<Domain> parse_halving(const Fragment& fragment) {
  const Fragment name = fragment.trimmed();
  if (name.view() != "triangle") {
    return tl::unexpected<Error>(
        name.error(0, fmt::format("only a triangle is ordered by halving, not '{}'", name.view()), "halving:triangle"));
  }
  Domain domain;
  domain.dimensions = {"i", "j"};
  domain.parameters = {Symbol("level")};
  domain.summary = "lower triangle of 2**level - 1 rows by squares along its diagonal";
  domain.shape = HalvingShape{};
  return domain;
}

} // namespace mapwright::domain
