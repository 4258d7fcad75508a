// Launches that a device cannot take are known before they are compiled.
#include "kernel/tune/limits.hpp"

#include <gtest/gtest.h>

namespace mapwright::kernel {
namespace {

class LimitsTest : public ::testing::Test {
protected:
  LimitsTest() {
    task.name = task.entry = "f";
    task.sizes = {"n"};
    task.arguments = {{"c", Element::f32, Intent::out, {expr::Expr::variable("n")}}};
    auto read = parse_candidate(task, Backend::opencl, R"cl(/*mapwright
[tunables]
TX = [8, 64]
TY = [4, 32]
[[launch]]
kernel = "first"
groups = ["1"]
group = ["8"]
arguments = ["c"]
[[launch]]
kernel = "second"
groups = ["n"]
group = ["TX", "TY"]
arguments = ["c", "local(4*TX*n)", "local(16)"]
*/)cl",
                                "k.cl");
    EXPECT_TRUE(read) << read.error().format();
    candidate = *std::move(read);
  }

  [[nodiscard]] std::optional<std::string> found(const GroupLimits& limits, const Tuning& tuning) const {
    return beyond(limits, task, candidate, tuning, {Use::benchmark, {10}});
  }

  Task task;
  KernelCandidate candidate{Backend::opencl, ""};
};

TEST_F(LimitsTest, GroupsThatAreTooLarge) {
  EXPECT_EQ(found({.size = 256}, {{"TX", 8}, {"TY", 32}}), std::nullopt);
  EXPECT_EQ(found({.size = 256}, {{"TX", 64}, {"TY", 32}}), "second: a group of 2048, the device takes 256");
  EXPECT_EQ(found({.size = 4}, {{"TX", 8}, {"TY", 4}}), "first: a group of 8, the device takes 4");
}

TEST_F(LimitsTest, MemoryThatAGroupCannotHave) {
  EXPECT_EQ(found({.memory = Bytes(336)}, {{"TX", 8}, {"TY", 4}}), std::nullopt);
  EXPECT_EQ(found({.memory = Bytes(335)}, {{"TX", 8}, {"TY", 4}}), "second: 336 bytes for a group, the device has 335");
}

TEST_F(LimitsTest, WithoutLimitsEverythingMayBeTried) {
  EXPECT_EQ(found({}, {{"TX", 64}, {"TY", 32}}), std::nullopt);
}

} // namespace
} // namespace mapwright::kernel
