#include "report/mapper_measured.hpp"

#include "mapper/amounts.hpp"
#include "report/text_table.hpp"

#include <vector>

#include <fmt/format.h>

namespace mapwright::report {

namespace {

std::string engine_line(const Json& answer) {
  if (answer.at("engine") == "sequential") {
    return "sequential: task after task, without a mapping";
  }
  std::string line = fmt::format("StarPU {}, {} CPUs, {} emulated devices", answer.at("version").get<std::string>(),
                                 answer.at("cpus").get<int>(), answer.at("devices").get<int>());
  if (answer.contains("ranks")) {
    line += fmt::format(", {} ranks", answer.at("ranks").get<int>());
  }
  return line;
}

std::string time_line(const Json& answer) {
  const Json& runs = answer.at("runs_seconds");
  std::string line = duration_text(answer.at("makespan_seconds").get<double>());
  if (runs.size() > 1) {
    line += fmt::format(", the median of {} runs of {} to {}", runs.size(), duration_text(runs.front().get<double>()),
                        duration_text(runs.back().get<double>()));
  }
  return line;
}

std::string check_line(const Json& check) {
  if (check.is_null()) {
    return "nothing to compare with";
  }
  const std::string against = check.at("against") == "reference" ? "the reference"
                              : check.at("against") == "device"  ? "those of all tasks on one device"
                                                                 : "those of the tasks one after another";
  if (check.at("deviation") == 0.0) {
    return "equal to " + against;
  }
  const std::string deviation =
      check.at("deviation").is_number() ? fmt::format("{:.2g}", check.at("deviation").get<double>()) : "infinitely far";
  return fmt::format("{}: {} off {} at {}, of {:.2g} allowed", check.at("agrees").get<bool>() ? "right" : "WRONG",
                     deviation, against, check.at("field").get<std::string>(), check.at("tolerance").get<double>());
}

/// What went between ranks, what StarPU counted, and what the simulator sends between nodes.
std::string across_line(const Json& answer) {
  std::uint64_t bytes = 0;
  std::uint64_t messages = 0;
  for (const Json& pair : answer.at("across")) {
    bytes += pair.at("bytes").get<std::uint64_t>();
    messages += pair.at("messages").get<std::uint64_t>();
  }
  const auto amount = [](std::uint64_t sent, std::uint64_t count) {
    return fmt::format("{} in {} messages", mapper::amount_of_bytes(sent), grouped(std::to_string(count)));
  };
  std::string line = amount(bytes, messages);
  const Json& simulated = answer.at("across_simulated");
  if (!simulated.is_null()) {
    const auto expected = simulated.at("bytes").get<std::uint64_t>();
    const auto copies = simulated.at("messages").get<std::uint64_t>();
    line += expected == bytes && copies == messages ? ", as simulated" : ", simulated " + amount(expected, copies);
  }
  const auto counted = answer.at("across_starpu_bytes").get<std::uint64_t>();
  return line + (counted == bytes ? "" : ", by StarPU's count " + mapper::amount_of_bytes(counted));
}

} // namespace

std::string measured_text(const std::string& program, const Json& answer) {
  std::string text = field("program", fmt::format("{}, {} tasks", program, answer.at("tasks").get<std::uint64_t>()));
  text += field("engine", engine_line(answer));
  text += field("makespan", time_line(answer));
  text += field("results", check_line(answer.at("check")));
  if (answer.contains("across")) {
    text += field("across ranks", across_line(answer));
  }
  if (answer.at("disturbed").get<bool>()) {
    text += field("disturbed", "threads waited for cores, so that the times say little");
  }
  std::vector<std::vector<std::string>> rows;
  for (const Json& worker : answer.at("busy")) {
    rows.push_back({worker.at("processor").get<std::string>(), duration_text(worker.at("seconds").get<double>())});
  }
  if (!rows.empty()) {
    text += '\n' + table_text({{"processor"}, {"busy", true}}, rows);
  }
  rows.clear();
  for (const Json& pair : answer.at("copied")) {
    rows.push_back({pair.at("from").get<std::string>(), pair.at("to").get<std::string>(),
                    mapper::amount_of_bytes(pair.at("bytes").get<std::uint64_t>()),
                    grouped(std::to_string(pair.at("copies").get<std::uint64_t>()))});
  }
  if (!rows.empty()) {
    text += '\n' + table_text({{"copies from"}, {"to"}, {"bytes", true}, {"copies", true}}, rows);
  }
  if (answer.contains("across")) {
    rows.clear();
    for (const Json& pair : answer.at("across")) {
      rows.push_back({fmt::format("{}", pair.at("from").get<int>()), fmt::format("{}", pair.at("to").get<int>()),
                      mapper::amount_of_bytes(pair.at("bytes").get<std::uint64_t>()),
                      grouped(std::to_string(pair.at("messages").get<std::uint64_t>()))});
    }
  }
  if (answer.contains("across") && !rows.empty()) {
    text += '\n' + table_text({{"from rank"}, {"to"}, {"bytes", true}, {"messages", true}}, rows);
  }
  return text;
}

} // namespace mapwright::report
