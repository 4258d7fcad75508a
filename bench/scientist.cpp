// What the scientist gains without a model, task by task, beside the tuner alone, random experiments, and itself
// without one part of its learning. A cell is one run of `mapwright`; cells that stand in the file are not made again.
//
// Usage: bench_scientist FILE.csv [EVALUATIONS [BACKENDS [TASKS [ROWS]]]]   lists with commas, "all" for all
#include "kernel/task/task.hpp"
#include "report/text_table.hpp"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <map>
#include <optional>
#include <sstream>
#include <stdexcept>
#include <string>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <nlohmann/json.hpp>
#include <sys/wait.h>

namespace {

using nlohmann::json;
namespace fs = std::filesystem;

constexpr const char* header = "task,backend,row,evaluations,promoted,gain,low,high,held_out,gap,versions,seconds";

/// One way to look for a faster kernel: a name and what `kernel evolve` is told; "tuner" runs `kernel tune`.
const std::vector<std::pair<std::string, std::string>> rows{
    {"scientist", ""},
    {"tuner", ""},
    {"random", "--selector random --designer random"},
    {"no-bandit", "--without bandit"},
    {"no-ledger", "--without ledger"},
    {"no-findings", "--without findings"},
    {"no-novelty", "--without novelty"},
    {"no-behaviour", "--without behaviour"},
};

/// What a cell came to; a gain is time before / time after.
struct Cell {
  bool promoted = false;
  double gain = 1;
  double low = 1;
  double high = 1;
  std::optional<double> held_out{};
  std::optional<double> gap{};
  std::size_t versions = 0;
  double seconds = 0;
};

std::vector<std::string> split(const std::string& text) {
  std::vector<std::string> parts;
  std::istringstream words(text);
  for (std::string part; std::getline(words, part, ',');) {
    parts.push_back(part);
  }
  return parts;
}

/// Standard output and exit code of a command.
std::pair<std::string, int> output_of(const std::string& command) {
  FILE* pipe = popen(command.c_str(), "r");
  if (pipe == nullptr) {
    throw std::runtime_error("cannot run " + command);
  }
  std::string text;
  for (int c = std::fgetc(pipe); c != EOF; c = std::fgetc(pipe)) {
    text += static_cast<char>(c);
  }
  const int status = pclose(pipe);
  return {text, WIFEXITED(status) ? WEXITSTATUS(status) : -1};
}

void read_ratio(const json& race, Cell& cell) {
  cell.gain = 1 / race.at("ratio").get<double>();
  cell.low = 1 / race.at("ratio_interval").at(1).get<double>();
  cell.high = 1 / race.at("ratio_interval").at(0).get<double>();
}

/// From the document of `kernel evolve`: the gain that was confirmed; 1 when none was.
Cell evolved_cell(const json& document) {
  Cell cell;
  const json& evolution = document.at("evolution");
  cell.versions = evolution.at("edges").size();
  for (const json& confirmation : evolution.at("confirmations")) {
    if (!confirmation.at("promoted").get<bool>()) {
      continue;
    }
    cell.promoted = true;
    read_ratio(confirmation.at("fresh"), cell);
    if (!confirmation.at("held_out").is_null()) {
      cell.held_out = 1 / confirmation.at("held_out").at("ratio").get<double>();
    }
    if (!confirmation.at("generalisation_gap").is_null()) {
      cell.gap = confirmation.at("generalisation_gap").get<double>();
    }
  }
  return cell;
}

/// From the document of `kernel tune`.
Cell tuned_cell(const json& document) {
  Cell cell;
  cell.versions = document.at("trials").size();
  cell.promoted = document.at("promoted").get<bool>();
  if (cell.promoted) {
    read_ratio(document.at("race").at("kernels").at(0), cell);
  }
  return cell;
}

Cell run_cell(const std::string& program, const std::string& task, const std::string& backend, const std::string& row,
              const std::string& evaluations, const fs::path& archive) {
  const bool tuner = row == "tuner";
  const auto options = std::find_if(rows.begin(), rows.end(), [&](const auto& known) { return known.first == row; });
  if (options == rows.end()) {
    throw std::runtime_error(fmt::format("there is no row '{}'", row));
  }
  const std::string command =
      tuner ? fmt::format("{} kernel tune {} --backend {} --evaluations {} --json", program, task, backend, evaluations)
            : fmt::format("{} kernel evolve {} --backend {} --budget evaluations={} --archive {} {} --json", program,
                          task, backend, evaluations, archive.string(), options->second);
  const auto begun = std::chrono::steady_clock::now();
  const auto [text, code] = output_of(command);
  Cell cell;
  if (code == 0 || code == 1) {
    const json document = json::parse(text);
    cell = tuner ? tuned_cell(document) : evolved_cell(document);
  } else if (!tuner || code != 2) { // 2: the kernel has no tunables
    throw std::runtime_error(fmt::format("{} ended with {}", command, code));
  }
  cell.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - begun).count();
  return cell;
}

