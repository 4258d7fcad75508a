// What a command is: options declared on CLI11, and an action.
#pragma once

#include "cli/terminal.hpp"
#include "core/error.hpp"

#include <functional>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include <CLI/CLI.hpp>

namespace mapwright::cli {

/// Does the work; the exit code when it could: 0 yes, 1 no. Errors are printed by the caller.
using Action = std::function<Result<int>(Terminal&)>;

/// The commands in the order in which `--help` lists them.
class Commands {
public:
  /// Registers a command below `parent` with a one-line purpose and the examples its help ends with.
  CLI::App& add(CLI::App& parent, const std::string& name, const std::string& purpose, const std::string& examples) {
    CLI::App* app = parent.add_subcommand(name, purpose);
    app->group("Commands");
    app->footer("Examples:\n" + examples);
    return *app;
  }

  void set_action(CLI::App& app, Action action) { actions_.emplace_back(&app, std::move(action)); }

  /// The action of the command that was parsed; null when a group such as `map` was named alone.
  [[nodiscard]] const Action* chosen() const {
    for (const auto& [app, action] : actions_) {
      if (app->parsed()) {
        return &action;
      }
    }
    return nullptr;
  }

private:
  std::vector<std::pair<CLI::App*, Action>> actions_;
};

// One per file *_command.cpp. `map`, `kernel` and `mapper` are the groups of these names.
void add_map_list(CLI::App& map, Commands& commands);
void add_map_derive(CLI::App& map, Commands& commands);
void add_map_eval(CLI::App& map, Commands& commands);
void add_map_rank(CLI::App& map, Commands& commands);
void add_map_verify(CLI::App& map, Commands& commands);
void add_map_audit(CLI::App& map, Commands& commands);
void add_map_bench(CLI::App& map, Commands& commands);
void add_map_study(CLI::App& map, Commands& commands);
void add_map_account(CLI::App& map, Commands& commands);
void add_map_tiles(CLI::App& map, Commands& commands);
void add_map_emit(CLI::App& map, Commands& commands);
void add_map_chunk(CLI::App& map, Commands& commands);
void add_kernel_list(CLI::App& kernel, Commands& commands);
void add_kernel_check(CLI::App& kernel, Commands& commands);
void add_kernel_selftest(CLI::App& kernel, Commands& commands);
void add_kernel_bench(CLI::App& kernel, Commands& commands);
void add_kernel_tune(CLI::App& kernel, Commands& commands);
void add_kernel_import(CLI::App& kernel, Commands& commands);
void add_kernel_init(CLI::App& kernel, Commands& commands);
void add_kernel_evolve(CLI::App& kernel, Commands& commands);
void add_kernel_lineage(CLI::App& kernel, Commands& commands);
void add_kernel_findings(CLI::App& kernel, Commands& commands);
void add_mapper_check(CLI::App& mapper, Commands& commands);
void add_mapper_format(CLI::App& mapper, Commands& commands);
void add_mapper_place(CLI::App& mapper, Commands& commands);
void add_mapper_decompose(CLI::App& mapper, Commands& commands);
void add_mapper_simulate(CLI::App& mapper, Commands& commands);
void add_mapper_run(CLI::App& mapper, Commands& commands);
void add_mapper_calibrate(CLI::App& mapper, Commands& commands);
void add_mapper_explain(CLI::App& mapper, Commands& commands);
void add_mapper_export(CLI::App& mapper, Commands& commands);
void add_mapper_search(CLI::App& mapper, Commands& commands);
void add_mapper_study(CLI::App& mapper, Commands& commands);
void add_mapper_write(CLI::App& mapper, Commands& commands);
void add_mapper_minimise(CLI::App& mapper, Commands& commands);
void add_mapper_robustness(CLI::App& mapper, Commands& commands);
void add_doctor(CLI::App& program, Commands& commands);
void add_run(CLI::App& program, Commands& commands);
void add_resume(CLI::App& program, Commands& commands);
void add_report(CLI::App& program, Commands& commands);
void add_replay(CLI::App& program, Commands& commands);

} // namespace mapwright::cli
