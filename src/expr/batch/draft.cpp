#include "expr/batch/draft.hpp"

#include <algorithm>
#include <bit>

namespace mapwright::expr::batch {

namespace {

bool is_commutative(Code code) {
  switch (code) {
  case Code::add:
  case Code::mul:
  case Code::minimum:
  case Code::maximum:
  case Code::bit_and:
  case Code::bit_or:
  case Code::bit_xor:
  case Code::equal:
  case Code::not_equal:
  case Code::logical_and:
  case Code::logical_or:
    return true;
  default:
    return false;
  }
}

} // namespace

int Draft::add_register(Place place, std::size_t words, bool once) {
  Register r{place, 0, once};
  if (place == Place::scalar) {
    r.at = program_.scalar_words;
    program_.scalar_words += words;
  }
  program_.registers.push_back(r);
  return static_cast<int>(program_.registers.size()) - 1;
}

int Draft::parameter() {
  ++program_.parameters;
  return add_register(Place::scalar, 1, true);
}

int Draft::argument() {
  const int r = add_register(Place::argument, 0, false);
  program_.registers.back().at = program_.arguments++;
  return r;
}

int Draft::constant(std::int64_t value) {
  const auto found = std::find_if(program_.constants.begin(), program_.constants.end(),
                                  [value](const auto& entry) { return entry.second == value; });
  if (found != program_.constants.end()) {
    return found->first;
  }
  const int r = add_register(Place::scalar, 1, true);
  program_.constants.emplace_back(r, value);
  return r;
}

bool Draft::is_uniform(int r) const {
  return r < 0 || program_.registers[static_cast<std::size_t>(r)].place == Place::scalar;
}

bool Draft::is_once(int r) const {
  return r < 0 || program_.registers[static_cast<std::size_t>(r)].once;
}

std::optional<std::int64_t> Draft::constant_value(int r) const {
  const auto found = std::find_if(program_.constants.begin(), program_.constants.end(),
                                  [r](const auto& entry) { return entry.first == r; });
  return found != program_.constants.end() ? std::optional<std::int64_t>(found->second) : std::nullopt;
}

int Draft::value(Code code, int a, int b, int c, int table) {
  if (is_commutative(code) && std::pair(is_uniform(a), a) > std::pair(is_uniform(b), b)) {
    std::swap(a, b);
  }
  const Key key{code, a, b, c, table};
  const bool once = is_once(a) && is_once(b) && is_once(c);
  if (once) {
    if (const auto found = known_once_.find(key); found != known_once_.end()) {
      return found->second;
    }
  } else {
    for (const auto& scope : known_) {
      if (const auto found = scope.find(key); found != scope.end()) {
        return found->second;
      }
    }
  }
  const bool uniform = is_uniform(a) && is_uniform(b) && is_uniform(c);
  const std::size_t words = code == Code::reciprocal ? reciprocal_words : 1;
  const int d = add_register(uniform ? Place::scalar : Place::workspace, words, once);
  Operation operation;
  operation.code = code;
  operation.d = d;
  operation.a = a;
  operation.b = b;
  operation.c = c;
  operation.table = table;
  (once ? program_.prologue : program_.body).push_back(operation);
  (once ? known_once_ : known_.back()).emplace(key, d);
  return d;
}

int Draft::division(Code code, Code code_by, int a, int b) {
  if (is_uniform(a) || !is_uniform(b)) {
    return value(code, a, b);
  }
  return value(code_by, a, value(Code::reciprocal, b));
}

int Draft::product(int a, int b) {
  for (const auto& [factor, other] : {std::pair(a, b), std::pair(b, a)}) {
    const auto literal = constant_value(factor);
    if (literal && *literal > 0 && std::has_single_bit(static_cast<std::uint64_t>(*literal))) {
      return value(Code::shift_left, other, constant(std::countr_zero(static_cast<std::uint64_t>(*literal))));
    }
  }
  return value(Code::mul, a, b);
}

/// A literal exponent becomes products, by squaring.
int Draft::power(int a, int b) {
  constexpr std::int64_t longest_chain = 64;
  const auto exponent = constant_value(b);
  if (!exponent || *exponent < 1 || *exponent > longest_chain || is_uniform(a)) {
    return value(Code::power, a, b);
  }
  int result = -1;
  int square = a;
  for (std::int64_t rest = *exponent; rest > 0; rest >>= 1) {
    if ((rest & 1) != 0) {
      result = result < 0 ? square : product(result, square);
    }
    if (rest > 1) {
      square = product(square, square);
    }
  }
  return result;
}

int Draft::variable(bool uniform) {
  return add_register(uniform ? Place::scalar : Place::workspace, 1, false);
}

void Draft::copy(int to, int from) {
  Operation operation;
  operation.code = Code::copy;
  operation.d = to;
  operation.a = from;
  program_.body.push_back(operation);
}

int Draft::control(Operation operation) {
  program_.body.push_back(operation);
  return static_cast<int>(program_.body.size()) - 1;
}

void Draft::set_target(int operation) {
  program_.body[static_cast<std::size_t>(operation)].target = static_cast<int>(program_.body.size());
}

/// A result that is computed in lanes is computed right where the caller wants it; anything else is copied there.
void Draft::finish(const std::vector<int>& results) {
  for (std::size_t i = 0; i < results.size(); ++i) {
    int r = results[i];
    if (program_.registers[static_cast<std::size_t>(r)].place != Place::workspace) {
      const int column = variable(false);
      copy(column, r);
      r = column;
    }
    program_.registers[static_cast<std::size_t>(r)].place = Place::result;
    program_.registers[static_cast<std::size_t>(r)].at = i;
    program_.results.push_back(r);
  }
}

} // namespace mapwright::expr::batch
