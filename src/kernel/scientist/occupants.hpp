// Who sits in the three roles: built-in ones and models, in any mixture.
#pragma once

#include "core/error.hpp"
#include "kernel/scientist/learning.hpp"
#include "kernel/scientist/roles.hpp"
#include "loop/problem.hpp"

#include <memory>
#include <string>
#include <vector>

namespace mapwright::kernel::scientist {

/// What occupants of the roles work with.
struct RoleTools {
  Examine examine;                          ///< see remembering()
  const std::vector<Experiment>* catalogue; ///< kernel::experiments(); outlives the roles
  std::vector<loop::Model> models{};        ///< those that may be named
  Learning learning{};
  std::string machine{}; ///< where candidates run, one line, for models
};

/// The occupant of this name. "built-in"; "random" (any version, any experiments that apply; a writer as built in);
/// "model": the only model, or whichever of several pays (several_models.hpp); "model:NAME". Input error for another
/// name, or a model that there is not.
Result<std::unique_ptr<Selector>> make_selector(const std::string& name, const RoleTools& tools);
Result<std::unique_ptr<Designer>> make_designer(const std::string& name, const RoleTools& tools);
Result<std::unique_ptr<Writer>> make_writer(const std::string& name, const RoleTools& tools);

} // namespace mapwright::kernel::scientist
