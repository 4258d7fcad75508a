// What models are told, as text. Never held-out shapes, expected outputs or seeds.
#pragma once

#include "kernel/scientist/options.hpp"
#include "kernel/scientist/roles.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace mapwright::kernel::scientist {

/// The task: what is computed, arguments, test and benchmark shapes, inputs, tolerance, the reference's source, what
/// its folder says is known, and the machine.
std::string task_text(const Task& task, Backend backend, const std::string& machine);

/// The documents by name; a sentence when there are none.
std::string knowledge_text(const Knowledge& knowledge);

/// What comes first in every question to a model, and stays the same during a run.
std::string common_text(const Situation& situation, const std::string& machine);

/// A line for each version: number, base, experiment, author, score, per-shape times, use of the machine; or why it is
/// not valid.
std::string versions_text(const std::vector<Version>& versions);

/// The times of one version at the benchmark shapes, and how far it is from the machine's floor.
std::string times_text(const Version& version);

/// What became of a designer's predictions: coverage, bias in words ("too high by 1.6x"), by kind.
std::string record_text(const Ledger& ledger, const std::string& designer);

/// The experiments made on a base and what came of them.
std::string made_text(const std::vector<Version>& versions, std::uint64_t base);

/// "- name at site: hypothesis", a line each.
std::string options_text(const std::vector<Option>& options);

/// A reference's source and times; a sentence when it is the base itself.
std::string reference_text(const Situation& situation, const Selection& selection);

/// "0.412 of the start's time".
std::string standing_text(const Version& version);

/// The word after ``` for a back end: "cpp", "opencl", "cuda", "hip".
std::string_view fence_of(Backend backend);

} // namespace mapwright::kernel::scientist
