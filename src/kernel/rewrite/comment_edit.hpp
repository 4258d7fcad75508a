// Changes to the comment a kernel's source has for the host, as text, so that the rest of it stays as it was.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace mapwright::kernel::rewrite {

/// A name that occurs nowhere in the source: `wanted`, or with a number behind it.
std::string fresh_name(std::string_view source, const std::string& wanted);

/// With one more tunable. A comment is made where there is none.
std::string with_tunable(const std::string& source, const std::string& name, const std::vector<std::int64_t>& values,
                         std::int64_t preset);

/// With other defaults for tunables, which stand as `NAME = [VALUES]` or `NAME = {values = [VALUES], ...}` on lines of
/// their own; others stay as they are.
std::string with_defaults(const std::string& source, const std::map<std::string, std::int64_t>& defaults);

/// With one more constraint: "TS*TS <= 256".
std::string with_constraint(const std::string& source, const std::string& constraint);

/// With `key = value` at the top of the comment, in the place of an earlier value. `value` is TOML: "\"clang++\"".
std::string with_key(const std::string& source, const std::string& key, const std::string& value);

/// With `key = value` in the launch of this number (0: the first), in the place of an earlier value. The source as it
/// is when there is no such launch.
std::string with_launch_key(const std::string& source, std::size_t launch, const std::string& key,
                            const std::string& value);

} // namespace mapwright::kernel::rewrite
