// What the judge's side and the rewriting process say to each other: one JSON document each way.
#pragma once

#include "core/error.hpp"
#include "kernel/rewrite/examination.hpp"
#include "kernel/task/task.hpp"

#include <string>

#include <nlohmann/json.hpp>

namespace mapwright::kernel::rewrite {

/// What is to be examined.
struct Question {
  Task task; ///< without what only the judge knows: held-out shapes, folder, starts, evaluator, inputs
  Backend backend = Backend::cpp;
  std::string source;
};

nlohmann::json to_json(const Question& question);
/// The inverse. Internal error when it is malformed.
Result<Question> question_from_json(const nlohmann::json& json);

nlohmann::json to_json(const Result<Examination>& answer);
/// The inverse; a reported error becomes that error again. Nothing sensible: an answer "no".
Result<Examination> answer_from_json(const nlohmann::json& json);

} // namespace mapwright::kernel::rewrite
