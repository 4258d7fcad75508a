#include "expr/batch/program.hpp"

#include <algorithm>
#include <array>
#include <limits>

namespace mapwright::expr::batch {

namespace {

/// The operations between which a register holds a value that may still be read.
struct Life {
  int first = std::numeric_limits<int>::max();
  int last = -1;
};

std::array<int, 4> registers_of(const Operation& operation) {
  return {operation.d, operation.a, operation.b, operation.c};
}

std::vector<Life> lives_of(const Program& program) {
  std::vector<Life> lives(program.registers.size());
  for (std::size_t i = 0; i < program.body.size(); ++i) {
    for (const int r : registers_of(program.body[i])) {
      if (r >= 0) {
        Life& life = lives[static_cast<std::size_t>(r)];
        life.first = std::min(life.first, static_cast<int>(i));
        life.last = static_cast<int>(i);
      }
    }
  }
  // What a loop uses and has not made itself must survive until it ends; inner loops end first.
  for (std::size_t i = 0; i < program.body.size(); ++i) {
    if (program.body[i].code != Code::loop_end) {
      continue;
    }
    const int begin = program.body[i].target;
    for (Life& life : lives) {
      if (life.first < begin && life.last > begin) {
        life.last = std::max(life.last, static_cast<int>(i));
      }
    }
  }
  return lives;
}

unsigned uniform_operands(const Program& program, const Operation& operation) {
  const auto uniform = [&program](int r) {
    return r < 0 || program.registers[static_cast<std::size_t>(r)].place == Place::scalar;
  };
  return (uniform(operation.a) ? a_uniform : 0U) | (uniform(operation.b) ? b_uniform : 0U) |
         (uniform(operation.c) ? c_uniform : 0U);
}

void note_uniform_operands(Program& program, std::vector<Operation>& operations) {
  for (Operation& operation : operations) {
    operation.uniform = uniform_operands(program, operation);
    operation.one_lane =
        operation.d >= 0 && program.registers[static_cast<std::size_t>(operation.d)].place == Place::scalar;
  }
}

} // namespace

/// Linear scan in the order of first use.
void allocate(Program& program) {
  const std::vector<Life> lives = lives_of(program);
  std::vector<std::size_t> free_blocks;
  std::vector<std::size_t> held; // registers that hold a block now
  for (std::size_t i = 0; i < program.body.size(); ++i) {
    const int now = static_cast<int>(i);
    // A block read for the last time here may be written here: kernels work lane by lane.
    std::erase_if(held, [&](std::size_t r) {
      const bool done = lives[r].last <= now && lives[r].first < now;
      if (done) {
        free_blocks.push_back(program.registers[r].at);
      }
      return done;
    });
    const int d = program.body[i].d;
    if (d < 0 || lives[static_cast<std::size_t>(d)].first != now) {
      continue;
    }
    Register& written = program.registers[static_cast<std::size_t>(d)];
    if (written.place != Place::workspace) {
      continue;
    }
    if (free_blocks.empty()) {
      free_blocks.push_back(program.workspace_blocks++);
    }
    written.at = free_blocks.back();
    free_blocks.pop_back();
    held.push_back(static_cast<std::size_t>(d));
  }
  note_uniform_operands(program, program.prologue);
  note_uniform_operands(program, program.body);
}

} // namespace mapwright::expr::batch
