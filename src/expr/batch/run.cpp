#include "expr/batch/run.hpp"

#include <algorithm>
#include <memory>
#include <new>
#include <type_traits>

namespace mapwright::expr::batch {

namespace {

/// Bytes per block: a dozen blocks stay in a first-level cache, and finding the next operation costs little beside.
constexpr std::size_t block_bytes = 4096;
template <class Word> constexpr std::size_t block_lanes = block_bytes / sizeof(Word);
static_assert(block_lanes<std::int64_t> % lane_granule == 0);

/// Zeroed words at a cache line's boundary: every lane always holds some number.
template <class Word> class AlignedWords {
public:
  explicit AlignedWords(std::size_t size)
      : words_(static_cast<Word*>(
            ::operator new (std::max<std::size_t>(size, 1) * sizeof(Word), std::align_val_t{alignment}))) {
    std::fill_n(words_.get(), size, 0);
  }
  [[nodiscard]] Word* at(std::size_t word) const { return words_.get() + word; }

private:
  static constexpr std::size_t alignment = 64;
  struct Delete {
    void operator()(Word* words) const { ::operator delete (words, std::align_val_t{alignment}); }
  };
  std::unique_ptr<Word, Delete> words_;
};

template <class Word> class Machine {
public:
  Machine(const Program& program, const Executable<Word>& code, const Columns& columns)
      : program_(program), code_(code), columns_(columns), scalars_(program.scalar_words),
        workspace_(block * (program.workspace_blocks + program.arguments + program.results.size())),
        pointers_(program.registers.size()) {
    for (const auto& table : code.tables) {
      table_sizes_.push_back(static_cast<Word>(table.size()));
    }
    for (std::size_t r = 0; r < program.registers.size(); ++r) {
      const Register& reg = program.registers[r];
      pointers_[r] = reg.place == Place::scalar ? scalars_.at(reg.at) : workspace_.at(block * reg.at);
    }
    for (const auto& [r, value] : code.constants) {
      *pointers_[static_cast<std::size_t>(r)] = value;
    }
    for (std::size_t i = 0; i < program.parameters; ++i) {
      *pointers_[i] = static_cast<Word>(columns.parameters[i]);
    }
    execute(program.prologue, code.prologue, 1);
  }

  void run() {
    for (std::size_t start = 0; start < columns_.count; start += block) {
      const std::size_t lanes = std::min(block, columns_.count - start);
      const bool in_place = is_column && lanes == block;
      for (std::size_t i = 0; i < program_.arguments; ++i) {
        pointers_[program_.parameters + i] = argument(i, start, lanes);
      }
      for (std::size_t i = 0; i < program_.results.size(); ++i) {
        pointers_[static_cast<std::size_t>(program_.results[i])] = result(i, start, in_place);
      }
      execute(program_.body, code_.body, (lanes + lane_granule - 1) / lane_granule * lane_granule);
      for (std::size_t i = 0; !in_place && i < program_.results.size(); ++i) {
        kernels_.give(columns_.results[i] + start, result_buffer(i), lanes);
      }
    }
  }

private:
  static constexpr std::size_t block = block_lanes<Word>;
  /// Whether lanes are laid out as columns are.
  static constexpr bool is_column = std::is_same_v<Word, std::int64_t>;

  /// A loop being executed.
  struct Frame {
    Word done = 0;
    Word count = 0;
  };

  [[nodiscard]] Word* argument_buffer(std::size_t i) const {
    return workspace_.at(block * (program_.workspace_blocks + i));
  }
  [[nodiscard]] Word* result_buffer(std::size_t i) const {
    return workspace_.at(block * (program_.workspace_blocks + program_.arguments + i));
  }

  /// Lanes [start, start + lanes) of an argument. A block that is not whole is padded with its last value, so that
  /// every lane computes something that is asked for.
  Word* argument(std::size_t i, std::size_t start, std::size_t lanes) {
    if constexpr (is_column) {
      if (!columns_.consecutive && lanes == block) {
        return const_cast<Word*>(columns_.arguments[i] + start); // read only: no operation writes an argument
      }
    }
    Word* const buffer = argument_buffer(i);
    if (columns_.consecutive) {
      kernels_.count_up(buffer, columns_.first + static_cast<std::int64_t>(start), lanes);
    } else {
      kernels_.take(buffer, columns_.arguments[i] + start, lanes);
    }
    std::fill_n(buffer + lanes, block - lanes, buffer[lanes - 1]);
    return buffer;
  }

  Word* result(std::size_t i, std::size_t start, bool in_place) const {
    if constexpr (is_column) {
      if (in_place) {
        return columns_.results[i] + start;
      }
    }
    return result_buffer(i);
  }

  [[nodiscard]] Word* at(int r) const { return r < 0 ? nullptr : pointers_[static_cast<std::size_t>(r)]; }

  void execute(const std::vector<Operation>& operations, const std::vector<Kernel<Word>>& kernels, std::size_t lanes) {
    const int end = static_cast<int>(operations.size());
    for (int next = 0; next < end;) {
      const Operation& o = operations[static_cast<std::size_t>(next)];
      const Kernel<Word> kernel = kernels[static_cast<std::size_t>(next)];
      if (kernel == nullptr) {
        next = jump(o, next, lanes);
        continue;
      }
      const std::size_t n = o.one_lane ? 1 : lanes;
      if (o.table < 0) {
        kernel(at(o.d), at(o.a), at(o.b), at(o.c), n);
      } else {
        const auto table = static_cast<std::size_t>(o.table);
        kernel(at(o.d), at(o.a), code_.tables[table].data(), &table_sizes_[table], n);
      }
      ++next;
    }
  }

  /// The next operation after one of control.
  int jump(const Operation& o, int here, std::size_t lanes) {
    switch (o.code) {
    case Code::loop_begin: {
      const Word count = *at(o.a);
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
      const Word* const mask = at(o.a);
      Word any = 0;
      for (std::size_t i = 0; i < lanes; ++i) {
        any |= mask[i];
      }
      return any == 0 ? o.target : here + 1;
    }
    }
  }

  const Program& program_;
  const Executable<Word>& code_;
  const Columns& columns_;
  const KernelSet<Word>& kernels_ = kernels<Word>();
  AlignedWords<Word> scalars_;
  AlignedWords<Word> workspace_;
  std::vector<Word*> pointers_;
  std::vector<Word> table_sizes_;
  std::vector<Frame> frames_;
};

} // namespace

template <class Word> void run(const Program& program, const Executable<Word>& code, const Columns& columns) {
  Machine<Word>(program, code, columns).run();
}

template void run(const Program& program, const Executable<std::int32_t>& code, const Columns& columns);
template void run(const Program& program, const Executable<std::int64_t>& code, const Columns& columns);

} // namespace mapwright::expr::batch
