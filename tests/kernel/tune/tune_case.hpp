// A kernel with tunables, for the tests of tuning.
#pragma once

#include "kernel/candidate/candidate.hpp"

#include <string>

#include <gtest/gtest.h>

namespace mapwright::kernel {

/// A C++ candidate with this comment.
inline KernelCandidate tunable_kernel(const std::string& comment) {
  Task task;
  task.name = task.entry = "f";
  task.sizes = {"n"};
  task.arguments = {{"c", Element::f32, Intent::out, {expr::Expr::variable("n")}}};
  task.shapes = {{Use::test, {1}}};
  auto candidate = parse_candidate(task, Backend::cpp, "/*mapwright\n" + comment + "*/\n", "k.cpp");
  EXPECT_TRUE(candidate) << candidate.error().format();
  return candidate ? *std::move(candidate) : KernelCandidate{Backend::cpp, ""};
}

} // namespace mapwright::kernel
