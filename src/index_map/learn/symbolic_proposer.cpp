#include "index_map/learn/symbolic_proposer.hpp"

#include "index_map/infer/infer.hpp"
#include "index_map/learn/guess.hpp"

namespace mapwright::index_map::learn {

namespace {

class SymbolicProposer : public loop::Proposer {
public:
  explicit SymbolicProposer(const Sought& sought) : sought_(sought) {}

  std::optional<loop::Plan> plan(std::uint64_t, measure::Random&) override {
    if (planned_) {
      return std::nullopt;
    }
    planned_ = true;
    return loop::Plan{symbolic_name, [this](loop::StepContext&) { return propose(); }, {}, {}};
  }

  void observe(const archive::Step&) override {}

private:
  [[nodiscard]] loop::Attempt propose() const {
    if (sought_.domain && sought_.definition_shown) {
      return loop::Proposal{loop::make_candidate(domain_form, sought_.domain->text), {}};
    }
    infer::Examples seen = sought_.examples;
    if (sought_.domain) { // a comparison with models: it sees what they see
      seen.points.truncate(sought_.shown);
      seen.lines.resize(sought_.shown);
      seen.sources.resize(sought_.shown);
    }
    const auto inference = infer::infer(seen);
    if (!inference) {
      return tl::make_unexpected(loop::Setback{inference.error().message, {}});
    }
    DomainGuess guess{inference->hypothesis.text, {}};
    for (const infer::InferredSize& size : inference->hypothesis.sizes) {
      if (!size.grows) {
        guess.sizes.emplace_back(size.name, size.value);
      }
    }
    return loop::Proposal{loop::make_candidate(domain_form, to_text(guess), {{"laws", inference->hypothesis.laws}}),
                          {}};
  }

  const Sought& sought_;
  bool planned_ = false;
};

} // namespace

std::unique_ptr<loop::Proposer> make_symbolic_proposer(const Sought& sought) {
  return std::make_unique<SymbolicProposer>(sought);
}

} // namespace mapwright::index_map::learn
