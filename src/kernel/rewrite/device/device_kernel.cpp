#include "kernel/rewrite/device/device_kernel.hpp"

#include "expr/text.hpp"

#include <algorithm>
#include <array>
#include <optional>
#include <utility>

#include <fmt/format.h>

namespace mapwright::kernel::rewrite {

namespace {

constexpr auto opencl_ids =
    std::to_array<std::pair<std::string_view, IdKind>>({{"get_global_id", IdKind::global},
                                                        {"get_group_id", IdKind::group},
                                                        {"get_local_id", IdKind::local},
                                                        {"get_local_size", IdKind::group_size},
                                                        {"get_num_groups", IdKind::groups},
                                                        {"get_global_size", IdKind::global_size}});
constexpr auto gpu_ids = std::to_array<std::pair<std::string_view, IdKind>>({{"blockIdx", IdKind::group},
                                                                             {"threadIdx", IdKind::local},
                                                                             {"blockDim", IdKind::group_size},
                                                                             {"gridDim", IdKind::groups}});
constexpr auto synchronising = std::to_array<std::string_view>(
    {"barrier", "work_group_barrier", "mem_fence", "read_mem_fence", "write_mem_fence", "sub_group_barrier",
     "__syncthreads", "__syncwarp", "__threadfence", "__threadfence_block", "__shfl_sync", "__shfl_down_sync",
     "__shfl_xor_sync", "__shfl_up_sync", "__ballot_sync", "__activemask"});

std::optional<IdUse> opencl_use(const Expression& e) {
  const auto* found = std::find_if(opencl_ids.begin(), opencl_ids.end(),
                                   [&](const auto& id) { return e.form == Form::call && id.first == e.text; });
  if (found == opencl_ids.end()) {
    return std::nullopt;
  }
  const Expression* axis = e.parts.size() == 1 ? &stripped(e.parts[0]) : nullptr;
  const bool literal = axis != nullptr && axis->form == Form::literal && axis->text.size() == 1;
  return IdUse{found->second, literal ? axis->text[0] - '0' : -1, &e};
}

/// blockIdx.x and the like.
std::optional<IdUse> gpu_part(const Expression& e) {
  if (e.form != Form::member || e.parts.size() != 1 || e.text.size() != 1) {
    return std::nullopt;
  }
  const Expression& of = stripped(e.parts[0]);
  const auto* found = std::find_if(gpu_ids.begin(), gpu_ids.end(), [&](const auto& id) { return id.first == of.text; });
  return found == gpu_ids.end() ? std::nullopt : std::optional(IdUse{found->second, e.text[0] - 'x', &e});
}

/// blockIdx.x * blockDim.x + threadIdx.x, in any order and with casts.
std::optional<IdUse> gpu_global(const Expression& e) {
  if (e.form != Form::binary || e.text != "+" || e.parts.size() != 2) {
    return std::nullopt;
  }
  for (const std::size_t product : {std::size_t{0}, std::size_t{1}}) {
    const Expression& scaled = stripped(e.parts[product]);
    const auto local = gpu_part(stripped(e.parts[1 - product]));
    if (!local || local->kind != IdKind::local || scaled.form != Form::binary || scaled.text != "*" ||
        scaled.parts.size() != 2) {
      continue;
    }
    const auto left = gpu_part(stripped(scaled.parts[0]));
    const auto right = gpu_part(stripped(scaled.parts[1]));
    if (left && right && left->axis == local->axis && right->axis == local->axis &&
        ((left->kind == IdKind::group && right->kind == IdKind::group_size) ||
         (left->kind == IdKind::group_size && right->kind == IdKind::group))) {
      return IdUse{IdKind::global, local->axis, &e};
    }
  }
  return std::nullopt;
}

std::optional<IdUse> use_of(Backend backend, const Expression& e) {
  if (backend == Backend::opencl) {
    return opencl_use(e);
  }
  auto whole = gpu_global(e);
  return whole ? whole : gpu_part(e);
}

std::optional<IdVariable> id_variable(Backend backend, const Statement& statement, const Statement& block) {
  if (statement.kind != Kind::declaration || statement.variables.size() != 1 ||
      statement.variables[0].init.size() != 1) {
    return std::nullopt;
  }
  const Variable& variable = statement.variables[0];
  const auto use = use_of(backend, stripped(variable.init[0]));
  if (!use || use->kind != IdKind::global || use->axis < 0 || use->axis > 2 || changes(block, variable.name)) {
    return std::nullopt;
  }
  return IdVariable{variable.name, use->axis, &statement, &variable};
}

/// Guards behind the declarations that begin a block.
void add_guards(const Statement& block, std::vector<Guard>& guards) {
  for (const Statement& statement : block.body) {
    if (statement.kind == Kind::declaration) {
      continue;
    }
    if (statement.kind != Kind::branch || !statement.otherwise.empty() || !statement.init.empty()) {
      return;
    }
    if (only_returns(statement)) {
      guards.push_back({&statement, true});
    } else {
      if (&statement == &block.body.back()) {
        guards.push_back({&statement, false});
        if (statement.body.front().kind == Kind::block) {
          add_guards(statement.body.front(), guards);
        }
      }
      return;
    }
  }
}

} // namespace

const Expression& stripped(const Expression& e) {
  const bool shell = (e.form == Form::parenthesis || e.form == Form::cast) && e.parts.size() == 1;
  return shell ? stripped(e.parts[0]) : e;
}

void each_expression(const Expression& expression, const std::function<bool(const Expression&)>& visit) {
  if (visit(expression)) {
    for (const Expression& part : expression.parts) {
      each_expression(part, visit);
    }
  }
}

void each_expression(const Statement& statement, const std::function<bool(const Expression&)>& visit) {
  each_statement(statement, [&](const Statement& one) {
    for (const Variable& variable : one.variables) {
      for (const Expression& init : variable.init) {
        each_expression(init, visit);
      }
    }
    for (const std::vector<Expression>* list : {&one.condition, &one.step}) {
      for (const Expression& e : *list) {
        each_expression(e, visit);
      }
    }
  });
}

void each_statement(const Statement& statement, const std::function<void(const Statement&)>& visit) {
  visit(statement);
  for (const std::vector<Statement>* list : {&statement.init, &statement.body, &statement.otherwise}) {
    for (const Statement& one : *list) {
      each_statement(one, visit);
    }
  }
}

bool changes(const Statement& statement, const std::string& name) {
  bool found = false;
  each_expression(statement, [&](const Expression& e) {
    const bool writes = e.form == Form::assign || (e.form == Form::unary && (e.text == "++" || e.text == "--")) ||
                        (e.form == Form::unary && e.text == "&");
    found = found || (writes && !e.parts.empty() && stripped(e.parts[0]).form == Form::name &&
                      stripped(e.parts[0]).text == name);
    return true;
  });
  return found;
}

bool only_returns(const Statement& branch) {
  const Statement* body = branch.body.size() == 1 ? &branch.body.front() : nullptr;
  if (body != nullptr && body->kind == Kind::block) {
    body = body->body.size() == 1 ? &body->body.front() : nullptr;
  }
  return body != nullptr && body->kind == Kind::leave && body->text == "return" && body->condition.empty();
}

std::string DeviceKernel::passed(std::size_t parameter) const {
  const auto* e = parameter < plan->arguments.size() ? std::get_if<expr::Expr>(&plan->arguments[parameter]) : nullptr;
  return e == nullptr ? "" : expr::to_text(*e);
}

std::vector<DeviceKernel> kernels_of(const Source& source, const KernelCandidate& candidate) {
  std::vector<DeviceKernel> kernels;
  for (std::size_t i = 0; i < candidate.launches.size(); ++i) {
    const LaunchPlan& plan = candidate.launches[i];
    const auto launches = std::count_if(candidate.launches.begin(), candidate.launches.end(),
                                        [&](const LaunchPlan& other) { return other.kernel == plan.kernel; });
    const Function* function = find_function(source, plan.kernel);
    if (launches != 1 || function == nullptr || function->parameters.size() != plan.arguments.size()) {
      continue;
    }
    DeviceKernel kernel{function, i, &plan};
    const Statement& block = kernel.block();
    each_expression(block, [&](const Expression& e) {
      const auto use = use_of(source.backend, e);
      if (use) {
        kernel.uses.push_back(*use);
      }
      kernel.synchronises =
          kernel.synchronises || (e.form == Form::call &&
                                  std::find(synchronising.begin(), synchronising.end(), e.text) != synchronising.end());
      return !use;
    });
    for (const Statement& statement : block.body) {
      if (auto id = id_variable(source.backend, statement, block)) {
        kernel.ids.push_back(std::move(*id));
      }
    }
    const std::string_view text = source.at(function->span);
    for (const std::string_view word : {"__local", "__shared__"}) {
      kernel.synchronises = kernel.synchronises || text.find(word) != std::string_view::npos;
    }
    add_guards(block, kernel.guards);
    kernels.push_back(std::move(kernel));
  }
  return kernels;
}

std::string id_text(Backend backend, IdKind kind, int axis) {
  if (backend == Backend::opencl) {
    const auto* found =
        std::find_if(opencl_ids.begin(), opencl_ids.end(), [&](const auto& id) { return id.second == kind; });
    return fmt::format("{}({})", found->first, axis);
  }
  const char letter = "xyz"[axis];
  switch (kind) {
  case IdKind::global:
    return fmt::format("(static_cast<long long>(blockIdx.{0}) * blockDim.{0} + threadIdx.{0})", letter);
  case IdKind::global_size:
    return fmt::format("(static_cast<long long>(gridDim.{0}) * blockDim.{0})", letter);
  default:
    break;
  }
  const auto* found = std::find_if(gpu_ids.begin(), gpu_ids.end(), [&](const auto& id) { return id.second == kind; });
  return fmt::format("{}.{}", found->first, letter);
}

std::string unqualified(std::string type) {
  for (const std::string_view word :
       {"const", "volatile", "restrict", "__restrict", "__global", "__local", "__private", "__constant"}) {
    for (std::size_t at = type.find(word); at != std::string::npos; at = type.find(word, at)) {
      const bool begins = at == 0 || type[at - 1] == ' ';
      const std::size_t end = at + word.size();
      if (begins && (end == type.size() || type[end] == ' ')) {
        type.erase(at, std::min(type.size(), end + 1) - at);
      } else {
        ++at;
      }
    }
  }
  while (!type.empty() && type.back() == ' ') {
    type.pop_back();
  }
  return type;
}

std::string index_type(Backend backend) {
  return backend == Backend::opencl ? "long" : backend == Backend::cpp ? "std::int64_t" : "long long";
}

} // namespace mapwright::kernel::rewrite
