#include "mapper/plan/plan.hpp"

#include <algorithm>
#include <optional>
#include <utility>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace mapwright::mapper {

namespace {

using nlohmann::json;

constexpr int plan_schema = 1;

json point_json(const Program& program, const Slot& slot) {
  json list = json::array();
  const Launch& launch = program.launches[slot.launch];
  const Coordinates point = launch.domain.point_at(slot.point);
  for (std::size_t d = 0; launch.index && d < launch.domain.axes; ++d) {
    list.push_back(point[d]);
  }
  return list;
}

template <class Name> json place_json(const Name& name) {
  return {{"kind", std::string(to_string(name.kind))}, {"node", name.node}, {"index", name.index}};
}

/// Reads a document and remembers the first thing that is wrong, with its path.
class PlanReader {
public:
  PlanReader(const Program& program, const TaskGraph& graph) : program_(program), graph_(graph) {}

  Result<Plan> read(std::string_view text) {
    const json document = json::parse(text, nullptr, false);
    if (document.is_discarded()) {
      return fail(ErrorKind::input, "the plan is no JSON");
    }
    plan_ = blank_plan(program_, graph_);
    read_limits(member(document, "limits", ""));
    if (integer(document, "schema_version", "") != plan_schema) {
      refuse("", fmt::format("'schema_version' must be {}", plan_schema));
    }
    const json& launches = member(document, "launches", "");
    if (!launches.is_array() || launches.size() != program_.launches.size()) {
      refuse("/launches", fmt::format("there must be {} launches", program_.launches.size()));
    }
    for (std::uint32_t launch = 0; !error_ && launch < program_.launches.size(); ++launch) {
      read_launch_decisions(launches[launch], launch, fmt::format("/launches/{}", launch));
    }
    if (error_) {
      return tl::unexpected<Error>(*error_);
    }
    return std::move(plan_);
  }

private:
  void refuse(const std::string& path, const std::string& message) {
    if (!error_) {
      error_ = Error{ErrorKind::input, fmt::format("plan, at '{}': {}", path, message), std::nullopt, {}};
    }
  }

  const json& member(const json& object, const char* key, const std::string& path) {
    static const json absent;
    const auto found = object.is_object() ? object.find(key) : object.end();
    if (!object.is_object() || found == object.end()) {
      refuse(path, fmt::format("'{}' is missing", key));
      return absent;
    }
    return *found;
  }

  std::int64_t integer(const json& object, const char* key, const std::string& path) {
    const json& value = member(object, key, path);
    if (!value.is_number_integer()) {
      refuse(path, fmt::format("'{}' must be an integer", key));
      return 0;
    }
    return value.get<std::int64_t>();
  }

  std::uint32_t count(const json& object, const char* key, const std::string& path) {
    const std::int64_t value = integer(object, key, path);
    if (value < 0 || value >= none) {
      refuse(path, fmt::format("'{}' must be an integer from 0 on", key));
      return 0;
    }
    return static_cast<std::uint32_t>(value);
  }

  std::string text(const json& object, const char* key, const std::string& path) {
    const json& value = member(object, key, path);
    if (!value.is_string()) {
      refuse(path, fmt::format("'{}' must be a text", key));
      return {};
    }
    return value.get<std::string>();
  }

  void read_limits(const json& limits) {
    for (std::size_t kind = 0; kind < program_.kinds.size() && limits.is_object(); ++kind) {
      if (limits.contains(program_.kinds[kind].name)) {
        plan_.limits[kind] = count(limits, program_.kinds[kind].name.c_str(), "/limits");
      }
    }
    for (const auto& item : limits.items()) {
      const std::string& name = item.key();
      const auto known = [&name](const TaskKind& kind) { return kind.name == name; };
      if (std::none_of(program_.kinds.begin(), program_.kinds.end(), known)) {
        refuse("/limits", fmt::format("there is no task '{}'", name));
      }
    }
  }

  void read_launch_decisions(const json& item, std::uint32_t launch, const std::string& path) {
    if (text(item, "launch", path) != program_.launches[launch].name) {
      return refuse(path, fmt::format("this must be the launch '{}'", program_.launches[launch].name));
    }
    const json& tasks = member(item, "tasks", path);
    const std::uint32_t first = graph_.first_slot[launch];
    const std::size_t end = launch + 1 < program_.launches.size() ? graph_.first_slot[launch + 1] : graph_.slots.size();
    if (!tasks.is_array() || tasks.size() != end - first) {
      return refuse(path, fmt::format("there must be {} tasks", end - first));
    }
    for (std::uint32_t slot = first; !error_ && slot < end; ++slot) {
      read_task_decision(tasks[slot - first], slot, fmt::format("{}/tasks/{}", path, slot - first));
    }
  }

