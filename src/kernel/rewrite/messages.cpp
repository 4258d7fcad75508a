#include "kernel/rewrite/messages.hpp"

#include "expr/text.hpp"
#include "kernel/task/expression.hpp"

#include <fmt/format.h>

namespace mapwright::kernel::rewrite {
namespace {

nlohmann::json task_to_json(const Task& task) {
  nlohmann::json arguments = nlohmann::json::array();
  for (const Argument& argument : task.arguments) {
    std::vector<std::string> shape;
    for (const expr::Expr& axis : argument.shape) {
      shape.push_back(expr::to_text(axis));
    }
    arguments.push_back({{"name", argument.name},
                         {"type", to_string(argument.type)},
                         {"intent", static_cast<int>(argument.intent)},
                         {"shape", shape}});
  }
  nlohmann::json shapes = nlohmann::json::array();
  for (const Shape& shape : task.shapes) {
    if (shape.use != Use::held_out) {
      shapes.push_back({{"use", static_cast<int>(shape.use)}, {"sizes", shape.sizes}});
    }
  }
  return {
      {"name", task.name}, {"entry", task.entry}, {"sizes", task.sizes}, {"arguments", arguments}, {"shapes", shapes}};
}

Result<Task> task_from_json(const nlohmann::json& json) {
  Task task;
  task.name = json.at("name");
  task.entry = json.at("entry");
  task.sizes = json.at("sizes").get<std::vector<std::string>>();
  for (const nlohmann::json& item : json.at("arguments")) {
    Argument argument;
    argument.name = item.at("name");
    argument.type = element_named(item.at("type").get<std::string>()).value_or(Element::f32);
    argument.intent = static_cast<Intent>(item.at("intent").get<int>());
    for (const nlohmann::json& axis : item.at("shape")) {
      auto parsed = parse_over(axis.get<std::string>(), task.sizes, "a size");
      if (!parsed) {
        return forward(parsed);
      }
      argument.shape.push_back(std::move(*parsed));
    }
    task.arguments.push_back(std::move(argument));
  }
  for (const nlohmann::json& item : json.at("shapes")) {
    task.shapes.push_back({static_cast<Use>(item.at("use").get<int>()), item.at("sizes")});
  }
  return task;
}

} // namespace

nlohmann::json to_json(const Question& question) {
  return {{"task", task_to_json(question.task)}, {"backend", to_string(question.backend)}, {"source", question.source}};
}

Result<Question> question_from_json(const nlohmann::json& json) {
  try {
    Result<Task> task = task_from_json(json.at("task"));
    if (!task) {
      return forward(task);
    }
    const auto backend = backend_named(json.at("backend").get<std::string>());
    return Question{std::move(*task), backend.value_or(Backend::cpp), json.at("source")};
  } catch (const nlohmann::json::exception& error) {
    return fail(ErrorKind::internal, fmt::format("malformed question to the rewriter: {}", error.what()));
  }
}

nlohmann::json to_json(const Result<Examination>& answer) {
  if (!answer) {
    return {{"error", answer.error().message},
            {"hint", answer.error().hint},
            {"kind", static_cast<int>(answer.error().kind)}};
  }
  nlohmann::json variants = nlohmann::json::array();
  for (const Variant& variant : answer->variants) {
    variants.push_back({{"experiment", variant.experiment},
                        {"site", variant.site},
                        {"source", variant.source},
                        {"rubric", variant.rubric}});
  }
  const Behaviour& behaviour = answer->behaviour;
  return {{"behaviour", {behaviour.memory, behaviour.compute, behaviour.parallelism}},
          {"variants", variants},
          {"trouble", answer->trouble}};
}

Result<Examination> answer_from_json(const nlohmann::json& json) {
  try {
    if (json.contains("error")) {
      return fail(static_cast<ErrorKind>(json.at("kind").get<int>()), json.at("error"), json.at("hint"));
    }
    Examination result;
    const nlohmann::json& behaviour = json.at("behaviour");
    result.behaviour = {behaviour.at(0), behaviour.at(1), behaviour.at(2)};
    for (const nlohmann::json& item : json.at("variants")) {
      result.variants.push_back({item.at("experiment"), item.at("site"), item.at("source"), item.at("rubric")});
    }
    result.trouble = json.at("trouble");
    return result;
  } catch (const nlohmann::json::exception&) {
    return fail(ErrorKind::answer_no, "the rewriter's answer cannot be understood");
  }
}

} // namespace mapwright::kernel::rewrite
