// Machines by name.
#include "core/suggest.hpp"
#include "mapper/machine/machine_files.hpp"
#include "mapper/machine/read_machine.hpp"

#include <algorithm>
#include <charconv>
#include <filesystem>
#include <fstream>
#include <functional>
#include <iterator>
#include <map>

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace mapwright::mapper {

namespace {

constexpr std::uintmax_t most_machine_bytes = std::uintmax_t{1} << 20U;

const std::map<std::string, std::string_view, std::less<>>& shipped_texts() {
  static const std::map<std::string, std::string_view, std::less<>> texts{{"box", machine_files::box},
                                                                          {"dgx-h200", machine_files::dgx_h200},
                                                                          {"lassen", machine_files::lassen},
                                                                          {"p100x4", machine_files::p100x4}};
  return texts;
}

Result<std::string> machine_file_text(const std::string& file) {
  std::error_code error;
  if (std::filesystem::file_size(file, error) > most_machine_bytes) {
    return fail(ErrorKind::input, fmt::format("{} is larger than {} bytes", file, most_machine_bytes));
  }
  std::ifstream stream(file, std::ios::binary);
  std::string text{std::istreambuf_iterator<char>(stream), std::istreambuf_iterator<char>()};
  if (!stream) {
    return fail(ErrorKind::input, fmt::format("{} cannot be read", file));
  }
  return text;
}

/// "name=value" into `parameters`; false when it is something else.
bool read_parameter(std::string_view text, MachineParameters& parameters) {
  const std::size_t equals = text.find('=');
  if (equals == std::string_view::npos || equals == 0) {
    return false;
  }
  std::int64_t value = 0;
  const char* end = text.data() + text.size();
  const auto [stopped, error] = std::from_chars(text.data() + equals + 1, end, value);
  return error == std::errc() && stopped == end &&
         parameters.emplace(std::string(text.substr(0, equals)), value).second;
}

} // namespace

std::vector<std::string> shipped_machines() {
  std::vector<std::string> names;
  for (const auto& [name, text] : shipped_texts()) {
    names.push_back(name);
  }
  return names;
}

Result<Machine> open_machine(std::string_view specification) {
  const std::size_t comma = std::min(specification.find(','), specification.size());
  const std::string name(specification.substr(0, comma));
  MachineParameters parameters;
  std::size_t begin = comma;
  while (begin < specification.size()) {
    const std::size_t end = std::min(specification.find(',', begin + 1), specification.size());
    const std::string_view item = specification.substr(begin + 1, end - begin - 1);
    if (!read_parameter(item, parameters)) {
      return fail(ErrorKind::input, fmt::format("machine {}: '{}' is no new parameter=integer", name, item),
                  "e.g. lassen,nodes=4");
    }
    begin = end;
  }
  if (const auto shipped = shipped_texts().find(name); shipped != shipped_texts().end()) {
    return read_machine(shipped->second, name, parameters);
  }
  std::error_code error;
  if (std::filesystem::is_regular_file(name, error)) {
    const auto text = machine_file_text(name);
    return text ? read_machine(*text, name, parameters) : Result<Machine>(forward(text));
  }
  const std::vector<std::string> names = shipped_machines();
  return fail(ErrorKind::input, fmt::format("there is no machine '{}'", name),
              suggest(name, names, fmt::format("expected a file, or one of: {}", fmt::join(names, ", "))));
}

} // namespace mapwright::mapper
