// The energy account of a map: joules spent once to find it against joules it saves in every execution.
#pragma once

#include "core/error.hpp"
#include "report/json.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace mapwright::report {

/// Joules spent once.
struct Spent {
  double joules = 0;
  bool estimated = true;
  std::string source;   ///< "run 3: triangle, 20 points, model:m"
  std::string method;   ///< the meter, or the assumptions
  bool fixture = false; ///< replies were written for a test
};

/// What one strategy of a bench takes per execution.
struct Execution {
  double seconds = 0;
  double joules = 0;
  bool estimated = false; ///< time x stated watts
};

struct Account {
  Spent spent;
  std::string workload; ///< "triangle at n = 300, body write, host: ..."
  Execution box;
  Execution map;
  std::optional<double> watts{};
  std::vector<std::string> assumptions{}; ///< one sentence each

  /// Joules saved per execution; 0 or less: the map saves nothing.
  [[nodiscard]] double saved() const { return box.joules - map.joules; }
  /// Executions after which the joules spent are saved; none: never.
  [[nodiscard]] std::optional<std::uint64_t> break_even() const;
  [[nodiscard]] bool estimated() const { return spent.estimated || box.estimated || map.estimated; }
};

/// The account for what `map bench --json` printed (`text`, of a file called `file`). Where the bench had no meter, its
/// times are multiplied by `watts`. Errors: input, when it is no such document, its map has no time, or it has neither
/// joules nor watts.
Result<Account> make_account(const Spent& spent, std::string_view text, const std::string& file,
                             std::optional<double> watts);

std::string to_text(const Account& account);
/// Keys: docs/cli.md.
Json to_json(const Account& account);

} // namespace mapwright::report
