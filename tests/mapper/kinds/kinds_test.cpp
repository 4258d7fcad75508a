// Kinds of processors and memories and their names.
#include "mapper/kinds.hpp"

#include <string>

#include <gtest/gtest.h>

namespace mapwright::mapper {
namespace {

TEST(Kinds, HaveTheNamesOfTheLanguage) {
  std::string names;
  for (int i = 0; i < 6; ++i) {
    const auto processor = static_cast<ProcessorKind>(i);
    const auto memory = static_cast<MemoryKind>(i);
    EXPECT_EQ(processor_kind_named(to_string(processor)), processor);
    EXPECT_EQ(memory_kind_named(to_string(memory)), memory);
    names += std::string(to_string(processor)) + " " + std::string(to_string(memory)) + "\n";
  }
  EXPECT_EQ(names, "CPU SYSMEM\nGPU FBMEM\nOMP ZCMEM\nIO RDMEM\nPY SOCKMEM\nPROC VIRTUAL\n");
}

TEST(Kinds, HaveNoOtherNames) {
  for (const char* name : {"", "cpu", "GPUS", "SYSMEM", "FBMEM "}) {
    EXPECT_EQ(processor_kind_named(name), std::nullopt) << name;
  }
  EXPECT_EQ(memory_kind_named("CPU"), std::nullopt);
  EXPECT_EQ(memory_kind_named("fbmem"), std::nullopt);
}

} // namespace
} // namespace mapwright::mapper
