// The steps a run has already committed, one after the other.
#pragma once

#include "archive/archive.hpp"

#include <cstdint>
#include <optional>
#include <vector>

namespace mapwright::loop {

/// Reads pages, so that a long run need not be in memory.
class Past {
public:
  /// No past.
  Past() = default;
  /// The steps of `run`; the archive must outlive this.
  static Result<Past> of(archive::Archive& archive, archive::RunId run);

  /// How many steps there are.
  [[nodiscard]] std::uint64_t size() const { return size_; }

  /// The next step; REQUIRES that there is one. Errors: the archive could not be read.
  Result<archive::Step> next();

private:
  archive::Archive* archive_ = nullptr;
  archive::RunId run_{0};
  std::uint64_t size_ = 0;
  std::uint64_t read_ = 0;
  std::vector<archive::Step> page_{};
  std::size_t at_ = 0;
};

} // namespace mapwright::loop
