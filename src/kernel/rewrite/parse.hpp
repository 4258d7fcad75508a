// Source text to plain structs, by libclang. Only for the process that may read hostile sources (serve.hpp).
#pragma once

#include "core/error.hpp"
#include "kernel/candidate/candidate.hpp"
#include "kernel/rewrite/syntax.hpp"

#include <string>

namespace mapwright::kernel::rewrite {

/// Parses a kernel source. The tunables have these values where the preprocessor sees them, and are names elsewhere.
/// OpenMP directives are read as text (Statement::pragmas); OpenCL's built-in functions are declared, and so is what a
/// GPU kernel needs of CUDA and HIP (headers.hpp). Headers of our own are written into the working directory.
/// Answer "no" with the first complaint when it does not parse; machine error when libclang or its headers are missing.
Result<Source> parse(Backend backend, std::string text, const Tuning& tuning);

} // namespace mapwright::kernel::rewrite
