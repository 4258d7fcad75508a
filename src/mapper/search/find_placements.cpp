// The ways to place the launches of each kind of task.
#include "mapper/elaborate/elaborate.hpp"
#include "mapper/elaborate/usual_spread.hpp"
#include "mapper/search/space_parts.hpp"

#include <algorithm>
#include <set>

#include <fmt/format.h>

namespace mapwright::mapper {

namespace {

constexpr std::size_t most_users = 3; ///< other kinds that a kind may follow

class PlacementFinder {
public:
  PlacementFinder(SpaceParts& parts, const std::vector<std::uint32_t>& order)
      : parts_(parts), order_(order), tables_(shape_of(parts.scene.machine)) {}

  void run() {
    for (std::size_t rank = 0; rank < order_.size(); ++rank) {
      KindChoices& kind = parts_.kinds[order_[rank]];
      if (!kind.launched) {
        continue;
      }
      for (const ProcessorKind processor : kind.processors) {
        add_index_options(order_[rank], kind, processor, rank);
        add_single_options(order_[rank], kind, processor);
      }
    }
  }

private:
  [[nodiscard]] const Program& program() const { return parts_.scene.program; }
  [[nodiscard]] const Machine& machine() const { return parts_.scene.machine; }

  void add_index_options(std::uint32_t number, KindChoices& kind, ProcessorKind processor, std::size_t rank) {
    if (kind.index_launches.empty()) {
      return;
    }
    PlacementOption usual{processor, PlacementOption::Rule::usual, fmt::format("{}s as usual", to_string(processor))};
    bool nested = true;
    bool outer = true;
    for (const std::uint32_t launch : kind.index_launches) {
      const bool inside = parts_.launches[launch].parent != none;
      nested = nested && inside;
      outer = outer && !inside;
      usual.tables.push_back(usual_spread(program().launches[launch].domain, inside ? 1 : machine().description().nodes,
                                          machine().processors_of(processor)));
    }
    std::set<std::vector<std::int64_t>> seen{fingerprint(kind, usual.tables)};
    kind.index_options.push_back(std::move(usual));
    if (!kind.spoken) {
      return; // no statement can name a function for it
    }
    if (outer) {
      add_users(number, kind, processor, rank);
    }
    add_formulas(kind, processor, nested, seen);
  }

  /// What tells placements apart; inside a task only the processor on the node counts.
  [[nodiscard]] std::vector<std::int64_t> fingerprint(const KindChoices& kind,
                                                      const std::vector<PlacementTable>& tables) const {
    std::vector<std::int64_t> print;
    for (std::size_t i = 0; i < tables.size(); ++i) {
      const bool inside = parts_.launches[kind.index_launches[i]].parent != none;
      for (const space::ProcessorPoint& point : tables[i]) {
        print.push_back(inside ? 0 : point.node);
        print.push_back(point.processor);
      }
    }
    return print;
  }

  void add_formulas(KindChoices& kind, ProcessorKind processor, bool nested,
                    std::set<std::vector<std::int64_t>>& seen) {
    const Rectangle& domain = program().launches[kind.index_launches.front()].domain;
    const LaunchWords words = own_words(domain.axes, kind.low);
    const GrammarScene scene{processor, machine().description().nodes, machine().processors_of(processor), nested,
                             launch_domain(domain).extents};
    for (PlacementFormula& formula : placement_formulas(scene)) {
      PlacementOption option{processor, PlacementOption::Rule::formula, formula.label, std::move(formula)};
      if (fill_tables(option, kind, words) && seen.insert(fingerprint(kind, option.tables)).second) {
        kind.index_options.push_back(std::move(option));
      }
    }
    if (kind.index_launches.size() > 1 && machine().processors_of(processor) > 1) {
      // A function of the point puts the tasks of all launches with this point on one processor; this does not.
      PlacementFormula any = any_of_node_formula(scene);
      PlacementOption option{processor, PlacementOption::Rule::any_of_node, any.label, std::move(any)};
      if (fill_tables(option, kind, words)) {
        kind.index_options.push_back(std::move(option));
      }
    }
  }

  /// Places each launch of the kind by the option's formula; false where some point gets no processor.
  bool fill_tables(PlacementOption& option, const KindChoices& kind, const LaunchWords& words) {
    const std::string body = option.formula.body(words);
    for (const std::uint32_t launch : kind.index_launches) {
      const auto& table = tables_.of(option.processor, option.formula.name, body, program().launches[launch].domain);
      if (!table) {
        return false;
      }
      option.tables.push_back(*table);
    }
    return true;
  }

  /// Places of heavier kinds that use the same data.
  void add_users(std::uint32_t number, KindChoices& kind, ProcessorKind processor, std::size_t rank) {
    std::size_t followed = 0;
    for (std::size_t other = 0; other < rank && followed < most_users; ++other) {
      const KindChoices& leader = parts_.kinds[order_[other]];
      const auto& there = leader.processors;
      if (order_[other] == number || !leader.spoken ||
          std::find(there.begin(), there.end(), processor) == there.end()) {
        continue;
      }
      const std::size_t before = kind.index_options.size();
      for (const std::uint32_t launch : leader.index_launches) {
        if (parts_.launches[launch].parent != none || kind.index_options.size() > before) {
          continue;
        }
        for (DataUser& user : data_users(program(), kind.index_launches, launch, leader.low)) {
          PlacementOption option{processor, PlacementOption::Rule::user,
                                 fmt::format("{}s where {} runs{}", to_string(processor),
                                             program().kinds[order_[other]].name, user.diagonal ? ", diagonal" : "")};
          const bool known = std::any_of(kind.index_options.begin(), kind.index_options.end(),
                                         [&](const PlacementOption& each) { return each.label == option.label; });
          option.user = std::move(user);
          if (!known) {
            kind.index_options.push_back(std::move(option));
          }
        }
      }
      followed += kind.index_options.size() > before ? 1U : 0U;
    }
  }

  void add_single_options(std::uint32_t number, KindChoices& kind, ProcessorKind processor) {
    bool single = false;
    bool always_inside = true;
    for (std::uint32_t launch = 0; launch < program().launches.size(); ++launch) {
      if (program().launches[launch].kind == number && !program().launches[launch].index) {
        single = true;
        always_inside = always_inside && parts_.launches[launch].parent != none;
      }
    }
    if (!single) {
      return;
    }
    const std::string_view word = to_string(processor);
    kind.single_options.push_back(
        {processor, PlacementOption::Rule::usual, fmt::format("the first {} of the node", word)});
    if (!kind.spoken || machine().processors_of(processor) < 2) {
      return;
    }
    if (always_inside) {
      kind.single_options.push_back(
          {processor, PlacementOption::Rule::with_parent, fmt::format("the {} of the parent", word)});
    }
    kind.single_options.push_back({processor, PlacementOption::Rule::any_of_node, any_of_node_label(processor)});
  }

  SpaceParts& parts_;
  const std::vector<std::uint32_t>& order_;
  PlacementTables tables_;
};

} // namespace

void find_placements(SpaceParts& parts, const std::vector<std::uint32_t>& order) {
  PlacementFinder(parts, order).run();
}

} // namespace mapwright::mapper
