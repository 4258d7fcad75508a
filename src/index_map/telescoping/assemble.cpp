#include "index_map/telescoping/assemble.hpp"

#include "index_map/inline.hpp"
#include "index_map/nodes.hpp"
#include "index_map/telescoping/assemble_level.hpp"

#include <algorithm>
#include <utility>

namespace mapwright::index_map {

namespace {

using namespace nodes; // the node constructors, nothing else
using expr::Block;
using expr::Function;

using Renaming = std::vector<std::pair<Symbol, Expr>>;

/// Builds the functions of one plan.
class Assembler {
public:
  explicit Assembler(const TelescopingPlan& plan) : plan_(plan) {
    std::vector<Symbol> taken = plan.parameters;
    for (const Symbol s : symbols(plan.dimensions)) {
      taken.push_back(s);
    }
    taken.insert(taken.end(), plan.scan.begin(), plan.scan.end());
    index_ = Names(taken).fresh("w");
    for (const LevelPlan& level : plan.levels) {
      if (!level.hidden) {
        visible_.push_back(&level);
      }
    }
  }

  Assembled run() {
    Assembled out;
    out.count = count();
    out.unrank = unrank();
    out.rank = rank();
    out.contains = contains();
    out.successor = rows_known() ? odometer() : by_rank(out);
    return out;
  }

private:
  [[nodiscard]] Function start(const char* name, std::vector<Symbol> arguments) const {
    Function f;
    f.name = name;
    f.parameters = plan_.parameters;
    f.arguments = std::move(arguments);
    return f;
  }

  Names names(const Function& f) {
    Names taken(f.parameters, f.arguments);
    for (const Symbol s : plan_.scan) {
      taken.fresh(s.name());
    }
    return taken;
  }

  Function count() {
    Function f = start("count", {});
    Expr total(0);
    for (std::size_t i = plan_.counts.size(); i-- > 0;) {
      const CountPiece& piece = plan_.counts[i];
      total = piece.guards.empty() ? piece.count : select(fold(Op::logical_and, piece.guards, 1), piece.count, total);
    }
    f.results = {total};
    f.result_names = {"count"};
    return f;
  }

  Function unrank() {
    Function f = start("unrank", {index_});
    Names taken = names(f);
    Expr rest = var(index_);
    for (std::size_t k = 0; k < visible_.size(); ++k) {
      append(f.body, find_coordinate(*visible_[k], k + 1 == visible_.size(), rest, taken));
    }
    f.results = plan_.point_of_scan;
    f.result_names = plan_.dimensions;
    return f;
  }

  /// Scan coordinates from the dimensions, when they differ.
  void bind_scan(Block& block) const {
    for (std::size_t k = 0; k < plan_.scan.size(); ++k) {
      const Expr& value = plan_.scan_of_point[k];
      if (!(value.op() == Op::variable && value.name() == plan_.scan[k])) {
        block.push_back(let(plan_.scan[k], value));
      }
    }
  }

  Function rank() {
    Function f = start("rank", symbols(plan_.dimensions));
    Names taken = names(f);
    bind_scan(f.body);
    std::vector<Expr> terms;
    for (const LevelPlan* level : visible_) {
      const Expr term = rank_within(*level, var(level->coordinate), f.body, taken);
      if (!term.is_constant(0)) {
        terms.push_back(term);
      }
    }
    f.results = {fold(Op::add, terms, 0)};
    f.result_names = {index_.name()};
    return f;
  }

  Function contains() {
    Function f = start("contains", symbols(plan_.dimensions));
    f.results = {plan_.contains};
    f.result_names = {"contains"};
    return f;
  }

  [[nodiscard]] bool rows_known() const {
    return std::all_of(visible_.begin(), visible_.end(), [](const LevelPlan* l) { return !l->row_lower.empty(); });
  }

  /// The next point by counting like an odometer: the innermost coordinate that has room steps, the inner ones reset.
  Function odometer() {
    Function f = start("successor", symbols(plan_.dimensions));
    Names taken = names(f);
    bind_scan(f.body);
    Renaming next;
    for (const LevelPlan* level : visible_) {
      const Symbol name = taken.fresh("next_" + level->coordinate.name());
      f.body.push_back(declare(name, var(level->coordinate)));
      next.emplace_back(level->coordinate, var(name));
    }
    const Symbol has_next = taken.fresh("has_next");
    f.body.push_back(declare(has_next, Expr(1)));
    Block block{assign(has_next, Expr(0))};
    for (std::size_t k = 0; k < visible_.size(); ++k) {
      const LevelPlan& level = *visible_[k];
      Block step{assign(next[k].second.name(), add(var(level.coordinate), Expr(1)))};
      for (std::size_t inner = k + 1; inner < visible_.size(); ++inner) {
        step.push_back(
            assign(next[inner].second.name(), replace(fold(Op::maximum, visible_[inner]->row_lower, 0), next)));
      }
      const Expr last = fold(Op::minimum, level.row_upper, 0);
      block = {branch(less(var(level.coordinate), last), std::move(step), std::move(block))};
    }
    append(f.body, std::move(block));
    f.results = {var(has_next)};
    for (const Expr& e : plan_.point_of_scan) {
      f.results.push_back(replace(e, next));
    }
    f.result_names = successor_names();
    return f;
  }

  /// The next point through its index, for sets with gaps.
  Function by_rank(const Assembled& maps) {
    Function f = start("successor", symbols(plan_.dimensions));
    Names taken = names(f);
    std::vector<Expr> parameters;
    for (const Symbol s : plan_.parameters) {
      parameters.push_back(var(s));
    }
    std::vector<Expr> point;
    for (const Symbol s : f.arguments) {
      point.push_back(var(s));
    }
    Inlined rank = inline_call(maps.rank, "at_", parameters, point);
    append(f.body, std::move(rank.body));
    Inlined total = inline_call(maps.count, "all_", parameters, {});
    append(f.body, std::move(total.body));
    const Symbol following = taken.fresh("following");
    const Symbol has_next = taken.fresh("has_next");
    const Symbol target = taken.fresh("target");
    f.body.push_back(let(following, add(rank.results[0], Expr(1))));
    f.body.push_back(let(has_next, less(var(following), total.results[0])));
    f.body.push_back(let(target, select(var(has_next), var(following), rank.results[0])));
    const std::vector<Expr> argument{var(target)};
    Inlined next = inline_call(maps.unrank, "next_", parameters, argument);
    append(f.body, std::move(next.body));
    f.results = {var(has_next)};
    f.results.insert(f.results.end(), next.results.begin(), next.results.end());
    f.result_names = successor_names();
    return f;
  }

  [[nodiscard]] std::vector<std::string> successor_names() const {
    std::vector<std::string> out{"has_next"};
    for (const std::string& name : plan_.dimensions) {
      out.push_back("next_" + name);
    }
    return out;
  }

  const TelescopingPlan& plan_;
  Symbol index_{"w"};
  std::vector<const LevelPlan*> visible_;
};

} // namespace

Assembled assemble_telescoping(const TelescopingPlan& plan) {
  return Assembler(plan).run();
}

} // namespace mapwright::index_map
