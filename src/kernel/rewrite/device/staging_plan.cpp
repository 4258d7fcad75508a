#include "kernel/rewrite/device/staging_plan.hpp"

#include "kernel/rewrite/device/accumulators.hpp"
#include "kernel/rewrite/names.hpp"

#include <algorithm>

#include <fmt/format.h>

namespace mapwright::kernel::rewrite {

namespace {

/// The operands of a disjunction.
void add_disjuncts(const Expression& e, std::vector<const Expression*>& found) {
  const Expression& inner = stripped(e);
  if (inner.form == Form::binary && inner.text == "||") {
    add_disjuncts(inner.parts[0], found);
    add_disjuncts(inner.parts[1], found);
  } else {
    found.push_back(&inner);
  }
}

/// What a comparison `id >= limit` leaves: the limit.
std::string limit_of(const Source& source, const Expression& e, const std::string& id, const std::string& other) {
  const bool fits = e.form == Form::binary && e.text == ">=" && stripped(e.parts[0]).text == id;
  const std::string limit(fits ? source.at(e.parts[1].span) : std::string_view());
  return uses(limit, other) == 0 ? limit : std::string();
}

/// The conditions for a row and for a column alone: `i >= m || j >= n`, `i >= n || j > i`.
bool read_guard(const Source& source, const Expression& guard, const std::string& row, const std::string& column,
                StagingPlan& plan) {
  std::vector<const Expression*> disjuncts;
  add_disjuncts(guard, disjuncts);
  std::string row_limit;
  std::string column_limit;
  bool column_below_row = false;
  for (const Expression* e : disjuncts) {
    if (const std::string limit = limit_of(source, *e, row, column); !limit.empty()) {
      row_limit = limit;
    } else if (const std::string other = limit_of(source, *e, column, row); !other.empty()) {
      column_limit = other;
    } else if (e->form == Form::binary && e->text == ">" && stripped(e->parts[0]).text == column &&
               stripped(e->parts[1]).text == row) {
      column_below_row = true;
    } else {
      return false;
    }
  }
  if (column_limit.empty() && column_below_row) {
    column_limit = row_limit;
  }
  plan.row_inside = fmt::format("{} < {}", row, row_limit);
  plan.column_inside = fmt::format("{} < {}", column, column_limit);
  return !row_limit.empty() && !column_limit.empty();
}

bool is_element_type(const std::string& type) {
  return type == "float" || type == "double" || type == "int" || type == "unsigned char" || type == "unsigned int" ||
         type == "unsigned short";
}

/// The elements that the loop's body reads by row or by column; false when it reads others.
bool read_elements(const Source& source, const std::set<std::string>& item_names, const std::string& row,
                   const std::string& column, StagingPlan& plan) {
  bool fits = true;
  each_expression(*plan.loop.body, [&](const Expression& e) {
    if (e.form != Form::index) {
      return true;
    }
    StagedElement element;
    element.text = source.at(e.span);
    element.type = unqualified(e.type);
    element.array = source.at(e.parts[0].span);
    element.index = source.at(e.parts[1].span);
    element.of_row = uses(element.index, row) != 0;
    const bool of_column = uses(element.index, column) != 0;
    std::set<std::string> others = item_names;
    others.erase(row);
    others.erase(column);
    const bool is_parameter =
        std::any_of(plan.kernel->function->parameters.begin(), plan.kernel->function->parameters.end(),
                    [&](const Variable& parameter) {
                      return parameter.name == element.array && parameter.type.find("const") != std::string::npos;
                    });
    if (element.of_row == of_column || has_any(element.index, others) || !is_element_type(element.type) ||
        !is_parameter || uses(element.index, plan.loop.variable.name) == 0) {
      fits = false;
      return false;
    }
    const auto known = std::find_if(plan.elements.begin(), plan.elements.end(),
                                    [&](const StagedElement& one) { return one.text == element.text; });
    StagedElement& kept = known == plan.elements.end() ? plan.elements.emplace_back(std::move(element)) : *known;
    kept.places.push_back(e.span);
    return false;
  });
  const auto rows = std::count_if(plan.elements.begin(), plan.elements.end(),
                                  [](const StagedElement& element) { return element.of_row; });
  return fits && rows > 0 && rows < static_cast<std::ptrdiff_t>(plan.elements.size());
}

bool has_loads(const Statement& statement) {
  bool found = false;
  each_expression(statement, [&](const Expression& e) {
    found = found || e.form == Form::index || (e.form == Form::unary && e.text == "*");
    return true;
  });
  return found;
}

/// The statements that lead from a block to the loop: loops alone, of which all items make the same turns, and beside
/// them declarations that read no memory and statements that can be guarded.
bool find_path(const Statement& block, const StagingPlan& plan, const std::set<std::string>& item_names,
               const Source& source, std::vector<const Statement*>& around) {
  for (const Statement& one : block.body) {
    const bool behind_guard = plan.guard == nullptr || one.span.begin > plan.guard->span.begin;
    if (one.kind == Kind::declaration && behind_guard && has_loads(one)) {
      return false;
    }
    if (&one == plan.loop.statement) {
      return true;
    }
    if (one.span.begin <= plan.loop.statement->span.begin && plan.loop.statement->span.end <= one.span.end) {
      const bool uniform = one.kind == Kind::loop && one.body.size() == 1 && one.body[0].kind == Kind::block &&
                           one.condition.size() == 1 && !has_any(source.at(one.condition[0].span), item_names) &&
                           one.init.size() == 1 && !has_any(source.at(one.init[0].span), item_names);
      around.push_back(&one);
      return uniform && find_path(one.body[0], plan, item_names, source, around);
    }
  }
  return false;
}

std::optional<StagingPlan> plan_for(const Source& source, const DeviceKernel& kernel, const CountedLoop& loop) {
  StagingPlan plan;
  plan.kernel = &kernel;
  plan.loop = loop;
  if (kernel.synchronises || kernel.ids.size() < 2 || kernel.guards.size() != 1 || !kernel.guards[0].leaves) {
    return std::nullopt;
  }
  const auto on_axis = [&](int axis) {
    return std::find_if(kernel.ids.begin(), kernel.ids.end(), [&](const IdVariable& id) { return id.axis == axis; });
  };
  const auto column = on_axis(0);
  const auto row = on_axis(1);
  if (column == kernel.ids.end() || row == kernel.ids.end()) {
    return std::nullopt;
  }
  plan.guard = kernel.guards[0].statement;
  const auto size_text = [&](std::size_t axis) {
    const expr::Expr& size = kernel.plan->group[axis];
    return size.op() == expr::Op::variable ? size.name().name() : std::string();
  };
  plan.width = size_text(0);
  plan.height = size_text(1);
  std::set<std::string> item_names = item_dependent(kernel);
  const bool uniform = !has_any(loop.begin(source), item_names) && !has_any(loop.end(source), item_names);
  // Ids of other axes are the same for a group one item deep.
  if (kernel.plan->group[2].is_constant(1)) {
    std::set<std::string> of_plane;
    for (const IdVariable& id : kernel.ids) {
      if (id.axis == 2) {
        of_plane.insert(id.name);
      }
    }
    each_statement(kernel.block(), [&](const Statement& one) {
      for (const Variable& variable : one.variables) {
        const bool plane = variable.init.size() == 1 && !changes(kernel.block(), variable.name) &&
                           std::none_of(kernel.uses.begin(), kernel.uses.end(), [&](const IdUse& use) {
                             return use.axis != 2 && variable.init[0].span.holds(use.expression->span);
                           });
        std::set<std::string> rest = item_names;
        rest.erase(variable.name);
        if (plane && item_names.contains(variable.name) && !has_any(source.at(variable.init[0].span), rest) &&
            !has_loads(one)) {
          of_plane.insert(variable.name);
        }
      }
    });
    for (const std::string& name : of_plane) {
      item_names.erase(name);
    }
  }
  if (plan.width.empty() || plan.height.empty() || !uniform ||
      !read_guard(source, plan.guard->condition[0], row->name, column->name, plan) ||
      !read_elements(source, item_names, row->name, column->name, plan) ||
      !find_path(kernel.block(), plan, item_names, source, plan.around)) {
    return std::nullopt;
  }
  return plan;
}

} // namespace

std::vector<StagingPlan> staging_plans(const Source& source, const std::vector<DeviceKernel>& kernels) {
  std::vector<StagingPlan> plans;
  for (const NestedLoop& nested : counted_loops(source)) {
    const auto sums = accumulators(nested.loop, *nested.function);
    for (const DeviceKernel& kernel : kernels) {
      if (kernel.function != nested.function || !sums || sums->empty() || !is_innermost(nested.loop) ||
          !nested.loop.statement->pragmas.empty()) {
        continue;
      }
      if (auto plan = plan_for(source, kernel, nested.loop)) {
        plans.push_back(std::move(*plan));
      }
    }
  }
  return plans;
}

} // namespace mapwright::kernel::rewrite
