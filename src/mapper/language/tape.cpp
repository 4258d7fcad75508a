#include "mapper/language/tape.hpp"

#include "mapper/language/integer_operation.hpp"

#include <memory>

namespace mapwright::mapper::language {

namespace {

Number in_register(std::uint32_t place) {
  return Number{0, std::make_shared<const Symbolic>(Symbolic{expr::Expr(0), 1, place})};
}

} // namespace

bool Tape::run(std::vector<std::int64_t>& registers) const {
  std::int64_t* const r = registers.data();
  const TapeStep* const end = steps_.data() + steps_.size();
  for (const TapeStep* step = steps_.data(); step != end; ++step) {
    switch (step->kind) {
    case TapeStep::Kind::operation:
      if (!integer_operation(step->operation, r[step->a], r[step->b], r[step->target])) {
        return false;
      }
      break;
    case TapeStep::Kind::choose:
      r[step->target] = r[step->a] != 0 ? r[step->b] : r[step->c];
      break;
    case TapeStep::Kind::within:
      if (r[step->a] < r[step->b] || r[step->a] > r[step->c]) {
        return false;
      }
      break;
    case TapeStep::Kind::skip:
      if ((r[step->a] != 0) != step->truth) {
        step = steps_.data() + step->target - 1;
      }
      break;
    }
  }
  return true;
}

Number TapeRecorder::input() {
  registers_.push_back(0);
  return in_register(static_cast<std::uint32_t>(registers_.size()) - 1);
}

std::uint32_t TapeRecorder::constant(std::int64_t value) {
  const auto [found, is_new] = constants_.try_emplace(value, static_cast<std::uint32_t>(registers_.size()));
  if (is_new) {
    registers_.push_back(value);
  }
  return found->second;
}

std::uint32_t TapeRecorder::place(const Number& number) {
  return number.is_integer() ? constant(number.value) : number.symbolic->place;
}

Number TapeRecorder::result(TapeStep step) {
  step.target = static_cast<std::uint32_t>(registers_.size());
  registers_.push_back(0);
  steps_.push_back(step);
  return in_register(step.target);
}

Number TapeRecorder::operation(BinaryOperator operation, const Number& a, const Number& b) {
  TapeStep step;
  step.operation = operation;
  step.a = place(a);
  step.b = place(b);
  return result(step);
}

Number TapeRecorder::choose(const Number& condition, const Number& a, const Number& b) {
  TapeStep step;
  step.kind = TapeStep::Kind::choose;
  step.a = place(condition);
  step.b = place(a);
  step.c = place(b);
  return result(step);
}

void TapeRecorder::require_within(const Number& a, std::int64_t low, std::int64_t high) {
  TapeStep step;
  step.kind = TapeStep::Kind::within;
  step.a = place(a);
  step.b = constant(low);
  step.c = constant(high);
  steps_.push_back(step);
}

void TapeRecorder::begin_condition(const Number& condition, bool truth) {
  TapeStep step;
  step.kind = TapeStep::Kind::skip;
  step.truth = truth;
  step.a = place(condition);
  open_.push_back(steps_.size());
  steps_.push_back(step);
}

void TapeRecorder::end_condition() {
  steps_[open_.back()].target = static_cast<std::uint32_t>(steps_.size());
  open_.pop_back();
}

} // namespace mapwright::mapper::language
