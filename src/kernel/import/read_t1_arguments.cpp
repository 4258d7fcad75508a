#include "kernel/import/read_t1_arguments.hpp"

#include "core/suggest.hpp"
#include "kernel/import/python_expression.hpp"
#include "kernel/task/element_range.hpp"
#include "kernel/task/identifier.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <set>

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace mapwright::kernel {

namespace {

using Json = nlohmann::json;
using Type = Json::value_t;

/// Scalar types of T1 that kernels have here.
struct T1Type {
  std::string_view name;
  Element element;
};
constexpr std::array t1_types{T1Type{"bool", Element::u8},    T1Type{"int8", Element::i8},
                              T1Type{"uint8", Element::u8},   T1Type{"int32", Element::i32},
                              T1Type{"uint32", Element::u32}, T1Type{"int64", Element::i64},
                              T1Type{"uint64", Element::u64}, T1Type{"half", Element::f16},
                              T1Type{"float", Element::f32},  T1Type{"double", Element::f64}};

/// The type, and how many of it are one element: float4 is four floats.
std::optional<std::pair<Element, std::uint64_t>> t1_type(const std::string& name) {
  for (const T1Type& type : t1_types) {
    if (name == type.name) {
      return std::pair(type.element, std::uint64_t{1});
    }
    for (const std::uint64_t lanes : {2U, 4U, 8U, 16U}) {
      if (is_float(type.element) && name == fmt::format("{}{}", type.name, lanes)) {
        return std::pair(type.element, lanes);
      }
    }
  }
  return std::nullopt;
}

/// One argument after the other.
class ArgumentReader {
public:
  ArgumentReader(JsonWalk& walk, T1Problem& problem) : walk_(walk), problem_(problem) {
    for (const T1Parameter& parameter : problem.parameters) {
      taken_.insert(parameter.name);
    }
  }

  void read(const Json& object) {
    T1Argument argument;
    argument.name = fmt::format("arg{}", problem_.arguments.size());
    read_name(object, argument);
    const std::uint64_t lanes = read_type(object, argument);
    read_memory(object, argument);
    read_intent(object, argument);
    if (argument.memory != T1Memory::scalar) {
      argument.elements = lanes * read_size(object);
    } else if (lanes > 1) {
      walk_.refuse("a vector cannot be passed by value here");
    }
    if (argument.memory != T1Memory::local && argument.intent != Intent::out) {
      read_fill(object, argument);
    }
    problem_.arguments.push_back(std::move(argument));
  }

private:
  void read_name(const Json& object, T1Argument& argument) {
    walk_.member(object, "Name", Type::string, false, [&](const Json& value) {
      argument.name = value.get<std::string>();
      if (const auto objection = objection_to_name(argument.name); !objection.empty()) {
        walk_.refuse(fmt::format("'{}' {}", argument.name, objection));
      } else if (argument.name == "name" || argument.name == "exact" || argument.name == problem_.kernel) {
        walk_.refuse(fmt::format("'{}' cannot be an argument of a task", argument.name), "give it another name");
      }
    });
    if (!taken_.insert(argument.name).second) {
      walk_.refuse(fmt::format("the name '{}' is taken", argument.name), "names of arguments and parameters differ");
    }
  }

  std::uint64_t read_type(const Json& object, T1Argument& argument) {
    std::uint64_t lanes = 1;
    walk_.member(object, "Type", Type::string, true, [&](const Json& value) {
      const auto name = value.get<std::string>();
      const auto type = t1_type(name);
      if (type) {
        std::tie(argument.type, lanes) = *type;
        return;
      }
      std::vector<std::string> known;
      for (const T1Type& one : t1_types) {
        known.emplace_back(one.name);
      }
      walk_.refuse(fmt::format("arguments of type '{}' are not there", name),
                   suggest(name, known, fmt::format("there are {}, and vectors like float4", fmt::join(known, ", "))));
    });
    return lanes;
  }

  void read_memory(const Json& object, T1Argument& argument) {
    walk_.member(object, "MemoryType", Type::string, true, [&](const Json& value) {
      const auto name = value.get<std::string>();
      if (name == "Scalar") {
        argument.memory = T1Memory::scalar;
      } else if (name == "Local") {
        argument.memory = T1Memory::local;
      } else if (name != "Vector") {
        walk_.refuse(fmt::format("memory of type '{}' is not there", name),
                     suggest(name, {"Scalar", "Vector", "Local"}, "there are Scalar, Vector and Local"));
      }
    });
  }

  void read_intent(const Json& object, T1Argument& argument) {
    walk_.member(object, "AccessType", Type::string, argument.memory == T1Memory::vector, [&](const Json& value) {
      const auto name = value.get<std::string>();
      if (argument.memory != T1Memory::vector) {
        return;
      }
      if (name == "WriteOnly") {
        argument.intent = Intent::out;
      } else if (name == "ReadWrite") {
        argument.intent = Intent::in_out;
      } else if (name != "ReadOnly") {
        walk_.refuse(fmt::format("'{}' is no access", name),
                     suggest(name, {"ReadOnly", "WriteOnly", "ReadWrite"}, "ReadOnly, WriteOnly or ReadWrite"));
      }
    });
  }

  /// A number, or an expression of numbers.
  std::uint64_t read_size(const Json& object) {
    std::int64_t size = 1;
    walk_.member(object, "Size", Type::discarded, true, [&](const Json& value) {
      if (value.is_string()) {
        const auto values = evaluate_list("[" + value.get<std::string>() + "]");
        if (!values) {
          Error error = values.error();
          error.where->column -= 1; // the bracket
          return walk_.refuse(error);
        }
        size = values->front();
      } else if (value.is_number_integer()) {
        size = value.get<std::int64_t>();
      } else {
        return walk_.refuse("must be an integer or an expression of integers");
      }
      if (size < 1) {
        walk_.refuse(fmt::format("a size is at least 1, not {}", size));
        size = 1;
      }
    });
    return static_cast<std::uint64_t>(size);
  }

  void read_fill(const Json& object, T1Argument& argument) {
    std::optional<double> value;
    walk_.member(object, "FillValue", Type::number_float, false, [&](const Json& number) {
      value = number.get<double>();
      const bool whole = is_float(argument.type) || rounded(argument.type, *value) == *value;
      if (!std::isfinite(*value) || !whole) {
        walk_.refuse(fmt::format("{} cannot hold {}", to_string(argument.type), *value));
      }
    });
    const std::string fill = walk_.text(object, "FillType", false);
    const std::string source = walk_.text(object, "DataSource", false);
    const bool constant = fill == "Constant" || (fill.empty() && argument.memory == T1Memory::scalar);
    if (constant && value) {
      argument.distribution = fmt::format("constant({})", *value);
    } else if (fill == "Random" && value.value_or(1) > 0) {
      argument.distribution =
          fmt::format("{}(0, {})", is_float(argument.type) ? "uniform" : "integers", value.value_or(1));
    } else if (fill == "Generator" && source == "i") {
      argument.distribution = "ramp()";
    } else {
      stand_in(argument, fill, source);
    }
  }

  /// Something that can be drawn, in the place of what cannot be.
  void stand_in(T1Argument& argument, const std::string& fill, const std::string& source) {
    argument.distribution = is_float(argument.type) ? "uniform(0, 1)" : "zeros()";
    problem_.left_out.push_back(fmt::format(
        "what '{}' holds ({}{}{}) cannot be drawn here: {} stands in its place, change it in [[inputs]]", argument.name,
        fill.empty() ? "no FillType" : fill, source.empty() ? "" : " ", source, argument.distribution));
  }

  JsonWalk& walk_;
  T1Problem& problem_;
  std::set<std::string> taken_{};
};

} // namespace

void read_t1_arguments(JsonWalk& walk, const nlohmann::json& list, T1Problem& problem) {
  ArgumentReader reader(walk, problem);
  walk.objects(list, [&](const Json& object) { reader.read(object); });
  const bool output = std::any_of(problem.arguments.begin(), problem.arguments.end(),
                                  [](const T1Argument& argument) { return argument.intent != Intent::in; });
  if (!output) {
    walk.refuse("no argument is written, so there is nothing to check", "an output is WriteOnly or ReadWrite");
  }
}

} // namespace mapwright::kernel
