// reference.cpp out of a kernel in plain C++: the kernel itself, computed with numbers that know their error.
#pragma once

#include "kernel/candidate/candidate.hpp"
#include "kernel/init/signature.hpp"
#include "kernel/task/task.hpp"

#include <string>
#include <string_view>

namespace mapwright::kernel {

/// The text of a reference. `source` holds the function of `signature`, whose parameters are the task's sizes and
/// arguments by name, in any order. What the function does in float or double is done in double (where the task has
/// f64: long double), each number beside its scale (tracked.hpp). `tuning`: values of macros the source leaves open.
/// `made_of` says where it comes from, for its first line.
std::string tracked_reference(const Task& task, std::string_view source, const Signature& signature,
                              const Tuning& tuning, const std::string& made_of);

} // namespace mapwright::kernel
