// A program under construction: value numbering and hoisting happen as operations are added.
//
// Every register is written once, by one operation, except the registers of a loop: its counter, and one per variable
// the loop carries. Two operations with equal codes and operands in the same scope therefore yield the same value.
#pragma once

#include "expr/batch.hpp"
#include "expr/batch/program.hpp"

#include <cstdint>
#include <map>
#include <optional>
#include <tuple>
#include <utility>
#include <vector>

namespace mapwright::expr::batch {

/// Copyable, so that an assumption about a loop can be tried and taken back.
class Draft {
public:
  [[nodiscard]] const Program& program() const { return program_; }
  Program take() && { return std::move(program_); }

  int parameter();
  int argument();
  int constant(std::int64_t value);
  /// The register that holds code(a, b, c), from an earlier operation or a new one.
  int value(Code code, int a, int b = -1, int c = -1, int table = -1);
  /// a / b for a divisor that is one value for all lanes goes by its reciprocal.
  int division(Code code, Code code_by, int a, int b);
  int product(int a, int b);
  int power(int a, int b);

  /// A register that operations may write more than once.
  int variable(bool uniform);
  void copy(int to, int from);
  /// Index of the new operation.
  int control(Operation operation);
  void set_target(int operation);

  void open_scope() { known_.emplace_back(); }
  void close_scope() { known_.pop_back(); }

  [[nodiscard]] bool is_uniform(int r) const;
  [[nodiscard]] std::optional<std::int64_t> constant_value(int r) const;
  void finish(const std::vector<int>& results);

private:
  using Key = std::tuple<Code, int, int, int, int>;

  int add_register(Place place, std::size_t words, bool once);
  [[nodiscard]] bool is_once(int r) const;

  Program program_;
  std::vector<std::map<Key, int>> known_{1};
  std::map<Key, int> known_once_;
};

} // namespace mapwright::expr::batch
