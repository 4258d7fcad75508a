// Machines by name.
#include "core/suggest.hpp"
#include "mapper/machine/machine_files.hpp"
#include "mapper/machine/read_machine.hpp"
#include "mapper/named_parameters.hpp"

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

} // namespace

std::vector<std::string> shipped_machines() {
  std::vector<std::string> names;
  for (const auto& [name, text] : shipped_texts()) {
    names.push_back(name);
  }
  return names;
}

Result<Machine> open_machine(std::string_view specification) {
  const auto read = read_named_parameters(specification, "machine", "lassen,nodes=4");
  if (!read) {
    return forward(read);
  }
  const auto& [name, parameters] = *read;
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
