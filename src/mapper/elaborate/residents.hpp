// Which data a plan puts into which memory; only for the files that implement elaborate.hpp.
#pragma once

#include "mapper/elaborate/elaborating.hpp"
#include "mapper/simulate/resolve.hpp"

#include <cstdint>
#include <vector>

namespace mapwright::mapper {

/// Data of one view that an access has in a memory.
struct Resident {
  std::uint32_t memory = 0;
  std::uint32_t place = 0; ///< site, and valid data or contributions of one operator: what is the same is held once
  std::uint32_t view = 0;
  std::uint32_t access = 0; ///< the first that has them
};

class Residents {
public:
  /// Knows the arguments of launches that are complete.
  explicit Residents(const Elaborating& work);

  /// The data of an access, whose launch is complete.
  [[nodiscard]] Resident of(std::uint32_t access) const;
  /// The data of all accesses, those that are the same once; by memory.
  [[nodiscard]] std::vector<Resident> all() const;
  /// Bytes of all of them together, pieces that they share counted once.
  [[nodiscard]] std::uint64_t bytes_together(const std::vector<Resident>& residents) const;
  /// For each memory, bytes that are certain to lie there when the run has ended: what was written last or read after
  /// that, but for copies that may be collected, and contributions that nobody has read.
  [[nodiscard]] std::vector<std::uint64_t> bytes_at_end() const;

private:
  const Elaborating& work_;
  SiteTable sites_;
  std::vector<std::uint32_t> site_of_; ///< of each argument of the plan
};

} // namespace mapwright::mapper
