#include "expr/interval.hpp"

#include "expr/build.hpp"
#include "expr/interval_evaluate.hpp"
#include "expr/interval_rules.hpp"
#include "expr/interval_state.hpp"
#include "expr/text.hpp"

#include <algorithm>
#include <stdexcept>

namespace mapwright::expr {

namespace {

/// Bodies of unrolled loops walked in one analysis; beyond, loops are widened instead.
constexpr int unroll_budget = 20'000;

/// Walks statements over intervals.
class Analyser {
public:
  Analyser(const Function& f, Tables tables, const AnalysisOptions& options, Analysis& report)
      : f_(f), tables_(tables), options_(options), recorder_(report, options) {}

  void run(std::span<const Interval> parameters, std::span<const Interval> arguments, std::vector<Interval>& results) {
    for (std::size_t i = 0; i < parameters.size(); ++i) {
      bind(f_.parameters[i], parameters[i]);
    }
    for (std::size_t i = 0; i < arguments.size(); ++i) {
      bind(f_.arguments[i], arguments[i]);
    }
    block(f_.body);
    for (const Expr& e : f_.results) {
      if (const auto values = value(e)) {
        results.push_back(*values);
      }
    }
    if (results.size() != f_.results.size()) {
      results.clear();
      state_.reachable = false;
    }
    leave_scope(0);
  }

private:
  [[nodiscard]] Recorder* recorder() { return recording_ ? &recorder_ : nullptr; }
  std::optional<Interval> value(const Expr& e) { return IntervalEvaluator(tables_, recorder()).value(e, state_); }
  std::optional<Interval> peek(const Expr& e) { return IntervalEvaluator(tables_, nullptr).value(e, state_); }
  void assume(const Expr& e, bool truth) { Narrower(state_, tables_).assume(e, truth); }

  void intermediate(const Image& image, const std::function<std::string()>& text) {
    if (recording_ && image.values) {
      recorder_.intermediate(*image.values, image.overflows, text);
    }
  }

  void bind(Symbol name, const Interval& values) {
    state_.bind(name, values);
    if (recording_) {
      recorder_.intermediate(values, false, [name] { return name.name(); });
    }
  }

  /// Ends the scope of all but the first `size` names. What is known of a name now holds for it in every call without a
  /// fault, so it is recorded here; variables change on the way and are recorded when they do.
  void leave_scope(std::size_t size) {
    if (recording_ && state_.reachable) {
      for (std::size_t i = size; i < state_.bindings.size(); ++i) {
        recorder_.name(state_.bindings[i].first, state_.bindings[i].second);
      }
    }
    for (std::size_t i = size; i < state_.bindings.size(); ++i) {
      state_.forget(state_.bindings[i].first);
    }
    state_.bindings.resize(size, {Symbol(), {}});
  }

  void record_variable(Symbol name, const Interval& values) {
    if (recording_) {
      recorder_.name(name, values);
    }
  }

  void block(const Block& statements) {
    for (std::size_t i = 0; i < statements.size(); ++i) {
      if (!state_.reachable) {
        return;
      }
      if (!bounds_suffice(statements, i)) {
        std::visit([this](const auto& s) { one(s); }, statements[i].is);
      }
    }
  }

  /// While a fixpoint is sought, a value is not computed whose bounds are promised right after it.
  bool bounds_suffice(const Block& statements, std::size_t i) {
    const auto* let = std::get_if<Let>(&statements[i].is);
    if (let == nullptr || recording_ || options_.as_executed || i + 1 == statements.size()) {
      return false;
    }
    const auto* promise = std::get_if<Assume>(&statements[i + 1].is);
    if (promise == nullptr || promise->name != let->name) {
      return false;
    }
    bind(let->name, everything);
    return true;
  }

  void scoped(const Block& statements) {
    const std::size_t scope = state_.bindings.size();
    block(statements);
    leave_scope(scope);
  }

  /// The value, or an unreachable state.
  std::optional<Interval> required(const Expr& e) {
    const auto values = value(e);
    state_.reachable = state_.reachable && values;
    return values;
  }

  void one(const Let& s) {
    if (const auto values = required(s.value)) {
      bind(s.name, *values);
    }
  }

  void one(const Declare& s) {
    if (const auto values = required(s.value)) {
      bind(s.name, *values);
      record_variable(s.name, *values);
    }
  }

  void one(const Assign& s) {
    const auto values = required(s.value);
    if (!values) {
      return;
    }
    if (!state_.assign(s.name, *values)) {
      unbound(s.name);
      return;
    }
    record_variable(s.name, *values);
  }

