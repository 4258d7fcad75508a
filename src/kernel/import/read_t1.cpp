// Reading T1: every mistake at its place.
#include "core/suggest.hpp"
#include "kernel/external/user_command.hpp"
#include "kernel/import/python_expression.hpp"
#include "kernel/import/read_t1_arguments.hpp"
#include "kernel/task/identifier.hpp"
#include "kernel/tune/json_walk.hpp"

#include <algorithm>
#include <set>

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace mapwright::kernel {

namespace {

using Json = nlohmann::json;
using Type = Json::value_t;

constexpr std::array<const char*, 3> t1_axes{"X", "Y", "Z"};

/// The document, member by member, into the problem.
class T1Reader {
public:
  explicit T1Reader(JsonWalk& walk) : walk_(walk) {}

  T1Problem read(const Json& root) {
    walk_.member(root, "ConfigurationSpace", Type::object, true, [&](const Json& space) { read_space(space); });
    walk_.member(root, "KernelSpecification", Type::object, true, [&](const Json& kernel) { read_kernel(kernel); });
    note(root, "Search", "the search is named with `kernel tune --strategy`");
    note(root, "Budget", "the budget is given with `kernel tune --evaluations`");
    return std::move(problem_);
  }

private:
  /// A sentence for a member that says something a task does not.
  void note(const Json& object, const char* key, const std::string& sentence) {
    const auto found = object.find(key);
    const bool says_something =
        found != object.end() && !found->empty() && *found != 0 && *found != false && *found != Json::array({""});
    if (says_something) {
      const std::string said = found->is_object() ? key : fmt::format("{} {}", key, one_line(found->dump(), 60));
      problem_.left_out.push_back(fmt::format("{}: {}", said, sentence));
    }
  }

  void read_space(const Json& space) {
    walk_.member(space, "TuningParameters", Type::array, true,
                 [&](const Json& list) { walk_.objects(list, [&](const Json& object) { read_parameter(object); }); });
    for (const T1Parameter& parameter : problem_.parameters) {
      names_.push_back(parameter.name);
    }
    walk_.member(space, "Conditions", Type::array, false,
                 [&](const Json& list) { walk_.objects(list, [&](const Json& object) { read_condition(object); }); });
  }

  void read_parameter(const Json& object) {
    T1Parameter parameter;
    walk_.member(object, "Name", Type::string, true, [&](const Json& value) {
      parameter.name = value.get<std::string>();
      if (const auto objection = objection_to_name(parameter.name); !objection.empty()) {
        walk_.refuse(fmt::format("'{}' {}", parameter.name, objection));
      } else if (!seen_.insert(parameter.name).second) {
        walk_.refuse(fmt::format("there are two parameters '{}'", parameter.name));
      }
    });
    walk_.member(object, "Type", Type::string, true, [&](const Json& value) {
      const auto type = value.get<std::string>();
      if (type == "float" || type == "string") {
        walk_.refuse(fmt::format("values of type '{}' cannot be a tunable's", type),
                     "tunables are integers: number the values and let the source choose by the number");
      } else if (type != "int" && type != "uint" && type != "bool") {
        walk_.refuse(fmt::format("'{}' is no type of a parameter", type),
                     suggest(type, {"int", "uint", "bool", "float", "string"}, "int, uint or bool"));
      }
    });
    walk_.member(object, "Values", Type::discarded, true, [&](const Json& value) { read_values(value, parameter); });
    walk_.member(object, "Default", Type::discarded, false, [&](const Json& value) { read_preset(value, parameter); });
    problem_.parameters.push_back(std::move(parameter));
  }

  /// Python text, as the schema has it, or a list of integers.
  void read_values(const Json& value, T1Parameter& parameter) {
    if (!value.is_string() && !value.is_array()) {
      return walk_.refuse("must be a text with a list, e.g. \"[1, 2, 4]\"");
    }
    if (value.is_array()) {
      for (const Json& one : value) {
        if (!one.is_number_integer()) {
          return walk_.refuse("must be a list of integers");
        }
        parameter.values.push_back(one.get<std::int64_t>());
      }
    } else {
      auto values = evaluate_list(value.get<std::string>());
      if (!values) {
        return walk_.refuse(values.error());
      }
      parameter.values = *std::move(values);
    }
    const std::set<std::int64_t> distinct(parameter.values.begin(), parameter.values.end());
    if (parameter.values.empty() || distinct.size() != parameter.values.size()) {
      walk_.refuse(parameter.values.empty() ? "there is no value" : "there is a value twice");
    }
  }

  void read_preset(const Json& value, T1Parameter& parameter) {
    const bool truth = value.is_boolean();
    if (!truth && !value.is_number_integer()) {
      return walk_.refuse("must be an integer");
    }
    const std::int64_t preset = truth ? static_cast<std::int64_t>(value.get<bool>()) : value.get<std::int64_t>();
    if (std::find(parameter.values.begin(), parameter.values.end(), preset) == parameter.values.end()) {
      return walk_.refuse(fmt::format("{} is none of the values", preset));
    }
    parameter.preset = preset;
  }

  void read_condition(const Json& object) {
    walk_.member(object, "Expression", Type::string, true, [&](const Json& value) {
      auto translated = translate_condition(value.get<std::string>(), names_);
      if (translated) {
        problem_.constraints.push_back(*std::move(translated));
      } else {
        walk_.refuse(translated.error());
      }
    });
  }

  void read_kernel(const Json& kernel) {
    read_language(kernel);
    walk_.member(kernel, "KernelName", Type::string, true, [&](const Json& value) {
      problem_.kernel = value.get<std::string>();
      if (const auto objection = objection_to_name(problem_.kernel); !objection.empty()) {
        walk_.refuse(fmt::format("'{}' {}", problem_.kernel, objection));
      }
    });
    problem_.kernel_file = walk_.text(kernel, "KernelFile", true);
    read_sizes(kernel);
    walk_.member(kernel, "Arguments", Type::array, true,
                 [&](const Json& list) { read_t1_arguments(walk_, list, problem_); });
    note(kernel, "CompilerOptions", "kernels are compiled with this program's own options");
    note(kernel, "SharedMemory", "dynamic shared memory is an argument local(BYTES) of a launch");
    note(kernel, "ReferenceArguments", "what the outputs must be follows from reference.cpp");
    note(kernel, "SimulationInput", "recorded results are given with `kernel tune --simulate`");
    note(kernel, "Device", "a device is chosen with --device");
  }

  void read_language(const Json& kernel) {
    walk_.member(kernel, "Language", Type::string, true, [&](const Json& value) {
      const auto language = value.get<std::string>();
      if (language == "CUDA") {
        problem_.backend = Backend::cuda;
      } else if (language == "HIP") {
        problem_.backend = Backend::hip;
      } else if (language != "OpenCL") {
        walk_.refuse(fmt::format("there is no back end for '{}'", language),
                     suggest(language, {"OpenCL", "CUDA", "HIP"}, "there are OpenCL, CUDA and HIP"));
      }
    });
  }

  /// The axes of GlobalSize or LocalSize.
  std::array<std::string, 3> read_axes(const Json& kernel, const char* key) {
    std::array<std::string, 3> axes{"1", "1", "1"};
    walk_.member(kernel, key, Type::object, true, [&](const Json& object) {
      for (std::size_t axis = 0; axis < axes.size(); ++axis) {
        walk_.member(object, t1_axes[axis], Type::discarded, axis == 0, [&](const Json& value) {
          if (!value.is_string() && !value.is_number_integer()) {
            return walk_.refuse("must be an expression of integers");
          }
          auto translated = translate_number(value.is_string() ? value.get<std::string>() : value.dump(), names_);
          if (translated) {
            axes[axis] = *std::move(translated);
          } else {
            walk_.refuse(translated.error());
          }
        });
      }
    });
    return axes;
  }

  /// OpenCL counts work items, CUDA and Vulkan count groups.
  void read_sizes(const Json& kernel) {
    std::string counted = problem_.backend == Backend::opencl ? "OpenCL" : "CUDA";
    walk_.member(kernel, "GlobalSizeType", Type::string, false, [&](const Json& value) {
      counted = value.get<std::string>();
      if (counted != "OpenCL" && counted != "CUDA" && counted != "Vulkan") {
        walk_.refuse(fmt::format("'{}' is no way to count", counted),
                     suggest(counted, {"OpenCL", "CUDA", "Vulkan"}, "OpenCL, CUDA or Vulkan"));
      }
    });
    problem_.groups = read_axes(kernel, "GlobalSize");
    problem_.group = read_axes(kernel, "LocalSize");
    if (counted != "OpenCL") {
      return;
    }
    for (std::size_t axis = 0; axis < t1_axes.size(); ++axis) {
      if (problem_.group[axis] != "1") { // as many groups as are needed
        problem_.groups[axis] = fmt::format("0 - floor_div(0 - ({}), {})", problem_.groups[axis], problem_.group[axis]);
      }
    }
  }

  JsonWalk& walk_;
  T1Problem problem_{};
  std::set<std::string> seen_{};
  std::vector<std::string> names_{}; ///< of the parameters
};

} // namespace

Result<T1Problem> parse_t1(std::string_view text, const std::string& file) {
  Json document;
  try {
    document = Json::parse(text);
  } catch (const Json::parse_error& thrown) {
    const std::size_t offset = std::min(thrown.byte == 0 ? 0 : thrown.byte - 1, text.size());
    return tl::unexpected<Error>(
        Error{ErrorKind::input, "this is no JSON", locate(text, offset, file), "a tuning problem is a T1 file"});
  } catch (const Json::exception& thrown) {
    return fail(ErrorKind::input, fmt::format("{}: {}", file, thrown.what()));
  }
  JsonWalk walk(text, file);
  if (!document.is_object()) {
    walk.refuse("must be an object", "a tuning problem is a T1 file");
    return tl::unexpected<Error>(*walk.error());
  }
  T1Problem problem = T1Reader(walk).read(document);
  if (walk.error()) {
    return tl::unexpected<Error>(*walk.error());
  }
  return problem;
}

} // namespace mapwright::kernel
