// Questions as files, answered by somebody else: whole, cut, late or never.
#include "llm/files.hpp"
#include "sandbox/scratch.hpp"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <mutex>
#include <set>
#include <thread>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace mapwright::llm {
namespace {

namespace fs = std::filesystem;
using ::testing::HasSubstr;

std::string contents(const fs::path& file) {
  std::ifstream stream(file, std::ios::binary);
  return {std::istreambuf_iterator<char>(stream), {}};
}

class Files : public ::testing::Test {
protected:
  std::unique_ptr<Provider> provider(Notice notice = {}) {
    settings_.directory = directory_;
    return make_files(settings_, std::move(notice), Seconds(0.01)).value();
  }

  /// Writes `text` elsewhere in the directory, then renames it: readers see all of it or nothing.
  void put(const std::string& name, const std::string& text) const {
    std::ofstream(directory_ / "draft") << text;
    fs::rename(directory_ / "draft", directory_ / name);
  }

  static Request question() { return {.messages = {{Role::user, "Say hello."}}}; }

  sandbox::ScratchDirectory scratch_ = sandbox::ScratchDirectory::create().value();
  fs::path directory_ = scratch_.path() / "chat";
  ProviderSettings settings_{};
};

TEST_F(Files, AQuestionAndItsAnswer) {
  settings_.fixture = true;
  std::string told;
  const auto provider = this->provider([&](std::string_view line) {
    told = line;
    EXPECT_EQ(contents(directory_ / "0001.prompt.md"), "Say hello.\n");
    put("0001.reply.md", "Hello.\n");
  });
  const Answer answer = provider->ask(question(), {});
  ASSERT_TRUE(answer) << answer.error().message;
  EXPECT_EQ(answer->text, "Hello.\n");
  EXPECT_TRUE(answer->fixture);
  EXPECT_TRUE(answer->usage.estimated);
  EXPECT_THAT(told, HasSubstr("0001.reply.md"));
}

TEST_F(Files, NumbersGoOnAfterWhatIsThere) {
  fs::create_directories(directory_);
  put("0041.reply.md", "of another question");
  const auto provider = this->provider([&](std::string_view) { put("0042.reply.md", "Here."); });
  const Answer answer = provider->ask(question(), {});
  ASSERT_TRUE(answer);
  EXPECT_EQ(answer->text, "Here.");
}

TEST_F(Files, EmptyAndGrowingAnswersAreAwaited) {
  std::jthread writer;
  const auto provider = this->provider([&](std::string_view) {
    writer = std::jthread([&] {
      std::ofstream reply(directory_ / "0001.reply.md");
      std::this_thread::sleep_for(std::chrono::milliseconds(50)); // looked at while it is empty
      reply << "All at once, late.";
    });
  });
  const Answer answer = provider->ask(question(), {});
  ASSERT_TRUE(answer);
  EXPECT_EQ(answer->text, "All at once, late.");
}

TEST_F(Files, NobodyAnswers) {
  settings_.timeout = Seconds(0.1);
  const Answer answer = provider()->ask(question(), {});
  ASSERT_FALSE(answer);
  EXPECT_EQ(answer.error().kind, FailureKind::timed_out);
  EXPECT_THAT(answer.error().message, HasSubstr("0001.reply.md within 0.1 s"));
}

TEST_F(Files, WaitingIsCancelled) {
  std::stop_source stop;
  const auto provider = this->provider([&](std::string_view) { stop.request_stop(); });
  const Answer answer = provider->ask(question(), stop.get_token());
  ASSERT_FALSE(answer);
  EXPECT_EQ(answer.error().kind, FailureKind::cancelled);
}

TEST_F(Files, AnswersBeyondTheLimit) {
  settings_.max_reply_bytes = 10;
  const auto provider = this->provider([&](std::string_view) { put("0001.reply.md", "more than ten bytes"); });
  const Answer answer = provider->ask(question(), {});
  ASSERT_FALSE(answer);
  EXPECT_EQ(answer.error().kind, FailureKind::broken);
}

TEST_F(Files, ManyQuestionsAtOnceGetNumbersOfTheirOwn) {
  std::mutex mutex;
  std::set<std::string> waiting;
  const auto notice = [&](std::string_view line) {
    const std::scoped_lock lock(mutex);
    waiting.emplace(line);
  };
  const auto first = provider(notice);
  const auto second = provider(notice);
  std::atomic<int> answered = 0;
  {
    std::vector<std::jthread> threads;
    for (int i = 0; i < 8; ++i) {
      threads.emplace_back([&, i] {
        const Answer answer = (i % 2 == 0 ? first : second)->ask(question(), {});
        answered += answer ? 1 : 0;
      });
    }
    for (int look = 0; look < 2000; ++look) {
      const std::scoped_lock lock(mutex);
      if (waiting.size() == 8) {
        break;
      }
      std::this_thread::sleep_for(std::chrono::milliseconds(10));
    }
    for (int number = 1; number <= 8; ++number) {
      put("000" + std::to_string(number) + ".reply.md", "Hello.");
    }
  }
  EXPECT_EQ(answered, 8);
  const auto left = std::count_if(fs::directory_iterator(directory_), fs::directory_iterator(),
                                  [](const fs::directory_entry& e) { return e.path().filename().string()[0] == '.'; });
  EXPECT_EQ(left, 0);
}

TEST_F(Files, DirectoriesThatCannotBeMade) {
  settings_.directory = "/proc/no/such";
  const auto made = make_files(settings_, {});
  ASSERT_FALSE(made);
  EXPECT_EQ(made.error().kind, ErrorKind::machine);
}

} // namespace
} // namespace mapwright::llm
