// Somebody's function, seen from outside: indices go in, points come out. Nothing expected ever goes in.
#pragma once

#include "core/error.hpp"
#include "expr/int128.hpp"

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace mapwright::index_map::candidate {

using expr::Int;

/// The indices first, first + 1, .., first + count - 1 at one size.
struct Request {
  std::vector<std::int64_t> size;
  std::int64_t first = 0;
  std::uint64_t count = 1;
};

/// The points of a list of requests, one after the other.
struct Answer {
  std::vector<std::vector<std::int64_t>> columns; ///< one per dimension
  std::uint64_t points = 0;                       ///< how many there are: all, or those before it stopped
  std::optional<std::string> stopped{};           ///< what happened instead of the next point: "crashes: ..."
  std::string said{};                             ///< first line it wrote to standard error when it stopped
  bool out_of_time = false;                       ///< there was no time for the rest; not the function's fault
};

/// Greatest values the declared types hold.
struct Limits {
  std::vector<std::int64_t> sizes;
  std::int64_t index = INT64_MAX;
  std::int64_t coordinate = INT64_MAX;
  bool takes_sizes = true; ///< false: its result depends on the index alone
};

class Subject {
public:
  Subject() = default;
  Subject(const Subject&) = delete;
  Subject& operator=(const Subject&) = delete;
  virtual ~Subject() = default;

  /// Errors are ours (no sandbox), never the function's.
  virtual Result<Answer> run(std::span<const Request> requests) = 0;

  [[nodiscard]] virtual Limits limits() const = 0;
  /// How many points it is worth comparing at one go and in all.
  [[nodiscard]] virtual std::uint64_t most_points() const = 0;
};

} // namespace mapwright::index_map::candidate
