#include "domain/curve.hpp"

#include "domain/isl_text.hpp"
#include "domain/point_set.hpp"
#include "domain/scan_source.hpp"

#include <algorithm>
#include <map>
#include <utility>

#include <fmt/format.h>

namespace mapwright::domain {

namespace {

/// D-bit words: bit 0 stands for dimension 0, bit D - k for dimension k, so that halving along axes of descending bits
/// goes through the dimensions in order.
struct Word {
  unsigned dimensions;
  [[nodiscard]] unsigned mask() const { return (1U << dimensions) - 1; }
  [[nodiscard]] unsigned rotated_left(unsigned word, unsigned by) const {
    by %= dimensions;
    return ((word << by) | (word >> (dimensions - by))) & mask();
  }
  [[nodiscard]] unsigned axis_of_bit(unsigned bit) const { return (dimensions - bit) % dimensions; }
};

unsigned gray(unsigned number) {
  return number ^ (number >> 1U);
}

unsigned trailing_ones(unsigned number) {
  unsigned count = 0;
  for (; (number & 1U) != 0; number >>= 1U) {
    ++count;
  }
  return count;
}

/// A cube of the Hilbert curve: the corner it is entered at and the bit of the axis it is halved along first.
struct Orientation {
  unsigned entry = 0;
  unsigned direction = 0;
  friend auto operator<=>(const Orientation&, const Orientation&) = default;

