// The checker of maps by halving. For each level up to most_proved_level and each side 2^h it evaluates the functions
// on all points of all squares of that side at once, m, r and c being open fields (fields.hpp):
//   unrank(index) = point, rank(point) = index, contains(point) = 1, successor(point) = the next point.
// The indices of the squares are counted, not computed: they are 0, 1, .., count - 1, each once. So rank undoes unrank,
// unrank is one-to-one into the triangle, and as the triangle has R(R + 1)/2 = count points it is onto. That makes a
// proof for each of these levels without the lemma of halving.hpp, which adds all others.
#include "domain/reference.hpp"
#include "index_map/halving/fields.hpp"
#include "index_map/halving/halving.hpp"

#include <string>
#include <utility>
#include <vector>

namespace mapwright::index_map {

using domain::Point;
using expr::Int;

namespace {

constexpr int most_listed_level = 5;

/// m, r and c as forms of the open fields 0, 1 and 2.
using Place = std::array<FieldForm, 3>;

/// The squares of one side at one level.
struct Squares {
  int level = 1;
  int h = 0;
  Int first = 0; ///< points of the squares of smaller sides

  [[nodiscard]] Int side() const { return Int{1} << h; }
  [[nodiscard]] Int number() const { return Int{1} << (level - 1 - h); }

  /// constant + m*by[0] + r*by[1] + c*by[2]
  static FieldForm combine(Int constant, const Place& place, const std::array<Int, 3>& by) {
    FieldForm out{constant, {}};
    for (std::size_t p = 0; p < place.size(); ++p) {
      out.constant += by[p] * place[p].constant;
      for (std::size_t k = 0; k < out.factors.size(); ++k) {
        out.factors[k] += by[p] * place[p].factors[k];
      }
    }
    return out;
  }

  /// Rows of all squares come one after the other, the squares side by side in each.
  [[nodiscard]] FieldForm index(const Place& place) const {
    return combine(first, place, {side(), side() * number(), 1});
  }
  [[nodiscard]] std::vector<FieldForm> point(const Place& place) const {
    return {combine(side() - 1, place, {2 * side(), 1, 0}), combine(0, place, {2 * side(), 0, 1})};
  }
};

/// Some points of the squares, with their fields open, and what comes right after each.
struct Case {
  FieldTops tops{};
  Place here;
  int h_after = 0;
  Place after;
  bool last = false; ///< nothing comes after
};

FieldForm open_field(std::size_t k) {
  FieldForm form;
  form.factors[k] = 1;
  return form;
}

FieldForm fixed(Int value) {
  return {value, {}};
}

FieldForm next(FieldForm form) {
  ++form.constant;
  return form;
}

/// Every point of the squares belongs to one case: the next column, the next square, the next row, the next side, none.
std::vector<Case> cases_of(const Squares& s) {
  const FieldForm m = open_field(0);
  const FieldForm r = open_field(1);
  const FieldForm c = open_field(2);
  const FieldForm last_m = fixed(s.number() - 1);
  const FieldForm end = fixed(s.side() - 1);
  std::vector<Case> cases;
  const auto add = [&](FieldTops tops, Place here, int h_after, Place after) {
    if (tops[0] >= 0 && tops[1] >= 0 && tops[2] >= 0) {
      cases.push_back({tops, here, h_after, after, h_after == s.level});
    }
  };
  add({s.number() - 1, s.side() - 1, s.side() - 2}, {m, r, c}, s.h, {m, r, next(c)});
  add({s.number() - 2, s.side() - 1, 0}, {m, r, end}, s.h, {next(m), r, fixed(0)});
  add({0, s.side() - 2, 0}, {last_m, r, end}, s.h, {fixed(0), next(r), fixed(0)});
  add({0, 0, 0}, {last_m, end, end}, s.h + 1, {fixed(0), fixed(0), fixed(0)});
  return cases;
}

class Checker {
public:
  Checker(const HalvingPlan& plan, const domain::Map& map) : plan_(plan), map_(map) {}

  CheckReport run() {
    const bool shape = std::holds_alternative<domain::HalvingShape>(map_.domain.shape) &&
                       map_.domain.parameters.size() == 1 && map_.domain.dimensions.size() == 2;
    if (!add("domain", shape, "the triangle by squares")) {
      return std::move(report_);
    }
    compare_assembly(map_, assemble_halving(plan_, map_.domain), report_.facts);
    every_square();
    small_levels();
    return std::move(report_);
  }

private:
  bool add(std::string name, bool holds, std::string detail) {
    report_.facts.push_back({std::move(name), holds, std::move(detail)});
    return holds;
  }

