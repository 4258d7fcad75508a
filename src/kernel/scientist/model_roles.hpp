// The occupants of the roles that ask a language model. Without a usable answer they give a Setback that says why;
// nobody takes their place unasked.
#pragma once

#include "kernel/scientist/occupants.hpp"
#include "loop/problem.hpp"

#include <memory>
#include <string>

namespace mapwright::kernel::scientist {

/// Is shown all versions with parents, experiments and times, and answers with two numbers and the reason.
std::unique_ptr<Selector> make_model_selector(loop::Model model, const RoleTools& tools);

/// Is shown base, reference, findings, documents, its own record and what a program could do; answers with ten avenues
/// and five plans. Which three run is decided here, by its predictions as the ledger corrects them.
std::unique_ptr<Designer> make_model_designer(loop::Model model, const RoleTools& tools);

/// Is shown base, reference and plan, and answers with edits or a whole file that must read as a candidate.
std::unique_ptr<Writer> make_model_writer(loop::Model model, const RoleTools& tools);

/// "model:NAME": who a model in a role is.
std::string model_role_name(const loop::Model& model);

} // namespace mapwright::kernel::scientist
