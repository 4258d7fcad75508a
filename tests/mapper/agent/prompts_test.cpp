// What models are told: the example of the language runs, programs and machines are described whole.
#include "llm/extract_code.hpp"
#include "llm/prompts.hpp"
#include "mapper/agent/agent.hpp"
#include "mapper/agent/describe.hpp"
#include "mapper/apps/application.hpp"
#include "mapper/elaborate/elaborate.hpp"
#include "mapper/examples.hpp"

#include <gmock/gmock.h>

namespace mapwright::mapper {
namespace {

using ::testing::HasSubstr;

TEST(MapperPrompts, TheExampleRunsEveryApplicationThatItCan) {
  const auto code = llm::extract_code(prompts::mapper_system, {{}, {}, false});
  ASSERT_TRUE(code) << code.error();
  for (const char* name : {"circuit", "pennant", "stencil"}) {
    for (const char* machine_name : {"p100x4", "lassen,nodes=2"}) {
      const Machine machine = sure(open_machine(machine_name));
      const Program program = sure(open_application(name)).program;
      const TaskGraph graph = sure(expand(program));
      EXPECT_TRUE(elaborate({code->block.text, "m"}, program, graph, machine)) << name;
    }
  }
}

TEST(MapperPrompts, NameEveryStatementOfTheLanguage) {
  for (const char* word : {"Task ", "Region ", "Layout ", "CollectMemory ", "InstanceLimit ", "IndexTaskMap ",
                           "SingleTaskMap ", "def ", "Machine("}) {
    EXPECT_THAT(std::string(prompts::mapper_system), HasSubstr(word));
  }
}

TEST(MapperPrompts, DescribeMachineAndProgram) {
  const Program program = sure(open_application("circuit")).program;
  const Machine machine = sure(open_machine("p100x4"));
  expect_golden("agent_circuit.txt",
                machine_in_words(machine) + "\n" + program_in_words(program, sure(expand(program))));
  const Program nested = sure(open_application("cannon")).program;
  expect_golden("agent_cannon.txt", program_in_words(nested, sure(expand(nested))));
}

TEST(MapperPrompts, NeverShowTheExpert) {
  const Application application = sure(open_application("circuit"));
  const TaskGraph graph = sure(expand(application.program));
  const Machine machine = sure(open_machine("p100x4"));
  for (const llm::Message& message : first_messages({application.program, graph, machine})) {
    EXPECT_EQ(message.text.find("Region * rp_shared GPU ZCMEM"), std::string::npos);
  }
}

} // namespace
} // namespace mapwright::mapper
