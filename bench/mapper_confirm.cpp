// A mapper for each of the nine applications, searched on a machine file and confirmed on StarPU against the default:
// the verdict table of docs/benchmarks.md, in Markdown.
//
// bench_mapper_confirm MACHINE.toml RESULTS.jsonl [--app NAME] [--evaluations N] [--top K] [--confirm-seconds S]
// MACHINE.toml is what `mapwright mapper calibrate` wrote for this computer, of no more CPUs than it has cores. A line
// of RESULTS.jsonl is one application: what has one is not run again. The runs themselves, with all raw times, are kept
// in the archive RESULTS.jsonl.db; `mapwright report RUN --archive RESULTS.jsonl.db` shows one. Sizes are such that a
// run takes 0.05 to 1 s on a core of today.
#include "cli/run_session.hpp"
#include "cli/search_problem_text.hpp"

#include <array>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <map>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>

namespace mapwright {
namespace {

using Json = nlohmann::json;

constexpr std::array<const char*, 9> applications{
    "cannon,n=512,gpus=16",    "circuit,pieces=8,wires_per_piece=40000",   "cosma,n=512,gpus=16",
    "johnson,n=512,gpus=27",   "pennant,zones_x=240,zones_y=720,pieces=8", "pumma,n=512,gpus=16",
    "solomonik,n=512,gpus=16", "stencil,n=400,tiles_x=4,steps=10",         "summa,n=512,gpus=16"};

struct ConfirmBenchOptions {
  std::string machine;
  std::string results;
  std::string application; ///< empty: all
  std::uint64_t evaluations = 50;
  std::uint64_t top = 3;
  double seconds = 90;
};

/// What one application gave, by its specification.
std::map<std::string, Json> read_results(const std::string& file) {
  std::map<std::string, Json> known;
  std::ifstream lines(file);
  for (std::string line; std::getline(lines, line);) {
    const Json entry = Json::parse(line, nullptr, false);
    if (entry.is_object()) { // the last line of a run that was stopped may be cut
      known[entry.at("app").get<std::string>()] = entry;
    }
  }
  return known;
}

/// Searches and confirms; the document of `mapper search --json`.
Result<Json> search_and_confirm(const ConfirmBenchOptions& options, const std::string& application) {
  cli::SearchOptions search;
  search.subject.app = application;
  search.subject.machine = options.machine;
  search.searchers = "portfolio,descent"; // the first stops at the bound, and there should be some to choose from
  search.gap = 0;
  search.confirm = "starpu";
  search.confirm_seconds = options.seconds;
  search.confirm_top = options.top;
  cli::RunFlags flags;
  flags.budget = fmt::format("evaluations={}", options.evaluations);
  const auto text = cli::search_problem_text(search);
  if (!text) {
    return forward(text);
  }
  auto run = cli::record_problem_text(*text, "bench_mapper_confirm", std::filesystem::current_path(), flags);
  if (!run) {
    return forward(run);
  }
  std::ostringstream document;
  cli::Terminal terminal{std::cin, document, std::cerr};
  const auto done = cli::begin_session(*std::move(run), options.results + ".db", true, terminal);
  if (!done) {
    return forward(done);
  }
  Json found = Json::parse(document.str());
  return Json{{"app", application},
              {"run", found.at("run").at("id")},
              {"default_seconds", found.at("default_seconds")},
              {"makespan_seconds", found.at("makespan_seconds")},
              {"expert_seconds", found.at("expert_seconds")},
              {"confirmed", found.at("confirmed")}};
}

std::string row_of(const Json& entry) {
  const Json& confirmed = entry.at("confirmed");
  const Json& usual = confirmed.at("default");
  const auto handed_out = confirmed.at("handed_out").get<std::string>();
  std::string tried;
  for (const Json& plan : confirmed.at("plans")) {
    tried += fmt::format("{}{}", tried.empty() ? "" : ", ",
                         plan.at("flaw").is_null() ? plan.at("verdict").get<std::string>() : "flawed");
  }
  return fmt::format("| {} | {:.3g} ms | {:.3f} ({:.3f} to {:.3f}) | {} | {} | {} | {:.3f} | {} of {} | {} |\n",
                     entry.at("app").get<std::string>(), 1e3 * usual.at("measured_seconds").get<double>(),
                     confirmed.at("ratio").get<double>(), confirmed.at("ratio_interval").at(0).get<double>(),
                     confirmed.at("ratio_interval").at(1).get<double>(), confirmed.at("pairs").get<int>(),
                     handed_out == "default" ? "none better" : confirmed.at("verdict").get<std::string>(), handed_out,
                     entry.at("makespan_seconds").get<double>() / entry.at("default_seconds").get<double>(),
                     usual.at("disturbed").get<int>(), usual.at("runs").get<int>(), tried);
}

int run(const ConfirmBenchOptions& options) {
  std::map<std::string, Json> known = read_results(options.results);
  for (const std::string application : applications) {
    if (!application.starts_with(options.application) || known.contains(application)) {
      continue;
    }
    std::cerr << application << '\n';
    auto entry = search_and_confirm(options, application);
    if (!entry) {
      std::cerr << entry.error().format() << '\n';
      return 1;
    }
    std::ofstream(options.results, std::ios::app) << entry->dump() << std::endl;
    known[application] = *std::move(entry);
  }
  std::cout
      << "| application | default | of its time | pairs | verdict | handed out | simulated | disturbed | tried |\n"
         "| --- | --- | --- | --- | --- | --- | --- | --- | --- |\n";
  for (const auto& [application, entry] : known) {
    std::cout << row_of(entry);
  }
  return 0;
}

ConfirmBenchOptions options_of(const std::vector<std::string>& words) {
  ConfirmBenchOptions options;
  for (std::size_t i = 0; i < words.size(); ++i) {
    const bool has_value = i + 1 < words.size();
    if (words[i] == "--app" && has_value) {
      options.application = words[++i];
    } else if (words[i] == "--evaluations" && has_value) {
      options.evaluations = std::strtoull(words[++i].c_str(), nullptr, 10);
    } else if (words[i] == "--top" && has_value) {
      options.top = std::strtoull(words[++i].c_str(), nullptr, 10);
    } else if (words[i] == "--confirm-seconds" && has_value) {
      options.seconds = std::strtod(words[++i].c_str(), nullptr);
    } else if (options.machine.empty()) {
      options.machine = words[i];
    } else {
      options.results = words[i];
    }
  }
  return options;
}

} // namespace
} // namespace mapwright

int main(int argc, char** argv) {
  const mapwright::ConfirmBenchOptions options = mapwright::options_of(std::vector<std::string>(argv + 1, argv + argc));
  if (options.machine.empty() || options.results.empty()) {
    std::cerr << "usage: bench_mapper_confirm MACHINE.toml RESULTS.jsonl [--app NAME] [--evaluations N] [--top K] "
                 "[--confirm-seconds S]\n";
    return 2;
  }
  return mapwright::run(options);
}
