// The proof payload of polynomial telescoping: what the deriver claims, the assembler prints and the checker proves.
//
// Levels go from the outermost scan coordinate inwards. At level k, the points with a fixed prefix (x1 .. x(k-1)) are
// cut into pieces by the value of xk; on a piece, `weight` = number of points with that prefix and xk, and `sum` is a
// discrete antiderivative of it: sum(x) - sum(x - 1) = weight(x). So the points before x inside a piece number
//   before(x) = sum(x - 1) - sum(first - 1),
// and unranking a level means: find the piece, then the greatest x with before(x) <= residual.
#pragma once

#include "core/error.hpp"
#include "expr/expr.hpp"

#include <optional>
#include <string>
#include <vector>

#include <nlohmann/json.hpp>

namespace mapwright::index_map {

using expr::Expr;
using expr::Int;
using expr::Symbol;

/// How the greatest x with before(x) <= residual is found within one piece.
struct Inversion {
  enum class Kind {
    offset,    ///< weight is 1: x = first + residual
    division,  ///< weight does not depend on x: x = first + residual / weight
    sandwich,  ///< growth(y) lies between two k-th powers: one root and corrections
    quadratic, ///< scale * growth(y) = a*y^2 + b*y: root of the discriminant and corrections
    bisection, ///< halving
  };
  Kind kind = Kind::bisection;
  bool from_end = false; ///< y counts from `last` downwards and residuals from the end
  Expr growth{0}; ///< before as a polynomial of y = x - first (from_end: y = last - x), y named as the coordinate
  int degree = 0; ///< sandwich: k
  // sandwich, for all y >= 0:  p * (2*y + low2)^k <= q * 2^k * growth(y) <= p * (2*y + high2)^k
  Int p = 1;
  Int q = 1;
  Int low2 = 0;
  Int high2 = 0;
  Int shift = 0; ///< added to the root
  // quadratic
  Int scale = 1;
  Int a = 1;
  Expr b{0};
  int down = 0; ///< corrections; derived from the data above by corrections_of()
  int up = 0;
};

/// The corrections a sandwich needs (see check_inversion.cpp for the argument).
void set_sandwich_corrections(Inversion& inversion);

struct PiecePlan {
  std::string region;       ///< isl text over the parameters and coordinates x1 .. xk, convex, no strides
  std::vector<Expr> guards; ///< conditions on parameters and prefix, beyond what the prefix already guarantees;
                            ///< may use the names of the end points
  std::vector<Expr> lower;  ///< first = max(lower)
  std::vector<Expr> upper;  ///< last = min(upper)
  Expr weight{0};
  Expr sum{0};    ///< of parameters, prefix and xk
  Expr before{0}; ///< of parameters, prefix, xk and possibly the name `xk_first`
  Expr total{0};  ///< before(last + 1), >= 0; of parameters, prefix and possibly `xk_first`, `xk_last`
  Inversion inversion;
};

struct LevelPlan {
  Symbol coordinate{""};
  bool hidden = false;  ///< a stride variable: counted, never unranked
  bool ordered = false; ///< pieces follow one another for every prefix; otherwise ranks add up over all pieces
  Expr box_low{0};      ///< least and greatest value of the coordinate, of parameters only
  Expr box_high{0};
  std::vector<Expr>
      row_lower; ///< the values with points, for a prefix with points, are max(row_lower) .. min(row_upper)
  std::vector<Expr> row_upper; ///< without a gap; both empty when that does not hold for every prefix
  std::vector<PiecePlan> pieces;
};

/// The number of points, on a region of the parameters.
struct CountPiece {
  std::string region;
  std::vector<Expr> guards;
  Expr count{0};
};

struct TelescopingPlan {
  std::string set; ///< the domain over the scan coordinates, isl text
  std::vector<Symbol> parameters;
  std::vector<std::string> dimensions;
  std::vector<Symbol> scan;
  std::vector<Expr> point_of_scan; ///< one per dimension
  std::vector<Expr> scan_of_point; ///< one per scan coordinate, over the dimension names
  Expr contains{1};                ///< over the dimension names
  std::vector<LevelPlan> levels;
  std::vector<CountPiece> counts;
};

/// Names bound by the assembler for the end points of a piece.
Symbol first_name(Symbol coordinate);
Symbol last_name(Symbol coordinate);

nlohmann::json to_json(const TelescopingPlan& plan);
Result<TelescopingPlan> telescoping_plan_from_json(const nlohmann::json& json);

} // namespace mapwright::index_map
