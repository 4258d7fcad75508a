#include "mapper/agent/guided.hpp"

#include "mapper/elaborate/elaborate.hpp"
#include "mapper/guidance/guidance.hpp"

#include <algorithm>
#include <deque>
#include <set>
#include <utility>

#include <fmt/format.h>

namespace mapwright::mapper {

namespace {

constexpr unsigned most_draws = 100;        ///< in vain, after which there is nothing more to propose
constexpr std::uint64_t about_the_path = 4; ///< of so many draws all but one are of changes that it names

bool is_word_part(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
}

/// Whether a text has `word` between characters that are of no word.
bool has_word(const std::string& text, const std::string& word) {
  for (std::size_t at = text.find(word); at != std::string::npos; at = text.find(word, at + 1)) {
    const std::size_t end = at + word.size();
    if ((at == 0 || !is_word_part(text[at - 1])) && (end == text.size() || !is_word_part(text[end]))) {
      return true;
    }
  }
  return false;
}

/// A mapper and its changes.
struct Changeable {
  std::string text;
  std::vector<ProposedChange> all{};
  std::vector<std::size_t> on_path{}; ///< those about what the critical path names
};

class GuidedSearcher : public Searcher {
public:
  GuidedSearcher(const SearcherScene& scene, GuidanceLevel level)
      : scene_(scene), level_(level), name_(fmt::format("{}:{}", guided_name, to_string(level))) {}

  [[nodiscard]] std::string_view name() const override { return name_; }

  std::optional<Mapping> propose(measure::Random& random) override {
    if (!best_) {
      return begin();
    }
    if (base_.text != *best_) {
      look_at(*best_);
    }
    while (!suggested_.empty()) {
      std::string text = std::move(suggested_.front());
      suggested_.pop_front();
      if (is_new(text)) {
        return mapping_of(std::move(text));
      }
    }
    for (unsigned draws = 0; draws < most_draws; ++draws) {
      std::optional<std::string> text = changed(base_, random);
      const bool again = level_ == GuidanceLevel::suggest || random.below(2) == 1; // single ones have been tried there
      if (text && again) {
        text = changed(with_changes(*text), random);
      }
      if (text && is_new(*text)) {
        return mapping_of(*std::move(text));
      }
    }
    return std::nullopt;
  }

  void observe(const Trial& trial) override {
    const Mapping& made = trial.mapping;
    if (trial.makespan < best_seconds_ && !made.plan) {
      best_seconds_ = trial.makespan;
      best_ = made.text ? *made.text : scene_.space.text(made.assignment.value());
    }
  }

private:
  static Mapping mapping_of(std::string text) { return {std::nullopt, std::move(text), std::nullopt}; }

  std::optional<Mapping> begin() {
    if (std::exchange(begun_, true)) {
      return std::nullopt;
    }
    std::string text = scene_.space.text(scene_.space.usual());
    is_new(text);
    return mapping_of(std::move(text));
  }

  [[nodiscard]] Result<Elaborated> elaborated(const std::string& text) const {
    const SearchScene& about = scene_.scene;
    return elaborate({text, "mapper"}, about.program, about.graph, about.machine);
  }

  /// Whether the plan of this text was not proposed here before; it is from now on.
  bool is_new(const std::string& text) {
    const auto made = elaborated(text);
    return made && proposed_.insert(plan_hash(scene_.scene.program, scene_.scene.graph, made->plan)).second;
  }

  /// The changes of a mapper; nothing is known of its run.
  [[nodiscard]] Changeable with_changes(const std::string& text) const {
    Changeable mapper{text};
    if (const auto made = elaborated(text)) {
      mapper.all = proposed_changes({text, "mapper"}, *made, scene_.scene);
    }
    return mapper;
  }

  /// Asks for guidance on a mapper.
  void look_at(const std::string& text) {
    base_ = with_changes(text);
    suggested_.clear();
    GuidanceOptions wanted;
    wanted.level = level_;
    const Guidance told = guidance({text, "mapper"}, scene_.scene, wanted, scene_.side);
    for (std::size_t i = 0; i < base_.all.size(); ++i) {
      const MapperChange& change = base_.all[i].ways.back();
      if (std::any_of(told.on_path.begin(), told.on_path.end(),
                      [&](const std::string& name) { return has_word(change.statement, name); })) {
        base_.on_path.push_back(i);
      }
    }
    for (const Counterfactual& made : told.counterfactuals) {
      if (is_gain(made, wanted.least_change)) {
        suggested_.push_back(made.change.text);
      }
    }
  }

  /// The mapper with one change, drawn at random; nothing when that one cannot be made.
  [[nodiscard]] std::optional<std::string> changed(const Changeable& mapper, measure::Random& random) const {
    if (mapper.all.empty()) {
      return std::nullopt;
    }
    const bool any = random.below(about_the_path) == 0 || mapper.on_path.empty();
    const std::size_t drawn =
        any ? random.below(mapper.all.size()) : mapper.on_path[random.below(mapper.on_path.size())];
    ElaboratedChange made = elaborated_change(mapper.all[drawn], "mapper", scene_.scene);
    return made.plan ? std::optional(std::move(made.change.text)) : std::nullopt;
  }

  SearcherScene scene_;
  GuidanceLevel level_;
  std::string name_;
  bool begun_ = false;
  std::optional<std::string> best_; ///< the fastest mapper anybody tried, as text
  double best_seconds_ = std::numeric_limits<double>::infinity();
  Changeable base_; ///< what was looked at last
  std::deque<std::string> suggested_;
  std::set<std::string> proposed_; ///< plans, by their hashes
};

} // namespace

std::unique_ptr<Searcher> make_guided_searcher(const SearcherScene& scene, GuidanceLevel level) {
  return std::make_unique<GuidedSearcher>(scene, level);
}

} // namespace mapwright::mapper
