#include "index_map/telescoping/describe.hpp"

#include "expr/text.hpp"
#include "index_map/nodes.hpp"

#include <algorithm>
#include <vector>

#include <fmt/format.h>

namespace mapwright::index_map {

namespace {

std::string inversion_text(const LevelPlan& level) {
  if (!level.ordered) {
    return "bisection over the summed pieces";
  }
  std::vector<std::string> ways;
  for (const PiecePlan& piece : level.pieces) {
    using Kind = Inversion::Kind;
    const Inversion& inversion = piece.inversion;
    std::string way;
    switch (inversion.kind) {
    case Kind::offset:
      way = "offset";
      break;
    case Kind::division:
      way = "division";
      break;
    case Kind::sandwich:
      way = inversion.degree == 2   ? "square root"
            : inversion.degree == 3 ? "cube root"
                                    : fmt::format("root of degree {}", inversion.degree);
      break;
    case Kind::quadratic:
      way = "square root of the discriminant";
      break;
    case Kind::bisection:
      way = "bisection";
      break;
    }
    if (std::find(ways.begin(), ways.end(), way) == ways.end()) {
      ways.push_back(way);
    }
  }
  std::string out = fmt::format("{}", fmt::join(ways, " or "));
  if (level.pieces.size() > 1) {
    out += fmt::format(" in {} pieces", level.pieces.size());
  }
  return out;
}

} // namespace

std::string telescoping_complexity(const TelescopingPlan& plan) {
  for (const LevelPlan& level : plan.levels) {
    for (const PiecePlan& piece : level.pieces) {
      if (!level.hidden && (!level.ordered || piece.inversion.kind == Inversion::Kind::bisection)) {
        return "O(log n)";
      }
    }
  }
  return "O(1)";
}

std::string telescoping_method(const TelescopingPlan& plan) {
  std::vector<std::string> parts;
  for (const LevelPlan& level : plan.levels) {
    if (!level.hidden) {
      parts.push_back(level.coordinate.name() + " by " + inversion_text(level));
    }
  }
  return fmt::format("{}", fmt::join(parts, ", "));
}

std::string telescoping_count_text(const TelescopingPlan& plan) {
  if (plan.counts.empty()) {
    return "0";
  }
  if (plan.counts.size() == 1) {
    return expr::to_text(plan.counts[0].count);
  }
  std::vector<std::string> cases;
  for (const CountPiece& piece : plan.counts) {
    cases.push_back(expr::to_text(piece.count) + " if " +
                    expr::to_text(nodes::fold(expr::Op::logical_and, piece.guards, 1)));
  }
  return fmt::format("{}", fmt::join(cases, "; "));
}

} // namespace mapwright::index_map
