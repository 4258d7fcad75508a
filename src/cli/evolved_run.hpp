// A run of the kind "kernel", read back from its archive.
#pragma once

#include "archive/archive.hpp"
#include "kernel/scientist/evolution.hpp"

namespace mapwright::cli {

/// What its steps come to so far. Input error: the run is of another kind.
Result<kernel::scientist::Evolution> read_evolved_run(archive::Archive& archive, const archive::Run& run);

} // namespace mapwright::cli
