// Sizes, regions, and what all specifications share.
#include "mapper/program/builder.hpp"

#include "core/suggest.hpp"
#include "expr/text.hpp"

#include <algorithm>
#include <charconv>

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace mapwright::mapper {

namespace {

constexpr std::size_t most_fields = 64;
constexpr std::uint64_t most_region_bytes = std::uint64_t{1} << 60U;
constexpr std::uint32_t most_field_bytes = std::uint32_t{1} << 20U;

/// Names of things, for suggestions.
template <class Item> std::vector<std::string> names_of_items(const std::vector<Item>& items) {
  std::vector<std::string> names;
  for (const Item& item : items) {
    names.push_back(item.name);
  }
  return names;
}

/// "name:bytes".
std::optional<Field> field_in(const std::string& text) {
  const std::size_t colon = text.find(':');
  if (colon == std::string::npos) {
    return std::nullopt;
  }
  Field field{text.substr(0, colon), 0};
  const char* end = text.data() + text.size();
  const auto [stopped, error] = std::from_chars(text.data() + colon + 1, end, field.bytes);
  if (error != std::errc() || stopped != end || field.bytes == 0 || field.bytes > most_field_bytes ||
      !expr::is_name(field.name)) {
    return std::nullopt;
  }
  return field;
}

/// "n - 40, which is 0,", or the number alone where the text is one.
std::string value_text(const std::string& text, std::int64_t value) {
  const std::string number = std::to_string(value);
  return text == number ? number : fmt::format("{}, which is {},", text, number);
}

Objection objection_to_extents(std::string_view key) {
  return Complaint{
      std::string(key), 0, 0, fmt::format("there must be 1 to {} dimensions, and at most 2^48 points", most_axes), {}};
}

} // namespace

Objection ProgramBuilder::keep(std::string_view what, const std::string& name, Objection objection) {
  if (objection && !first_) {
    std::string place = fmt::format("{} '{}'", what, name);
    if (!objection->part.empty()) {
      place += fmt::format(", {} {}", objection->part, objection->part_index);
    }
    first_ = Error{ErrorKind::input, fmt::format("{}: {}", place, objection->message), std::nullopt, objection->hint};
  }
  return objection;
}

Objection ProgramBuilder::size(const std::string& name, std::int64_t value) {
  const std::vector<std::string> names = size_names();
  if (!expr::is_name(name)) {
    return keep("size", name, Complaint{name, 0, 0, fmt::format("'{}' is no name", name), {}});
  }
  if (std::find(names.begin(), names.end(), name) != names.end()) {
    return keep("size", name, Complaint{name, 0, 0, fmt::format("there are two sizes '{}'", name), {}});
  }
  program_.sizes.emplace_back(name, value);
  return std::nullopt;
}

Objection ProgramBuilder::region(const RegionSpec& spec) {
  return keep("region", spec.name, add_region(spec));
}

Objection ProgramBuilder::blocks(const BlocksSpec& spec) {
  return keep("partition", spec.name, add_blocks(spec));
}

Objection ProgramBuilder::halo(const HaloSpec& spec) {
  return keep("partition", spec.name, add_halo(spec));
}

Objection ProgramBuilder::sets(const SetsSpec& spec) {
  return keep("partition", spec.name, add_sets(spec));
}

Objection ProgramBuilder::kind(const KindSpec& spec) {
  return keep("task", spec.name, add_kind(spec));
}

Objection ProgramBuilder::loop(const LoopSpec& spec) {
  return keep("loop", spec.name.empty() ? spec.variable : spec.name, add_loop(spec));
}

Objection ProgramBuilder::launch(const LaunchSpec& spec) {
  return keep("launch", spec.name.empty() ? spec.task : spec.name, add_launch(spec));
}

Result<Program> ProgramBuilder::build() const {
  if (first_) {
    return tl::unexpected<Error>(*first_);
  }
  if (program_.launches.empty()) {
    return fail(ErrorKind::input, fmt::format("the program '{}' launches no task", program_.name));
  }
  return program_;
}

std::vector<std::string> ProgramBuilder::size_names() const {
  std::vector<std::string> names;
  for (const auto& [name, value] : program_.sizes) {
    names.push_back(name);
  }
  return names;
}

Objection ProgramBuilder::check_data_name(const std::string& name) const {
  if (!expr::is_name(name)) {
    return Complaint{
        "name", 0, 0, fmt::format("'{}' is no name: a letter or '_', then letters, digits and '_'", name), {}};
  }
  const auto taken = [&](const auto& item) { return item.name == name; };
  if (std::any_of(program_.regions.begin(), program_.regions.end(), taken) ||
      std::any_of(program_.partitions.begin(), program_.partitions.end(), taken)) {
    return Complaint{"name", 0, 0, fmt::format("the name '{}' is taken", name), {}};
  }
  return std::nullopt;
}

Objection ProgramBuilder::numbers(std::string_view key, const std::vector<std::string>& texts, std::int64_t least,
                                  std::vector<std::int64_t>& values) const {
  const std::vector<std::string> names = size_names();
  for (std::size_t i = 0; i < texts.size(); ++i) {
    const auto parsed = parse_named(texts[i], names, "a size of the program");
    if (!parsed) {
      const Error& error = parsed.error();
      return Complaint{std::string(key), i, error.where ? static_cast<std::size_t>(error.where->column - 1) : 0,
                       error.message, error.hint};
    }
    const auto value = evaluate_named(*parsed, program_.sizes);
    if (!value) {
      return Complaint{std::string(key), i, 0, value.error().message, {}};
    }
    if (*value < least) {
      return Complaint{std::string(key), i, 0, fmt::format("{} is below {}", value_text(texts[i], *value), least), {}};
    }
    values.push_back(*value);
  }
  return std::nullopt;
}

Objection ProgramBuilder::find_region(const std::string& name, std::uint32_t& region) const {
  const std::vector<std::string> names = names_of_items(program_.regions);
  const auto found = std::find(names.begin(), names.end(), name);
  if (found == names.end()) {
    return Complaint{"region", 0, 0, fmt::format("there is no region '{}'", name),
                     suggest(name, names, fmt::format("regions: {}", fmt::join(names, ", ")))};
  }
  region = static_cast<std::uint32_t>(found - names.begin());
  return std::nullopt;
}

Objection ProgramBuilder::add_region(const RegionSpec& spec) {
  if (auto objection = check_data_name(spec.name)) {
    return objection;
  }
  std::vector<std::int64_t> extents;
  if (auto objection = numbers("extents", spec.extents, 1, extents)) {
    return objection;
  }
  const std::optional<Rectangle> box = box_of(extents);
  if (!box) {
    return objection_to_extents("extents");
  }
  Region region{spec.name, *box, {}};
  for (std::size_t i = 0; i < spec.fields.size(); ++i) {
    const std::optional<Field> field = field_in(spec.fields[i]);
    if (!field) {
      return Complaint{"fields", i, 0, fmt::format("'{}' is no field: write name:bytes", spec.fields[i]),
                       "e.g. fields = [\"voltage:8\"]"};
    }
    const bool taken = std::any_of(region.fields.begin(), region.fields.end(),
                                   [&](const Field& other) { return other.name == field->name; });
    if (taken) {
      return Complaint{"fields", i, 0, fmt::format("there are two fields '{}'", field->name), {}};
    }
    region.fields.push_back(*field);
  }
  if (region.fields.empty() || region.fields.size() > most_fields) {
    return Complaint{"fields", 0, 0, fmt::format("a region has 1 to {} fields", most_fields),
                     "e.g. fields = [\"voltage:8\"]"};
  }
  if (region.extents.volume() > most_region_bytes / bytes_of_fields(region, ~std::uint64_t{0})) {
    return Complaint{"extents", 0, 0, fmt::format("'{}' has more than 2^60 bytes", region.name), {}};
  }
  program_.regions.push_back(std::move(region));
  return std::nullopt;
}

} // namespace mapwright::mapper
