// Many plans in one process, asked and answered line by line.
#include "starpu_engine/engine_scene.hpp"
#include "starpu_engine/main_io.hpp"
#include "starpu_engine/request.hpp"
#include "starpu_engine/session.hpp"

#include <thread>

#include <gmock/gmock.h>
#include <sys/socket.h>

namespace mapwright::starpu_engine {
namespace {

using ::testing::HasSubstr;

/// A session on a thread, at the other end of a socket.
class Asking {
public:
  Asking() {
    EXPECT_EQ(socketpair(AF_UNIX, SOCK_STREAM, 0, ends_), 0);
    thread_ = std::jthread([this] { ended_ = serve_session(ends_[1]); });
  }
  Json ask(const Json& request) {
    EXPECT_TRUE(write_line(ends_[0], request.dump()));
    const auto line = read_line(ends_[0], ahead_);
    EXPECT_TRUE(line);
    return line ? Json::parse(*line) : Json();
  }
  int end() {
    shutdown(ends_[0], SHUT_RDWR);
    thread_.join();
    close(ends_[0]);
    close(ends_[1]);
    return ended_;
  }

private:
  int ends_[2]{};
  std::string ahead_;
  int ended_ = -1;
  std::jthread thread_;
};

TEST(StarPuSession, RunsPlansByTurnsFromTheSameValues) {
  const OpenedApplication opened("stencil,n=32,steps=2");
  const auto text = [&](const std::string& mapper, const mapper::Machine& machine = box()) {
    return plan_json(opened.application.program, opened.graph, opened.plan_of(mapper, machine));
  };
  Asking session;
  const Json ready = session.ask(
      {{"app", "stencil,n=32,steps=2"}, {"cache", std::string(MAPWRIGHT_STARPU_CACHE)}, {"cpus", 1}, {"devices", 2}});
  ASSERT_FALSE(ready.contains("error")) << ready;
  EXPECT_THAT(ready.at("version").get<std::string>(), HasSubstr("1."));
  EXPECT_EQ(session.ask({{"plan", text("Task * CPU;\n")}}).at("plan"), 0);
  EXPECT_EQ(session.ask({{"plan", text("Task * CPU;\nRegion * * CPU ZCMEM;\n")}}).at("plan"), 1);
  const Json too_many = session.ask({{"plan", text("Task * CPU;\n", sure(mapper::open_machine("box,cpus=2")))}});
  EXPECT_THAT(too_many.at("error").at("message").get<std::string>(), HasSubstr("does not have"));
  for (const int plan : {0, 1, 1, 0, 1}) { // what one run leaves must not be what the next begins with
    const Json answer = session.ask({{"run", plan}});
    ASSERT_FALSE(answer.contains("error")) << answer;
    EXPECT_EQ(answer.at("check").at("agrees"), true) << answer;
    EXPECT_GT(answer.at("makespan_seconds").get<double>(), 0);
    EXPECT_EQ(answer.at("crowded"), std::thread::hardware_concurrency() < 3);
  }
  EXPECT_THAT(session.ask({{"run", 7}}).at("error").at("message").get<std::string>(), HasSubstr("no plan 7"));
  EXPECT_EQ(session.end(), 0);
}

TEST(StarPuSession, EndsWhereItCannotBegin) {
  Asking session;
  const Json answer = session.ask({{"app", "stencill"}, {"cache", "."}, {"cpus", 1}, {"devices", 0}});
  EXPECT_THAT(answer.at("error").at("message").get<std::string>(), HasSubstr("stencill"));
  EXPECT_EQ(session.end(), 0);
}

} // namespace
} // namespace mapwright::starpu_engine
