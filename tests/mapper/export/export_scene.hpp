// Exported mappers compiled and asked.
#pragma once

#include "mapper/examples.hpp"
#include "mapper/export/export.hpp"
#include "mapper/language/diagnostic.hpp"
#include "support/paths.hpp"
#include "support/scratch_test.hpp"

#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

#include <sys/wait.h>

namespace mapwright::mapper {

/// What a shell command prints, errors too, and its exit status.
struct CommandRun {
  int status = 0;
  std::string output;
};

inline CommandRun run_shell(const std::string& command) {
  CommandRun run;
  FILE* pipe = popen(("{ " + command + "; } 2>&1").c_str(), "r");
  for (int c = fgetc(pipe); c != EOF; c = fgetc(pipe)) {
    run.output += static_cast<char>(c);
  }
  const int status = pclose(pipe);
  run.status = WIFEXITED(status) ? WEXITSTATUS(status) : -1;
  return run;
}

/// A mapper that says something with every statement.
inline const std::string rich_text = R"(# Everything that a mapper can say.
Task * GPU, CPU;
Task checker CPU;

Region step border GPU ZCMEM;
Region step 0 GPU ZCMEM, FBMEM;
Region * * GPU FBMEM;
Region inner * * VIRTUAL;
Layout step border ZCMEM AOS C_order Align==128;
Layout step * * SOA C_order;
Layout * ghost * Compact Exact Align<=64;
CollectMemory step border;
InstanceLimit step 3;
ControlReplicate inner;
TaskSteal checker CPU SAME_NODE;
TaskSteal leaf GPU ANY_NODE;

gpus = Machine(GPU);
side = 2;
sizes = (side, gpus.size[1] / side);
print("there are {}", gpus.volume);

# Blocks of least surface.
def blocks(Task t) {
  all = gpus.merge(0, 1).auto_split(0, t.ispace);
  at = t.ipoint * all.size / t.ispace;
  at = t.ipoint;
  return all[*at];
}
def share(int i, ISpace s, MSpace m) { return s[0] > 1 && i < 100 || i == 7 ? i % m.size[0] : -1 + 1 * 2; }
# Any GPU of a node.
def node_of(Task t) { return gpus[share(t.ipoint[0], t.ispace, gpus), *]; }
def below(Task t) {
  point = t.parent.processor(gpus);
  return gpus[*tuple(i % 4 for i in (point[0], *point[1:]))];
}
def new(Task t) { return gpus.swap(0, 1).reverse(0).split(0, 2).slice(1, 0, 1)[t.ipoint[0] % 2, t.ipoint[0] / 2 % 2, 0]; }
def many(Task t) { return gpus[share(*(t.ipoint[0], t.ispace.len)[:1], t.ispace, gpus), -t.ipoint[0] % 2 + 1]; }
def grids(Task t) { return Machine(CPU).greedy_split(0, t.ispace).balance_split(1, 2)[*t.ipoint, 0]; }
IndexTaskMap step blocks;
IndexTaskMap gather, scatter node_of;
IndexTaskMap GPU new;
IndexTaskMap odd many;
SingleTaskMap leaf below;
)";

} // namespace mapwright::mapper
