// Where the data of a task are used: points of a launch as points of another that touches the same pieces.
#pragma once

#include "mapper/program/program.hpp"
#include "mapper/search/placement_grammar.hpp"

#include <cstdint>
#include <string>
#include <vector>

namespace mapwright::mapper {

/// "Where the tasks of another launch run that use the same data", for the index launches of one kind.
struct DataUser {
  std::uint32_t launch = 0; ///< of the program: an index launch that no task launches
  bool diagonal = false;    ///< coordinates of it that the data do not tell are the sum of the others, otherwise 0
  std::string told;         ///< dimensions of it that the data tell, where these are not all: "_02"
  LaunchWords words;        ///< its point, counted from its own `low`, as functions of the tasks that follow say it
  std::vector<std::vector<std::uint32_t>>
      points; ///< for each launch of the kind, the point's number for each of its own
};

/// Those that `kind` can follow, each in both ways where they differ. `launches`: the index launches of the kind, which
/// no task launches. `low`: from where the formulas of the other kind count.
std::vector<DataUser> data_users(const Program& program, const std::vector<std::uint32_t>& launches,
                                 std::uint32_t other, const Coordinates& low);

} // namespace mapwright::mapper
