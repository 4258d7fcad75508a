// A function of the expression language as a subject: exact, faults reported.
#pragma once

#include "expr/evaluate.hpp"
#include "index_map/candidate/subject.hpp"

#include <memory>

namespace mapwright::index_map::candidate {

/// `function` takes `sizes` sizes or none, and the index; all runs together may take so many seconds. The function and
/// the tables must outlive the subject.
std::unique_ptr<Subject> text_subject(const expr::Function& function, expr::Tables tables, std::size_t sizes,
                                      double seconds);

/// `f` with one more result per exact division: its remainder. Nothing when a fault could hide: a division inside a
/// branch, a loop, a solve, an assumption. What remains can fault only as expr::analyse says.
std::optional<expr::Function> with_remainders(const expr::Function& f);

} // namespace mapwright::index_map::candidate
