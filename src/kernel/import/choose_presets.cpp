#include "kernel/import/choose_presets.hpp"

#include "expr/text.hpp"
#include "kernel/task/expression.hpp"

#include <algorithm>

#include <fmt/format.h>

namespace mapwright::kernel {

namespace {

constexpr std::size_t most_tries = 5'000'000;

/// Depth first, one parameter after the other; a constraint is looked at as soon as all its names have values.
class PresetSearch {
public:
  explicit PresetSearch(const T1Problem& problem) : problem_(problem), due_(problem.parameters.size() + 1) {}

  Result<Tuning> run() {
    for (const std::string& text : problem_.constraints) {
      auto constraint = expr::parse_expr(text, "");
      if (!constraint) {
        return forward(constraint);
      }
      std::size_t last = 0;
      for (const expr::Symbol symbol : expr::free_variables(*constraint)) {
        const auto named = std::find_if(problem_.parameters.begin(), problem_.parameters.end(),
                                        [&](const T1Parameter& known) { return known.name == symbol.name(); });
        last = std::max(last, static_cast<std::size_t>(named - problem_.parameters.begin()) + 1);
      }
      due_[last].push_back(*std::move(constraint));
    }
    if (presets_fit()) {
      return tuning();
    }
    values_.clear();
    const bool found = holds(0) && search(0);
    if (!found) {
      return fail(ErrorKind::input, tries_ > most_tries ? fmt::format("no configuration that satisfies the conditions "
                                                                      "was found in {} tries",
                                                                      most_tries)
                                                        : "no configuration satisfies the conditions");
    }
    return tuning();
  }

private:
  /// Whether the constraints that are due once `count` parameters have values do hold. One without a value (a division
  /// by zero) does not.
  bool holds(std::size_t count) const {
    return std::all_of(due_[count].begin(), due_[count].end(), [&](const expr::Expr& constraint) {
      const auto value = evaluate_at(constraint, values_);
      return value && *value != 0;
    });
  }

  /// The defaults of the file, and the first value where it gives none.
  bool presets_fit() {
    for (std::size_t i = 0; i <= problem_.parameters.size(); ++i) {
      if (!holds(i)) {
        return false;
      }
      if (i < problem_.parameters.size()) {
        const T1Parameter& parameter = problem_.parameters[i];
        values_.emplace_back(parameter.name, parameter.preset.value_or(parameter.values.front()));
      }
    }
    return true;
  }

  bool search(std::size_t depth) {
    if (depth == problem_.parameters.size()) {
      return true;
    }
    const T1Parameter& parameter = problem_.parameters[depth];
    for (const std::int64_t value : parameter.values) {
      if (++tries_ > most_tries) {
        return false;
      }
      values_.emplace_back(parameter.name, value);
      if (holds(depth + 1) && search(depth + 1)) {
        return true;
      }
      values_.pop_back();
    }
    return false;
  }

  [[nodiscard]] Tuning tuning() const { return {values_.begin(), values_.end()}; }

  const T1Problem& problem_;
  std::vector<std::vector<expr::Expr>> due_; ///< constraints by how many parameters must have values
  Values values_{};
  std::size_t tries_ = 0;
};

} // namespace

Result<Tuning> choose_presets(const T1Problem& problem) {
  return PresetSearch(problem).run();
}

} // namespace mapwright::kernel
