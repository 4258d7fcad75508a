#include "mapper/search/starts.hpp"

#include "mapper/search/list_schedule.hpp"
#include "mapper/search/option_effects.hpp"

#include <string>
#include <utility>

namespace mapwright::mapper {

namespace {

/// Proposes what `make` gives at the first call, in order.
template <class Make> class FixedSearcher : public Searcher {
public:
  FixedSearcher(std::string name, Make make) : name_(std::move(name)), make_(std::move(make)) {}
  [[nodiscard]] std::string_view name() const override { return name_; }

  std::optional<Mapping> propose(measure::Random& /*random*/) override {
    if (!made_) {
      mappings_ = make_();
      made_ = true;
    }
    return next_ < mappings_.size() ? std::optional(mappings_[next_++]) : std::nullopt;
  }
  void observe(const Trial& /*trial*/) override {}

private:
  std::string name_;
  Make make_;
  bool made_ = false;
  std::vector<Mapping> mappings_;
  std::size_t next_ = 0;
};

template <class Make> std::unique_ptr<Searcher> fixed_searcher(std::string name, Make make) {
  return std::make_unique<FixedSearcher<Make>>(std::move(name), std::move(make));
}

} // namespace

std::unique_ptr<Searcher> make_list_searcher(const SearcherScene& scene) {
  return fixed_searcher("list", [scene] {
    Plan plan = list_schedule(scene.scene);
    Assignment nearest = nearest_assignment(scene.scene, scene.space, plan);
    std::vector<Mapping> mappings(2);
    mappings[0].plan = std::move(plan);
    mappings[1].assignment = std::move(nearest);
    return mappings;
  });
}

std::unique_ptr<Searcher> make_analytic_searcher(const SearcherScene& scene) {
  return fixed_searcher("analytic", [scene] {
    std::vector<Mapping> mappings;
    for (Assignment& assignment : analytic_assignments(scene.scene, scene.space)) {
      mappings.emplace_back().assignment = std::move(assignment);
    }
    return mappings;
  });
}

} // namespace mapwright::mapper
