// A run as text for other programs.
#pragma once

#include "archive/archive.hpp"

#include <iosfwd>

namespace mapwright::archive {

/// JSON Lines: an object per line with the key "type": "run", then every "step", "exchange" and "finding" in order,
/// and "end" if the run has ended. The other keys are those of to_json. Bytes that are no UTF-8 become U+FFFD.
/// Input error: no such run, corrupt. Machine error: `out` fails.
Result<void> export_jsonl(Archive& archive, RunId run, std::ostream& out);

/// Comma-separated values after RFC 4180: a line of names, then a line per step. Quoted where need be, lines end in
/// CR LF, parents are "role:number" with a space between two, what is absent is empty. Errors as above.
Result<void> export_csv(Archive& archive, RunId run, std::ostream& out);

} // namespace mapwright::archive
