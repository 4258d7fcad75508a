#include "mapper/contest/search_problem.hpp"

#include "core/suggest.hpp"
#include "mapper/agent/guided.hpp"
#include "mapper/contest/judge.hpp"
#include "mapper/contest/seats.hpp"
#include "mapper/search/searcher_catalogue.hpp"

#include <algorithm>
#include <utility>

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace mapwright::mapper {

namespace {

constexpr const char* usual_searcher = "portfolio";

/// Null: none of the catalogue.
const SearcherInfo* catalogued(const std::string& name) {
  const std::vector<SearcherInfo>& all = searcher_catalogue();
  const auto found = std::find_if(all.begin(), all.end(), [&](const SearcherInfo& each) { return each.name == name; });
  return found == all.end() ? nullptr : &*found;
}

class Search : public MapperSearch {
public:
  Search(std::shared_ptr<const SearchArena> arena, const SearchSpec& spec)
      : arena_(std::move(arena)), side_(arena_->scene(), spec.side_simulations), policy_(spec.policy) {}

  void set_up(const SearchSpec& spec, const std::vector<NamedSearcher>& named, const std::vector<loop::Model>& models) {
    const SearcherScene scene{arena_->scene(), arena_->space(), side_, spec.gap, policy_.get()};
    std::vector<SearchSeat> seats;
    for (const NamedSearcher& each : named) {
      SearchSeat seat;
      const std::vector<GuidanceLevel> levels = each.level ? std::vector{*each.level} : spec.feedback;
      if (asks_models(each.name)) {
        const AgentManner manner =
            each.name == to_string(AgentManner::opro) ? AgentManner::opro : AgentManner::six_parts;
        seat.proposer = make_agent({arena_->scene(), side_, arena_->space().text(arena_->space().usual())}, models,
                                   {manner, levels, spec.repairs});
      } else {
        seat.searcher = each.name == guided_name
                            ? make_guided_searcher(scene, *std::max_element(levels.begin(), levels.end()))
                            : catalogued(each.name)->make(scene);
        searchers_.push_back(seat.searcher.get());
      }
      seats.push_back(std::move(seat));
    }
    proposer_ = make_seats(*arena_, side_, std::move(seats));
    judge_ = make_mapper_judge(arena_, spec.gap);
  }

  [[nodiscard]] std::string title() const override { return arena_->title(); }
  loop::Proposer& proposer() override { return *proposer_; }
  loop::Evaluator& evaluator() override { return *judge_; }
  [[nodiscard]] const SearchArena& arena() const override { return *arena_; }
  [[nodiscard]] std::uint64_t side_simulations() const override { return side_.used(); }

  [[nodiscard]] const DecisionPolicy* trained_policy() const override {
    for (const Searcher* searcher : searchers_) {
      if (searcher->policy() != nullptr) {
        return searcher->policy();
      }
    }
    return nullptr;
  }

  [[nodiscard]] std::vector<archive::Finding> findings() const override {
    return {{fmt::format("{} simulations besides evaluations", side_.used()),
             {},
             {{"id", "side-simulations"}, {"used", side_.used()}, {"left", side_.left()}}}};
  }

private:
  std::shared_ptr<const SearchArena> arena_;
  SideSimulations side_;
  std::shared_ptr<const DecisionPolicy> policy_;
  std::vector<const Searcher*> searchers_; ///< of the proposer
  std::unique_ptr<loop::Proposer> proposer_;
  std::unique_ptr<loop::Evaluator> judge_;
};

} // namespace

std::vector<std::string> searchers_there_are() {
  std::vector<std::string> names;
  for (const SearcherInfo& each : searcher_catalogue()) {
    names.push_back(each.name);
  }
  names.emplace_back(guided_name);
  names.emplace_back(to_string(AgentManner::six_parts));
  names.emplace_back(to_string(AgentManner::opro));
  return names;
}

Result<NamedSearcher> searcher_named(const std::string& text) {
  const std::size_t colon = text.find(':');
  NamedSearcher named{text.substr(0, colon)};
  const std::vector<std::string> known = searchers_there_are();
  if (std::find(known.begin(), known.end(), named.name) == known.end()) {
    return fail(ErrorKind::input, fmt::format("there is no searcher '{}'", named.name),
                suggest(named.name, known, fmt::format("expected some of: {}", fmt::join(known, ", "))));
  }
  if (colon == std::string::npos) {
    return named;
  }
  if (catalogued(named.name) != nullptr) {
    return fail(ErrorKind::input, fmt::format("the searcher '{}' is told nothing", named.name),
                "a level is for guided, agent and opro");
  }
  named.level = guidance_level_named(text.substr(colon + 1));
  return named.level ? Result<NamedSearcher>(std::move(named))
                     : fail(ErrorKind::input, fmt::format("there is no level '{}'", text.substr(colon + 1, 60)),
                            "levels are raw, explain and suggest");
}

bool asks_models(const std::string& searcher) {
  const std::string name = searcher.substr(0, searcher.find(':'));
  return name == to_string(AgentManner::six_parts) || name == to_string(AgentManner::opro);
}

bool has_policy(const std::string& searcher) {
  const SearcherInfo* info = catalogued(searcher);
  return info != nullptr && info->has_policy;
}

std::vector<std::string> usual_searchers(bool any_model) {
  std::vector<std::string> names{usual_searcher};
  if (any_model) {
    names.emplace_back(to_string(AgentManner::six_parts));
  }
  return names;
}

Result<std::unique_ptr<MapperSearch>> make_search(std::shared_ptr<const SearchArena> arena, const SearchSpec& spec,
                                                  const std::vector<loop::Model>& models) {
  const std::vector<std::string> names = spec.searchers.empty() ? usual_searchers(!models.empty()) : spec.searchers;
  std::vector<NamedSearcher> named;
  for (const std::string& name : names) {
    auto read = searcher_named(name);
    if (!read) {
      return forward(read);
    }
    if (asks_models(name) && models.empty()) {
      return fail(ErrorKind::input, fmt::format("the searcher '{}' needs a model", name),
                  "add --model PROVIDER:NAME to the command, or a [[model]] to the problem file");
    }
    named.push_back(*std::move(read));
  }
  if (spec.feedback.empty()) {
    return fail(ErrorKind::input, "models must be told something", "feedback is some of: raw, explain, suggest");
  }
  if (spec.policy && std::none_of(names.begin(), names.end(), has_policy)) {
    return fail(ErrorKind::input, fmt::format("a policy is given, but {} would not use it", fmt::join(names, ", ")),
                "rl and portfolio begin with a policy");
  }
  auto search = std::make_unique<Search>(std::move(arena), spec);
  search->set_up(spec, named, models);
  return std::unique_ptr<MapperSearch>(std::move(search));
}

} // namespace mapwright::mapper
