// The examples of docs/machines.md and docs/programs.md are read as they stand.
#include "mapper/examples.hpp"
#include "mapper/program/read_program.hpp"

namespace mapwright::mapper {
namespace {

/// The first toml block of a page.
std::string example_in(const std::string& page) {
  std::ifstream stream(test::source_dir() / "docs" / page);
  const std::string text{std::istreambuf_iterator<char>(stream), std::istreambuf_iterator<char>()};
  const std::string fence = "```toml\n";
  const std::size_t begin = text.find(fence) + fence.size();
  return text.substr(begin, text.find("```", begin) - begin);
}

TEST(Documents, TheMachineIsAMachine) {
  const Machine machine = sure(read_machine(example_in("machines.md"), "machines.md"));
  EXPECT_EQ(machine.processors_of(ProcessorKind::gpu), 4U);
}

TEST(Documents, TheProgramIsAProgram) {
  const Program program = sure(read_program(example_in("programs.md"), "programs.md"));
  EXPECT_EQ(sure(expand(program)).tasks.size(), 4U * 50);
}

} // namespace
} // namespace mapwright::mapper
