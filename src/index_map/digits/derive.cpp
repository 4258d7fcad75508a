// Choice of the number of digits per step and of the table layout by estimated cost, and the tables themselves.
#include "index_map/digits/digits.hpp"
#include "index_map/nodes.hpp"

#include <algorithm>
#include <set>
#include <string>
#include <utility>

namespace mapwright::index_map {

using expr::Int;

namespace {

constexpr Int table_budget = 4096;        // entries: what an L1 or constant cache holds beside other data
constexpr Int table_limit = Int{1} << 17; // entries of a single-digit table, where no choice is left
constexpr int word_bits = 31;             // a packed entry also serves the 32-bit variant
constexpr Int value_limit = Int{1} << 62;

Int bounded_power(Int base, Int exponent, Int limit) {
  Int value = 1;
  for (Int i = 0; i < exponent && value <= limit; ++i) {
    value *= base;
  }
  return std::min(value, limit + 1);
}

/// Operations of one unrank at `level`: per step one quotient and remainder, loads, and per coordinate an unpacking
/// and a multiply-add.
double step_cost(const DigitPlan& plan) {
  const auto dims = static_cast<double>(plan.dimensions());
  const Int base = bounded_power(plan.kept(), plan.group, table_limit);
  const double split = nodes::log2_exact(base) >= 0 ? 2.0 : 6.0;
  const double loads = plan.packed ? 4.0 + 1.5 * dims : 4.0 * dims;
  return split + loads + 1.0 * dims + 1.0;
}

double cost(const DigitPlan& plan, int level) {
  const int steps = (std::max(level, 1) + plan.group - 1) / plan.group;
  return step_cost(plan) * static_cast<double>(steps);
}

/// Levels the cost is averaged over: those whose indices fit 31 bits, or the fixed one.
double average_cost(const DigitPlan& plan) {
  if (plan.level) {
    return cost(plan, static_cast<int>(*plan.level));
  }
  double sum = 0;
  int levels = 0;
  for (int level = 1; level <= 31 && bounded_power(plan.kept(), level, Int{1} << 31) < (Int{1} << 31); ++level) {
    sum += cost(plan, level);
    ++levels;
  }
  return levels == 0 ? cost(plan, 1) : sum / levels;
}

bool packs(const DigitPlan& plan) {
  return plan.field_bits() * static_cast<int>(plan.dimensions()) <= word_bits;
}

Int box_cells(const DigitPlan& plan) {
  return bounded_power(plan.scale, static_cast<Int>(plan.dimensions()), table_limit);
}

/// The greatest number of digits per step within the budget, at least 1.
int greatest_group(const DigitPlan& plan, bool packed) {
  int best = 1;
  for (int g = 2; g <= 20; ++g) {
    DigitPlan trial = plan;
    trial.group = g;
    trial.packed = packed;
    const Int entries =
        bounded_power(plan.kept(), g, table_budget) * (packed ? 1 : static_cast<Int>(plan.dimensions()));
    const bool fits = packed ? packs(trial) : bounded_power(plan.scale, g, value_limit) < (Int{1} << word_bits);
    const bool useful = !plan.level || g <= std::max<Int>(*plan.level, 1);
    if (entries <= table_budget && fits && useful) {
      best = g;
    }
  }
  if (plan.level && *plan.level > 0) { // the fewest digits with as few steps
    const auto level = static_cast<int>(*plan.level);
    const int steps = (level + best - 1) / best;
    best = (level + steps - 1) / steps;
  }
  return best;
}

void choose_inverse_group(DigitPlan& plan) {
  plan.inverse_group = 1;
  for (int h = 2; h <= plan.group; ++h) {
    if (bounded_power(box_cells(plan), h, table_budget) <= table_budget) {
      plan.inverse_group = h;
    }
  }
  if (plan.level && *plan.level > 0) {
    const auto level = static_cast<int>(*plan.level);
    const int steps = (level + plan.inverse_group - 1) / plan.inverse_group;
    plan.inverse_group = (level + steps - 1) / steps;
  }
}

/// One row of the forward table: the coordinates of a point, packed or one per table.
void append_entry(std::vector<std::vector<std::int64_t>>& tables, const DigitPlan& plan,
                  const std::vector<std::int64_t>& offsets) {
  if (!plan.packed) {
    for (std::size_t d = 0; d < offsets.size(); ++d) {
      tables[d].push_back(offsets[d]);
    }
    return;
  }
  std::int64_t word = 0;
  for (const std::int64_t offset : offsets) {
    word = (word << plan.field_bits()) | offset;
  }
  tables[0].push_back(word);
}

void fill_forward(DigitPlan& plan) {
  const std::size_t dims = plan.dimensions();
  const std::size_t tables = plan.packed ? 1 : dims;
  std::vector<std::vector<std::int64_t>> offsets{std::vector<std::int64_t>(dims, 0)};
  for (int digit = 0; digit < plan.group; ++digit) { // append a less significant digit to all prefixes
    std::vector<std::vector<std::int64_t>> longer;
    for (const auto& prefix : offsets) {
      for (const auto& cell : plan.cells) {
        auto next = prefix;
        for (std::size_t d = 0; d < dims; ++d) {
          next[d] = next[d] * plan.scale + cell[d];
        }
        longer.push_back(std::move(next));
      }
    }
    offsets = std::move(longer);
  }
  plan.forward.assign(tables, {});
  for (const auto& entry : offsets) {
    append_entry(plan.forward, plan, entry);
  }
  plan.leading.clear();
  if (plan.first_at_origin()) {
    return;
  }
  plan.leading.assign(tables, {});
  for (int r = 0; r <= plan.group; ++r) {
    std::vector<std::int64_t> sum(dims, 0);
    for (std::size_t d = 0; d < dims; ++d) {
      for (int i = r; i < plan.group; ++i) {
        sum[d] += plan.cells[0][d] * static_cast<std::int64_t>(bounded_power(plan.scale, i, value_limit));
      }
    }
    append_entry(plan.leading, plan, sum);
  }
}

/// Box position of h digits whose base-s digits per level are given by the cells chosen: coordinates first.
std::int64_t box_position(const DigitPlan& plan, const std::vector<std::int64_t>& coordinates) {
  const auto side = static_cast<std::int64_t>(bounded_power(plan.scale, plan.inverse_group, value_limit));
  std::int64_t position = 0;
  for (const std::int64_t c : coordinates) {
    position = position * side + c;
  }
  return position;
}

void fill_inverse(DigitPlan& plan) {
  const std::size_t dims = plan.dimensions();
  const int h = plan.inverse_group;
  plan.inverse.assign(static_cast<std::size_t>(bounded_power(box_cells(plan), h, value_limit)), -1);
  const auto entries = static_cast<std::int64_t>(bounded_power(plan.kept(), h, value_limit));
  for (std::int64_t v = 0; v < entries; ++v) {
    std::vector<std::int64_t> point(dims, 0);
    std::int64_t rest = v;
    std::int64_t weight = 1;
    for (int i = 0; i < h; ++i) {
      const auto& cell = plan.cells[static_cast<std::size_t>(rest % static_cast<std::int64_t>(plan.kept()))];
      for (std::size_t d = 0; d < dims; ++d) {
        point[d] += cell[d] * weight;
      }
      rest /= static_cast<std::int64_t>(plan.kept());
      weight *= plan.scale;
    }
    plan.inverse[static_cast<std::size_t>(box_position(plan, point))] = v;
  }
  plan.inverse_leading.clear();
  plan.powers.clear();
  for (int r = 0; r <= h; ++r) {
    plan.powers.push_back(static_cast<std::int64_t>(bounded_power(plan.kept(), r, value_limit)));
    std::vector<std::int64_t> sum(dims, 0);
    for (int i = r; i < h; ++i) {
      for (std::size_t d = 0; d < dims; ++d) {
        sum[d] += plan.cells[0][d] * static_cast<std::int64_t>(bounded_power(plan.scale, i, value_limit));
      }
    }
    if (!plan.first_at_origin()) {
      plan.inverse_leading.push_back(box_position(plan, sum));
    }
  }
}

Result<DigitPlan> plan_of_shape(const domain::FractalShape& shape, const DeriveOptions& options) {
  DigitPlan plan;
  plan.scale = shape.scale;
  plan.cells = shape.cells;
  if (shape.cells.empty() || shape.cells.front().empty()) {
    return fail(ErrorKind::input, "the mask keeps no cell", "mark at least one cell of the mask with 1");
  }
  if (shape.scale < 2 || shape.scale > 64) {
    return fail(ErrorKind::input, "the scale of a self-similar set must be between 2 and 64");
  }
  std::set<std::vector<int>> seen;
  for (const auto& cell : shape.cells) {
    const bool inside = cell.size() == plan.dimensions() &&
                        std::all_of(cell.begin(), cell.end(), [&](int c) { return c >= 0 && c < shape.scale; });
    if (!inside || !seen.insert(cell).second) {
      return fail(ErrorKind::input, "the cells of the mask must be distinct and inside it");
    }
  }
  if (box_cells(plan) > table_limit) {
    return fail(ErrorKind::input, "the mask has more than 131072 cells", "use a smaller scale or fewer dimensions");
  }
  if (!options.parameters.empty() && options.parameters[0]) {
    plan.level = *options.parameters[0];
    if (*plan.level < 0 || bounded_power(plan.scale, *plan.level, value_limit) > value_limit ||
        bounded_power(plan.kept(), *plan.level, value_limit) > value_limit) {
      return fail(ErrorKind::input, "level " + expr::to_string(*plan.level) + " is negative or exceeds 62 bits");
    }
  }
  return plan;
}

struct Candidate {
  std::string name;
  DigitPlan plan;
  double cost = 0;
  std::string against; // set when it cannot be used
};

std::vector<Candidate> candidates_of(const DigitPlan& plan) {
  std::vector<Candidate> all;
  const auto add = [&](const std::string& name, int group, bool packed, std::string against) {
    DigitPlan with = plan;
    with.group = group;
    with.packed = packed;
    all.push_back({name, with, average_cost(with), std::move(against)});
  };
  DigitPlan one = plan;
  one.group = 1;
  add("digit-loop", 1, packs(one), {});
  const int packed = greatest_group(plan, true);
  const int split = greatest_group(plan, false);
  add("packed-tables", packed, true, packed == 1 ? "no table of two digits fits one word and the budget" : "");
  add("split-tables", split, false, split == 1 ? "no table of two digits fits the budget" : "");
  DigitPlan single = plan;
  single.form = "single-cell";
  all.push_back({"single-cell", single, 2.0 * static_cast<double>(plan.dimensions()),
                 plan.kept() == 1 ? "" : "the mask keeps more than one cell"});
  return all;
}

std::string method_text(const DigitPlan& plan) {
  if (plan.form == "single-cell") {
    return "the one point in closed form";
  }
  const std::string digits = std::to_string(plan.group) + " base-" + expr::to_string(plan.kept()) +
                             (plan.group == 1 ? " digit" : " digits") + " per step";
  return digits + (plan.packed ? ", packed table" : ", one table per dimension") +
         (plan.level ? ", unrolled for level " + expr::to_string(*plan.level) : "");
}

void write_formulas(Derived& out, const DigitPlan& plan) {
  const std::string k = expr::to_string(plan.kept());
  const std::string s = std::to_string(plan.scale);
  out.formulas.push_back("count(level) = " + k + "^level");
  out.formulas.push_back("w = sum digit_i * " + k + "^i  ->  sum cell[digit_i] * " + s + "^i, 0 <= i < level");
  std::string cells = "cell =";
  for (std::size_t i = 0; i < plan.cells.size() && i < 32; ++i) {
    const std::vector<Int> wide(plan.cells[i].begin(), plan.cells[i].end());
    cells += " " + text_of(wide);
  }
  out.formulas.push_back(cells + (plan.cells.size() > 32 ? " ..." : ""));
}

} // namespace

Result<Derived> derive_digits(const domain::Domain& domain, const DeriveOptions& options) {
  const auto* shape = std::get_if<domain::FractalShape>(&domain.shape);
  if (shape == nullptr || domain.parameters.size() != 1) {
    return fail(ErrorKind::input, "a digit map needs a self-similar set with one parameter, its level");
  }
  auto plan = plan_of_shape(*shape, options);
  if (!plan) {
    return forward(plan);
  }
  if (plan->dimensions() != domain.dimensions.size()) {
    return fail(ErrorKind::internal, "the mask and the domain differ in the number of dimensions");
  }
  std::vector<Candidate> candidates = candidates_of(*plan);
  Candidate* best = nullptr;
  for (Candidate& candidate : candidates) {
    const bool asked = options.form == "auto" || options.form == candidate.name;
    if (asked && candidate.against.empty() && (best == nullptr || candidate.cost < best->cost)) {
      best = &candidate;
    }
  }
  if (best == nullptr) {
    return fail(ErrorKind::input, "a digit map has no usable form '" + options.form + "' here",
                "use auto, digit-loop, packed-tables, split-tables or single-cell (masks of one cell)");
  }
  DigitPlan& chosen = best->plan;
  if (chosen.form == "digits") {
    choose_inverse_group(chosen);
    fill_forward(chosen);
    fill_inverse(chosen);
  }
  Derived out;
  out.map.domain = domain;
  install(assemble_digits(chosen, domain), out.map);
  out.map.complexity = chosen.form == "single-cell" || chosen.level ? "O(1)" : "O(level)";
  out.map.method = method_text(chosen);
  out.kind = ProofKind::digit_bijection;
  out.proof = to_json(chosen);
  write_formulas(out, chosen);
  for (const Candidate& candidate : candidates) {
    std::string verdict = !candidate.against.empty()                                 ? candidate.against
                          : &candidate == best                                       ? "chosen"
                          : options.form == candidate.name || options.form == "auto" ? "costs more"
                                                                                     : "another form was asked for";
    out.considered.push_back({candidate.name, candidate.cost, std::move(verdict)});
  }
  return out;
}

} // namespace mapwright::index_map
