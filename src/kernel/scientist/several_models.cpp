#include "kernel/scientist/several_models.hpp"

#include "llm/bandit_choice.hpp"

#include <algorithm>
#include <string>
#include <utility>

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace mapwright::kernel::scientist {

namespace {

/// What one of several may use at most.
Resources most(const Resources& a, const Resources& b) {
  return {std::max(a.evaluations, b.evaluations), std::max(a.time, b.time), std::max(a.tokens, b.tokens),
          std::max(a.dollars, b.dollars), std::max(a.energy, b.energy)};
}

/// The occupants of one role.
template <class Occupant> class Sharing {
public:
  Sharing(Role role, std::vector<std::unique_ptr<Occupant>> occupants) : role_(role), occupants_(std::move(occupants)) {
    for (const auto& occupant : occupants_) {
      names_.push_back(occupant->name());
    }
  }

  [[nodiscard]] std::string name() const { return fmt::format("{}", fmt::join(names_, " or ")); }

  [[nodiscard]] Resources reserve() const {
    Resources all;
    for (const auto& occupant : occupants_) {
      all = most(all, occupant->reserve());
    }
    return all;
  }

  /// `question` put to the one whose turn it is; to the next when he cannot be reached.
  template <class Question> auto ask(const Situation& situation, const Question& question) const {
    const auto& past = situation.ledger.payoffs().of(role_);
    const std::size_t first = llm::choose_model(names_, past, situation.place);
    for (std::size_t tried = 0;; ++tried) {
      const std::size_t who = (first + tried) % occupants_.size();
      auto answer = question(*occupants_[who]);
      if (answer) {
        answer->by = names_[who];
        return answer;
      }
      loop::Setback& setback = answer.error();
      if (!setback.unavailable || tried + 1 == occupants_.size()) {
        setback.why = blame(role_, names_[who], setback.why);
        return answer;
      }
    }
  }

private:
  Role role_;
  std::vector<std::unique_ptr<Occupant>> occupants_;
  std::vector<std::string> names_{};
};

class SharedSelector final : public Selector {
public:
  explicit SharedSelector(std::vector<std::unique_ptr<Selector>> occupants)
      : sharing_(Role::selector, std::move(occupants)) {}
  [[nodiscard]] std::string name() const override { return sharing_.name(); }
  [[nodiscard]] Resources reserve() const override { return sharing_.reserve(); }
  Answer<Selection> select(const Situation& situation, loop::StepContext& context) override {
    return sharing_.ask(situation, [&](Selector& one) { return one.select(situation, context); });
  }

private:
  Sharing<Selector> sharing_;
};

class SharedDesigner final : public Designer {
public:
  explicit SharedDesigner(std::vector<std::unique_ptr<Designer>> occupants)
      : sharing_(Role::designer, std::move(occupants)) {}
  [[nodiscard]] std::string name() const override { return sharing_.name(); }
  [[nodiscard]] Resources reserve() const override { return sharing_.reserve(); }
  Answer<Design> design(const Situation& situation, const Selection& selection, loop::StepContext& context) override {
    return sharing_.ask(situation, [&](Designer& one) { return one.design(situation, selection, context); });
  }

private:
  Sharing<Designer> sharing_;
};

class SharedWriter final : public Writer {
public:
  explicit SharedWriter(std::vector<std::unique_ptr<Writer>> occupants)
      : sharing_(Role::writer, std::move(occupants)) {}
  [[nodiscard]] std::string name() const override { return sharing_.name(); }
  [[nodiscard]] Resources reserve() const override { return sharing_.reserve(); }
  Answer<Written> write(const Situation& situation, const Selection& selection, const ExperimentPlan& plan,
                        loop::StepContext& context) override {
    return sharing_.ask(situation, [&](Writer& one) { return one.write(situation, selection, plan, context); });
  }

private:
  Sharing<Writer> sharing_;
};

} // namespace

std::unique_ptr<Selector> make_shared_selector(std::vector<std::unique_ptr<Selector>> occupants) {
  return std::make_unique<SharedSelector>(std::move(occupants));
}

std::unique_ptr<Designer> make_shared_designer(std::vector<std::unique_ptr<Designer>> occupants) {
  return std::make_unique<SharedDesigner>(std::move(occupants));
}

std::unique_ptr<Writer> make_shared_writer(std::vector<std::unique_ptr<Writer>> occupants) {
  return std::make_unique<SharedWriter>(std::move(occupants));
}

} // namespace mapwright::kernel::scientist
