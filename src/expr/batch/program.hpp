// A compiled function: registers, each holding one value or one block of lanes, and operations between them. The width
// of the lanes is chosen later (batch/executable.hpp).
#pragma once

#include "expr/batch/kernels.hpp"

#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

namespace mapwright::expr::batch {

/// Where the lanes of a register lie.
enum class Place : std::uint8_t {
  scalar,    ///< one value for all lanes; `at` is its word among the scalars
  workspace, ///< `at` is the number of a block of the workspace
  argument,  ///< `at` is the number of the argument column
  result,    ///< `at` is the number of the result column
};

struct Register {
  Place place = Place::workspace;
  std::size_t at = 0;
  bool once = false; ///< a scalar that depends on parameters only
};

/// Operands are numbers of registers; -1: none.
struct Operation {
  Code code = Code::copy;
  int d = -1;
  int a = -1;
  int b = -1;
  int c = -1;
  int table = -1;          ///< of a load
  int target = -1;         ///< where a jump goes: the index of an operation
  bool descending = false; ///< of a loop
  unsigned uniform = 0;    ///< which operands are one value for all lanes; set once they are known
  bool one_lane = false;   ///< computes a scalar
};

struct Program {
  std::size_t parameters = 0; ///< the registers 0, 1, ... hold them
  std::size_t arguments = 0;  ///< the registers that follow
  std::vector<Register> registers{};
  std::vector<std::pair<int, std::int64_t>> constants{}; ///< register and value
  std::vector<Operation> prologue{};                     ///< once per run; scalars only
  std::vector<Operation> body{};                         ///< once per block
  std::vector<int> results{};                            ///< one register per result; its place is `result`
  std::size_t scalar_words = 0;
  std::size_t workspace_blocks = 0;
};

/// Fewer operations for the same results (batch/peephole.cpp). Before `allocate`.
void peephole(Program& program);

/// Gives every register that holds lanes a place, reusing blocks whose value is no longer needed, and tells every
/// operation which of its operands are one value.
void allocate(Program& program);

} // namespace mapwright::expr::batch
