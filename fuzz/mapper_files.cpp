// Any text read as a machine or as a program ends in a value or in an error, in bounded time; small programs can be
// expanded.
#include "mapper/machine/read_machine.hpp"
#include "mapper/program/graph.hpp"
#include "mapper/program/read_program.hpp"

#include <cstddef>
#include <cstdint>
#include <string_view>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace mapwright;
  constexpr std::size_t most = 8192;
  if (size > most) {
    return 0;
  }
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  if (const auto machine = mapper::read_machine(text, "machine.toml"); !machine) {
    (void)machine.error().format();
  }
  const auto program = mapper::read_program(text, "program.toml");
  if (!program) {
    (void)program.error().format();
    return 0;
  }
  std::uint64_t work = 1;
  for (const mapper::Launch& launch : program->launches) {
    work += launch.domain.volume();
  }
  for (const mapper::ProgramStep& step : program->steps) {
    work *= static_cast<std::uint64_t>(step.count < 1 ? 1 : step.count < 100 ? step.count : 100);
  }
  for (const mapper::Partition& partition : program->partitions) {
    work += partition.sets.size();
  }
  if (work < 1000 && program->steps.size() < 4) {
    if (const auto graph = mapper::expand(*program); !graph) {
      (void)graph.error().format();
    }
  }
  return 0;
}
