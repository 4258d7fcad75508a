// A search small enough to run in milliseconds, and its runs in an archive.
#pragma once

#include "loop/toy.hpp"
#include "mapper/contest/search_problem.hpp"
#include "mapper/examples.hpp"
#include "support/scripted_provider.hpp"

#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace mapwright::mapper {

inline constexpr const char* all_on_cpus = "Task * CPU;\nRegion * * CPU SYSMEM;\n";
inline constexpr const char* all_on_gpus = "Task * GPU;\nRegion * * GPU FBMEM;\n";

/// A stencil of eight tiles on the round machine; GPUs are much faster. The expert uses them, the default does not.
inline std::shared_ptr<const SearchArena> small_arena(std::int64_t nodes = 1) {
  return sure(SearchArena::make(
      {"stencil on round", stencil_program(8, 100, 2, 3), round_machine(nodes), all_on_gpus, all_on_cpus}));
}

/// A reply in the form that models are asked for.
inline std::string statements_reply(const std::vector<std::string>& statements) {
  return nlohmann::json{{"reason", "it should be faster"}, {"statements", statements}}.dump();
}

/// A model with a script.
struct ScriptedModel {
  std::shared_ptr<test::ScriptedProvider> provider;
  loop::Model model;

  explicit ScriptedModel(const std::vector<std::string>& replies, const std::string& name = "scripted")
      : provider(std::make_shared<test::ScriptedProvider>(replies)) {
    model.name = name;
    model.provider = provider;
  }
  /// The text of question `number`, all messages together.
  [[nodiscard]] std::string question(std::size_t number) const {
    std::string text;
    const llm::Request asked = provider->questions().at(number);
    for (const llm::Message& message : asked.messages) {
      text += message.text + "\n";
    }
    return text;
  }
};

/// A run of one search in an archive of its own.
class SmallRun {
public:
  explicit SmallRun(SearchSpec spec, std::vector<loop::Model> models = {},
                    std::shared_ptr<const SearchArena> arena = small_arena())
      : spec_(std::move(spec)), models_(std::move(models)), arena_(std::move(arena)) {}

  /// Begins, or goes on with a proposer made anew, until so many evaluations are used.
  loop::Outcome go(std::uint64_t evaluations, unsigned parallel = 1) {
    auto search = sure(make_search(arena_, spec_, models_));
    auto archive = loop::test::open(file_);
    auto journal = archive.runs()->empty() ? archive.begin(loop::test::toy_run()) : archive.reopen(archive::RunId(1));
    EXPECT_TRUE(journal) << journal.error().format();
    options_.budget.evaluations = evaluations;
    options_.parallel = parallel;
    auto outcome =
        loop::run(search->proposer(), search->evaluator(), options_, *loop::Past::of(archive, journal->run()),
                  *archive.exchanges(journal->run()), *journal, {}, {});
    EXPECT_TRUE(outcome) << outcome.error().format();
    side_ = search->side_simulations();
    policy_ = search->trained_policy() == nullptr ? "" : policy_json(*search->trained_policy());
    return std::move(*outcome);
  }

  /// Makes all decisions again; the difference, or empty.
  std::string replay() {
    auto search = sure(make_search(arena_, spec_, models_));
    auto archive = loop::test::open(file_);
    const auto replayed =
        loop::replay(search->proposer(), search->evaluator(), options_, *loop::Past::of(archive, archive::RunId(1)),
                     *archive.exchanges(archive::RunId(1)), std::nullopt, true, {}, {});
    EXPECT_TRUE(replayed) << replayed.error().format();
    return replayed->difference.value_or("");
  }

  std::vector<archive::Step> steps() { return *loop::test::open(file_).steps(archive::RunId(1), 0, 10'000); }
  std::vector<std::string> decisions() {
    auto archive = loop::test::open(file_);
    return loop::test::decisions(archive, archive::RunId(1));
  }
  [[nodiscard]] std::uint64_t side() const { return side_; }
  [[nodiscard]] const std::string& policy() const { return policy_; } ///< as trained at the end; empty: none
  [[nodiscard]] const SearchArena& arena() const { return *arena_; }

private:
  SearchSpec spec_;
  std::vector<loop::Model> models_;
  std::shared_ptr<const SearchArena> arena_;
  loop::test::ArchiveFile file_;
  loop::FlowOptions options_{};
  std::uint64_t side_ = 0;
  std::string policy_;
};

} // namespace mapwright::mapper
