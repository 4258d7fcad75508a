// Roles that several models share. Each question goes to one of them: who paid most for his tokens so far, and now and
// then somebody else (llm/bandit.hpp). Who answered is said in the answer; a model that cannot be reached is passed
// over.
#pragma once

#include "kernel/scientist/roles.hpp"

#include <memory>
#include <vector>

namespace mapwright::kernel::scientist {

// REQUIRES: at least one occupant, no null pointer; names are different.
std::unique_ptr<Selector> make_shared_selector(std::vector<std::unique_ptr<Selector>> occupants);
std::unique_ptr<Designer> make_shared_designer(std::vector<std::unique_ptr<Designer>> occupants);
std::unique_ptr<Writer> make_shared_writer(std::vector<std::unique_ptr<Writer>> occupants);

} // namespace mapwright::kernel::scientist
