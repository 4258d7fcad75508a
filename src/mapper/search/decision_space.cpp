#include "mapper/search/decision_space.hpp"

#include "mapper/search/space_parts.hpp"

#include <algorithm>
#include <memory>
#include <stdexcept>
#include <utility>

#include <fmt/format.h>

namespace mapwright::mapper {

namespace {

/// The first allowed option; there is one.
std::uint16_t first_allowed(const std::vector<bool>& allowed) {
  return static_cast<std::uint16_t>(std::find(allowed.begin(), allowed.end(), true) - allowed.begin());
}

bool changes_room(DecisionSort sort) {
  return sort != DecisionSort::collect && sort != DecisionSort::limit;
}

/// Whether the option may follow the decisions before; `sofar` has room for it, and gets it.
bool may_follow(const SpaceParts& parts, Assignment& sofar, std::size_t decision, std::size_t option) {
  if (!goes_with(parts, sofar, decision, option)) {
    return false;
  }
  if (parts.roomy || !changes_room(parts.decisions[decision].sort)) {
    return true;
  }
  sofar[decision] = static_cast<std::uint16_t>(option);
  return can_fit(parts, sofar, decision + 1);
}

} // namespace

Result<DecisionSpace> DecisionSpace::make(const SearchScene& scene) {
  auto found = find_decisions(scene);
  if (!found) {
    return forward(found);
  }
  if (!can_fit(*found, {}, 0)) {
    return fail(ErrorKind::input,
                fmt::format("no simple mapping of '{}' is sure to fit the memories of the machine '{}'",
                            scene.program.name, scene.machine.description().name),
                "search for a smaller size, or on more nodes");
  }
  return DecisionSpace(std::make_shared<const Parts>(Parts{*std::move(found)}));
}

const std::vector<Decision>& DecisionSpace::decisions() const {
  return parts_->decisions;
}

std::vector<bool> DecisionSpace::allowed(const Assignment& before, std::size_t decision) const {
  Assignment sofar(before.begin(), before.begin() + static_cast<std::ptrdiff_t>(decision));
  sofar.push_back(0);
  std::vector<bool> allowed(decisions()[decision].options.size());
  for (std::size_t option = 0; option < allowed.size(); ++option) {
    allowed[option] = may_follow(*parts_, sofar, decision, option);
  }
  return allowed;
}

Assignment DecisionSpace::draw(measure::Random& random) const {
  Assignment drawn;
  drawn.reserve(decisions().size());
  for (std::size_t decision = 0; decision < decisions().size(); ++decision) {
    const std::vector<bool> options = allowed(drawn, decision);
    std::uint64_t left = random.below(static_cast<std::uint64_t>(std::count(options.begin(), options.end(), true)));
    std::uint16_t option = first_allowed(options);
    for (; left > 0; --left) {
      do {
        ++option;
      } while (!options[option]);
    }
    drawn.push_back(option);
  }
  return drawn;
}

Assignment DecisionSpace::usual() const {
  return legal(Assignment(decisions().size()));
}

Assignment DecisionSpace::legal(Assignment wish) const {
  wish.resize(decisions().size());
  for (std::size_t decision = 0; decision < wish.size(); ++decision) {
    const std::uint16_t option = wish[decision];
    if (option >= decisions()[decision].options.size() || !may_follow(*parts_, wish, decision, option)) {
      wish[decision] = first_allowed(allowed(wish, decision));
    }
  }
  return wish;
}

std::string DecisionSpace::text(const Assignment& assignment) const {
  return text_of(*parts_, assignment);
}

Plan DecisionSpace::plan(const Assignment& assignment) const {
  bool legal = assignment.size() == decisions().size();
  for (std::size_t decision = 0; legal && decision < assignment.size(); ++decision) {
    legal = assignment[decision] < decisions()[decision].options.size() &&
            goes_with(*parts_, assignment, decision, assignment[decision]);
  }
  if (!legal) {
    throw std::logic_error("DecisionSpace::plan: an assignment that is not legal");
  }
  return plan_of(*parts_, assignment);
}

} // namespace mapwright::mapper
