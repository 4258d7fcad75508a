// What the command line asks of the engine's program, and the answer: one JSON document each.
#pragma once

#include <string>
#include <string_view>

namespace mapwright::starpu_engine {

/// The request: `app` or `program` {`file`, `text`, `sizes`} with `kernels`, a library; `plan`, a text of plan_json;
/// `repeat`; `cache`, a folder. The answer: `error` {`kind`, `message`, `hint`}, or what docs/starpu.md lists.
std::string answer_request(std::string_view text);

} // namespace mapwright::starpu_engine
