#include "expr/batch/survey.hpp"

#include <algorithm>

namespace mapwright::expr::batch {

namespace {

std::size_t size_of_one(const Statement& statement) {
  constexpr std::size_t long_statement = 1000; // loops, and roots found by a method
  if (const auto* s = std::get_if<Let>(&statement.is)) {
    return tree_size(s->value);
  }
  if (const auto* s = std::get_if<Declare>(&statement.is)) {
    return tree_size(s->value);
  }
  if (const auto* s = std::get_if<Assign>(&statement.is)) {
    return tree_size(s->value);
  }
  if (const auto* s = std::get_if<If>(&statement.is)) {
    return tree_size(s->condition) + size_of(s->then_block) + size_of(s->else_block);
  }
  return std::holds_alternative<Assume>(statement.is) ? 0 : long_statement;
}

} // namespace

std::size_t size_of(const Block& block) {
  std::size_t size = 0;
  for (const Statement& statement : block) {
    size += size_of_one(statement);
  }
  return size;
}

void collect_assigned(const Block& block, std::vector<Symbol>& out) {
  for (const Statement& statement : block) {
    if (const auto* s = std::get_if<Assign>(&statement.is)) {
      if (std::find(out.begin(), out.end(), s->name) == out.end()) {
        out.push_back(s->name);
      }
    } else if (const auto* branch = std::get_if<If>(&statement.is)) {
      collect_assigned(branch->then_block, out);
      collect_assigned(branch->else_block, out);
    } else if (const auto* loop = std::get_if<For>(&statement.is)) {
      collect_assigned(loop->body, out);
    }
  }
}

Code estimate_code(int degree) {
  return degree == 2 ? Code::estimate2 : degree == 3 ? Code::estimate3 : Code::estimate_any;
}

Code plain_code(Op op) {
  switch (op) {
  case Op::add:
    return Code::add;
  case Op::sub:
    return Code::sub;
  case Op::minimum:
    return Code::minimum;
  case Op::maximum:
    return Code::maximum;
  case Op::shift_left:
    return Code::shift_left;
  case Op::shift_right:
    return Code::shift_right;
  case Op::bit_and:
    return Code::bit_and;
  case Op::bit_or:
    return Code::bit_or;
  case Op::bit_xor:
    return Code::bit_xor;
  case Op::less:
    return Code::less;
  case Op::less_equal:
    return Code::less_equal;
  case Op::equal:
    return Code::equal;
  case Op::not_equal:
    return Code::not_equal;
  case Op::logical_and:
    return Code::logical_and;
  default:
    return Code::logical_or;
  }
}

} // namespace mapwright::expr::batch
