// CollectMemory: which copies made for reading are dropped, and behind which call.
//
// All reads of an atom between two writes belong together: its copies go when the last of them has ended, so that
// nobody waits and nothing is fetched twice. StarPU drops the copies of an atom only together: where another copy made
// for reading is to stay, they all do.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace mapwright::starpu_engine {

/// Behind this call only the copy of an atom at `node` stays.
struct CopyDrop {
  std::uint32_t call = 0;
  std::uint32_t atom = 0;
  int node = 0; ///< of StarPU
  friend bool operator==(const CopyDrop&, const CopyDrop&) = default;
};

/// Follows the uses of atoms in the order of the calls.
class CollectedCopies {
public:
  explicit CollectedCopies(std::size_t atoms) : atoms_(atoms) {}

  /// A call reads an atom in a memory; with `collect` its copy there may go.
  void read(std::uint32_t call, std::uint32_t atom, int node, bool collect);
  /// The atom gets other values in a memory: by a call, or from another rank.
  void write(std::uint32_t atom, int node);
  /// All drops, in the order of calls; no use may follow.
  std::vector<CopyDrop> finish();

private:
  /// Nodes are bits.
  struct AtomCopies {
    int home = -1; ///< where the values were made, or first wanted
    std::uint32_t kept = 0;
    std::uint32_t collected = 0;
    std::uint32_t last_reader = 0;
  };
  void close(std::uint32_t atom);

  std::vector<AtomCopies> atoms_;
  std::vector<CopyDrop> drops_;
};

} // namespace mapwright::starpu_engine
