#include "loop/portfolio.hpp"
#include "loop/toy.hpp"

namespace mapwright::loop::test {
namespace {

/// Proposes a few numbers; the next only when the one before was observed.
class Patient : public Proposer {
public:
  Patient(std::string name, std::uint64_t count) : name_(std::move(name)), count_(count) {}

  void begin(const Budget& limits) override { EXPECT_EQ(limits.evaluations, 100U); }

  std::optional<Plan> plan(std::uint64_t step, measure::Random&) override {
    if (waiting_ || made_ == count_) {
      return std::nullopt;
    }
    ++made_;
    waiting_ = step;
    const std::string content = name_ + std::to_string(made_);
    return Plan{name_,
                [content](StepContext&) -> Attempt {
                  return Proposal{make_candidate("text", content), {}};
                },
                {},
                {}};
  }

  void observe(const archive::Step& step) override {
    if (waiting_ == step.number) {
      waiting_.reset();
    }
  }

private:
  std::string name_;
  std::uint64_t count_;
  std::uint64_t made_ = 0;
  std::optional<std::uint64_t> waiting_;
};

class AlwaysRight : public Distance {
public:
  Result<archive::Verdict> verify(const archive::Candidate&, StepContext&) override {
    return archive::Verdict{"right", true, nullptr};
  }
  Result<Measured> measure(const archive::Candidate&, const archive::Verdict&, StepContext&) override {
    return Measured{};
  }
};

TEST(Portfolio, TheNextBeginsWhenTheOneBeforeHasNothingMore) {
  for (const unsigned parallel : {1U, 4U}) {
    const ArchiveFile file;
    auto archive = open(file);
    std::vector<std::unique_ptr<Proposer>> proposers;
    proposers.push_back(std::make_unique<Patient>("a", 3));
    proposers.push_back(std::make_unique<Patient>("b", 0));
    proposers.push_back(std::make_unique<Patient>("c", 2));
    const auto portfolio = make_portfolio(std::move(proposers));
    AlwaysRight evaluator;
    FlowOptions options;
    options.parallel = parallel;
    options.budget.evaluations = 100;
    auto journal = archive.begin(toy_run());
    const auto outcome = run(*portfolio, evaluator, options, {}, {}, *journal, {}, {});
    ASSERT_TRUE(outcome);
    EXPECT_TRUE(std::holds_alternative<NothingLeft>(outcome->reason));
    std::string order;
    ASSERT_TRUE(archive.for_each_step(journal->run(), [&](archive::Step&& step) -> Result<void> {
      order += step.candidate->content + " ";
      return {};
    }));
    EXPECT_EQ(order, "a1 a2 a3 c1 c2 ");
  }
}

} // namespace
} // namespace mapwright::loop::test
