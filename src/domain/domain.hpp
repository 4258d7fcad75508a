// Finite integer domains: sets of integer points with a defined order, parameterised by sizes.
//
// A Domain is a plain description. What it means is fixed by domain/reference.hpp (membership and an ordered scan,
// slow and obvious); what can be done with it fast is derived by index_map/.
#pragma once

#include "expr/function.hpp"

#include <cstdint>
#include <memory>
#include <string>
#include <variant>
#include <vector>

namespace mapwright::domain {

using expr::Expr;
using expr::Int;
using expr::Symbol;
using expr::Table;

/// Coordinates of a point, in the order of Domain::dimensions.
using Point = std::vector<Int>;

/// A bounded parametric affine set, possibly a union, with strides and existential variables (isl).
///
/// Points are ordered lexicographically in the *scan* coordinates. Usually these are the dimensions themselves; an
/// order such as the anti-diagonal wavefront scans other coordinates and maps them to the dimensions.
struct AffineShape {
  std::string set;                 ///< isl text over the scan coordinates, `[n] -> { [i, j] : ... }`
  std::vector<Symbol> scan;        ///< scan coordinates, outermost first
  std::vector<Expr> point_of_scan; ///< one expression of `scan` and parameters per dimension; empty: the identity
  std::vector<Expr>
      scan_of_point; ///< its inverse, one expression of the dimensions per scan coordinate; empty: identity
};

/// A self-similar set: `level` times, every kept cell is replaced by a copy of the mask.
/// Index digits in base k = cells.size(), most significant first, choose the cell at each level, coarsest first.
/// Coordinate d of a point is sum over levels of cells[digit][d] * scale^level. Parameter: `level` >= 0.
struct FractalShape {
  int scale = 2;                       ///< s: cells per axis of the mask
  std::vector<std::vector<int>> cells; ///< kept cells in order, each one offset per dimension, 0 <= offset < scale
};

/// A substitution system: each tile type is a box of scale^rank children, each empty or a tile of some type.
/// Points are the unit tiles (of any type) after `level` substitutions of the start tile; order: children in the
/// listed order, coarsest first. Parameter: `level` >= 0.
struct SubstitutionShape {
  struct Child {
    std::vector<int> offset; ///< 0 <= offset < scale, one per dimension
    int type = 0;
  };
  struct Tile {
    std::string name;
    std::vector<Child> children; ///< non-empty children in order
  };
  int scale = 2;
  std::vector<Tile> tiles;
  int start = 0;
};

struct Domain;

/// Rows whose lengths are known only at run time: row b in [0, batch) is `inner` with its one parameter set to
/// offsets[b+1] - offsets[b]. Dimensions: b, then those of `inner`. Parameter: `batch`. Run-time table: `offsets`
/// (cu_seqlens) of batch+1 non-decreasing entries, offsets[0] = 0 not required.
///
/// Where the row lengths are part of the domain, `fixed` holds the batch+1 offsets; there is then no run-time table and
/// no parameter.
struct RaggedShape {
  std::shared_ptr<const Domain> inner;
  Symbol offsets{"cu_seqlens"};
  std::vector<std::int64_t> fixed{}; ///< empty: given at run time
};

/// The points of a box that satisfy a condition; lexicographic order.
struct PredicateShape {
  std::vector<Expr> low;  ///< per dimension, of parameters only
  std::vector<Expr> high; ///< inclusive
  Expr condition{1};      ///< of parameters and dimensions; the point belongs iff it is not 0
};

/// Ordered pairs p >= q of points of `inner` (by rank): the nested triangle of electron repulsion integrals.
/// Dimensions: those of p, then those of q; order: by p, then by q.
struct PairsShape {
  std::shared_ptr<const Domain> inner;
};

/// The triangle 0 <= j <= i < 2^level - 1 as squares along its diagonal, in dimensions (i, j). For each side s = 1, 2,
/// 4,
/// ..., 2^(level-1) there are 2^(level-1) / s of them, square m with the rows 2sm + s - 1 to 2sm + 2s - 2 and the
/// columns 2sm to 2sm + s - 1: halving the triangle cuts off the square of the greatest side and leaves two triangles.
/// Order: by side, then by row within the squares of that side, then by column. Parameter: `level` >= 0.
struct HalvingShape {};

/// A space-filling curve through cubes of side 2^m (domain/curve.hpp).
enum class Curve : std::uint8_t { morton, hilbert };

/// The points of `inner`, an AffineShape in its plain order, in the order a curve visits them. The curve fills the
/// smallest cube of side 2^m that holds all points; it begins, in each dimension, at 0 or at the least coordinate
/// where that is negative. Parameters and dimensions: those of `inner`.
struct CurveShape {
  std::shared_ptr<const Domain> inner;
  Curve curve = Curve::morton;
};

struct Domain {
  std::string text;                    ///< as the user wrote it
  std::string summary;                 ///< one line for people
  std::vector<Symbol> parameters;      ///< sizes, each >= 0 unless the shape says otherwise
  std::vector<std::string> dimensions; ///< names of the coordinates, outermost first
  std::variant<AffineShape, FractalShape, SubstitutionShape, RaggedShape, PredicateShape, PairsShape, HalvingShape,
               CurveShape>
      shape;
};

/// Whether the one parameter is a level, which multiplies the number of points.
inline bool has_level(const Domain& domain) {
  if (const auto* pairs = std::get_if<PairsShape>(&domain.shape)) {
    return has_level(*pairs->inner);
  }
  return std::holds_alternative<FractalShape>(domain.shape) ||
         std::holds_alternative<SubstitutionShape>(domain.shape) || std::holds_alternative<HalvingShape>(domain.shape);
}

} // namespace mapwright::domain
