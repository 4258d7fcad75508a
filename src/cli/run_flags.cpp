#include "cli/run_flags.hpp"

#include "cli/options.hpp"

namespace mapwright::cli {

void declare(CLI::App& app, RunFlags& flags) {
  add_repeated(app, "--model", flags.models, "a model that may propose: PROVIDER:NAME[@BASE_URL]; may be repeated")
      ->type_name("MODEL");
  app.add_option("--budget", flags.budget, "limits, e.g. evaluations=20,seconds=60,tokens=50000,dollars=1,joules=1000")
      ->type_name("LIMITS");
  app.add_option("--seed", flags.seed, "seed of everything drawn at random")->type_name("N");
  app.add_option("--parallel", flags.parallel, "steps under way at once")->type_name("N");
  app.add_flag("--fallback", flags.fallback, "go on without models that are not available");
}

} // namespace mapwright::cli
