#include "index_map/candidate/text_subject.hpp"

#include "expr/interval.hpp"
#include "index_map/columns.hpp"

#include <algorithm>
#include <chrono>
#include <limits>

namespace mapwright::index_map::candidate {

using expr::Expr;
using expr::Op;

namespace {

using Clock = std::chrono::steady_clock;

constexpr std::uint64_t most_exact_calls = 2'000'000; ///< they take microseconds each
constexpr std::uint64_t calls_at_once = 16;           ///< between two looks at the clock
constexpr std::uint64_t worth_compiling = 64;         ///< indices

bool has_exact_division(const Expr& e) {
  return e.op() == Op::exact_div ||
         std::any_of(e.operands().begin(), e.operands().end(), [](const Expr& o) { return has_exact_division(o); });
}

/// Collects the remainders of exact divisions that are always evaluated; false when some may not be.
bool collect(const Expr& e, std::vector<Expr>& remainders) {
  const bool guarded = e.op() == Op::select || e.op() == Op::logical_and || e.op() == Op::logical_or;
  for (std::size_t i = 0; i < e.operands().size(); ++i) {
    if (guarded && i > 0 ? has_exact_division(e.operand(i)) : !collect(e.operand(i), remainders)) {
      return false;
    }
  }
  if (e.op() == Op::exact_div) {
    remainders.push_back(Expr::raw(Op::floor_mod, {e.operand(0), e.operand(1)}));
  }
  return true;
}

class TextSubject : public Subject {
public:
  TextSubject(const expr::Function& function, expr::Tables tables, std::size_t sizes, double seconds)
      : function_(function), tables_(tables), sizes_(sizes), left_(seconds), checked_(with_remainders(function)) {}

  Result<Answer> run(std::span<const Request> requests) override {
    Answer answer;
    answer.columns.resize(function_.results.size());
    const auto began = Clock::now();
    const auto spent = [&] { return std::chrono::duration<double>(Clock::now() - began).count(); };
    bool going_on = true;
    for (std::size_t r = 0; r < requests.size() && going_on; ++r) {
      Request rest = requests[r];
      while (going_on && rest.count > 0) {
        answer.out_of_time = spent() > left_;
        const std::uint64_t count = answer.out_of_time ? 0 : part(rest, answer);
        going_on = count > 0;
        rest.first += static_cast<std::int64_t>(count);
        rest.count -= count;
      }
    }
    left_ -= spent();
    return answer;
  }

  [[nodiscard]] Limits limits() const override {
    return {std::vector<std::int64_t>(sizes_, std::numeric_limits<std::int64_t>::max())};
  }

  [[nodiscard]] std::uint64_t most_points() const override {
    return checked_ ? std::numeric_limits<std::uint64_t>::max() : most_exact_calls;
  }

private:
  /// Computes the first points of a request: all that a batch can, or some. Returns their number; 0 at a stop.
  std::uint64_t part(const Request& request, Answer& answer) const {
    std::vector<Int> size(request.size.begin(), request.size.end());
    size.resize(function_.parameters.size());
    const std::vector<expr::Interval> indices{{request.first, request.first + static_cast<Int>(request.count) - 1}};
    const bool fast = request.count > worth_compiling && checked_ && cannot_fault(size, indices);
    const ColumnFunction columns(fast ? *checked_ : function_, size, fast ? std::optional(indices) : std::nullopt,
                                 tables_);
    const auto count =
        static_cast<std::size_t>(columns.is_batch() ? request.count : std::min(request.count, calls_at_once));
    std::vector<std::vector<std::int64_t>> results((columns.is_batch() ? *checked_ : function_).results.size(),
                                                   std::vector<std::int64_t>(count));
    std::vector<std::int64_t*> pointers;
    for (auto& column : results) {
      pointers.push_back(column.data());
    }
    const auto stop = columns.run_consecutive(request.first, count, pointers);
    std::size_t filled = stop ? stop->at : count;
    answer.out_of_time = stop && stop->gave_up;
    answer.stopped = stop && !stop->gave_up ? std::optional("stops: " + stop->why) : std::nullopt;
    for (std::size_t r = answer.columns.size(); r < results.size(); ++r) { // remainders of exact divisions
      const auto bad = std::find_if(results[r].begin(), results[r].begin() + static_cast<std::ptrdiff_t>(filled),
                                    [](std::int64_t v) { return v != 0; });
      if (const auto at = static_cast<std::size_t>(bad - results[r].begin()); at < filled) {
        filled = at;
        answer.stopped = "stops: " + expr::describe({expr::FaultKind::inexact, ""});
      }
    }
    for (std::size_t d = 0; d < answer.columns.size(); ++d) {
      answer.columns[d].insert(answer.columns[d].end(), results[d].begin(),
                               results[d].begin() + static_cast<std::ptrdiff_t>(filled));
    }
    answer.points += filled;
    return filled < count ? 0 : count;
  }

  [[nodiscard]] bool cannot_fault(const std::vector<Int>& size, const std::vector<expr::Interval>& indices) const {
    std::vector<expr::Interval> parameters;
    for (const Int value : size) {
      parameters.push_back({value, value});
    }
    expr::AnalysisOptions options;
    options.keep_hazards = true;
    const expr::Analysis analysis = expr::analyse(*checked_, parameters, indices, tables_, options);
    return analysis.hazards.empty() && analysis.fits(64) && !analysis.results.empty();
  }

  const expr::Function& function_;
  expr::Tables tables_;
  std::size_t sizes_;
  double left_; ///< seconds
  std::optional<expr::Function> checked_;
};

} // namespace

std::optional<expr::Function> with_remainders(const expr::Function& f) {
  std::vector<Expr> remainders;
  for (const expr::Statement& s : f.body) {
    const auto* let = std::get_if<expr::Let>(&s.is);
    if (let == nullptr || !collect(let->value, remainders)) {
      return std::nullopt;
    }
  }
  expr::Function out = f;
  for (const Expr& e : f.results) {
    if (!collect(e, remainders)) {
      return std::nullopt;
    }
  }
  for (const Expr& e : remainders) {
    out.results.push_back(e);
    out.result_names.push_back("remainder_" + std::to_string(out.results.size()));
  }
  return out;
}

std::unique_ptr<Subject> text_subject(const expr::Function& function, expr::Tables tables, std::size_t sizes,
                                      double seconds) {
  return std::make_unique<TextSubject>(function, tables, sizes, seconds);
}

} // namespace mapwright::index_map::candidate
