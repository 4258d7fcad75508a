// Traces as a viewer reads them: well formed, nothing overlaps on a thread, times add up to those of the run.
#include "mapper/random_programs.hpp"
#include "mapper/simulate/scene.hpp"
#include "mapper/trace/chrome_trace.hpp"

#include <cmath>
#include <map>
#include <utility>

#include <nlohmann/json.hpp>
#include <rapidcheck/gtest.h>

namespace mapwright::mapper {
namespace {

/// What a viewer shows of one thread; times in nanoseconds.
struct ShownThread {
  std::string process;
  std::string name;
  struct Shown {
    std::int64_t begin = 0;
    std::int64_t length = 0;
    nlohmann::json event;
  };
  std::vector<Shown> events;

  [[nodiscard]] std::int64_t total() const {
    std::int64_t sum = 0;
    for (const Shown& shown : events) {
      sum += shown.length;
    }
    return sum;
  }
};

/// The threads with events, by process and thread number. Throws where the document is not one.
std::map<std::pair<int, int>, ShownThread> threads_of(const std::string& trace) {
  const nlohmann::json document = nlohmann::json::parse(trace);
  std::map<int, std::string> processes;
  std::map<std::pair<int, int>, std::string> names;
  std::map<std::pair<int, int>, ShownThread> threads;
  for (const nlohmann::json& event : document.at("traceEvents")) {
    const std::string phase = event.at("ph");
    const int process = event.at("pid");
    if (event.at("name") == "process_name") {
      processes[process] = event.at("args").at("name");
    } else if (event.at("name") == "thread_name") {
      names[{process, event.at("tid").get<int>()}] = event.at("args").at("name");
    } else if (phase == "X") {
      const auto whole = [&](const char* key) { return std::llround(event.at(key).get<double>() * 1000); };
      threads[{process, event.at("tid").get<int>()}].events.push_back({whole("ts"), whole("dur"), event});
    }
  }
  for (auto& [place, thread] : threads) {
    thread.process = processes.at(place.first);
    thread.name = names.at(place);
  }
  return threads;
}

const ShownThread& thread_named(const std::map<std::pair<int, int>, ShownThread>& threads, const std::string& process,
                                const std::string& name) {
  for (const auto& [place, thread] : threads) {
    if (thread.process == process && thread.name == name) {
      return thread;
    }
  }
  throw std::runtime_error("no thread " + name);
}

std::map<std::pair<int, int>, ShownThread> trace_of(const Scene& scene, const Machine& machine) {
  return threads_of(chrome_trace(scene.program, scene.graph, machine, scene.run(machine)));
}

TEST(ChromeTrace, ShowsTasksCopiesAndLinks) {
  const Scene scene({{"W", gpu(0), device(0)}, {"R", gpu(1), device(1)}});
  const auto threads = trace_of(scene, round_machine());
  EXPECT_EQ(threads.size(), 6U);
  const ShownThread& writer = thread_named(threads, "node 0", "GPU 0");
  ASSERT_EQ(writer.events.size(), 1U);
  EXPECT_EQ(writer.events[0].event.at("name"), "t0");
  EXPECT_EQ(writer.events[0].event.at("args").at("data"), nlohmann::json::array({"W r"}));
  EXPECT_EQ(writer.events[0].length, 1'000'000'000);
  const ShownThread& copies = thread_named(threads, "node 0", "into FBMEM 1");
  EXPECT_EQ(copies.events[0].event.at("name"), "r");
  EXPECT_EQ(copies.events[0].event.at("args").at("from"), "FBMEM 0 of node 0");
  EXPECT_EQ(copies.events[0].event.at("args").at("for"), "t1");
  EXPECT_EQ(copies.events[0].begin, 1'000'000'000);
  EXPECT_EQ(copies.events[0].length, 2'000'000'000); // latency and 100 B at 100 B/s
  EXPECT_EQ(thread_named(threads, "node 0", "pcie 0 of node 0, out").total(), 1'000'000'000);
  EXPECT_EQ(thread_named(threads, "node 0", "pcie 1 of node 0, in").total(), 1'000'000'000);
  const ShownThread& path = thread_named(threads, "critical path", "critical path");
  EXPECT_EQ(path.events.size(), 3U);
  EXPECT_EQ(path.total(), 4'000'000'000);
}

TEST(ChromeTrace, GivesCopiesThatOverlapThreadsOfTheirOwn) {
  const Scene scene({{"W", gpu(0), device(0), "r"},
                     {"W", gpu(1), device(1), "s"},
                     {"R", gpu(2), device(2), "r"},
                     {"R", gpu(2), device(2), "s"}});
  const auto threads = trace_of(scene, round_machine());
  // Both begin when the link into FBMEM 2 is free, at 1 and 2, and take 2 s with their latency.
  EXPECT_EQ(thread_named(threads, "node 0", "into FBMEM 2").events[0].begin, 1'000'000'000);
  EXPECT_EQ(thread_named(threads, "node 0", "into FBMEM 2, 2").events[0].begin, 2'000'000'000);
  EXPECT_EQ(thread_named(threads, "node 0", "pcie 2 of node 0, in").events.size(), 2U);
}

TEST(ChromeTrace, CountsChangesOfLayoutAtTheirLength) {
  DataLayout fields_together;
  fields_together.fields = FieldOrder::aos;
  const Scene scene({{"W", gpu(0), device(0)}, {"R", gpu(1), device(1), "r", false, 0, fields_together}});
  const auto threads = trace_of(scene, round_machine());
  EXPECT_EQ(thread_named(threads, "node 0", "pcie 0 of node 0, out").total(), 4'000'000'000);
}

TEST(ChromeTrace, ShowsWhatHadEndedWhenARunStopped) {
  const Scene scene({{"W", gpu(0), zero_copy()}, {"R", gpu(1), device(1)}});
  const auto threads = trace_of(scene, round_machine(1, 50));
  EXPECT_EQ(thread_named(threads, "node 0", "GPU 0").events.size(), 1U);
  EXPECT_THROW(thread_named(threads, "node 0", "GPU 1"), std::runtime_error);
}

RC_GTEST_PROP(ChromeTraceRandom, AgreesWithTheRun, ()) {
  const Program program = random_program();
  const TaskGraph graph = sure(expand(program));
  const Machine machine = round_machine(2);
  Plan plan = random_plan(program, graph, 2);
  plan.limits.assign(plan.limits.size(), 0);
  const Simulation run = sure(Simulator(program, graph, machine).run(plan));
  const auto threads = threads_of(chrome_trace(program, graph, machine, run));
  std::map<std::string, double> totals; // by category, but the critical path's
  std::map<std::string, std::size_t> counts;
  double busiest_link = 0;
  for (const auto& [place, thread] : threads) {
    std::int64_t end = 0;
    for (const ShownThread::Shown& shown : thread.events) {
      RC_ASSERT(shown.begin >= end);
      RC_ASSERT(shown.length >= 0);
      end = shown.begin + shown.length;
      if (thread.process != "critical path") {
        ++counts[shown.event.at("cat")];
      }
    }
    const double seconds = static_cast<double>(thread.total()) * 1e-9;
    const double rounding = 1e-9 * (static_cast<double>(thread.events.size()) + run.makespan);
    if (thread.process == "critical path") {
      RC_ASSERT(std::abs(seconds - run.makespan) <= rounding);
    } else if (thread.events[0].event.at("cat") == "task") {
      const bool gpus = thread.name.starts_with("GPU");
      const auto index = static_cast<std::uint32_t>(std::stoul(thread.name.substr(4)));
      const auto node = static_cast<std::uint32_t>(std::stoul(thread.process.substr(5)));
      const auto processor = machine.find(ProcessorName{gpus ? ProcessorKind::gpu : ProcessorKind::cpu, node, index});
      RC_ASSERT(std::abs(seconds - run.busy[processor.value()]) <= rounding);
    } else if (thread.events[0].event.at("cat") == "link") {
      busiest_link = std::max(busiest_link, seconds);
    }
  }
  RC_ASSERT(std::abs(busiest_link - run.bounds.links) <= 1e-9 * (1 + 10 * run.makespan));
  RC_ASSERT(counts["task"] == run.tasks.size());
  RC_ASSERT(counts["copy"] + counts["fold"] == run.copies.size());
}

} // namespace
} // namespace mapwright::mapper
