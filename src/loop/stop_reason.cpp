#include "loop/stop_reason.hpp"

#include <fmt/format.h>

namespace mapwright::loop {

namespace {

using Json = nlohmann::json;

struct ToJson {
  Json operator()(const Solved& reason) const { return {{"kind", "solved"}, {"step", reason.step}}; }
  Json operator()(const Exhausted& reason) const {
    return {{"kind", "budget"},
            {"resource", std::string(to_string(reason.kind))},
            {"limit", reason.limit},
            {"used", reason.used},
            {"reserved", reason.reserved}};
  }
  Json operator()(const NothingLeft& reason) const { return {{"kind", "nothing-left"}, {"steps", reason.steps}}; }
  Json operator()(const Stalled& reason) const {
    return {{"kind", "stalled"}, {"steps", reason.steps}, {"patience", reason.patience}};
  }
  Json operator()(const Interrupted&) const { return {{"kind", "interrupted"}}; }
  Json operator()(const Broken& reason) const {
    return {{"kind", "broken"}, {"message", reason.error.message}, {"hint", reason.error.hint}};
  }
};

} // namespace

nlohmann::json to_json(const StopReason& reason) {
  return std::visit(ToJson{}, reason);
}

std::string kind_of(const StopReason& reason) {
  return to_json(reason).at("kind").get<std::string>();
}

std::string stop_text(const nlohmann::json& reason) {
  const std::string kind = reason.value("kind", "");
  if (kind == "solved") {
    return fmt::format("the goal was reached in step {}", reason.value("step", 0));
  }
  if (kind == "budget") {
    const double reserved = reason.value("reserved", 0.0);
    return fmt::format("the budget of {:g} {} is used up: {:g} used{}", reason.value("limit", 0.0),
                       reason.value("resource", ""), reason.value("used", 0.0),
                       reserved > 0 ? fmt::format(", {:g} more would be needed", reserved) : "");
  }
  if (kind == "nothing-left") {
    return fmt::format("nothing left to propose within the limits after {} step{}", reason.value("steps", 0),
                       reason.value("steps", 0) == 1 ? "" : "s");
  }
  if (kind == "stalled") {
    return fmt::format("no improvement in {} steps", reason.value("steps", 0));
  }
  if (kind == "interrupted") {
    return "interrupted; it can be resumed";
  }
  if (kind == "broken") {
    return fmt::format("could not go on: {}; it can be resumed", reason.value("message", ""));
  }
  return reason.dump();
}

bool follows_from_steps(const nlohmann::json& reason) {
  const std::string kind = reason.value("kind", "");
  return kind == "solved" || kind == "nothing-left" || kind == "stalled" ||
         (kind == "budget" && reason.value("resource", "") != to_string(ResourceKind::time));
}

} // namespace mapwright::loop