  void unbound(Symbol name) {
    state_.reachable = false;
    if (recording_) {
      recorder_.hazard(FaultKind::unbound, [name] { return name.name(); });
    }
  }

  void one(const If& s) {
    if (!required(s.condition)) {
      return;
    }
    const State before = state_;
    assume(s.condition, true);
    scoped(s.then_block);
    const State after_then = state_;
    state_ = before;
    assume(s.condition, false);
    scoped(s.else_block);
    state_ = join(after_then, state_);
  }

  void one(const For& s) {
    const auto count = required(s.count);
    if (!count || count->high <= 0) {
      return;
    }
    if (count->high <= options_.unroll_limit && count->high <= unroll_budget_) {
      s.descending ? unroll_descending(s, *count) : unroll_ascending(s, *count);
    } else {
      widen(s, *count);
    }
  }

  /// Whether the count still has the value it had before the loop: it reads parameters only, none shadowed.
  bool count_is_fixed(const Expr& count) {
    const std::vector<Symbol> names = free_variables(count);
    return std::all_of(names.begin(), names.end(), [this](Symbol name) {
      for (std::size_t i = state_.bindings.size(); i-- > 0;) {
        if (state_.bindings[i].first == name) {
          return i < f_.parameters.size();
        }
      }
      return false;
    });
  }

  void iteration(const For& s, const Interval& name, Int least_count) {
    if (count_is_fixed(s.count)) {
      Narrower(state_, tables_).narrow(s.count, {least_count, int_max});
    }
    if (!state_.reachable) {
      return;
    }
    const std::size_t scope = state_.bindings.size();
    bind(s.name, name);
    block(s.body);
    leave_scope(scope);
  }

  /// Iteration v runs iff v < count; a loop that ends before v skips all that follow.
  void unroll_ascending(const For& s, const Interval& count) {
    State ended = state_;
    ended.reachable = count.low <= 0;
    for (Int v = 0; v < count.high && state_.reachable; ++v) {
      --unroll_budget_;
      if (v >= std::max<Int>(count.low, 1)) {
        ended = join(ended, state_);
      }
      iteration(s, {v, v}, v + 1);
    }
    state_ = join(ended, state_);
  }

  /// Iteration v follows iteration v + 1, or is the first one when the count is v + 1.
  void unroll_descending(const For& s, const Interval& count) {
    const State entry = state_;
    state_.reachable = false;
    for (Int v = count.high - 1; v >= 0; --v) {
      --unroll_budget_;
      if (v + 1 >= count.low) {
        state_ = join(state_, entry);
      }
      iteration(s, {v, v}, v + 1);
    }
    if (count.low <= 0) {
      state_ = join(state_, entry);
    }
  }

  /// Bounds that an Assume in the body states for names bound outside it, as far as they can be evaluated here.
  Bounds thresholds(const Block& body) {
    std::vector<const Assume*> assumed;
    collect_assumed(body, assumed);
    Bounds out;
    for (const Assume* s : assumed) {
      const auto low = peek(s->low);
      const auto high = peek(s->high);
      if (low && high) {
        out.emplace_back(s->name, Interval{low->low, high->high});
      }
    }
    return out;
  }

  void widen(const For& s, const Interval& count) {
    constexpr int exact_rounds = 3;
    constexpr int threshold_rounds = 8;
    constexpr int narrowing_rounds = 2;
    const State entry = state_;
    const Interval name{0, count.high - 1};
    const bool recorded = std::exchange(recording_, false);
    const auto limits = thresholds(s.body);
    const auto after = [&](const State& head) {
      state_ = head;
      iteration(s, name, 1);
      return join(entry, state_);
    };
    State head = entry;
    for (int round = 0;; ++round) {
      State next = join(head, after(head));
      if (next == head) {
        break;
      }
      if (round >= exact_rounds) {
        push_bounds(next, head, round < threshold_rounds ? limits : Bounds{});
      }
      head = std::move(next);
    }
    for (int round = 0; round < narrowing_rounds; ++round) {
      head = after(head);
    }
    recording_ = recorded;
    state_ = head;
    iteration(s, name, 1);
    state_ = count.low >= 1 ? state_ : join(entry, state_);
  }