  /// That of subcube `digit`: Hamilton and Rau-Chaplin, theorems 2.9 and 2.10.
  [[nodiscard]] Orientation of_subcube(unsigned digit, const Word& word) const {
    const unsigned entered = digit == 0 ? 0 : gray(2 * ((digit - 1) / 2));
    const unsigned turned = digit == 0 ? 0 : trailing_ones(digit % 2 == 0 ? digit - 1 : digit) % word.dimensions;
    return {entry ^ word.rotated_left(entered, direction + 1), (direction + turned + 1) % word.dimensions};
  }
};

CurveStates hilbert_states(std::size_t dimensions) {
  const Word word{static_cast<unsigned>(dimensions)};
  CurveStates out{dimensions, 0, {}, {}};
  std::vector<Orientation> found{{0, 0}};
  for (std::size_t s = 0; s < found.size(); ++s) {
    const Orientation here = found[s];
    out.splits.push_back(0); // there is no node 0
    for (unsigned node = 1; node < 1U << dimensions; ++node) {
      unsigned depth = 0;
      while (node >> (depth + 1) != 0) {
        ++depth;
      }
      const unsigned bit = (here.direction + word.dimensions - depth) % word.dimensions;
      const unsigned before = depth == 0 ? 0 : node & 1U; // the Gray code turns after each second half
      out.splits.push_back(2 * word.axis_of_bit(bit) + (((here.entry >> bit) & 1U) ^ before));
    }
    for (unsigned digit = 0; digit < 1U << dimensions; ++digit) {
      const Orientation inside = here.of_subcube(digit, word);
      const auto known = std::find(found.begin(), found.end(), inside);
      out.next.push_back(known - found.begin());
      if (known == found.end()) {
        found.push_back(inside);
      }
    }
  }
  out.states = static_cast<std::int64_t>(found.size());
  return out;
}

CurveStates morton_states(std::size_t dimensions) {
  CurveStates out{dimensions, 1, {0}, {}};
  for (std::size_t axis = 0; axis < dimensions; ++axis) {
    out.splits.insert(out.splits.end(), std::size_t{1} << axis, static_cast<std::int64_t>(2 * axis));
  }
  out.next.assign(static_cast<std::size_t>(out.cells()), 0);
  return out;
}

/// The number of a cell of a mask of side 2^levels, digits as one number, and the state inside it.
std::pair<std::int64_t, std::int64_t> place_in_mask(const CurveStates& states, std::int64_t state,
                                                    const std::vector<int>& cell, int levels) {
  std::int64_t number = 0;
  for (int l = levels - 1; l >= 0; --l) {
    for (std::int64_t digit = 0; digit < states.cells(); ++digit) {
      const CurveStates::Step step = states.subcube(state, digit);
      bool here = true;
      for (std::size_t d = 0; d < cell.size(); ++d) {
        here = here && ((cell[d] >> l) & 1) == step.offset[d];
      }
      if (here) {
        number = number * states.cells() + digit;
        state = step.state;
        break;
      }
    }
  }
  return {number, state};
}

/// k with scale = 2^k, or -1.
int exponent_of(int scale) {
  int exponent = 0;
  while ((1 << exponent) < scale) {
    ++exponent;
  }
  return 1 << exponent == scale ? exponent : -1;
}

/// A substitution system with one tile per tile of `shape` and state of the curve that is reached.
SubstitutionShape tiles_on_curve(const SubstitutionShape& shape, const CurveStates& states) {
  SubstitutionShape out{shape.scale, {}, 0};
  std::vector<std::pair<int, std::int64_t>> found{{shape.start, 0}};
  for (std::size_t t = 0; t < found.size(); ++t) {
    const auto [type, state] = found[t];
    const SubstitutionShape::Tile& tile = shape.tiles[static_cast<std::size_t>(type)];
    std::map<std::int64_t, SubstitutionShape::Child> ordered;
    for (const SubstitutionShape::Child& child : tile.children) {
      const auto [number, inside] = place_in_mask(states, state, child.offset, exponent_of(shape.scale));
      const std::pair wanted{child.type, inside};
      auto known = std::find(found.begin(), found.end(), wanted);
      ordered[number] = {child.offset, static_cast<int>(known - found.begin())};
      if (known == found.end()) {
        found.push_back(wanted);
      }
    }
    SubstitutionShape::Tile turned{states.states == 1 ? tile.name : fmt::format("{}_{}", tile.name, state), {}};
    for (auto& [number, child] : ordered) {
      turned.children.push_back(std::move(child));
    }
    out.tiles.push_back(std::move(turned));
  }
  return out;
}

/// The set of the points over the dimensions themselves, as text.
Result<std::shared_ptr<const Domain>> in_plain_order(Domain domain, const AffineShape& shape) {
  if (shape.point_of_scan.empty()) {
    return std::make_shared<const Domain>(std::move(domain));
  }
  const IslContext context(parse_operations);
  auto set = point_set(context, shape);
  if (!set) {
    return forward(set);
  }
  AffineShape plain;
  for (std::size_t d = 0; d < domain.dimensions.size(); ++d) {
    plain.scan.emplace_back(domain.dimensions[d]);
    *set = IslSet(
        isl_set_set_dim_name(set->release(), isl_dim_set, static_cast<unsigned>(d), domain.dimensions[d].c_str()));
  }
  plain.set = take_text(isl_set_to_str(coalesced(IslSet(isl_set_compute_divs(set->release()))).get()));
  domain.shape = std::move(plain);
  return std::make_shared<const Domain>(std::move(domain));
}

} // namespace

std::string to_string(Curve curve) {
  return curve == Curve::morton ? "morton" : "hilbert";
}

CurveStates::Step CurveStates::subcube(std::int64_t state, std::int64_t digit) const {
  Step step{std::vector<int>(dimensions, 0), next[static_cast<std::size_t>(state * cells() + digit)]};
  for (std::size_t depth = 0; depth < dimensions; ++depth) {
    const std::int64_t node = (cells() + digit) >> (dimensions - depth);
    const std::int64_t later = ((cells() + digit) >> (dimensions - depth - 1)) & 1;
    const std::int64_t split = splits[static_cast<std::size_t>(state * cells() + node)];
    step.offset[static_cast<std::size_t>(split / 2)] = static_cast<int>(later ^ (split % 2));
  }
  return step;
}

CurveStates curve_states(Curve curve, std::size_t dimensions) {
  return curve == Curve::morton ? morton_states(dimensions) : hilbert_states(dimensions);
}

std::vector<std::int64_t> curve_digits(const CurveStates& states, std::span<const std::int64_t> point, int levels) {
  std::vector<std::int64_t> digits;
  std::int64_t state = 0;
  for (int l = levels - 1; l >= 0; --l) {
    std::int64_t node = 1;
    while (node < states.cells()) {
      const std::int64_t split = states.splits[static_cast<std::size_t>(state * states.cells() + node)];
      const std::int64_t upper = (point[static_cast<std::size_t>(split / 2)] >> l) & 1;
      node = 2 * node + (upper ^ (split % 2));
    }
    digits.push_back(node - states.cells());
    state = states.next[static_cast<std::size_t>(state * states.cells() + digits.back())];
  }
  return digits;
}

Result<Domain> on_curve(Domain domain, Curve curve) {
  const std::string name = to_string(curve);
  if (domain.dimensions.empty() || domain.dimensions.size() > most_curve_dimensions) {
    return fail(ErrorKind::input, fmt::format("the {} order is offered in 1 to {} dimensions, this domain has {}", name,
                                              most_curve_dimensions, domain.dimensions.size()));
  }
  const CurveStates states = curve_states(curve, domain.dimensions.size());
  Domain out = domain;
  out.text = fmt::format("{}({})", name, domain.text);
  out.summary = fmt::format("{}, in {} order", domain.summary, curve == Curve::morton ? "Morton (Z)" : "Hilbert");
  if (const auto* affine = std::get_if<AffineShape>(&domain.shape)) {
    auto inner = in_plain_order(domain, *affine);
    if (!inner) {
      return forward(inner);
    }
    out.shape = CurveShape{std::move(*inner), curve};
    return out;
  }
  const auto* fractal = std::get_if<FractalShape>(&domain.shape);
  const auto* tiles = std::get_if<SubstitutionShape>(&domain.shape);
  if (fractal == nullptr && tiles == nullptr) {
    return fail(ErrorKind::input,
                fmt::format("the {} order needs the number of points in any box in closed form; only affine domains, "
                            "self-similar sets and substitution systems have it",
                            name),
                "predicates, ragged domains, pairs and the triangle by halving keep their own order");
  }
  const int scale = fractal != nullptr ? fractal->scale : tiles->scale;
  if (exponent_of(scale) < 0) {
    return fail(
        ErrorKind::input,
        fmt::format("the {} order needs cubes of side 2^m; this domain repeats itself at scale {}", name, scale),
        "scales 2, 4, 8, ... can be ordered");
  }
  SubstitutionShape ordered = tiles_on_curve(fractal != nullptr ? as_substitution(*fractal) : *tiles, states);
  if (fractal == nullptr || ordered.tiles.size() > 1) {
    out.shape = std::move(ordered);
    return out;
  }
  FractalShape cells{scale, {}};
  for (SubstitutionShape::Child& child : ordered.tiles[0].children) {
    cells.cells.push_back(std::move(child.offset));
  }
  out.shape = std::move(cells);
  return out;
}

} // namespace mapwright::domain