std::string csv_of(const Cell& cell) {
  const auto number = [](const std::optional<double>& value) {
    return value ? fmt::format("{:.4f}", *value) : std::string();
  };
  return fmt::format("{},{:.4f},{:.4f},{:.4f},{},{},{},{:.0f}", cell.promoted ? 1 : 0, cell.gain, cell.low, cell.high,
                     number(cell.held_out), number(cell.gap), cell.versions, cell.seconds);
}

/// The lines of the file by what they are about: "task,backend,row,evaluations".
std::map<std::string, std::vector<std::string>> read_cells(const fs::path& file) {
  std::map<std::string, std::vector<std::string>> cells;
  std::ifstream lines(file);
  for (std::string line; std::getline(lines, line);) {
    std::vector<std::string> fields = split(line);
    if (fields.size() == split(header).size() && line != header) {
      cells[fmt::format("{}", fmt::join(fields.begin(), fields.begin() + 4, ","))] = fields;
    }
  }
  return cells;
}

/// Geometric means of the gains, a row for each back end and way.
std::string summary(const fs::path& file) {
  std::map<std::pair<std::string, std::string>, std::pair<double, std::size_t>> sums;
  for (const auto& [key, fields] : read_cells(file)) {
    auto& [sum, count] = sums[{fields[1], fields[2]}];
    sum += std::log(std::strtod(fields[5].c_str(), nullptr));
    ++count;
  }
  std::vector<std::vector<std::string>> table;
  for (const auto& [key, sum] : sums) {
    table.push_back({key.first, key.second, std::to_string(sum.second),
                     fmt::format("{:.2f}x", std::exp(sum.first / static_cast<double>(sum.second)))});
  }
  return mapwright::report::table_text({{"back end"}, {"row"}, {"tasks", true}, {"geometric mean", true}}, table);
}

bool has_start(const std::string& task, const std::string& backend) {
  const auto folder = mapwright::kernel::find_task(task);
  const auto read = folder ? mapwright::kernel::read_task(*folder) : mapwright::forward(folder);
  const auto named = mapwright::kernel::backend_named(backend);
  return read && named && read->starts.contains(*named);
}

} // namespace

int main(int count, char** arguments) {
  try {
    const std::vector<std::string> given(arguments + 1, arguments + count);
    if (given.empty()) {
      throw std::runtime_error("usage: bench_scientist FILE.csv [EVALUATIONS [BACKENDS [TASKS [ROWS]]]]");
    }
    const auto list = [&](std::size_t place, std::vector<std::string> all) {
      return given.size() > place && given[place] != "all" ? split(given[place]) : all;
    };
    std::vector<std::string> row_names;
    for (const auto& [name, options] : rows) {
      row_names.push_back(name);
    }
    const fs::path file = given[0];
    const std::string evaluations = given.size() > 1 ? given[1] : "100";
    const std::string program = fs::read_symlink("/proc/self/exe").replace_filename("mapwright").string();
    const auto done = read_cells(file);
    std::ofstream out(file, std::ios::app);
    if (done.empty()) {
      out << header << std::endl;
    }
    for (const std::string& row : list(4, row_names)) {
      for (const std::string& backend : list(2, {"cpp", "opencl"})) {
        for (const std::string& task : list(3, mapwright::kernel::shipped_tasks())) {
          const std::string key = fmt::format("{},{},{},{}", task, backend, row, evaluations);
          if (done.contains(key) || !has_start(task, backend)) {
            continue;
          }
          const std::string cell = csv_of(run_cell(program, task, backend, row, evaluations, file.string() + ".db"));
          out << key << ',' << cell << std::endl;
          std::cout << key << ',' << cell << std::endl;
        }
      }
    }
    std::cout << summary(file);
    return 0;
  } catch (const std::exception& thrown) {
    std::cerr << thrown.what() << '\n';
    return 1;
  }
}
