#include "expr/batch/compile.hpp"

#include "expr/batch/draft.hpp"
#include "expr/batch/survey.hpp"
#include "expr/text.hpp"

#include <algorithm>
#include <functional>
#include <limits>

namespace mapwright::expr::batch {

namespace {

/// Corrections of a RootEstimate that are written out; more of them become a loop.
constexpr int inline_steps = 3;
/// A branch of an `if` of fewer operations is computed in all lanes even where no lane takes it.
constexpr std::size_t short_branch = 6;

/// The first refusal ends the walk; until then every expression has a register.
class Compiler {
public:
  Compiler(const Function& f, Tables tables) : f_(f), tables_(tables) {}

  tl::expected<Program, Refusal> run() {
    for (const Symbol name : f_.parameters) {
      names_.emplace_back(name, draft_.parameter());
    }
    for (const Symbol name : f_.arguments) {
      names_.emplace_back(name, draft_.argument());
    }
    block(f_.body);
    std::vector<int> results;
    for (const Expr& e : f_.results) {
      results.push_back(expr(e));
    }
    if (refusal_) {
      return tl::unexpected<Refusal>(*refusal_);
    }
    draft_.finish(results);
    Program program = std::move(draft_).take();
    peephole(program);
    allocate(program);
    return program;
  }

private:
  using Names = std::vector<std::pair<Symbol, int>>;

  int refuse(BatchRefusal kind, std::string at) {
    if (!refusal_) {
      refusal_ = Refusal{kind, std::move(at)};
    }
    return draft_.constant(0);
  }

  int* find(Symbol name) {
    const auto found =
        std::find_if(names_.rbegin(), names_.rend(), [name](const auto& entry) { return entry.first == name; });
    return found != names_.rend() ? &found->second : nullptr;
  }

  int constant(Int value) {
    constexpr Int least = std::numeric_limits<std::int64_t>::min();
    constexpr Int greatest = std::numeric_limits<std::int64_t>::max();
    return value < least || value > greatest ? refuse(BatchRefusal::wide_constant, to_string(value))
                                             : draft_.constant(static_cast<std::int64_t>(value));
  }

  int load(const Expr& e) {
    const auto found =
        std::find_if(tables_.begin(), tables_.end(), [&e](const Table& table) { return table.name == e.name(); });
    if (found == tables_.end() || found->values.empty()) {
      return refuse(BatchRefusal::unknown_table, e.name().name());
    }
    return draft_.value(Code::load, expr(e.operand(0)), -1, -1, static_cast<int>(found - tables_.begin()));
  }

  int root(const Expr& e) {
    const int a = expr(e.operand(0));
    return e.value() == 2   ? draft_.value(Code::root2, a)
           : e.value() == 3 ? draft_.value(Code::root3, a)
                            : draft_.value(Code::root_any, a, constant(e.value()));
  }

  int expr(const Expr& e) {
    switch (e.op()) {
    case Op::constant:
      return constant(e.value());
    case Op::variable: {
      const int* r = find(e.name());
      return r != nullptr ? *r : refuse(BatchRefusal::unbound_name, e.name().name());
    }
    case Op::load:
      return load(e);
    case Op::root:
      return root(e);
    default:
      break;
    }
    const int a = expr(e.operand(0));
    const int b = e.operands().size() > 1 ? expr(e.operand(1)) : -1;
    switch (e.op()) {
    case Op::mul:
      return draft_.product(a, b);
    case Op::floor_div:
      return draft_.division(Code::floor_div, Code::floor_div_by, a, b);
    case Op::floor_mod:
      return draft_.division(Code::floor_mod, Code::floor_mod_by, a, b);
    case Op::exact_div:
      return draft_.division(Code::trunc_div, Code::exact_div_by, a, b);
    case Op::nonneg_div:
      return draft_.division(Code::trunc_div, Code::nonneg_div_by, a, b);
    case Op::nonneg_mod:
      return draft_.division(Code::trunc_mod, Code::nonneg_mod_by, a, b);
    case Op::power:
      return draft_.power(a, b);
    case Op::floor_log2:
      return draft_.value(Code::floor_log2, a);
    case Op::logical_not:
      return draft_.value(Code::logical_not, a);
    case Op::select:
      return draft_.value(Code::select, a, b, expr(e.operand(2)));
    default:
      return draft_.value(plain_code(e.op()), a, b);
    }
  }

  void block(const Block& statements) {
    for (const Statement& statement : statements) {
      if (refusal_) {
        return;
      }
      std::visit([this](const auto& s) { one(s); }, statement.is);
    }
  }

