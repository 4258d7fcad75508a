#include "expr/batch.hpp"

#include "expr/batch/compile.hpp"
#include "expr/batch/run.hpp"

#include <algorithm>
#include <stdexcept>

namespace mapwright::expr {

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

tl::expected<Batch, Refusal> Batch::compile(const Function& f, Tables tables) {
  auto program = batch::compile(f, tables);
  if (!program) {
    return tl::unexpected<Refusal>(program.error());
  }
  return Batch(std::make_shared<const batch::Program>(std::move(*program)));
}

tl::expected<Batch, Refusal> Batch::compile_checked(const Function& f, const Box& box, Tables tables) {
  constexpr int word = 64;
  const Analysis analysis = analyse(f, box, tables);
  if (!analysis.fits(word)) {
    return tl::unexpected<Refusal>(Refusal{BatchRefusal::wide_intermediate, analysis.widest});
  }
  return compile(f, tables);
}

void Batch::run(std::span<const std::int64_t> parameters, std::span<const std::int64_t* const> arguments,
                std::size_t count, std::span<std::int64_t* const> results) const {
  if (parameters.size() != program_->parameters || arguments.size() != program_->arguments ||
      results.size() != program_->results.size()) {
    throw std::logic_error("Batch::run: wrong number of parameters or columns");
  }
  batch::run(*program_, {parameters, arguments, results, count, false, 0});
}

void Batch::run_consecutive(std::span<const std::int64_t> parameters, std::int64_t first, std::size_t count,
                            std::span<std::int64_t* const> results) const {
  if (parameters.size() != program_->parameters || program_->arguments != 1 ||
      results.size() != program_->results.size()) {
    throw std::logic_error("Batch::run_consecutive: wrong number of parameters or columns");
  }
  batch::run(*program_, {parameters, {}, results, count, true, first});
}

std::size_t Batch::lane_operations() const {
  return static_cast<std::size_t>(std::count_if(program_->body.begin(), program_->body.end(),
                                                [](const batch::Operation& o) { return o.kernel && !o.one_lane; }));
}

std::string_view Batch::instruction_set() {
  return batch::instruction_set();
}

} // namespace mapwright::expr
