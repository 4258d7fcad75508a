#include "expr/batch.hpp"

#include "expr/batch/compile.hpp"
#include "expr/batch/executable.hpp"
#include "expr/batch/narrow.hpp"
#include "expr/batch/run.hpp"

#include <algorithm>
#include <cstdint>
#include <optional>
#include <stdexcept>
#include <utility>
#include <vector>

namespace mapwright::expr {

namespace batch {

/// Inclusive bounds of a column.
struct Bounds {
  std::int64_t low = 0;
  std::int64_t high = 0;
  [[nodiscard]] bool contains(std::int64_t x) const { return low <= x && x <= high; }
};

/// A program for lanes of 32 bits, and where it may be used.
struct Narrow {
  Executable<std::int32_t> code;
  std::vector<Bounds> parameters{};
  std::vector<Bounds> arguments{};

  [[nodiscard]] bool covers(const Columns& columns) const {
    for (std::size_t i = 0; i < parameters.size(); ++i) {
      if (!parameters[i].contains(columns.parameters[i])) {
        return false;
      }
    }
    if (columns.count == 0) {
      return true;
    }
    if (columns.consecutive) {
      return arguments[0].contains(columns.first) &&
             columns.count - 1 <= static_cast<std::uint64_t>(arguments[0].high - columns.first);
    }
    for (std::size_t i = 0; i < arguments.size(); ++i) {
      const auto [low, high] = arguments[i];
      if (!kernels<std::int32_t>().inside(columns.arguments[i], columns.count, low, high)) {
        return false;
      }
    }
    return true;
  }
};

struct Compiled {
  Program program;
  Executable<std::int64_t> wide;
  std::optional<Narrow> narrow{};
};

namespace {

/// Intervals that fit 32 bits.
std::vector<Bounds> bounds_of(const std::vector<Interval>& intervals) {
  std::vector<Bounds> bounds;
  for (const Interval& interval : intervals) {
    bounds.push_back({static_cast<std::int64_t>(interval.low), static_cast<std::int64_t>(interval.high)});
  }
  return bounds;
}

} // namespace

} // namespace batch

std::string describe(const Refusal& refusal) {
  switch (refusal.kind) {
  case BatchRefusal::unbound_name:
    return "the name '" + refusal.at + "' has no value";
  case BatchRefusal::unknown_table:
    return "the table '" + refusal.at + "' has no entries";
  case BatchRefusal::varying_count:
    return "the count '" + refusal.at + "' is not the same for all indices";
  case BatchRefusal::wide_constant:
    return "the constant " + refusal.at + " does not fit 64 bits";
  case BatchRefusal::wide_intermediate:
    return "'" + refusal.at + "' may not fit 64 bits";
  }
  return "unknown refusal";
}

tl::expected<Batch, Refusal> Batch::compile(const Function& f, const Box* narrow_box, Tables tables) {
  auto program = batch::compile(f, tables);
  if (!program) {
    return tl::unexpected<Refusal>(program.error());
  }
  auto wide = batch::executable<std::int64_t>(*program, tables);
  batch::Compiled compiled{std::move(*program), std::move(wide.value())};
  if (narrow_box != nullptr && batch::fits_narrow_lanes(f, *narrow_box, tables)) {
    if (auto code = batch::executable<std::int32_t>(compiled.program, tables)) {
      compiled.narrow = {std::move(*code), batch::bounds_of(narrow_box->parameters),
                         batch::bounds_of(narrow_box->arguments)};
    }
  }
  return Batch(std::make_shared<const batch::Compiled>(std::move(compiled)));
}

tl::expected<Batch, Refusal> Batch::compile(const Function& f, Tables tables) {
  return compile(f, nullptr, tables);
}

tl::expected<Batch, Refusal> Batch::compile_checked(const Function& f, const Box& box, Tables tables) {
  constexpr int word = 64;
  const Analysis analysis = analyse(f, box, tables);
  if (!analysis.fits(word)) {
    return tl::unexpected<Refusal>(Refusal{BatchRefusal::wide_intermediate, analysis.widest});
  }
  return compile(f, &box, tables);
}

void Batch::run(const batch::Columns& columns) const {
  const auto& [program, wide, narrow] = *compiled_;
  if (narrow && narrow->covers(columns)) {
    batch::run(program, narrow->code, columns);
  } else {
    batch::run(program, wide, columns);
  }
}

void Batch::run(std::span<const std::int64_t> parameters, std::span<const std::int64_t* const> arguments,
                std::size_t count, std::span<std::int64_t* const> results) const {
  const batch::Program& program = compiled_->program;
  if (parameters.size() != program.parameters || arguments.size() != program.arguments ||
      results.size() != program.results.size()) {
    throw std::logic_error("Batch::run: wrong number of parameters or columns");
  }
  run({parameters, arguments, results, count, false, 0});
}

void Batch::run_consecutive(std::span<const std::int64_t> parameters, std::int64_t first, std::size_t count,
                            std::span<std::int64_t* const> results) const {
  const batch::Program& program = compiled_->program;
  if (parameters.size() != program.parameters || program.arguments != 1 || results.size() != program.results.size()) {
    throw std::logic_error("Batch::run_consecutive: wrong number of parameters or columns");
  }
  run({parameters, {}, results, count, true, first});
}

std::size_t Batch::lane_operations() const {
  std::size_t count = 0;
  for (std::size_t i = 0; i < compiled_->program.body.size(); ++i) {
    count += compiled_->wide.body[i] != nullptr && !compiled_->program.body[i].one_lane ? 1U : 0U;
  }
  return count;
}

int Batch::lane_bits() const {
  return compiled_->narrow ? 32 : 64;
}

std::string_view Batch::instruction_set() {
  return std::string_view(batch::kernels<std::int64_t>().name);
}

} // namespace mapwright::expr