  void scoped(const std::function<void()>& inside) {
    const std::size_t scope = names_.size();
    inside();
    names_.resize(scope, {Symbol(), -1});
  }

  void assign(Symbol name, int r) {
    if (int* place = find(name)) {
      *place = r;
    } else {
      refuse(BatchRefusal::unbound_name, name.name());
    }
  }

  void one(const Let& s) { names_.emplace_back(s.name, expr(s.value)); }
  void one(const Declare& s) { names_.emplace_back(s.name, expr(s.value)); }
  void one(const Assign& s) { assign(s.name, expr(s.value)); }
  void one(const Assume& /*a fact, nothing to compute*/) {}

  /// Both branches are computed, each skipped where it can be; then every name takes its value from one of them.
  void one(const If& s) {
    const int condition = expr(s.condition);
    const Names before = names_;
    branch(s.then_block, condition, true);
    const Names after_then = std::exchange(names_, before);
    branch(s.else_block, condition, false);
    for (std::size_t i = 0; i < names_.size(); ++i) {
      if (after_then[i].second != names_[i].second) {
        names_[i].second = draft_.value(Code::select, condition, after_then[i].second, names_[i].second);
      }
    }
  }

  void branch(const Block& statements, int condition, bool taken_if) {
    if (statements.empty()) {
      return;
    }
    const bool uniform = draft_.is_uniform(condition);
    if (!uniform && size_of(statements) < short_branch) {
      scoped([&] { block(statements); });
      return;
    }
    const int outer_mask = mask_;
    Operation skip;
    if (uniform) {
      skip.code = taken_if ? Code::skip_if_zero : Code::skip_if_nonzero;
      skip.a = condition;
    } else {
      const int here = taken_if ? condition : draft_.value(Code::logical_not, condition);
      mask_ = mask_ < 0 ? here : draft_.value(Code::logical_and, mask_, here);
      skip.code = Code::skip_if_none;
      skip.a = mask_;
    }
    const int jump = draft_.control(skip);
    draft_.open_scope();
    scoped([&] { block(statements); });
    draft_.close_scope();
    draft_.set_target(jump);
    mask_ = outer_mask;
  }

  /// `count` times `body` with `counter` bound; `carried` are the names, bound outside, that the body may assign.
  /// A carried name is first taken to be uniform if it starts so; where the body disagrees, it is compiled again.
  void loop(int count, Symbol counter, bool descending, const std::vector<Symbol>& carried,
            const std::function<void()>& body) {
    std::vector<bool> uniform;
    for (const Symbol name : carried) {
      const int* r = find(name);
      if (r == nullptr) {
        refuse(BatchRefusal::unbound_name, name.name());
        return;
      }
      uniform.push_back(draft_.is_uniform(*r));
    }
    const Draft draft_before = draft_;
    const Names names_before = names_;
    while (!loop_once(count, counter, descending, carried, uniform, body) && !refusal_) {
      draft_ = draft_before;
      names_ = names_before;
    }
  }

  /// False, with `uniform` corrected, when a name taken to be uniform is not.
  bool loop_once(int count, Symbol counter, bool descending, const std::vector<Symbol>& carried,
                 std::vector<bool>& uniform, const std::function<void()>& body) {
    std::vector<int> kept;
    for (std::size_t i = 0; i < carried.size(); ++i) {
      kept.push_back(draft_.variable(uniform[i]));
      draft_.copy(kept[i], *find(carried[i]));
      *find(carried[i]) = kept[i];
    }
    Operation begin;
    begin.code = Code::loop_begin;
    begin.a = count;
    begin.d = draft_.variable(true);
    begin.descending = descending;
    const int start = draft_.control(begin);
    draft_.open_scope();
    scoped([&] {
      names_.emplace_back(counter, begin.d);
      body();
    });
    std::vector<int> last;
    for (const Symbol name : carried) {
      last.push_back(*find(name));
    }
    bool agreed = true;
    for (std::size_t i = 0; i < carried.size(); ++i) {
      const bool still = !uniform[i] || draft_.is_uniform(last[i]);
      agreed = agreed && still;
      uniform[i] = uniform[i] && still;
    }
    carry_over(kept, last);
    draft_.close_scope();
    Operation end;
    end.code = Code::loop_end;
    end.target = start;
    draft_.control(end);
    draft_.set_target(start);
    for (std::size_t i = 0; i < carried.size(); ++i) {
      *find(carried[i]) = kept[i];
    }
    return agreed;
  }

