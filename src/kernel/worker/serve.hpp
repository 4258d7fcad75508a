// The worker: the process in which a candidate runs. Trusted until the candidate is loaded, not at all afterwards.
#pragma once

namespace mapwright::kernel::worker {

/// What the hidden command "mapwright worker DESCRIPTOR" does: serves the judge at the other end of the socket until it
/// is gone. Returns the exit code.
int serve(int argc, char** argv);

} // namespace mapwright::kernel::worker
