// The rewriting process: the hidden command "rewriter" of the mapwright executable.
#pragma once

#include "kernel/rewrite/examination.hpp"

#include <string>

namespace mapwright::kernel::rewrite {

/// Examines in this process, which may crash over a hostile source. Machine error without libclang.
Result<Examination> examine_here(const Task& task, Backend backend, const std::string& source);

/// Reads one question from standard input, answers on standard output. Returns the exit code.
int serve();

} // namespace mapwright::kernel::rewrite
