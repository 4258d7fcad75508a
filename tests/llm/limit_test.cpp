// At most so many questions at once, in the order they came.
#include "llm/limit.hpp"
#include "support/scripted_provider.hpp"

#include <atomic>
#include <mutex>
#include <optional>
#include <semaphore>
#include <thread>

#include <gtest/gtest.h>

namespace mapwright::llm {
namespace {

using test::scripted_reply;
using test::ScriptedProvider;

Request named(const std::string& name) {
  return {{{Role::user, name}}};
}

TEST(Limit, NeverMoreAtOnce) {
  constexpr std::size_t limit = 3;
  std::atomic<int> inside{0};
  std::atomic<int> most{0};
  auto script = std::make_unique<ScriptedProvider>();
  for (int i = 0; i < 24; ++i) {
    script->then([&](const Request&, const std::stop_token&) -> Answer {
      const int now = ++inside;
      for (int seen = most; now > seen && !most.compare_exchange_weak(seen, now);) {
      }
      std::this_thread::yield();
      --inside;
      return scripted_reply("x");
    });
  }
  LimitedProvider limited(std::move(script), limit);
  std::atomic<int> answered{0};
  {
    std::vector<std::jthread> threads;
    for (int t = 0; t < 8; ++t) {
      threads.emplace_back([&] {
        for (int i = 0; i < 3; ++i) {
          answered += limited.ask({}, {}) ? 1 : 0;
        }
      });
    }
  }
  EXPECT_EQ(answered, 24);
  EXPECT_LE(most, static_cast<int>(limit));
}

/// A provider that lets each question wait until it is told to go on, behind a limit of one.
class OneAtATime : public ::testing::Test {
protected:
  OneAtATime() {
    auto script = std::make_unique<ScriptedProvider>();
    for (int i = 0; i < 8; ++i) {
      script->then([this](const Request& request, const std::stop_token&) -> Answer {
        begun.release();
        go_on.acquire();
        return scripted_reply(request.messages[0].text);
      });
    }
    provider = script.get();
    limited = std::make_unique<LimitedProvider>(std::move(script), 1);
  }

  std::counting_semaphore<8> begun{0};
  std::counting_semaphore<8> go_on{0};
  ScriptedProvider* provider = nullptr;
  std::unique_ptr<LimitedProvider> limited;
};

TEST_F(OneAtATime, AStopWhileWaitingIsACancellation) {
  std::jthread first([&] { EXPECT_TRUE(limited->ask(named("first"), {})); });
  begun.acquire();
  std::stop_source source;
  std::optional<Answer> waited;
  std::jthread second([&] { waited = limited->ask(named("second"), source.get_token()); });
  source.request_stop();
  second.join();
  ASSERT_FALSE(*waited);
  EXPECT_EQ(waited->error().kind, FailureKind::cancelled);
  go_on.release();
  first.join();
  go_on.release();
  EXPECT_EQ(limited->ask(named("third"), {})->text, "third");
  EXPECT_EQ(provider->questions().size(), 2U);
}

TEST(FairSemaphore, ServesInTheOrderOfArrival) {
  FairSemaphore places(1);
  ASSERT_TRUE(places.acquire({}));
  std::mutex mutex;
  std::vector<int> served;
  std::vector<std::jthread> threads;
  for (int i = 0; i < 5; ++i) {
    threads.emplace_back([&, i] {
      places.acquire({});
      const std::lock_guard lock(mutex);
      served.push_back(i);
      places.release();
    });
    while (places.waiting() != static_cast<std::size_t>(i) + 1) {
      std::this_thread::yield();
    }
  }
  places.release();
  threads.clear();
  EXPECT_EQ(served, (std::vector<int>{0, 1, 2, 3, 4}));
}

TEST(FairSemaphore, AWaiterThatGivesUpLetsTheNextOnesThrough) {
  FairSemaphore places(1);
  ASSERT_TRUE(places.acquire({}));
  std::stop_source source;
  std::jthread quitter([&] { EXPECT_FALSE(places.acquire(source.get_token())); });
  while (places.waiting() != 1) {
    std::this_thread::yield();
  }
  std::jthread patient([&] { EXPECT_TRUE(places.acquire({})); });
  while (places.waiting() != 2) {
    std::this_thread::yield();
  }
  source.request_stop();
  quitter.join();
  places.release();
  patient.join();
  EXPECT_EQ(places.waiting(), 0U);
}

} // namespace
} // namespace mapwright::llm
