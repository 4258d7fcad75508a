#include "kernel/scientist/occupants.hpp"

#include "core/suggest.hpp"
#include "kernel/scientist/built_in_roles.hpp"
#include "kernel/scientist/model_roles.hpp"
#include "kernel/scientist/several_models.hpp"

#include <utility>

#include <fmt/format.h>

namespace mapwright::kernel::scientist {

namespace {

constexpr std::string_view model_prefix = "model:";

/// Makes one of four kinds of occupants, by name.
template <class Occupant, class BuiltIn, class AtRandom, class OfModel, class Shared>
Result<std::unique_ptr<Occupant>> occupant(std::string_view role, const std::string& name, const RoleTools& tools,
                                           const BuiltIn& built_in, const AtRandom& at_random, const OfModel& of_model,
                                           const Shared& shared) {
  if (name == "built-in") {
    return built_in();
  }
  if (name == "random") {
    return at_random();
  }
  if (name == "model" && tools.models.size() > 1) {
    std::vector<std::unique_ptr<Occupant>> models;
    for (const loop::Model& model : tools.models) {
      models.push_back(of_model(model));
    }
    return shared(std::move(models));
  }
  std::vector<std::string> known{"built-in", "random"};
  for (const loop::Model& model : tools.models) {
    known.push_back(std::string(model_prefix) + model.name);
    if (name == "model" || name == known.back()) {
      return of_model(model);
    }
  }
  if (name == "model") {
    return fail(ErrorKind::input, fmt::format("the {} is to be a model, and no model is named", role),
                "name one with --model or in a [[model]] section");
  }
  return fail(ErrorKind::input, fmt::format("there is no {} '{}'", role, name),
              suggest(name, known, "it may be built-in, random, model or model:NAME"));
}

} // namespace

Result<std::unique_ptr<Selector>> make_selector(const std::string& name, const RoleTools& tools) {
  return occupant<Selector>(
      "selector", name, tools, [&] { return make_built_in_selector(tools.learning); },
      [] { return make_random_selector(); },
      [&](const loop::Model& model) { return make_model_selector(model, tools); }, make_shared_selector);
}

Result<std::unique_ptr<Designer>> make_designer(const std::string& name, const RoleTools& tools) {
  return occupant<Designer>(
      "designer", name, tools, [&] { return make_built_in_designer(tools); },
      [&] { return make_random_designer(tools); },
      [&](const loop::Model& model) { return make_model_designer(model, tools); }, make_shared_designer);
}

Result<std::unique_ptr<Writer>> make_writer(const std::string& name, const RoleTools& tools) {
  return occupant<Writer>(
      "writer", name, tools, [&] { return make_built_in_writer(tools); }, [&] { return make_built_in_writer(tools); },
      [&](const loop::Model& model) { return make_model_writer(model, tools); }, make_shared_writer);
}

} // namespace mapwright::kernel::scientist
