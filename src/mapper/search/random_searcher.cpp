#include "mapper/search/basic_searchers.hpp"

#include <set>
#include <utility>

namespace mapwright::mapper {

namespace {

constexpr int most_redraws = 1000; ///< before the space counts as exhausted

class RandomSearcher : public Searcher {
public:
  explicit RandomSearcher(const DecisionSpace& space) : space_(space) {}

  [[nodiscard]] std::string_view name() const override { return "random"; }

  std::optional<Mapping> propose(measure::Random& random) override {
    for (int i = 0; i < most_redraws; ++i) {
      Assignment drawn = space_.draw(random);
      if (seen_.insert(drawn).second) {
        return Mapping{std::move(drawn)};
      }
    }
    return std::nullopt;
  }

  void observe(const Trial& trial) override {
    if (trial.mapping.assignment) {
      seen_.insert(*trial.mapping.assignment);
    }
  }

private:
  const DecisionSpace& space_;
  std::set<Assignment> seen_; ///< proposed, by whomever
};

} // namespace

SearcherInfo random_searcher() {
  return {"random", "legal mappings drawn at random, one decision after the other",
          [](const SearcherScene& scene) { return std::make_unique<RandomSearcher>(scene.space); }};
}

} // namespace mapwright::mapper
