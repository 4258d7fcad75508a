#include "emit/size_divisors.hpp"

#include "emit/facts.hpp"
#include "emit/sharing.hpp"
#include "expr/interval.hpp"

#include <algorithm>
#include <map>
#include <optional>
#include <string>
#include <utility>

namespace mapwright::emit {

using expr::Analysis;
using expr::Block;
using expr::Expr;
using expr::Function;
using expr::Int;
using expr::Interval;
using expr::Op;
using expr::Symbol;

namespace {

/// More nodes than any divisor a person would read; names bound to each other could double the size at every step.
constexpr std::size_t largest_divisor = 2000;

bool is_quotient(Op op) {
  return op == Op::floor_div || op == Op::exact_div || op == Op::nonneg_div;
}

bool is_remainder(Op op) {
  return op == Op::floor_mod || op == Op::nonneg_mod;
}

/// Rewrites the divisions of one function, statement by statement.
class Preparation {
public:
  Preparation(const domain::Map& map, const domain::WordRange& range)
      : map_(map), most_((Int{1} << (range.bits - 1)) - 1), bits_(range.bits) {
    for (std::size_t i = 0; i < map.unrank.parameters.size(); ++i) {
      sizes_.push_back({0, std::min(range.at_most[i], most_)});
      known_.insert_or_assign(map.unrank.parameters[i], Known{Expr::variable(map.unrank.parameters[i]), 1});
    }
  }

  PreparedUnrank run() {
    Function f = without_unused(map_.unrank);
    for (const Symbol argument : f.arguments) {
      known_.erase(argument);
    }
    f.body = block(f.body);
    for (Expr& result : f.results) {
      result = read(result);
    }
    return {std::move(f), std::move(divisors_)};
  }

private:
  /// A value in terms of parameters.
  struct Known {
    Expr value;
    std::size_t size; ///< its nodes, counted as a tree
  };

  Block block(const Block& from) {
    Block out;
    for (const expr::Statement& s : from) {
      out.push_back(std::visit([this](const auto& one) { return expr::Statement{copy(one)}; }, s.is));
    }
    return out;
  }

  /// Names bound inside a block end with it.
  Block nested(const Block& from) {
    const auto outer = known_;
    Block out = block(from);
    known_ = outer;
    return out;
  }

  expr::Let copy(const expr::Let& s) {
    auto known = in_parameters(s.value);
    Expr value = read(s.value);
    known_.erase(s.name);
    if (known) {
      known_.emplace(s.name, std::move(*known));
    }
    return {s.name, std::move(value)};
  }
  expr::Declare copy(const expr::Declare& s) {
    Expr value = read(s.value);
    known_.erase(s.name);
    return {s.name, std::move(value)};
  }
  expr::Assign copy(const expr::Assign& s) { return {s.name, read(s.value)}; }
  expr::If copy(const expr::If& s) {
    Expr condition = read(s.condition);
    Block then_block = nested(s.then_block);
    return {std::move(condition), std::move(then_block), nested(s.else_block)};
  }
  expr::For copy(const expr::For& s) {
    Expr count = read(s.count);
    const auto outer = known_;
    known_.erase(s.name);
    Block body = block(s.body);
    known_ = outer;
    return {s.name, std::move(count), s.descending, std::move(body)};
  }
  expr::Solve copy(const expr::Solve& s) {
    Expr low = read(s.low);
    Expr high = read(s.high);
    auto method = s.method;
    if (auto* halving = std::get_if<expr::Bisection>(&method)) {
      halving->iterations = read(halving->iterations);
    } else {
      auto& root = std::get<expr::RootEstimate>(method);
      root.radicand = read(root.radicand);
      root.offset = read(root.offset);
    }
    known_.erase(s.name);
    return {s.name, std::move(low), std::move(high), read(s.condition), std::move(method)};
  }
  /// A fact, not code: nothing in it is divided.
  [[nodiscard]] expr::Assume copy(const expr::Assume& s) const { return s; }

