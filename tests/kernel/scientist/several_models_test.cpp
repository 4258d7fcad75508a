// Several models in one role: who is asked, who is passed over, who is to blame.
#include "model_case.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace mapwright::kernel::scientist {
namespace {

using mapwright::test::scripted_failure;
using mapwright::test::ScriptedProvider;
using test::known_scene;
using test::Scene;
using ::testing::HasSubstr;
using ::testing::SizeIs;
using ::testing::StartsWith;

constexpr const char* first_base = R"({"base": 1, "reference": 0, "rationale": "1 is fastest."})";

/// Tools with the models "a" and "b".
class SeveralModels : public ::testing::Test {
protected:
  Answer<Selection> select(const Scene& scene) {
    auto context = steps_.context();
    return (*make_selector("model", tools()))->select(scene.situation(), context);
  }
  Answer<Written> write(const Scene& scene, std::size_t place) {
    auto context = steps_.context();
    Situation situation = scene.situation();
    situation.place = place;
    const ExperimentPlan plan{"multiply", AvenueKind::compute, "do", {}, {1, 2}, 10, ""};
    return (*make_writer("model", tools()))->write(situation, {0, 0, "a test"}, plan, context);
  }
  [[nodiscard]] RoleTools tools() const { return test::toy_tools({{"a", a_}, {"b", b_}}); }

  test::Steps steps_;
  std::shared_ptr<ScriptedProvider> a_ = std::make_shared<ScriptedProvider>();
  std::shared_ptr<ScriptedProvider> b_ = std::make_shared<ScriptedProvider>();
};

TEST_F(SeveralModels, WhoPaidIsAskedAndSaysSo) {
  Scene scene = known_scene();
  for (int i = 0; i < 20; ++i) {
    scene.ledger.payoffs().add(Role::selector, "model:a", 0, 10);
    scene.ledger.payoffs().add(Role::selector, "model:b", 0.6, 10);
  }
  b_->then(mapwright::test::scripted_reply(first_base));
  const auto selection = select(scene);
  ASSERT_TRUE(selection) << selection.error().why;
  EXPECT_EQ(selection->by, "model:b");
  EXPECT_EQ(selection->base, 1U);
  EXPECT_THAT(a_->questions(), SizeIs(0));
}

TEST_F(SeveralModels, TheExperimentsOfAGenerationAreSharedOut) {
  a_->then(mapwright::test::scripted_reply(test::edits));
  b_->then(mapwright::test::scripted_reply(test::edits));
  const Scene scene = known_scene();
  EXPECT_EQ(write(scene, 0)->by, "model:a");
  EXPECT_EQ(write(scene, 1)->by, "model:b");
}

TEST_F(SeveralModels, WhoCannotBeReachedIsPassedOver) {
  a_->then(scripted_failure(llm::FailureKind::unreachable, "nobody there"));
  b_->then(mapwright::test::scripted_reply(first_base));
  EXPECT_EQ(select(known_scene())->by, "model:b");
  a_->then(scripted_failure(llm::FailureKind::unreachable, "nobody there"));
  b_->then(scripted_failure(llm::FailureKind::unreachable, "nobody there either"));
  const auto nobody = select(known_scene());
  ASSERT_FALSE(nobody);
  EXPECT_TRUE(nobody.error().unavailable);
}

TEST_F(SeveralModels, AnAnswerOfNoUseIsBlamed) {
  for (int i = 0; i < 2; ++i) {
    a_->then(mapwright::test::scripted_reply("I like them all."));
  }
  const auto none = select(known_scene());
  ASSERT_FALSE(none);
  EXPECT_THAT(none.error().why, StartsWith("the selector model:a: "));
  EXPECT_EQ(who_is_blamed(Role::selector, none.error().why), "model:a");
  EXPECT_THAT(b_->questions(), SizeIs(0));
}

TEST_F(SeveralModels, HaveOneNameAndReserveForTheDearest) {
  const auto writer = make_writer("model", tools());
  ASSERT_TRUE(writer);
  EXPECT_EQ((*writer)->name(), "model:a or model:b");
  EXPECT_EQ((*writer)->reserve(), (*make_writer("model:a", tools()))->reserve());
  EXPECT_EQ((*make_writer("model:b", tools()))->name(), "model:b");
}

} // namespace
} // namespace mapwright::kernel::scientist
