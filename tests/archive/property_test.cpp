// Whatever is appended is read again, byte for byte.
#include "archive/examples.hpp"

#include <cmath>
#include <limits>

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

namespace mapwright::archive {
namespace {

/// Any bytes: empty, with NUL, no UTF-8.
rc::Gen<std::string> text() {
  return rc::gen::oneOf(rc::gen::arbitrary<std::string>(),
                        rc::gen::element<std::string>("", std::string(1, '\0'), std::string("a\0b", 3), "\xFF\xC0\xAF",
                                                      "\xED\xA0\x80", "\xEF\xBB\xBF", "\U0001F600 \u0301", "'; --",
                                                      std::string(5000, 'x')));
}

rc::Gen<double> real() {
  constexpr double infinity = std::numeric_limits<double>::infinity();
  return rc::gen::oneOf(
      rc::gen::suchThat(rc::gen::arbitrary<double>(), [](double value) { return !std::isnan(value); }),
      rc::gen::element(0.0, 1.0, -1e300, 5e-324, infinity, -infinity));
}

rc::Gen<std::uint64_t> whole() {
  return rc::gen::oneOf(rc::gen::arbitrary<std::uint64_t>(),
                        rc::gen::element<std::uint64_t>(0, UINT64_MAX, std::uint64_t{1} << 63U));
}

/// JSON texts are UTF-8, and its numbers finite.
nlohmann::json some_json(int depth) {
  const int kind = *rc::gen::inRange(0, depth > 0 ? 8 : 6);
  switch (kind) {
  case 0:
    return nullptr;
  case 1:
    return *rc::gen::arbitrary<bool>();
  case 2:
    return *whole();
  case 3:
    return *rc::gen::arbitrary<std::int64_t>();
  case 4:
    return *rc::gen::suchThat(rc::gen::arbitrary<double>(), [](double value) { return std::isfinite(value); });
  case 5:
    return *rc::gen::element<std::string>("", "text", std::string("a\0b", 3), "\u00E9\U0001F600", "\"\\\n");
  case 6: {
    nlohmann::json list = nlohmann::json::array();
    for (int i = *rc::gen::inRange(0, 4); i > 0; --i) {
      list.push_back(some_json(depth - 1));
    }
    return list;
  }
  default: {
    nlohmann::json object = nlohmann::json::object();
    for (int i = *rc::gen::inRange(0, 4); i > 0; --i) {
      object[*rc::gen::element<std::string>("", "a", "b\n", "\u00E9")] = some_json(depth - 1);
    }
    return object;
  }
  }
}

Resources some_resources() {
  return {*whole(), Seconds(*real()), *whole(), *real(), Joules(*real())};
}

Run some_run() {
  Run run;
  run.kind = *text();
  run.title = *text();
  run.problem = *text();
  run.file = *text();
  run.directory = *text();
  run.options = some_json(2);
  run.seed = *whole();
  run.version = *text();
  run.machine = *text();
  run.begun = *text();
  return run;
}

Step some_step(std::uint64_t number) {
  Step step;
  step.number = number;
  step.proposer = *text();
  step.random = *whole();
  for (int i = number > 0 ? *rc::gen::inRange(0, 4) : 0; i > 0; --i) {
    step.parents.push_back({*rc::gen::inRange<std::uint64_t>(0, number), *text()});
  }
  if (*rc::gen::arbitrary<bool>()) {
    const std::string content = *text();
    step.candidate = Candidate{content, "form of " + content, content, some_json(2)}; // named by its content
  }
  if (number > 0 && *rc::gen::arbitrary<bool>()) {
    step.repeats = *rc::gen::inRange<std::uint64_t>(0, number);
  }
  if (*rc::gen::arbitrary<bool>()) {
    step.verdict = Verdict{*text(), *rc::gen::arbitrary<bool>(), some_json(3)};
  }
  for (int i = *rc::gen::inRange(0, 4); i > 0; --i) {
    step.samples.push_back({*text(), *text(), *text(), *rc::gen::container<std::vector<double>>(real())});
  }
  if (*rc::gen::arbitrary<bool>()) {
    step.score = *real();
  }
  step.failure = *text();
  step.used = some_resources();
  step.committed = Seconds(*real());
  return step;
}

Exchange some_exchange() {
  return {*whole(),     *whole(), *text(),      *text(),          *text(),
          some_json(3), *text(),  some_json(3), some_resources(), *rc::gen::arbitrary<bool>()};
}

Finding some_finding() {
  return {*text(), *rc::gen::container<std::vector<std::uint64_t>>(whole()), some_json(2)};
}

class RoundTrip : public testing::Test {
protected:
  TemporaryDirectory directory_;
  Archive archive_ = Archive::open(directory_ / "a", Access::create).value();
};

RC_GTEST_FIXTURE_PROP(RoundTrip, OfRandomRecords, ()) {
  auto run = some_run();
  Result<Journal> journal = archive_.begin(run);
  RC_ASSERT(journal.has_value());
  run.id = journal->run();
  std::vector<Step> steps;
  std::vector<Exchange> exchanges;
  std::vector<Finding> findings;
  const auto count = *rc::gen::inRange<std::uint64_t>(0, 5);
  for (std::uint64_t number = 0; number < count; ++number) {
    steps.push_back(some_step(number));
    exchanges.push_back(some_exchange());
    findings.push_back(some_finding());
    RC_ASSERT(journal->append(steps.back()).has_value());
    RC_ASSERT(journal->append(exchanges.back()).has_value());
    RC_ASSERT(journal->append(findings.back()).has_value());
  }
  const RunEnd end{some_json(2), *text()};
  RC_ASSERT(journal->finish(end).has_value());

  RC_ASSERT(*archive_.run(run.id) == run);
  RC_ASSERT(all_steps(archive_, run.id) == steps);
  RC_ASSERT(*archive_.step_count(run.id) == count);
  RC_ASSERT(*archive_.exchanges(run.id) == exchanges);
  RC_ASSERT(*archive_.findings(run.id) == findings);
  RC_ASSERT(*archive_.end(run.id) == std::optional(end));
}

TEST_F(RoundTrip, OfSamplesThatAreNotNumbers) {
  auto journal = archive_.begin(example_run());
  Step step = example_step(0);
  step.samples.front().values = {std::nan(""), -0.0, 1.0};
  ASSERT_TRUE(journal && journal->append(step));
  const std::vector<double> read = all_steps(archive_, RunId(1)).at(0).samples.at(0).values;
  ASSERT_EQ(read.size(), 3U);
  EXPECT_TRUE(std::isnan(read[0]));
  EXPECT_TRUE(std::signbit(read[1]));
}

TEST_F(RoundTrip, OfTextsOfFiveMegabytes) {
  auto journal = archive_.begin(example_run());
  Step step = example_step(0);
  step.candidate->content.assign(5'000'000, 'c');
  step.verdict->evidence = {{"log", std::string(5'000'000, 'e')}};
  Exchange exchange = example_exchange(0);
  exchange.request = std::string(5'000'000, 'p');
  exchange.reply = std::string(5'000'000, 'r');
  ASSERT_TRUE(journal && journal->append(step) && journal->append(exchange));
  EXPECT_TRUE(all_steps(archive_, RunId(1)).at(0) == step);
  EXPECT_TRUE(archive_.exchanges(RunId(1))->at(0) == exchange);
}

/// JSON cannot hold bytes that are no UTF-8; nothing fails, and what is written is read as U+FFFD.
TEST_F(RoundTrip, OfJsonThatIsNoUtf8) {
  auto journal = archive_.begin(example_run());
  Exchange exchange = example_exchange(0);
  exchange.reply = "a\xFFz";
  ASSERT_TRUE(journal && journal->append(exchange));
  EXPECT_EQ(archive_.exchanges(RunId(1))->at(0).reply, "a\uFFFDz");
}

} // namespace
} // namespace mapwright::archive
