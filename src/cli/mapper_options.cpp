#include "cli/mapper_options.hpp"

#include "cli/values.hpp"
#include "core/suggest.hpp"
#include "mapper/language/parse.hpp"

#include <algorithm>
#include <array>
#include <limits>
#include <utility>

#include <fmt/format.h>

namespace mapwright::cli {

namespace {

using expr::Int;

/// One more than the parser takes, so that it is the parser that objects.
constexpr std::size_t most_mapper_bytes = mapper::language::mapper_text_limit + 1;

// In the order of ProcessorKind.
constexpr std::array<std::string_view, 6> machine_keys{"cpus", "gpus", "omps", "ios", "pys", "procs"};

/// The parts of "a,b,c", without the blanks around them.
std::vector<std::string_view> comma_separated(std::string_view text) {
  std::vector<std::string_view> parts;
  while (true) {
    const std::size_t comma = text.find(',');
    parts.push_back(trimmed(text.substr(0, comma)));
    if (comma == std::string_view::npos) {
      return parts;
    }
    text.remove_prefix(comma + 1);
  }
}

Result<std::int64_t> parse_word(std::string_view text, const std::string& what) {
  const auto value = parse_integer(text, what);
  if (!value) {
    return forward(value);
  }
  if (*value < std::numeric_limits<std::int64_t>::min() || *value > std::numeric_limits<std::int64_t>::max()) {
    return fail(ErrorKind::input, fmt::format("{} does not fit 64 bits: {}", what, expr::to_string(*value)));
  }
  return static_cast<std::int64_t>(*value);
}

} // namespace

Result<mapper::language::SourceText> read_mapper_text(const std::string& file, Terminal& terminal) {
  auto text = file == "-" ? read_all(terminal.in, most_mapper_bytes, "the mapper on standard input")
                          : read_file(file, most_mapper_bytes, "mapper");
  if (!text) {
    return forward(text);
  }
  return mapper::language::SourceText{*std::move(text), file == "-" ? "MAPPER" : file};
}

Result<mapper::language::MachineShape> parse_machine_shape(std::string_view text) {
  mapper::language::MachineShape shape;
  for (const std::string_view part : comma_separated(text)) {
    const std::size_t equals = part.find('=');
    const std::string key(trimmed(part.substr(0, equals)));
    if (equals == std::string_view::npos) {
      return fail(ErrorKind::input, fmt::format("--machine expects NAME=NUMBER, found '{}'", part.substr(0, 60)),
                  "e.g. --machine nodes=2,gpus=4");
    }
    const auto value = parse_count(std::string(part.substr(equals + 1)), fmt::format("--machine {}", key),
                                   key == "nodes" ? 1 : 0, static_cast<std::uint64_t>(mapper::space::most_nodes));
    if (!value) {
      return forward(value);
    }
    const auto number = static_cast<std::int64_t>(*value);
    const auto* const kind = std::find(machine_keys.begin(), machine_keys.end(), key);
    if (key == "nodes") {
      shape.nodes = number;
    } else if (kind != machine_keys.end()) {
      shape.processors[static_cast<std::size_t>(kind - machine_keys.begin())] = number;
    } else {
      std::vector<std::string> known(machine_keys.begin(), machine_keys.end());
      known.emplace_back("nodes");
      return fail(ErrorKind::input, fmt::format("--machine has no '{}'", key),
                  suggest(key, known, "its parts are nodes, cpus, gpus, omps, ios, pys and procs"));
    }
  }
  return shape;
}

Result<std::vector<std::int64_t>> parse_integers(std::string_view text, const std::string& what) {
  std::vector<std::int64_t> values;
  for (const std::string_view part : comma_separated(text)) {
    const auto value = parse_word(part, what);
    if (!value) {
      return forward(value);
    }
    values.push_back(*value);
  }
  return values;
}

Result<mapper::language::LaunchDomain> parse_launch_domain(std::string_view text) {
  mapper::language::LaunchDomain domain;
  for (const std::string_view part : comma_separated(text)) {
    const std::size_t colon = part.find(':');
    const bool bounds = colon != std::string_view::npos;
    const auto low = bounds ? parse_word(part.substr(0, colon), "--domain") : Result<std::int64_t>(0);
    const auto last = parse_word(bounds ? part.substr(colon + 1) : part, "--domain");
    if (!low || !last) {
      return forward(low ? last : low);
    }
    const Int extent = static_cast<Int>(*last) - *low + (bounds ? 1 : 0);
    if (extent < 1 || extent > mapper::language::most_launch_points) {
      return fail(ErrorKind::input, fmt::format("--domain: '{}' is no range of coordinates", part),
                  "give an extent of at least 1, or FIRST:LAST");
    }
    domain.low.push_back(*low);
    domain.extents.push_back(static_cast<std::int64_t>(extent));
  }
  return domain;
}

} // namespace mapwright::cli