  void read_task_decision(const json& item, std::uint32_t slot, const std::string& path) {
    const Slot& place = graph_.slots[slot];
    const json& point = member(item, "point", path);
    if (point != point_json(program_, place)) {
      return refuse(path, fmt::format("this must be {}", name_of_slot(program_, graph_, slot)));
    }
    TaskDecision& task = plan_.tasks[slot];
    read_place(member(item, "processor", path), task.processor, processor_kind_named, path + "/processor");
    const std::int64_t priority = integer(item, "priority", path);
    if (priority < INT32_MIN || priority > INT32_MAX) {
      refuse(path, "'priority' is too large");
    }
    task.priority = static_cast<std::int32_t>(priority);
    const json& arguments = member(item, "arguments", path);
    const std::size_t wanted = program_.launches[place.launch].arguments.size();
    if (!arguments.is_array() || arguments.size() != wanted) {
      return refuse(path, fmt::format("there must be {} arguments", wanted));
    }
    for (std::size_t i = 0; i < wanted; ++i) {
      read_argument_decision(arguments[i], plan_.arguments[place.first_argument + i],
                             fmt::format("{}/arguments/{}", path, i));
    }
  }

  void read_argument_decision(const json& item, ArgumentDecision& argument, const std::string& path) {
    read_place(member(item, "memory", path), argument.memory, memory_kind_named, path + "/memory");
    const std::string layout = text(item, "layout", path);
    if (const auto named = data_layout_named(layout)) {
      argument.layout = *named;
    } else {
      refuse(path, fmt::format("'{}' is no layout", layout));
    }
    const json& collect = member(item, "collect", path);
    if (!collect.is_boolean()) {
      return refuse(path, "'collect' must be true or false");
    }
    argument.collect = collect.get<bool>();
  }

  template <class Name, class Named>
  void read_place(const json& item, Name& name, const Named& named, const std::string& path) {
    const std::string kind = text(item, "kind", path);
    if (const auto found = named(kind)) {
      name.kind = *found;
    } else {
      refuse(path, fmt::format("there is no kind '{}'", kind));
    }
    name.node = count(item, "node", path);
    name.index = count(item, "index", path);
  }

  const Program& program_;
  const TaskGraph& graph_;
  Plan plan_;
  std::optional<Error> error_;
};

} // namespace

std::string plan_json(const Program& program, const TaskGraph& graph, const Plan& plan) {
  json launches = json::array();
  for (const Launch& launch : program.launches) {
    launches.push_back({{"launch", launch.name}, {"task", program.kinds[launch.kind].name}, {"tasks", json::array()}});
  }
  for (std::uint32_t slot = 0; slot < graph.slots.size(); ++slot) {
    const Slot& place = graph.slots[slot];
    const Launch& launch = program.launches[place.launch];
    json arguments = json::array();
    for (std::size_t i = 0; i < launch.arguments.size(); ++i) {
      const ArgumentDecision& argument = plan.arguments[place.first_argument + i];
      arguments.push_back({{"name", program.kinds[launch.kind].parameters[i].name},
                           {"memory", place_json(argument.memory)},
                           {"layout", to_string(argument.layout)},
                           {"collect", argument.collect}});
    }
    json parent = nullptr;
    if (place.parent != none) {
      parent = place.parent - graph.first_slot[graph.slots[place.parent].launch];
    }
    launches[place.launch]["tasks"].push_back({{"point", point_json(program, place)},
                                               {"parent", parent},
                                               {"processor", place_json(plan.tasks[slot].processor)},
                                               {"priority", plan.tasks[slot].priority},
                                               {"arguments", std::move(arguments)}});
  }
  json limits = json::object();
  for (std::size_t kind = 0; kind < program.kinds.size(); ++kind) {
    if (plan.limits[kind] != 0) {
      limits[program.kinds[kind].name] = plan.limits[kind];
    }
  }
  const json document = {{"schema_version", plan_schema},
                         {"program", program.name},
                         {"hash", plan_hash(program, graph, plan)},
                         {"limits", std::move(limits)},
                         {"launches", std::move(launches)}};
  return document.dump(1);
}

Result<Plan> plan_from_json(const Program& program, const TaskGraph& graph, std::string_view text) {
  return PlanReader(program, graph).read(text);
}

} // namespace mapwright::mapper
