// What the compiler asks about code before it compiles it.
#pragma once

#include "expr/batch/kernels.hpp"
#include "expr/function.hpp"

#include <cstddef>
#include <vector>

namespace mapwright::expr::batch {

/// About how many operations a block takes; a large number when it has loops or solves.
std::size_t size_of(const Block& block);

/// The names a block assigns to, each once, in order.
void collect_assigned(const Block& block, std::vector<Symbol>& out);

/// The operation of an operator that has one of its own, from add and sub to the logical ones.
Code plain_code(Op op);
Code estimate_code(int degree);

} // namespace mapwright::expr::batch
