#include "kernel/rewrite/device/jam_plan.hpp"

#include <algorithm>

namespace mapwright::kernel::rewrite {

namespace {

/// The name of the variable or array that an assignment changes.
const Expression* changed_name(const Expression& e) {
  const bool writes = e.form == Form::assign || (e.form == Form::unary && (e.text == "++" || e.text == "--"));
  const Expression* target = writes ? &stripped(e.parts[0]) : nullptr;
  while (target != nullptr && (target->form == Form::index || target->form == Form::member)) {
    target = &stripped(target->parts[0]);
  }
  return target != nullptr && target->form == Form::name ? target : nullptr;
}

/// Names of variables on the kernel's own stack: scalars, vectors and arrays, not what pointers point to.
std::set<std::string> own_names(const DeviceKernel& kernel) {
  std::set<std::string> names;
  each_statement(kernel.block(), [&](const Statement& one) {
    for (const Variable& variable : one.variables) {
      if (variable.type.find('*') == std::string::npos) {
        names.insert(variable.name);
      }
    }
  });
  return names;
}

bool asks(const Expression& e, const IdVariable& id) {
  return &e == id.variable->init.data() || (e.span == id.variable->init.front().span);
}

/// Lets `differs` grow by what the statement changes; `under` says that items may not all come here.
void spread(const Statement& statement, bool under, const JamPlan& plan, const std::set<std::string>& own,
            std::set<std::string>& differs) {
  const bool chooses = under || (!statement.condition.empty() && statement.kind != Kind::expression &&
                                 plan.is_different(statement.condition.front()));
  for (const Variable& variable : statement.variables) {
    if (under || (!variable.init.empty() && plan.is_different(variable.init.front()))) {
      differs.insert(variable.name);
    }
  }
  const auto visit = [&](const Expression& e) {
    const Expression* name = changed_name(e);
    const bool different = chooses || (e.form == Form::assign && plan.is_different(e)) ||
                           (name != nullptr && plan.is_different(stripped(e.parts[0])));
    if (name != nullptr && different && own.contains(name->text)) {
      differs.insert(name->text);
    }
    return true;
  };
  for (const std::vector<Expression>* list : {&statement.condition, &statement.step}) {
    for (const Expression& e : *list) {
      each_expression(e, visit);
    }
  }
  for (const std::vector<Statement>* list : {&statement.init, &statement.body, &statement.otherwise}) {
    for (const Statement& one : *list) {
      spread(one, chooses, plan, own, differs);
    }
  }
}

/// Whether a statement that is repeated leaves something around it.
bool leaves_outwards(const Statement& statement, bool in_loop) {
  const bool loop =
      in_loop || statement.kind == Kind::loop || statement.kind == Kind::while_loop || statement.kind == Kind::do_loop;
  if (statement.kind == Kind::leave) {
    return !in_loop || statement.text == "return";
  }
  for (const std::vector<Statement>* list : {&statement.init, &statement.body, &statement.otherwise}) {
    if (std::any_of(list->begin(), list->end(), [&](const Statement& one) { return leaves_outwards(one, loop); })) {
      return true;
    }
  }
  return false;
}

/// Whether a declaration hides another one: names that become arrays must not stand for anything else.
bool hides_names(const Statement& statement, std::set<std::string> around) {
  for (const Variable& variable : statement.variables) {
    if (!around.insert(variable.name).second) {
      return true;
    }
  }
  for (const std::vector<Statement>* list : {&statement.init, &statement.body, &statement.otherwise}) {
    for (const Statement& one : *list) {
      if (hides_names(one, around)) {
        return true;
      }
      if (one.kind == Kind::declaration) {
        for (const Variable& variable : one.variables) {
          around.insert(variable.name);
        }
      }
    }
  }
  return false;
}

/// Whether the whole block can be written; sets `found` where a loop is shared.
bool fits(const JamPlan& plan, const Statement& block, bool in_loop, bool& found) {
  return std::all_of(block.body.begin(), block.body.end(), [&](const Statement& one) {
    const bool is_guard = std::any_of(plan.kernel->guards.begin(), plan.kernel->guards.end(),
                                      [&](const Guard& guard) { return guard.statement == &one; });
    if (is_guard || &one == plan.id->declaration) {
      return true;
    }
    switch (plan.jam_of(one)) {
    case Jam::once:
      return !stores(one, *plan.kernel) && !leaves_outwards(one, false);
    case Jam::repeated:
      found = found || in_loop;
      return !leaves_outwards(one, false) && (one.kind != Kind::declaration || one.variables.size() == 1);
    case Jam::shared:
      return one.body.size() == 1 && one.body[0].kind == Kind::block && one.otherwise.empty() &&
             fits(plan, one.body[0], in_loop || one.kind == Kind::loop, found);
    }
    return false;
  });
}

} // namespace

bool JamPlan::is_different(const Expression& e) const {
  bool found = false;
  each_expression(e, [&](const Expression& part) {
    found = found || (part.form == Form::name && differs.contains(part.text)) || asks(part, *id);
    return true;
  });
  return found;
}

bool JamPlan::is_different(const Statement& statement) const {
  bool found = std::any_of(statement.variables.begin(), statement.variables.end(),
                           [&](const Variable& variable) { return differs.contains(variable.name); });
  each_expression(statement, [&](const Expression& e) {
    found = found || is_different(e);
    return !found;
  });
  each_statement(statement, [&](const Statement& one) {
    found = found || std::any_of(one.variables.begin(), one.variables.end(),
                                 [&](const Variable& variable) { return differs.contains(variable.name); });
  });
  return found;
}

Jam JamPlan::jam_of(const Statement& statement) const {
  if (!is_different(statement)) {
    return Jam::once;
  }
  const bool controls = statement.kind == Kind::loop || statement.kind == Kind::branch;
  const bool common =
      controls && statement.condition.size() == 1 && !is_different(statement.condition.front()) &&
      std::none_of(statement.init.begin(), statement.init.end(),
                   [&](const Statement& one) { return is_different(one); }) &&
      std::none_of(statement.step.begin(), statement.step.end(), [&](const Expression& e) { return is_different(e); });
  return common && statement.otherwise.empty() && statement.pragmas.empty() ? Jam::shared : Jam::repeated;
}

bool stores(const Statement& statement, const DeviceKernel& kernel) {
  const std::set<std::string> own = own_names(kernel);
  bool found = false;
  each_expression(statement, [&](const Expression& e) {
    const Expression* name = changed_name(e);
    const bool writes = e.form == Form::assign || (e.form == Form::unary && (e.text == "++" || e.text == "--"));
    found = found || (writes && (name == nullptr || !own.contains(name->text)) &&
                      !(name != nullptr && stripped(e.parts[0]).form == Form::name));
    found = found || (e.form == Form::call && (e.text.starts_with("vstore") || e.text.starts_with("atomic")));
    return true;
  });
  return found;
}

std::optional<JamPlan> jam_plan(const DeviceKernel& kernel, const IdVariable& id) {
  JamPlan plan{&kernel, &id};
  const bool guarded = !kernel.guards.empty() && std::all_of(kernel.guards.begin(), kernel.guards.end(),
                                                             [](const Guard& guard) { return guard.leaves; });
  const auto asked = std::count_if(kernel.uses.begin(), kernel.uses.end(),
                                   [&](const IdUse& use) { return use.axis == id.axis || use.axis < 0; });
  if (kernel.synchronises || !guarded || asked != 1 || hides_names(kernel.block(), {})) {
    return std::nullopt;
  }
  plan.differs = {id.name};
  const std::set<std::string> own = own_names(kernel);
  for (bool grown = true; grown;) {
    const std::size_t before = plan.differs.size();
    std::set<std::string> more = plan.differs;
    // Behind the guards all items go on: those that are turned away repeat the work of another.
    for (const Statement& one : kernel.block().body) {
      const bool is_guard = std::any_of(kernel.guards.begin(), kernel.guards.end(),
                                        [&](const Guard& guard) { return guard.statement == &one; });
      if (!is_guard) {
        spread(one, false, plan, own, more);
      }
    }
    plan.differs = more;
    grown = plan.differs.size() != before;
  }
  const std::size_t last_guard = kernel.guards.back().statement->span.begin;
  for (const Statement& one : kernel.block().body) {
    if (one.span.begin < last_guard && &one != id.declaration && one.kind == Kind::declaration &&
        plan.is_different(one)) {
      return std::nullopt;
    }
  }
  bool shares_loop = false;
  return fits(plan, kernel.block(), false, shares_loop) && shares_loop ? std::optional(plan) : std::nullopt;
}

} // namespace mapwright::kernel::rewrite
