#include "cli/evolved_run.hpp"

#include "cli/kernel_problem.hpp"
#include "cli/problem_inputs.hpp"
#include "sandbox/scratch.hpp"

#include <fmt/format.h>

namespace mapwright::cli {

Result<kernel::scientist::Evolution> read_evolved_run(archive::Archive& archive, const archive::Run& run) {
  auto file = parse_problem(run.problem, run.file);
  if (!file) {
    return forward(file);
  }
  if (!std::holds_alternative<KernelProblem>(file->problem)) {
    return fail(ErrorKind::input, fmt::format("run {} is of the kind \"{}\", not \"kernel\"", run.id.value(), run.kind),
                "`mapwright report --list` shows all runs");
  }
  const auto scratch = sandbox::ScratchDirectory::create();
  if (!scratch) {
    return forward(scratch);
  }
  if (auto restored = restore_inputs(run.options.value("inputs", nlohmann::json::object()), scratch->path(), *file);
      !restored) {
    return forward(restored);
  }
  const auto spec = kernel_spec(std::get<KernelProblem>(file->problem), run.machine);
  if (!spec) {
    return forward(spec);
  }
  std::vector<archive::Step> steps;
  const auto read = archive.for_each_step(run.id, [&](archive::Step&& step) -> Result<void> {
    steps.push_back(std::move(step));
    return {};
  });
  if (!read) {
    return forward(read);
  }
  return evolution_of(steps, spec->task.name, spec->backend, spec->machine, spec->findings,
                      spec->task.name + std::string(extension(spec->backend)));
}

} // namespace mapwright::cli
