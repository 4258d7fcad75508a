// "NAME,parameter=value,...": how things with parameters are named on the command line.
#pragma once

#include "core/error.hpp"

#include <cstdint>
#include <map>
#include <string>
#include <string_view>

namespace mapwright::mapper {

/// A name, and the values of parameters by their names.
struct NamedParameters {
  std::string name;
  std::map<std::string, std::int64_t> values;
};

/// Reads it. Input error: an item that is no parameter=integer, or a parameter twice; `what` says whose it is:
/// "machine". `example` is the hint.
Result<NamedParameters> read_named_parameters(std::string_view text, std::string_view what, std::string_view example);

} // namespace mapwright::mapper
