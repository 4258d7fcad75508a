// The program that runs plans on StarPU, as a child of this one.
#pragma once

#include "core/error.hpp"
#include "report/json.hpp"
#include "sandbox/spawn.hpp"
#include "sandbox/supervise.hpp"

#include <string>

namespace mapwright::cli {

/// Gives it a request (src/starpu_engine/request.hpp) and returns its answer; with `ranks`, not 0, so many processes
/// that mpirun starts here answer together. The errors are those it answers; input error: a kernel ended it; machine
/// error: it was not built, or there is no mpirun.
Result<report::Json> ask_starpu(const report::Json& request, unsigned ranks = 0);

/// How the program for one node is started. Machine error: it was not built.
Result<sandbox::Launch> starpu_engine_launch();

/// Why a process of the engine that has ended gave no answer.
Error end_without_answer(const sandbox::Observation& seen);

/// The folder where StarPU keeps what it learns about this machine; made when it is not there. Machine error: it cannot
/// be made.
Result<std::string> starpu_cache();

} // namespace mapwright::cli