  Expr read(const Expr& e) {
    if (e.operands().empty()) {
      return e;
    }
    if (is_quotient(e.op()) || is_remainder(e.op())) {
      if (const auto name = divisor_of(e)) {
        const Op op = is_quotient(e.op()) ? Op::nonneg_div : Op::nonneg_mod;
        return Expr::raw(op, {read(e.operand(0)), Expr::variable(*name)});
      }
    }
    std::vector<Expr> operands;
    for (const Expr& operand : e.operands()) {
      operands.push_back(read(operand));
    }
    return with_operands(e, std::move(operands));
  }

  /// The value as an expression of parameters, if it is one of moderate size.
  [[nodiscard]] std::optional<Known> in_parameters(const Expr& e) const {
    if (e.op() == Op::variable) {
      const auto at = known_.find(e.name());
      return at == known_.end() ? std::nullopt : std::optional(at->second);
    }
    if (e.op() == Op::load) {
      return std::nullopt;
    }
    std::size_t size = 1;
    std::vector<Expr> operands;
    for (const Expr& operand : e.operands()) {
      auto known = in_parameters(operand);
      if (!known || (size += known->size) > largest_divisor) {
        return std::nullopt;
      }
      operands.push_back(std::move(known->value));
    }
    return Known{with_operands(e, std::move(operands)), size};
  }

  /// The name that the division `e` may read in place of its divisor.
  std::optional<Symbol> divisor_of(const Expr& e) {
    const auto divisor = in_parameters(e.operand(1));
    if (!divisor || free_variables(divisor->value).empty() || !operands_are_natural(e)) {
      return std::nullopt;
    }
    for (const SizeDivisor& known : divisors_) {
      if (known.value == divisor->value) {
        return known.name;
      }
    }
    if (!computes_at_every_size(divisor->value)) {
      return std::nullopt;
    }
    const Symbol name("$divisor" + std::to_string(divisors_.size()));
    divisors_.push_back({name, divisor->value});
    return name;
  }

  [[nodiscard]] bool computes_at_every_size(const Expr& divisor) const {
    const Function f{"divisor", map_.unrank.parameters, {}, {}, {divisor}, {"divisor"}};
    expr::AnalysisOptions options;
    options.keep_hazards = true;
    const Analysis analysis = expr::analyse(f, sizes_, {}, {}, options);
    return analysis.fits(bits_) && analysis.hazards.empty() && !analysis.results.empty();
  }

  /// Whether the dividend is in [0, 2^(bits-1)) and the divisor not below zero, wherever `e` has a value. The laws E9
  /// and E10 say it of their operands and the certificate that they fit; a divisor of zero is a fault of all.
  bool operands_are_natural(const Expr& e) {
    if (e.op() == Op::nonneg_div || e.op() == Op::nonneg_mod) {
      return true;
    }
    const auto is_natural = [this](const Expr& operand) {
      const auto at = intervals().find(operand.node());
      return at != intervals().end() && at->second.low >= 0 && at->second.high <= most_;
    };
    return is_natural(e.operand(0)) && is_natural(e.operand(1));
  }

  /// Of every node of unrank, at all sizes of the range and all indices.
  const std::unordered_map<const expr::Node*, Interval>& intervals() {
    if (!analysis_) {
      const Analysis count = expr::analyse(map_.count, sizes_, {}, map_.tables);
      const Int last = count.results.empty() ? most_ : std::clamp<Int>(count.results[0].high - 1, 0, most_);
      expr::AnalysisOptions options;
      options.keep_nodes = true;
      const std::vector<Interval> indices(map_.unrank.arguments.size(), Interval{0, last});
      analysis_ = expr::analyse(map_.unrank, sizes_, indices, map_.tables, options);
    }
    return analysis_->nodes;
  }

  const domain::Map& map_;
  Int most_;
  int bits_;
  std::vector<Interval> sizes_;
  std::map<Symbol, Known> known_; ///< what names are worth, in terms of parameters
  std::vector<SizeDivisor> divisors_;
  std::optional<Analysis> analysis_;
};

} // namespace

PreparedUnrank prepare_unrank(const domain::Map& map, const domain::WordRange& range) {
  return Preparation(map, range).run();
}

} // namespace mapwright::emit