  /// kept := last, all at once: a value that is itself a kept register is saved before it is overwritten.
  void carry_over(const std::vector<int>& kept, std::vector<int> last) {
    for (std::size_t i = 0; i < kept.size(); ++i) {
      if (last[i] != kept[i] && std::find(kept.begin(), kept.end(), last[i]) != kept.end()) {
        const int saved = draft_.variable(draft_.is_uniform(last[i]));
        draft_.copy(saved, last[i]);
        last[i] = saved;
      }
    }
    for (std::size_t i = 0; i < kept.size(); ++i) {
      if (last[i] != kept[i]) {
        draft_.copy(kept[i], last[i]);
      }
    }
  }

  int uniform_count(const Expr& count) {
    const int r = expr(count);
    return draft_.is_uniform(r) ? r : refuse(BatchRefusal::varying_count, to_text(count));
  }

  void one(const For& s) {
    std::vector<Symbol> assigned;
    collect_assigned(s.body, assigned);
    std::erase_if(assigned, [this](Symbol name) { return find(name) == nullptr; }); // declared in the body
    loop(uniform_count(s.count), s.name, s.descending, assigned, [&] { block(s.body); });
  }

  /// The condition with `name` standing for the register.
  int condition_at(const Solve& s, int candidate) {
    names_.emplace_back(s.name, candidate);
    const int r = expr(s.condition);
    names_.pop_back();
    return r;
  }

  void one(const Solve& s) {
    const int low = expr(s.low);
    const int high = expr(s.high);
    const auto* root = std::get_if<RootEstimate>(&s.method);
    const int found =
        root != nullptr ? by_root(s, *root, low, high) : by_halving(s, std::get<Bisection>(s.method), low, high);
    names_.emplace_back(s.name, found);
  }

  int by_root(const Solve& s, const RootEstimate& method, int low, int high) {
    const int radicand = expr(method.radicand);
    const Code code = estimate_code(method.degree);
    const int root = draft_.value(code, radicand, code == Code::estimate_any ? draft_.constant(method.degree) : -1);
    const int moved = method.offset.is_constant(0) ? root : draft_.value(Code::add, root, expr(method.offset));
    const int divisor = expr(method.divisor);
    const int quotient =
        method.divisor.is_constant(1) ? moved : draft_.division(Code::floor_div, Code::floor_div_by, moved, divisor);
    int x = draft_.value(Code::minimum, draft_.value(Code::maximum, quotient, low), high);
    x = repeated(method.down, x, [&](int at) { return draft_.value(Code::step_down, at, condition_at(s, at)); });
    return repeated(method.up, x, [&](int at) {
      const int further = draft_.value(Code::add, at, draft_.constant(1));
      return draft_.value(Code::step_up, at, condition_at(s, further), high);
    });
  }

  int repeated(int times, int x, const std::function<int(int)>& step) {
    if (times <= inline_steps) {
      for (int i = 0; i < times; ++i) {
        x = step(x);
      }
      return x;
    }
    const Symbol candidate("$candidate");
    names_.emplace_back(candidate, x);
    loop(draft_.constant(times), Symbol("$step"), false, {candidate},
         [&] { assign(candidate, step(*find(candidate))); });
    x = names_.back().second;
    names_.pop_back();
    return x;
  }

  int by_halving(const Solve& s, const Bisection& method, int low, int high) {
    const int one = draft_.constant(1);
    const int iterations = uniform_count(method.iterations);
    const Symbol first("$first");
    const Symbol left("$left");
    names_.emplace_back(first, low);
    names_.emplace_back(left, draft_.value(Code::add, draft_.value(Code::sub, high, low), one));
    loop(iterations, Symbol("$halving"), false, {first, left}, [&] {
      const int at = *find(first);
      const int jump = draft_.value(Code::shift_right, *find(left), one);
      const int middle = draft_.value(Code::add, at, jump);
      assign(first, draft_.value(Code::select, condition_at(s, middle), middle, at));
      assign(left, draft_.value(Code::sub, *find(left), jump));
    });
    const int found = *find(first);
    names_.resize(names_.size() - 2, {Symbol(), -1});
    return found;
  }

  const Function& f_;
  Tables tables_;
  Draft draft_;
  Names names_;
  int mask_ = -1; ///< lanes that take the branches entered; -1: all
  std::optional<Refusal> refusal_;
};

} // namespace

tl::expected<Program, Refusal> compile(const Function& f, Tables tables) {
  return Compiler(f, tables).run();
}

} // namespace mapwright::expr::batch
