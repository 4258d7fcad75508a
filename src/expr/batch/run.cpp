#include "expr/batch/run.hpp"

#include <algorithm>
#include <memory>
#include <new>

namespace mapwright::expr::batch {

namespace {

/// Lanes per block: a dozen blocks stay in a first-level cache, and finding the next operation costs little beside.
constexpr std::size_t block_lanes = 512;
static_assert(block_lanes % lane_granule == 0);

/// Zeroed 64-bit words at a cache line's boundary: every lane always holds some number.
class AlignedWords {
public:
  explicit AlignedWords(std::size_t size)
      : words_(static_cast<std::int64_t*>(
            ::operator new (std::max<std::size_t>(size, 1) * sizeof(std::int64_t), std::align_val_t{alignment}))) {
    std::fill_n(words_.get(), size, 0);
  }
  [[nodiscard]] std::int64_t* at(std::size_t word) const { return words_.get() + word; }

private:
  static constexpr std::size_t alignment = 64;
  struct Delete {
    void operator()(std::int64_t* words) const { ::operator delete (words, std::align_val_t{alignment}); }
  };
  std::unique_ptr<std::int64_t, Delete> words_;
};

/// A loop being executed.
struct Frame {
  std::int64_t done = 0;
  std::int64_t count = 0;
};

class Machine {
public:
  Machine(const Program& program, const Columns& columns)
      : program_(program), columns_(columns), scalars_(program.scalar_words),
        workspace_(block_lanes * (program.workspace_blocks + program.arguments + program.results.size())),
        pointers_(program.registers.size()) {
    for (const auto& table : program.tables) {
      table_sizes_.push_back(static_cast<std::int64_t>(table.size()));
    }
    for (std::size_t r = 0; r < program.registers.size(); ++r) {
      const Register& reg = program.registers[r];
      pointers_[r] = reg.place == Place::scalar ? scalars_.at(reg.at) : workspace_.at(block_lanes * reg.at);
    }
    for (const auto& [r, value] : program.constants) {
      *pointers_[static_cast<std::size_t>(r)] = value;
    }
    for (std::size_t i = 0; i < program.parameters; ++i) {
      *pointers_[i] = columns.parameters[i];
    }
    execute(program.prologue, 1);
  }

  void run() {
    for (std::size_t start = 0; start < columns_.count; start += block_lanes) {
      const std::size_t lanes = std::min(block_lanes, columns_.count - start);
      const bool whole = lanes == block_lanes;
      for (std::size_t i = 0; i < program_.arguments; ++i) {
        pointers_[program_.parameters + i] = argument(i, start, lanes);
      }
      for (std::size_t i = 0; i < program_.results.size(); ++i) {
        pointers_[static_cast<std::size_t>(program_.results[i])] =
            whole ? columns_.results[i] + start : result_buffer(i);
      }
      execute(program_.body, (lanes + lane_granule - 1) / lane_granule * lane_granule);
      for (std::size_t i = 0; !whole && i < program_.results.size(); ++i) {
        std::copy_n(result_buffer(i), lanes, columns_.results[i] + start);
      }
    }
  }

private:
  [[nodiscard]] std::int64_t* argument_buffer(std::size_t i) const {
    return workspace_.at(block_lanes * (program_.workspace_blocks + i));
  }
  [[nodiscard]] std::int64_t* result_buffer(std::size_t i) const {
    return workspace_.at(block_lanes * (program_.workspace_blocks + program_.arguments + i));
  }

  /// Lanes [start, start + lanes) of an argument. A block that is not whole is padded with its last value, so that
  /// every lane computes something that is asked for.
  std::int64_t* argument(std::size_t i, std::size_t start, std::size_t lanes) {
    std::int64_t* const buffer = argument_buffer(i);
    if (columns_.consecutive) {
      for (std::size_t k = 0; k < block_lanes; ++k) {
        buffer[k] = columns_.first + static_cast<std::int64_t>(start + std::min(k, lanes - 1));
      }
      return buffer;
    }
    if (lanes == block_lanes) {
      return const_cast<std::int64_t*>(columns_.arguments[i] + start); // read only: no operation writes an argument
    }
    std::copy_n(columns_.arguments[i] + start, lanes, buffer);
    std::fill_n(buffer + lanes, block_lanes - lanes, buffer[lanes - 1]);
    return buffer;
  }

  [[nodiscard]] std::int64_t* at(int r) const { return r < 0 ? nullptr : pointers_[static_cast<std::size_t>(r)]; }

  void execute(const std::vector<Operation>& operations, std::size_t lanes) {
    const int end = static_cast<int>(operations.size());
    for (int next = 0; next < end;) {
      const Operation& o = operations[static_cast<std::size_t>(next)];
      if (o.kernel == nullptr) {
        next = jump(o, next, lanes);
        continue;
      }
      const std::size_t n = o.one_lane ? 1 : lanes;
      if (o.table < 0) {
        o.kernel(at(o.d), at(o.a), at(o.b), at(o.c), n);
      } else {
        const auto table = static_cast<std::size_t>(o.table);
        o.kernel(at(o.d), at(o.a), program_.tables[table].data(), &table_sizes_[table], n);
      }
      ++next;
    }
  }

  /// The next operation after one of control.
  int jump(const Operation& o, int here, std::size_t lanes) {
    switch (o.code) {
    case Code::loop_begin: {
      const std::int64_t count = *at(o.a);
      if (count <= 0) {
        return o.target;
      }
      frames_.push_back({0, count});
      *at(o.d) = o.descending ? count - 1 : 0;
      return here + 1;
    }
    case Code::loop_end: {
      const Operation& begin = program_.body[static_cast<std::size_t>(o.target)];
      Frame& frame = frames_.back();
      if (++frame.done == frame.count) {
        frames_.pop_back();
        return here + 1;
      }
      *at(begin.d) = begin.descending ? frame.count - 1 - frame.done : frame.done;
      return o.target + 1;
    }
    case Code::skip_if_zero:
      return *at(o.a) == 0 ? o.target : here + 1;
    case Code::skip_if_nonzero:
      return *at(o.a) != 0 ? o.target : here + 1;
    default: {
      const std::int64_t* const mask = at(o.a);
      std::int64_t any = 0;
      for (std::size_t i = 0; i < lanes; ++i) {
        any |= mask[i];
      }
      return any == 0 ? o.target : here + 1;
    }
    }
  }

  const Program& program_;
  const Columns& columns_;
  AlignedWords scalars_;
  AlignedWords workspace_;
  std::vector<std::int64_t*> pointers_;
  std::vector<std::int64_t> table_sizes_;
  std::vector<Frame> frames_;
};

} // namespace

void run(const Program& program, const Columns& columns) {
  Machine(program, columns).run();
}

} // namespace mapwright::expr::batch
