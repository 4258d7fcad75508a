// Constrained coordinate-wise descent (Teixeira et al.: "Automated mapping of task-based programs onto distributed and
// heterogeneous machines", SC 2023), over all sorts of decisions: the most important first, one after the other, each
// tried at all its options. A first pass changes decisions of a group alike, as kinds of tasks that share data want to
// move together; further passes change one at a time. When a pass over both changes nothing, it starts again from a
// random assignment.
#include "mapper/search/basic_searchers.hpp"
#include "mapper/search/neighbours.hpp"

#include <set>
#include <utility>

namespace mapwright::mapper {

namespace {

constexpr int most_restarts = 1000; ///< that lead to what was tried before

class DescentSearcher : public Searcher {
public:
  explicit DescentSearcher(const DecisionSpace& space) : space_(space), current_(space.usual()) {}

  [[nodiscard]] std::string_view name() const override { return "descent"; }

  std::optional<Mapping> propose(measure::Random& random) override {
    if (seen_.insert(current_).second) {
      return propose_it(current_);
    }
    for (int restart = 0; restart < most_restarts;) {
      if (auto next = next_change()) {
        return propose_it(*std::move(next));
      }
      current_ = space_.draw(random);
      current_makespan_ = std::numeric_limits<double>::infinity();
      changed_ = false;
      begin_pass(false);
      ++restart;
      if (seen_.insert(current_).second) {
        return propose_it(current_);
      }
    }
    return std::nullopt;
  }

  void observe(const Trial& trial) override {
    if (!trial.mapping.assignment) {
      return;
    }
    seen_.insert(*trial.mapping.assignment);
    if (trial.mapping.assignment == proposed_ && trial.makespan < current_makespan_) {
      current_ = proposed_;
      current_makespan_ = trial.makespan;
      changed_ = true;
    }
  }

private:
  Mapping propose_it(Assignment assignment) {
    proposed_ = assignment;
    return Mapping{std::move(assignment)};
  }

  void begin_pass(bool alone) {
    alone_ = alone;
    decision_ = 0;
    option_ = 0;
  }

  /// The next change of the current assignment that was not tried before; nothing after both passes changed nothing.
  std::optional<Assignment> next_change() {
    for (;;) {
      for (; decision_ < current_.size(); ++decision_, option_ = 0) {
        while (option_ < space_.decisions()[decision_].options.size()) {
          const std::uint16_t option = option_++;
          Assignment next = alone_ ? with_option(space_, current_, decision_, option)
                                   : with_option_in_group(space_, current_, decision_, option);
          if (seen_.insert(next).second) {
            return next;
          }
        }
      }
      if (alone_ && !changed_) {
        return std::nullopt;
      }
      changed_ = changed_ && !alone_;
      begin_pass(!alone_);
    }
  }

  const DecisionSpace& space_;
  Assignment current_; ///< the fastest since the last start
  double current_makespan_ = std::numeric_limits<double>::infinity();
  Assignment proposed_;
  std::set<Assignment> seen_;
  bool alone_ = false;   ///< the pass changes single decisions
  bool changed_ = false; ///< the pass over groups, or the one after it, has found something faster
  std::size_t decision_ = 0;
  std::uint16_t option_ = 0;
};

} // namespace

SearcherInfo descent_searcher() {
  return {"descent", "constrained coordinate-wise descent: one decision after the other, keeping what is faster",
          [](const SearcherScene& scene) { return std::make_unique<DescentSearcher>(scene.space); }};
}

} // namespace mapwright::mapper
