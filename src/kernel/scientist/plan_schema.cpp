#include "kernel/scientist/plan_schema.hpp"

#include "kernel/rewrite/examination.hpp"

#include <array>
#include <string>

namespace mapwright::kernel::scientist {

namespace {

using nlohmann::json;

constexpr std::array all_kinds{AvenueKind::memory, AvenueKind::compute,  AvenueKind::parallelism,
                               AvenueKind::work,   AvenueKind::compiler, AvenueKind::tuning};

json kind_schema() {
  json names = json::array();
  for (const AvenueKind kind : all_kinds) {
    names.push_back(std::string(to_string(kind)));
  }
  return {{"type", "string"}, {"enum", std::move(names)}};
}

json some_text() {
  return {{"type", "string"}, {"minLength", 1}};
}

json texts() {
  return {{"type", "array"}, {"items", {{"type", "string"}}}};
}

/// All members are needed: servers that enforce schemas strictly ask for that.
json object_of(const json& properties, SchemaUse use) {
  json required = json::array();
  for (const auto& [name, schema] : properties.items()) {
    required.push_back(name);
  }
  json schema = {{"type", "object"}, {"properties", properties}, {"required", std::move(required)}};
  if (use == SchemaUse::question) {
    schema["additionalProperties"] = false;
  }
  return schema;
}

json list_of(const json& items, std::size_t count, SchemaUse use) {
  json schema = {{"type", "array"}, {"items", items}};
  if (use == SchemaUse::question) {
    schema["minItems"] = count;
    schema["maxItems"] = count;
  }
  return schema;
}

} // namespace

json plan_schema(SchemaUse use) {
  return object_of({{"name", some_text()},
                    {"kind", kind_schema()},
                    {"description", {{"type", "string"}}},
                    {"rubric", texts()},
                    {"gain", {{"type", "array"}, {"items", {{"type", "number"}}}, {"minItems", 2}, {"maxItems", 2}}},
                    {"innovation", {{"type", "integer"}, {"minimum", 0}, {"maximum", 100}}},
                    {"site", {{"type", "string"}}},
                    {"cites", texts()}},
                   use);
}

json avenue_schema(SchemaUse use) {
  return object_of({{"title", some_text()}, {"kind", kind_schema()}, {"why", {{"type", "string"}}}}, use);
}

json design_schema(SchemaUse use, std::size_t avenues, std::size_t plans) {
  json properties = {{"avenues", list_of(avenue_schema(use), avenues, use)},
                     {"plans", list_of(plan_schema(use), plans, use)}};
  if (use == SchemaUse::archive) {
    properties["chosen"] = {{"type", "array"}, {"items", {{"type", "integer"}, {"minimum", 0}}}};
  }
  return object_of(properties, use);
}

} // namespace mapwright::kernel::scientist