  void one(const Solve& s) {
    const auto low = required(s.low);
    const auto high = low ? required(s.high) : low;
    if (!high) {
      return;
    }
    const auto* root = std::get_if<RootEstimate>(&s.method);
    const Interval range = options_.as_executed ? whatever_is_found(*low, *high, root) : Interval{low->low, high->high};
    if (range.low > range.high) {
      state_.reachable = false;
      return;
    }
    const State before = state_;
    bind(s.name, {range.low, root != nullptr && root->up > 0 ? saturating_add(range.high, 1) : range.high});
    value(s.condition);
    state_ = before;
    if (root != nullptr) {
      root_estimate(*root);
    } else {
      bisection(s);
    }
    bind(s.name, range);
    if (!options_.as_executed) {
      assume(s.condition, true);
      bounded_facts(s.name, s.low, s.high);
    }
  }

  /// Candidates of a method of which nothing is promised. A root starts at min(max(quotient, low), high), is lowered at
  /// most `down` times and raised below high only; halving moves from low towards high, or high + 1 where that is less.
  static Interval whatever_is_found(const Interval& low, const Interval& high, const RootEstimate* root) {
    return {saturating_add(std::min(low.low, high.low), root != nullptr ? -root->down : 0),
            std::max(low.high, high.high)};
  }

  void bounded_facts(Symbol name, const Expr& low, const Expr& high) {
    const auto names_low = free_variables(low);
    const auto names_high = free_variables(high);
    if (std::find(names_low.begin(), names_low.end(), name) == names_low.end()) {
      state_.add_fact(low, Expr::variable(name), 0);
    }
    if (std::find(names_high.begin(), names_high.end(), name) == names_high.end()) {
      state_.add_fact(Expr::variable(name), high, 0);
    }
  }

  void bisection(const Solve& s) {
    value(std::get<Bisection>(s.method).iterations);
    value(s.high - s.low + Expr(1));
  }

  /// See RootEstimate: floor(rho) <= r <= rho * (1 + eps), eps at most 2^-20 in any variant.
  void root_estimate(const RootEstimate& s) {
    constexpr int eps_bits = 20;
    const auto radicand = value(s.radicand);
    const auto offset = value(s.offset);
    const auto divisor = value(s.divisor);
    if (!radicand || !offset || !divisor) {
      return; // the method can only fault, the meaning of the Solve does not depend on it
    }
    const auto root_of = [&s](Int x) { return x <= 0 ? Int{0} : integer_root(x, s.degree); };
    const Int least = root_of(radicand->low);
    const Int greatest = root_of(radicand->high);
    Interval root{std::max<Int>(0, least - (least >> eps_bits) - 2), greatest + (greatest >> eps_bits) + 2};
    if (radicand->high <= 0) {
      root.high = 0;
    }
    const auto text = [&s] { return "the root of " + to_text(s.radicand); };
    intermediate({root, false, {}}, text);
    for (const Int up : {Int{0}, static_cast<Int>(s.up)}) {
      estimate(root, *offset, *divisor, up, text());
    }
  }

  /// floor_div(root + (offset + divisor * up), divisor), which is the estimate plus up.
  void estimate(const Interval& root, const Interval& offset, const Interval& divisor, Int up,
                const std::string& root_text) {
    const Image raise = image_of(Op::mul, divisor, {up, up}, false);
    const Image added = image_of(Op::add, offset, *raise.values, false);
    const Image moved = image_of(Op::add, root, *added.values, false);
    const Image quotient = image_of(Op::floor_div, *moved.values, divisor, false);
    const auto text = [&root_text] { return "the estimate from " + root_text; };
    for (const Image& image : {raise, added, moved, quotient}) {
      intermediate(image, text);
    }
  }

  void one(const Assume& s) {
    if (options_.as_executed) {
      return;
    }
    const auto low = peek(s.low);
    const auto high = peek(s.high);
    if (!low || !high) {
      state_.reachable = false;
    } else if (state_.find(s.name) == nullptr) {
      unbound(s.name);
    } else if (low->low > high->high) {
      state_.reachable = false;
    } else {
      state_.restrict(s.name, {low->low, high->high});
      bounded_facts(s.name, s.low, s.high);
    }
  }

  const Function& f_;
  Tables tables_;
  const AnalysisOptions& options_;
  Recorder recorder_;
  bool recording_ = true;
  int unroll_budget_ = unroll_budget;
  State state_;
};

} // namespace

Analysis analyse(const Function& f, std::span<const Interval> parameters, std::span<const Interval> arguments,
                 Tables tables, const AnalysisOptions& options) {
  if (parameters.size() != f.parameters.size() || arguments.size() != f.arguments.size()) {
    throw std::logic_error("analyse: wrong number of parameters or arguments for " + f.name);
  }
  Analysis report;
  std::vector<Interval> results;
  Analyser(f, tables, options, report).run(parameters, arguments, results);
  report.results = std::move(results);
  return report;
}

} // namespace mapwright::expr
