// mapwright mapper search --app A --machine M
#include "cli/command.hpp"
#include "cli/options.hpp"
#include "cli/run_flags.hpp"
#include "cli/run_session.hpp"
#include "cli/search_problem_text.hpp"
#include "mapper/contest/search_problem.hpp"

#include <filesystem>

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace mapwright::cli {

namespace {

struct SearchCommand {
  SearchOptions search{};
  RunFlags flags{};
  std::string archive;
  bool json = false;
};

Result<int> search_for_mapper(const SearchCommand& command, Terminal& terminal) {
  if (command.search.subject.machine.empty()) {
    return fail(ErrorKind::input, "on which machine? --machine is missing", "e.g. --machine p100x4");
  }
  if (command.search.subject.program.empty() == command.search.subject.app.empty()) {
    return fail(ErrorKind::input, "give one of --program and --app", "e.g. --app circuit");
  }
  const auto text = search_problem_text(command.search);
  if (!text) {
    return forward(text);
  }
  auto run = record_problem_text(*text, "mapper search", std::filesystem::current_path(), command.flags);
  if (!run) {
    return forward(run);
  }
  return begin_session(*std::move(run), command.archive, command.json, terminal);
}

} // namespace

void add_mapper_search(CLI::App& mapper, Commands& commands) {
  CLI::App& app =
      commands.add(mapper, "search", "search for a fast mapper of a program on a machine",
                   "  mapwright mapper search --app circuit --machine p100x4 --budget evaluations=50\n"
                   "  mapwright mapper search --program mine.toml --machine lassen,nodes=4 --out mine.mapper\n"
                   "  mapwright mapper search --app cannon --machine p100x4 --searcher agent "
                   "--model openai:qwen3@http://localhost:8080\n"
                   "  mapwright mapper search --app summa --machine p100x4 --searcher rl --policy-out learnt.json\n"
                   "  mapwright mapper search --app cannon --machine lassen --searcher rl --policy learnt.json\n"
                   "Exit code 0: a mapping that runs was found; 1: none was. `mapwright resume` goes on.");
  auto command = std::make_shared<SearchCommand>();
  SearchOptions& search = command->search;
  declare(app, search.subject);
  app.add_option("--searcher", search.searchers,
                 fmt::format("who searches, in turns: some of {}; agent:raw is told no more than that "
                             "(default: portfolio, with --model agent too)",
                             fmt::join(mapper::searchers_there_are(), ",")))
      ->type_name("NAMES");
  app.add_option("--gap", search.gap, "end at a makespan of at most 1 + GAP times the lower bound (default: 0.01)")
      ->type_name("GAP")
      ->check(CLI::Range(0.0, 1e6));
  app.add_option("--side", search.side_simulations, "most simulations besides evaluations (default: 100000)")
      ->type_name("COUNT");
  app.add_option("--feedback", search.feedback, "what models may be told: some of raw,explain,suggest (default: all)")
      ->type_name("NAMES");
  app.add_option("--repairs", search.repairs, "questions that show a model its errors, for each answer (default: 3)")
      ->type_name("COUNT");
  app.add_option("--confirm", search.confirm, "runs the best mappings for real, in pairs with the default")
      ->type_name("starpu")
      ->check(CLI::IsMember({"starpu"}));
  app.add_option("--confirm-seconds", search.confirm_seconds, "most time for it (default: 60)")
      ->type_name("TIME")
      ->check(CLI::Range(1.0, 1e5));
  app.add_option("--confirm-top", search.confirm_top, "mappings that run for real (default: 3)")
      ->type_name("COUNT")
      ->check(CLI::Range(1, 50));
  app.add_option("--recalibrated", search.recalibrated, "where the machine, corrected by those runs, is written")
      ->type_name("FILE.toml");
  app.add_option("--policy", search.policy, "a trained policy that rl and portfolio begin with")->type_name("FILE");
  app.add_option("--policy-out", search.policy_output, "where the policy that rl has trained is written")
      ->type_name("FILE");
  app.add_option("--out", search.output, "where the best mapping is written")->type_name("FILE");
  declare(app, command->flags);
  declare_archive(app, command->archive);
  declare_json(app, command->json);
  commands.set_action(app, [command](Terminal& terminal) { return search_for_mapper(*command, terminal); });
}

} // namespace mapwright::cli
