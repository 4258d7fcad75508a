// Which parts of learning are on: each can be switched off, to see by a comparison what it is worth.
#pragma once

namespace mapwright::kernel::scientist {

struct Learning {
  bool bandit = true;    ///< experiments are ranked by what they gained so far; off: by the catalogue's expectations
  bool ledger = true;    ///< predictions are corrected by what became of earlier ones
  bool findings = true;  ///< findings raise and lower expectations, and are shown to models
  bool novelty = true;   ///< sources that repeat earlier ones are not proposed again
  bool behaviour = true; ///< versions are kept apart by how they use the machine; unused means are tried first
};

} // namespace mapwright::kernel::scientist