  /// The first trouble with a function, or empty.
  struct Findings {
    std::string count;
    std::string unrank;
    std::string rank;
    std::string contains;
    std::string successor;
  };

  void every_square() {
    Findings found;
    for (int level = 0; level <= most_proved_level; ++level) {
      Squares squares{level, 0, 0};
      for (; squares.h < level; ++squares.h) {
        one_side(squares, found);
        squares.first += squares.side() * squares.side() * squares.number();
      }
      const Int rows = (Int{1} << level) - 1;
      compare(found.count, map_.count, squares, {}, {}, {fixed(squares.first)});
      if (found.count.empty() && squares.first != rows * (rows + 1) / 2) {
        found.count = "the squares of level " + std::to_string(level) + " do not fill the triangle";
      }
    }
    const std::string all = "at levels 0 to " + std::to_string(most_proved_level);
    report("count", found.count, "the points of all squares, R(R + 1)/2 for R = 2^level - 1, " + all);
    report("unrank", found.unrank, "each index of each square to its point, " + all);
    report("rank", found.rank, "each point of each square to its index, " + all);
    report("contains", found.contains, "all points of the squares are members, " + all);
    report("successor", found.successor, "the next column, square, row and side, " + all);
  }

  void report(const std::string& function, const std::string& trouble, const std::string& detail) {
    add(function + " on every square", trouble.empty(), trouble.empty() ? detail : trouble);
  }

  void one_side(const Squares& s, Findings& found) const {
    const Place all{open_field(0), open_field(1), open_field(2)};
    const FieldTops tops{s.number() - 1, s.side() - 1, s.side() - 1};
    const auto index = s.index(all);
    const auto point = s.point(all);
    compare(found.unrank, map_.unrank, s, {index}, tops, point);
    compare(found.rank, map_.rank, s, point, tops, {index});
    compare(found.contains, map_.contains, s, point, tops, {fixed(1)});
    for (const Case& c : cases_of(s)) {
      std::vector<FieldForm> after{fixed(0)};
      if (!c.last) {
        after = Squares{s.level, c.h_after, 0}.point(c.after);
        after.insert(after.begin(), fixed(1));
      }
      compare(found.successor, map_.successor, s, s.point(c.here), c.tops, after);
    }
  }

  /// Notes in `trouble`, unless there is some already, that the leading results are not the ones wanted.
  static void compare(std::string& trouble, const expr::Function& f, const Squares& s,
                      const std::vector<FieldForm>& arguments, const FieldTops& tops,
                      const std::vector<FieldForm>& wanted) {
    if (!trouble.empty()) {
      return;
    }
    const FieldResults got = call_on_fields(f, {Int{s.level}}, arguments, tops);
    bool same = got.trouble.empty() && got.forms.size() >= wanted.size();
    for (std::size_t i = 0; same && i < wanted.size(); ++i) {
      const auto value = value_of(wanted[i], tops);
      same = value && value->form == got.forms[i];
    }
    if (!same) {
      trouble = "level " + std::to_string(s.level) + ", side 2^" + std::to_string(s.h) + ": " +
                (got.trouble.empty() ? "another value" : got.trouble);
    }
  }

  void small_levels() {
    const auto reference = domain::Reference::make(map_.domain);
    for (Int level = 0; level <= most_listed_level; ++level) {
      const Int rows = (Int{1} << static_cast<int>(level)) - 1;
      Enumerated expected{{level}, {}, {0, 0}, {rows - 1, rows - 1}};
      auto scan = reference ? reference->scan(expected.parameters) : Result<domain::Scanner>(forward(reference));
      domain::Run run;
      while (scan && scan->next(run)) {
        for (std::int64_t j = run.first; j <= run.last; ++j) {
          expected.points.push_back({run.prefix[0], j});
        }
      }
      const std::string difference =
          scan ? first_disagreement(map_, expected, map_.tables, 2000) : scan.error().message;
      const std::string compared = std::to_string(expected.points.size()) + " points of the scan, both directions";
      if (!add("all indices at level " + expr::to_string(level), difference.empty(),
               difference.empty() ? compared : difference)) {
        return;
      }
    }
  }

  const HalvingPlan& plan_;
  const domain::Map& map_;
  CheckReport report_;
};

} // namespace

CheckReport check_halving(const nlohmann::json& proof, const domain::Map& map) {
  const auto plan = halving_plan_of(proof);
  if (!plan) {
    return {{{"well-formed proof", false, plan.error().message}}};
  }
  return Checker(*plan, map).run();
}

} // namespace mapwright::index_map
