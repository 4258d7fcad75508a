// PROBLEM.toml: one problem and what to do about it.
#pragma once

#include "core/error.hpp"
#include "core/settings.hpp"
#include "llm/model_settings.hpp"
#include "loop/settings.hpp"

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

namespace mapwright::cli {

/// The kind "index-map": a domain's map is sought.
struct MapProblem {
  std::string domain;                                        ///< domain text
  std::string form = "auto";                                 ///< [problem] form
  std::vector<std::pair<std::string, std::string>> sizes{};  ///< [parameters]: name, decimal value
  std::vector<std::pair<std::string, std::string>> tables{}; ///< [tables]: name, "v1,v2,..." or a file
  std::vector<std::string> languages{};                      ///< [emit] languages
  std::string directory = ".";                               ///< [emit] directory, relative to the file
  std::string name{};                                        ///< [emit] name
  std::string bits = "both";                                 ///< [emit] bits
  bool exhaustive = false;                                   ///< [verify] exhaustive
  std::vector<std::string> proposers{};                      ///< [propose] proposers; empty: the default
  std::uint64_t shown = 200;                                 ///< [propose] shown: most points a model sees
  std::uint64_t listed = 2000;                               ///< [propose] listed: points of a domain compared first
  std::uint64_t tries = 8;                                   ///< [propose] tries of all models together
  bool definition = true;                                    ///< [propose] definition: models see the domain
};

/// The kind "kernel": a faster kernel for a task is sought.
struct KernelProblem {
  std::string task;      ///< [problem] task: a folder, or the name of a shipped one
  std::string backend{}; ///< [problem] backend; empty: the first the task has a starting kernel for
  std::string start{};   ///< [problem] start: a kernel to begin with; empty: the task's

  std::string selector = "built-in";   ///< [scientist]: "built-in", "random", "model" or "model:NAME"
  std::string designer = "built-in";   ///< likewise
  std::string writer = "built-in";     ///< likewise
  std::optional<std::uint64_t> tune{}; ///< [scientist] tune: configurations tried of a version with tunables
  std::uint64_t patience = 0;          ///< [scientist] patience: generations without a new champion; 0: any number
  std::string knowledge{};             ///< [scientist] knowledge: a folder with documents
  std::string findings{};              ///< [scientist] findings: a file that `kernel findings --export` wrote

  bool bandit = true;    ///< [learning] bandit
  bool ledger = true;    ///< [learning] ledger
  bool learnt = true;    ///< [learning] findings
  bool novelty = true;   ///< [learning] novelty
  bool behaviour = true; ///< [learning] behaviour

  std::uint64_t threads = 0;    ///< [judge] threads; 0: all cores
  std::string compiler = "g++"; ///< [judge] compiler
  std::string device{};         ///< [judge] device: part of its name
  std::string sandbox = "full"; ///< [judge] sandbox: the weakest level to accept
  double seconds = 40;          ///< [judge] seconds: most time for one shape of one race
  bool contention_check = true; ///< [judge] contention_check: samples that other work disturbed do not count

  std::string evaluator{};  ///< [judge] evaluator: a command that judges and times instead
  bool external = false;    ///< [judge] external: the task's own evaluator does
  double timeout = 0;       ///< [judge] timeout: most seconds for one evaluation; 0: the usual
  std::uint64_t calls = 20; ///< [judge] calls: how often an evaluator is asked about each version at most

  std::string output{}; ///< [emit] file: where the winner is written, relative to the file; empty: nowhere
};

/// The kind "mapper": a fast mapper for a program on a machine is sought.
struct MapperProblem {
  std::string app{};     ///< [problem] app: an application with its parameters, "circuit,loops=5"
  std::string program{}; ///< [problem] program: a file, instead of app
  std::string machine{}; ///< [problem] machine: a shipped one, or a file that ends in .toml
  std::vector<std::pair<std::string, std::int64_t>> sizes{};      ///< [sizes] of the program
  std::vector<std::pair<std::string, std::int64_t>> parameters{}; ///< [machine]: of the machine file

  std::vector<std::string> searchers{};     ///< [search] searchers; empty: the usual ones
  std::uint64_t side_simulations = 100'000; ///< [search] side_simulations
  double gap = 0.01;                        ///< [search] gap to the lower bound at which the goal is reached
  std::vector<std::string> feedback{"raw", "explain", "suggest"}; ///< [search] feedback: what models may be told
  std::string policy{};          ///< [search] policy: a file that --policy-out wrote; empty: begin with a new one
  std::uint64_t repairs = 3;     ///< [search] repairs: questions that show a model its errors
  std::string confirm{};         ///< [search] confirm: "starpu", or empty: not for real
  double confirm_seconds = 60;   ///< [search] confirm_seconds: most time for it
  std::uint64_t confirm_top = 3; ///< [search] confirm_top: mappings that are run for real

  std::string output{}; ///< [emit] file: where the winner is written, relative to the file; empty: nowhere
  std::string
      recalibrated{}; ///< [emit] recalibrated: where the machine corrected by real runs is written; empty: nowhere
  std::string policy_output{}; ///< [emit] policy: where the trained policy is written; empty: nowhere

  /// As open_machine takes it.
  [[nodiscard]] std::string machine_specification() const;
};

struct ProblemFile {
  std::variant<MapProblem, KernelProblem, MapperProblem> problem{};
  loop::RunSettings run{};                  ///< [loop], [budget]
  std::vector<llm::ModelSettings> models{}; ///< [[model]]

  /// "index-map", "kernel" or "mapper".
  [[nodiscard]] std::string_view kind() const;
  /// What it is about, in a line: the domain, the task and its back end, or the program and its machine.
  [[nodiscard]] std::string title() const;
};

/// Reads the text of a file called `file`. Unknown tables and keys, and values of the wrong type, are errors at their
/// place.
Result<ProblemFile> parse_problem(std::string_view text, const std::string& file);

/// The sections of one kind; mistakes are kept by the Settings.
MapProblem read_map_problem(Section& root);
KernelProblem read_kernel_problem(Section& root);
MapperProblem read_mapper_problem(Section& root);

} // namespace mapwright::cli
