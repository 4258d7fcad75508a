// Sizes and arguments of a task out of a signature and its author's notes.
#pragma once

#include "kernel/init/annotation.hpp"
#include "kernel/init/signature.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace mapwright::kernel {

/// One argument of the task.
struct MadeArgument {
  std::string name;
  Element type = Element::f32;
  Intent intent = Intent::in;
  std::vector<std::string> shape{}; ///< expressions as written; empty: a scalar
};

struct MadeParameters {
  std::vector<std::string> sizes{};
  std::vector<MadeArgument> arguments{};
  std::vector<std::string> assumed{}; ///< sentences for people
};

/// Integers that are passed by value are sizes, all else are arguments. Refuses notes about names that are no
/// parameters, at their place. Input error at the parameter: a pointer whose shape nobody says.
Result<MadeParameters> make_parameters(std::string_view source, const std::string& file, const Signature& signature,
                                       const Annotation& annotation, Settings& settings);

} // namespace mapwright::kernel
