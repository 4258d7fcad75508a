// Many plans of one program in one process: StarPU starts once, kernels are compiled once, the values a run begins with
// and those it should leave are made once.
#pragma once

namespace mapwright::starpu_engine {

/// Answers requests until the other end is closed: one JSON document on each line that `descriptor` brings, one line
/// for each answer. StarPU's workers sleep between requests. 0: the other end was closed; 1: nothing could be written.
///
/// The first request opens the session: what of a request of request.hpp says which program runs, `cache`, `cpus` and
/// `devices`; the answer has `version`. Then `plan`, a text of plan_json that needs no more workers than these, answers
/// `plan`, its number, after a run to warm up; `run`, the number of a plan, answers as request.hpp says of one run,
/// with `crowded` (more workers than cores) besides. Every run begins with the same values, put in place while no clock
/// runs, and every run is checked. What cannot be done is answered with `error`; a session that could not be opened
/// ends.
int serve_session(int descriptor);

} // namespace mapwright::starpu_engine
