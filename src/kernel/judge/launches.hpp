// The launches of a device candidate for one call, with every number known.
#pragma once

#include "kernel/candidate/candidate.hpp"
#include "kernel/task/data.hpp"
#include "kernel/worker/messages.hpp"

namespace mapwright::kernel {

/// Adds the scratch buffers and launches of `candidate` to `layout`; launches without groups are left out. Input error
/// when an expression has no value or gives a negative number, or a scalar is of a type that devices do not take.
Result<void> add_launches(const Task& task, const KernelCandidate& candidate, const Tuning& tuning,
                          const Inputs& inputs, worker::CallLayout& layout);

} // namespace mapwright::kernel
