#include "starpu_engine/waiting_time.hpp"

#include <gtest/gtest.h>

namespace mapwright::starpu_engine {
namespace {

TEST(WaitingTime, WhatTheCallerTookIsNoDelay) {
  const ThreadTimes before{Seconds(1), Seconds(10)};
  const auto delay = [&](double running, double waiting) {
    return delay_between(before, {Seconds(1 + running), Seconds(10 + waiting)}).count();
  };
  EXPECT_DOUBLE_EQ(delay(0, 0.5), 0.5);
  EXPECT_DOUBLE_EQ(delay(0.25, 0.5), 0.25);
  EXPECT_DOUBLE_EQ(delay(0.5, 0.25), 0);
}

TEST(WaitingTime, ATwentiethAndAWakingThreadAreForgiven) {
  EXPECT_FALSE(is_disturbed(Seconds(0), Seconds(0)));
  EXPECT_FALSE(is_disturbed(Seconds(90e-6), Seconds(100e-6)));
  EXPECT_TRUE(is_disturbed(Seconds(200e-6), Seconds(100e-6)));
  EXPECT_FALSE(is_disturbed(Seconds(0.0050), Seconds(0.1)));
  EXPECT_TRUE(is_disturbed(Seconds(0.0052), Seconds(0.1)));
}

TEST(WaitingTime, TimesOfThreadsGrow) {
  const ThreadTimes before = thread_times();
  const ThreadTimes after = thread_times();
  EXPECT_GE(after.caller_running, before.caller_running);
  EXPECT_GE(after.others_waiting, Seconds(0));
}

} // namespace
} // namespace mapwright::starpu_engine
