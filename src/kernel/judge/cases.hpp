// Inputs with what they must give: prepared once for a task, shown to many candidates, never twice to one process.
#pragma once

#include "kernel/task/data.hpp"
#include "kernel/task/reference.hpp"

#include <compare>
#include <cstdint>
#include <map>
#include <vector>

namespace mapwright::kernel {

/// One call's inputs and what the reference says of them.
struct Case {
  Inputs inputs;
  Expectation expected;
};

/// Which case. The same key gives the same case within one run of the judge.
struct CaseKey {
  std::vector<std::int64_t> sizes;
  std::size_t scenario = 0;
  std::uint64_t number = 0;
  friend auto operator<=>(const CaseKey&, const CaseKey&) = default;
};

/// Makes cases on demand and keeps them. Their seeds come from a secret that no candidate sees, and tell
/// nothing of it nor of each other.
class Cases {
public:
  /// `task` and `reference` must outlive this.
  Cases(const Task& task, Reference& reference, std::uint64_t secret)
      : task_(task), reference_(reference), secret_(secret) {}

  /// The case; the reference runs when it is asked for the first time. The pointer stays valid until forget().
  Result<const Case*> at(const Shape& shape, std::size_t scenario, std::uint64_t number);

  /// Inputs of the same kind that no case has: for calls that are not judged.
  [[nodiscard]] Result<Inputs> apart(const Shape& shape, std::size_t scenario) const;

  /// Drops all cases of these sizes, to make room.
  void forget(const std::vector<std::int64_t>& sizes);

  [[nodiscard]] const Task& task() const { return task_; }

private:
  const Task& task_;
  Reference& reference_;
  std::uint64_t secret_;
  std::map<CaseKey, Case> cases_;
};

/// 64 bits from the operating system's generator.
std::uint64_t fresh_secret();

} // namespace mapwright::kernel
