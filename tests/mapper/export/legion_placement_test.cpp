// Exported for Legion, the mappers of the nine applications put every task where the language puts it: functions are
// compiled C++ here, and the evaluator's there.
#include "mapper/apps/application.hpp"
#include "mapper/elaborate/elaborate.hpp"
#include "mapper/export/legion_scene.hpp"
#include "mapper/language/format.hpp"
#include "mapper/language/mapper.hpp"

#include <map>
#include <set>

namespace mapwright::mapper {
namespace {

class LegionExportSlow : public test::ScratchTest {};

std::string variants_text(const TaskKind& kind) {
  std::string out;
  for (const TaskVariant& variant : kind.variants) {
    out += (out.empty() ? "" : ",") + std::string(to_string(variant.processor));
  }
  return out;
}

std::string machine_text(const Machine& machine) {
  return fmt::format("{},{},{},{}", machine.description().nodes, machine.processors_of(ProcessorKind::cpu),
                     machine.processors_of(ProcessorKind::gpu), machine.processors_of(ProcessorKind::omp));
}

/// Questions about all tasks of a program, and the answers that the plan gives.
class Comparison {
public:
  /// `mapper` is the name it is exported by.
  void add(const std::string& mapper, const std::string& text, const Program& program, const TaskGraph& graph,
           const Machine& machine) {
    const Plan plan = sure(elaborate({text, mapper}, program, graph, machine)).plan;
    std::set<std::string> asked; // loops launch the same again
    for (std::uint32_t slot = 0; slot < graph.slots.size();) {
      const Slot& first = graph.slots[slot];
      const Launch& launch = program.launches[first.launch];
      const std::uint32_t count = launch.index ? static_cast<std::uint32_t>(launch.domain.volume()) : 1;
      std::string parent = "-";
      if (first.parent != none) {
        const ProcessorName& above = plan.tasks[first.parent].processor;
        parent = fmt::format("{},{},{}", to_string(above.kind), above.node, above.index);
      }
      const TaskKind& kind = program.kinds[launch.kind];
      std::string question = fmt::format("{} {} {} {} {} {}", launch.index ? "launch" : "single", mapper,
                                         machine_text(machine), kind.name, variants_text(kind), parent);
      for (std::size_t d = 0; launch.index && d < launch.domain.axes; ++d) {
        question += fmt::format(" {}:{}", launch.domain.low[d], launch.domain.low[d] + launch.domain.extent(d) - 1);
      }
      if (asked.insert(question).second) {
        questions += question + "\n";
        for (std::uint32_t i = 0; i < count; ++i) {
          const ProcessorName& place = plan.tasks[slot + i].processor;
          // The node of the shard is asked for too; inside a task there are no shards.
          expected.push_back(launch.index && first.parent == none
                                 ? fmt::format("{} {} {}", place.node, place.node, place.index)
                             : launch.index ? fmt::format("* {} {}", place.node, place.index)
                                            : fmt::format("{} {}", place.node, place.index));
          asked_by.push_back(question + " point " + std::to_string(i));
        }
      }
      slot += count;
    }
  }

  std::string questions;
  std::vector<std::string> expected;
  std::vector<std::string> asked_by;
};

std::string without_comments(const std::string& text) {
  language::MapperSyntax syntax = language::examine({text, "mapper"}).syntax;
  for (language::Statement& statement : syntax.statements) {
    statement.surroundings = {};
  }
  return language::format_mapper(syntax);
}

std::string without_shard(const std::string& answer) {
  return "*" + answer.substr(std::min(answer.size(), answer.find(' ')));
}

TEST_F(LegionExportSlow, PutsEveryTaskOfTheApplicationsWhereTheLanguageDoes) {
  AskedMappers mappers(directory->path());
  Comparison comparison;
  std::map<std::string, std::string> exported; // texts that say the same are compiled once
  for (const ApplicationInfo& info : application_catalogue()) {
    const Application application = sure(open_application(info.name));
    const TaskGraph graph = sure(expand(application.program));
    for (const ApplicationMapper& mapper : application.mappers) {
      const auto [known, is_new] = exported.emplace(without_comments(mapper.text), info.name + "_" + mapper.name);
      const std::string& name = known->second;
      if (is_new) {
        mappers.add(name, mapper.text);
      }
      for (const char* machine : {"lassen", "lassen,nodes=4", "lassen,nodes=6", "dgx-h200"}) {
        comparison.add(name, mapper.text, application.program, graph, sure(open_machine(machine)));
      }
    }
  }
  ASSERT_EQ(mappers.compile(), "");
  std::istringstream answers(mappers.answers(comparison.questions));
  std::size_t different = 0;
  for (std::size_t i = 0; i < comparison.expected.size(); ++i) {
    std::string answer;
    std::getline(answers, answer);
    const bool unsharded = comparison.expected[i].starts_with("*");
    different += (unsharded ? without_shard(answer) : answer) != comparison.expected[i] ? 1U : 0U;
    if (different == 1) {
      EXPECT_EQ(answer, comparison.expected[i]) << comparison.asked_by[i];
    }
  }
  EXPECT_EQ(different, 0U);
  EXPECT_GT(comparison.expected.size(), 2'000U);
  std::string rest;
  EXPECT_FALSE(std::getline(answers, rest)) << rest;
}

} // namespace
} // namespace mapwright::mapper
