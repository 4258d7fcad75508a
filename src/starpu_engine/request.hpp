// What the command line asks of the engine's programs, and their answers: one JSON document each.
#pragma once

#include "starpu_engine/engine.hpp"

#include <string>
#include <string_view>
#include <vector>

#include <nlohmann/json.hpp>

namespace mapwright::starpu_engine {

using Json = nlohmann::ordered_json;

/// The request: `app` or `program` {`file`, `folder`, `text`, `sizes`} with `kernels`, a library or null; `plan`, a
/// text of plan_json; `repeat`; `cache`, a folder. The answer: `error` {`kind`, `message`, `hint`}, or what
/// docs/starpu.md lists.
std::string answer_request(std::string_view text);

/// The answer after some runs, for the one of the median time.
Json answer_for(std::vector<RunRecord> records, const WorkerCounts& counts, Json check);

/// "1.3.10"
std::string starpu_version();

/// An answer or its error as text.
std::string answer_text(const Result<Json>& answer);

} // namespace mapwright::starpu_engine
