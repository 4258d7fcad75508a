#include "llm/schema.hpp"

#include "llm/excerpt.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <stdexcept>
#include <string_view>

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace mapwright::llm {
namespace {

using Json = nlohmann::json;

constexpr std::array<std::string_view, 16> keywords = {
    "type",    "enum",     "properties", "required",    "additionalProperties",
    "items",   "minItems", "maxItems",   "minLength",   "maxLength",
    "minimum", "maximum",  "title",      "description", "default",
    "examples"};

bool is_integer(const Json& value) {
  return value.is_number_integer() ||
         (value.is_number_float() && std::trunc(value.get<double>()) == value.get<double>());
}

bool has_type(const Json& value, const std::string& type) {
  if (type == "integer") {
    return is_integer(value);
  }
  if (type == "number" || type == "object" || type == "array" || type == "string" || type == "boolean" ||
      type == "null") {
    return value.type_name() == type;
  }
  throw std::logic_error("a schema names the unknown type '" + type + "'");
}

std::string with_article(const std::string& type) {
  return type == "null" ? type : (type == "integer" || type == "object" || type == "array" ? "an " : "a ") + type;
}

std::string shown(const Json& value) {
  return value.is_structured() ? with_article(value.type_name())
                               : excerpt(value.dump(-1, ' ', false, Json::error_handler_t::replace), 60);
}

class Check {
public:
  explicit Check(std::size_t most) : most_(most) {}

  void value(const Json& value, const Json& schema, const std::string& place) {
    for (const auto& [keyword, meaning] : schema.items()) {
      if (std::find(keywords.begin(), keywords.end(), keyword) == keywords.end()) {
        throw std::logic_error("a schema uses the unknown keyword '" + keyword + "'");
      }
    }
    if (!type(value, schema, place)) {
      return; // what follows is about values of the right type
    }
    one_of(value, schema, place);
    if (value.is_object()) {
      object(value, schema, place);
    } else if (value.is_array()) {
      within(value.size(), schema, {"minItems", "maxItems"}, "items", place);
      items(value, schema, place);
    } else if (value.is_string()) {
      within(value.get_ref<const std::string&>().size(), schema, {"minLength", "maxLength"}, "bytes", place);
    } else if (value.is_number()) {
      range(value, schema, place);
    }
  }

  std::vector<std::string> found;

private:
  void add(const std::string& place, const std::string& what) {
    if (found.size() < most_) {
      found.push_back(fmt::format("{}: {}", place.empty() ? "the answer" : excerpt(place), what));
    }
  }

  bool type(const Json& value, const Json& schema, const std::string& place) {
    if (!schema.contains("type")) {
      return true;
    }
    const Json& wanted = schema.at("type");
    const Json list = wanted.is_array() ? wanted : Json::array({wanted});
    std::vector<std::string> names;
    for (const Json& one : list) {
      if (has_type(value, one.get<std::string>())) {
        return true;
      }
      names.push_back(with_article(one.get<std::string>()));
    }
    add(place, fmt::format("must be {}, not {}", fmt::join(names, " or "), shown(value)));
    return false;
  }

  void one_of(const Json& value, const Json& schema, const std::string& place) {
    if (!schema.contains("enum")) {
      return;
    }
    const Json& allowed = schema.at("enum");
    if (std::find(allowed.begin(), allowed.end(), value) == allowed.end()) {
      std::vector<std::string> names;
      for (const Json& one : allowed) {
        names.push_back(one.dump());
      }
      add(place, fmt::format("must be one of {}, not {}", fmt::join(names, ", "), shown(value)));
    }
  }

  void object(const Json& value, const Json& schema, const std::string& place) {
    const Json properties = schema.value("properties", Json::object());
    for (const Json& key : schema.value("required", Json::array())) {
      if (!value.contains(key.get<std::string>())) {
        add(place, fmt::format("'{}' is missing", key.get<std::string>()));
      }
    }
    const Json others = schema.value("additionalProperties", Json(true));
    for (const auto& [key, member] : value.items()) {
      if (properties.contains(key)) {
        this->value(member, properties.at(key), place + "/" + key);
      } else if (others.is_object()) {
        this->value(member, others, place + "/" + key);
      } else if (others == false) {
        add(place, fmt::format("'{}' is not a known key; the keys are {}", excerpt(key, 60), keys(properties)));
      }
    }
  }

  void items(const Json& value, const Json& schema, const std::string& place) {
    if (!schema.contains("items")) {
      return;
    }
    for (std::size_t i = 0; i < value.size() && found.size() < most_; ++i) {
      this->value(value[i], schema.at("items"), fmt::format("{}/{}", place, i));
    }
  }

  void within(std::size_t size, const Json& schema, std::array<const char*, 2> limits, std::string_view unit,
              const std::string& place) {
    if (schema.contains(limits[0]) && size < schema.at(limits[0]).get<std::size_t>()) {
      add(place, fmt::format("must have at least {} {}, not {}", schema.at(limits[0]).dump(), unit, size));
    }
    if (schema.contains(limits[1]) && size > schema.at(limits[1]).get<std::size_t>()) {
      add(place, fmt::format("must have at most {} {}, not {}", schema.at(limits[1]).dump(), unit, size));
    }
  }

  void range(const Json& value, const Json& schema, const std::string& place) {
    if (schema.contains("minimum") && value < schema.at("minimum")) {
      add(place, fmt::format("must be at least {}, not {}", schema.at("minimum").dump(), value.dump()));
    }
    if (schema.contains("maximum") && value > schema.at("maximum")) {
      add(place, fmt::format("must be at most {}, not {}", schema.at("maximum").dump(), value.dump()));
    }
  }

  static std::string keys(const Json& properties) {
    std::vector<std::string> names;
    for (const auto& [key, schema] : properties.items()) {
      names.push_back(key);
    }
    return fmt::format("{}", fmt::join(names, ", "));
  }

  std::size_t most_;
};

} // namespace

std::vector<std::string> violations(const nlohmann::json& value, const nlohmann::json& schema, std::size_t most) {
  Check check(most);
  check.value(value, schema, "");
  return std::move(check.found);
}

} // namespace mapwright::llm
