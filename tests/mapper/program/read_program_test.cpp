// Programs as files: the same as through the API, and every mistake at its place.
#include "mapper/examples.hpp"
#include "mapper/program/read_program.hpp"

#include <optional>

namespace mapwright::mapper {
namespace {

const std::string stencil_text = R"toml(name = "stencil"
summary = "three-point stencil"

[sizes]
tiles = 4
n = 40

[[region]]
name = "grid"
extents = ["n"]
fields = ["old:8", "new:8"]

[[partition]]
name = "tile"
region = "grid"
blocks = ["tiles"]
disjoint = true

[[partition]]
name = "ghost"
halo_of = "tile"
widths = [1]

[[task]]
name = "first"
flops = 1000
[[task.parameter]]
name = "own"
bytes = 0
[[task.variant]]
processor = "CPU"
[[task.variant]]
processor = "GPU"

[[task]]
name = "sweep"
flops = "1000*to"
[[task.parameter]]
name = "from"
bytes = 0
[[task.parameter]]
name = "sides"
bytes = 0
[[task.parameter]]
name = "to"
bytes = 0
[[task.variant]]
processor = "CPU"
efficiency = 1.0
[[task.variant]]
processor = "GPU"

[[task]]
name = "swap"
flops = "1000*to"
[[task.parameter]]
name = "from"
bytes = 0
[[task.parameter]]
name = "to"
bytes = 0
[[task.variant]]
processor = "CPU"
[[task.variant]]
processor = "GPU"

[[step]]
task = "first"
domain = ["tiles"]
point = ["i"]
[[step.argument]]
data = "tile"
colour = ["i"]
privilege = "W"

[[step]]
name = "time"
loop = "t"
count = 3

[[step]]
task = "sweep"
in = "time"
domain = ["tiles"]
point = ["i"]
[[step.argument]]
data = "tile"
colour = ["i"]
privilege = "R"
fields = ["old"]
[[step.argument]]
data = "ghost"
colour = ["i"]
privilege = "R"
fields = ["old"]
[[step.argument]]
data = "tile"
colour = ["i"]
privilege = "W"
fields = ["new"]

[[step]]
task = "swap"
in = "time"
domain = ["tiles"]
point = ["i"]
[[step.argument]]
data = "tile"
colour = ["i"]
privilege = "R"
fields = ["new"]
[[step.argument]]
data = "tile"
colour = ["i"]
privilege = "W"
fields = ["old"]
)toml";

/// Everything of a graph that matters, as text.
std::string text_of(const Program& program, const TaskGraph& graph) {
  std::string text;
  for (const PointTask& task : graph.tasks) {
    text += fmt::format("{} {}:", name_of_slot(program, graph, task.slot), task.flops);
    for (std::uint32_t i = 0; i < task.accesses; ++i) {
      const Access& access = graph.accesses[task.first_access + i];
      text += fmt::format(" {} {} {} after", to_string(access.privilege, access.reduction),
                          name_of_view(program, graph.views[access.view]), access.bytes);
      for (const std::uint32_t earlier : graph.predecessors_of(task.first_access + i)) {
        text += fmt::format(" {}", earlier);
      }
      text += ";";
    }
    text += "\n";
  }
  return text;
}

TEST(ReadProgram, IsWhatTheBuilderMakes) {
  const Program read = sure(read_program(stencil_text, "stencil.toml"));
  const Program built = stencil_program(4, 10, 1, 3);
  EXPECT_EQ(text_of(read, sure(expand(read))), text_of(built, sure(expand(built))));
}

TEST(ReadProgram, SizesCanBeChosen) {
  const Program read = sure(read_program(stencil_text, "stencil.toml", {{"tiles", 8}, {"n", 80}}));
  const Program built = stencil_program(8, 10, 1, 3);
  EXPECT_EQ(text_of(read, sure(expand(read))), text_of(built, sure(expand(built))));
  EXPECT_EQ(read_program(stencil_text, "stencil.toml", {{"tile", 8}}).error().format(),
            "error: stencil.toml has no size 'tile'\nhint: did you mean 'tiles'?");
}

TEST(ReadProgram, ListedSets) {
  const std::string text = R"toml(name = "sets"
[[region]]
name = "nodes"
extents = [4, 3]
fields = ["v:4"]
[[partition]]
name = "cuts"
region = "nodes"
colours = [2]
rectangles = [[0, 0, 0, 1, 2], [1, 1, 1, 3, 1]]
[[partition]]
name = "picks"
region = "nodes"
colours = [2, 1]
points = [[1, 0, 3, 2], [1, 0, 2, 2], [1, 0, 3, 2], [0, 0, 0, 0]]
disjoint = true
[[task]]
name = "t"
[[task.variant]]
processor = "CPU"
[[step]]
task = "t"
)toml";
  const Program program = sure(read_program(text, "sets.toml"));
  EXPECT_EQ(program.partitions[0].sets[0], (PointSet{{2, {0, 0}, {2, 3}}}));
  EXPECT_EQ(program.partitions[0].sets[1], (PointSet{{2, {1, 1}, {4, 2}}}));
  EXPECT_EQ(program.partitions[1].sets[1], (PointSet{{2, {2, 2}, {4, 3}}}));
  std::string overlapping = text;
  overlapping.insert(overlapping.find("[[task]]"),
                     "[[partition]]\nname = \"x\"\nregion = \"nodes\"\ncolours = [2]\n"
                     "rectangles = [[0, 0, 0, 1, 2], [1, 1, 1, 3, 1]]\ndisjoint = true\n");
  EXPECT_EQ(read_program(overlapping, "sets.toml").error().format(),
            "sets.toml:22:12: error: sets of 'x' overlap\n  disjoint = true\n             ^\nhint: disjoint = false");
}

/// The error for the text with one replacement.
std::string mistake_in_stencil(const std::string& from, const std::string& to) {
  std::string text = stencil_text;
  const std::size_t at = text.find(from);
  EXPECT_NE(at, std::string::npos) << from;
  const auto program = read_program(text.replace(at, from.size(), to), "stencil.toml");
  return program ? "none\n" : program.error().format() + "\n";
}

TEST(ReadProgram, Mistakes) {
  const std::vector<std::pair<std::string, std::string>> replacements{
      {"name = \"stencil\"", "nme = \"stencil\""},
      {"tiles = 4", "tiles = \"4\""},
      {"tiles = 4", "2tiles = 4"},
      {"extents = [\"n\"]", "extents = [\"m\"]"},
      {"extents = [\"n\"]", "extents = [\"n - 40\"]"},
      {"extents = [\"n\"]", "extents = [\"n/0\"]"},
      {"extents = [\"n\"]", "extents = [1, 1, 1, 1, 1]"},
      {"extents = [\"n\"]\n", ""},
      {"\"old:8\"", "\"old\""},
      {"\"new:8\"", "\"old:4\""},
      {"region = \"grid\"", "region = \"gird\""},
      {"blocks = [\"tiles\"]", "blocks = [\"tiles\", 2]"},
      {"blocks = [\"tiles\"]", "block = [\"tiles\"]"},
      {"blocks = [\"tiles\"]", "blocks = [4]\nhalo_of = \"tile\""},
      {"name = \"ghost\"", "name = \"grid\""},
      {"halo_of = \"tile\"", "halo_of = \"tiles\""},
      {"widths = [1]", "widths = [-1]"},
      {"widths = [1]", "widths = [1]\ndisjoint = \"yes\""},
      {"flops = \"1000*to\"", "flops = \"1000*too\""},
      {"flops = \"1000*to\"", "flops = \"1000*\""},
      {"name = \"sides\"", "name = \"from\""},
      {"bytes = 0", "bytes = \"8*x\""},
      {"processor = \"CPU\"", "processor = \"CPUS\""},
      {"processor = \"GPU\"", "processor = \"CPU\""},
      {"efficiency = 1.0", "efficiency = 0"},
      {"efficiency = 1.0", "layouts = [\"C_order\"]"},
      {"efficiency = 1.0", "layouts = [\"*\", \"SOA\", \"C order\"]"},
      {"task = \"sweep\"", "task = \"sweap\""},
      {"loop = \"t\"", "loop = \"tiles\""},
      {"count = 3", "count = -3"},
      {"count = 3\n", ""},
      {"in = \"time\"", "in = \"tim\""},
      {"name = \"time\"", "name = \"first\""},
      {"domain = [\"tiles\"]", "domain = [0]"},
      {"point = [\"i\"]", "point = [\"i\", \"j\"]"},
      {"point = [\"i\"]", "point = [\"n\"]"},
      {"data = \"ghost\"", "data = \"ghosts\""},
      {"data = \"ghost\"", "date = \"ghost\""},
      {"data = \"ghost\"\ncolour = [\"i\"]", "data = \"ghost\"\ncolour = [\"i + j\"]"},
      {"data = \"ghost\"\ncolour = [\"i\"]", "data = \"ghost\"\ncolour = [\"i\", 0]"},
      {"privilege = \"W\"", "privilege = \"RO\""},
      {"fields = [\"old\"]", "fields = [\"odl\"]"},
      {"[[step.argument]]\ndata = \"ghost\"\ncolour = [\"i\"]\nprivilege = \"R\"\nfields = [\"old\"]\n", ""},
      {"[[step]]", "[[steps]]"},
      {"name = \"stencil\"", "name = "},
  };
  std::string text;
  for (const auto& [from, to] : replacements) {
    text += mistake_in_stencil(from, to);
  }
  expect_golden("program_mistakes.txt", text);
}

TEST(ReadProgram, NamesOpenClKernels) {
  std::string text = stencil_text;
  const std::string gpu = "processor = \"GPU\"\n";
  const std::size_t at = text.find(gpu) + gpu.size();
  const auto read = sure(read_program(text.insert(at, "opencl = \"first.cl\"\nwork = [\"own\", 2]\n"), "stencil.toml"));
  const std::optional<KernelSource>& source = read.kinds[0].variants[1].opencl;
  ASSERT_TRUE(source);
  EXPECT_EQ(source->file, "first.cl");
  EXPECT_EQ(source->entry, "first");
  EXPECT_EQ(source->work, (std::vector<std::string>{"own", "2"}));
  EXPECT_FALSE(read.kinds[1].variants[1].opencl);
}

TEST(ReadProgram, MistakesInOpenClKernels) {
  std::string text;
  for (const std::string mistaken : {"opencl = \"k.cl\"", "opencl = \"k.cl\"\nwork = [1, 2, 3, 4]", "work = [1]",
                                     "kernel = \"f\"", "opencl = \"k.cl\"\nkernel = \"a b\"\nwork = [1]",
                                     "opencl = \"k.cl\"\nwork = [1, \"own + m\"]", "opencl = [\"k.cl\"]"}) {
    text += mistake_in_stencil("processor = \"GPU\"", "processor = \"GPU\"\n" + mistaken);
  }
  text += mistake_in_stencil("processor = \"CPU\"", "processor = \"CPU\"\nopencl = \"k.cl\"\nwork = [1]");
  expect_golden("program_opencl_mistakes.txt", text);
}

TEST(Builder, TellsWhatIsWrongWithoutAPlace) {
  ProgramBuilder b("wrong");
  b.region({"r", {"8"}, {"x:8"}});
  b.kind({"t", {{"a"}}, {{ProcessorKind::gpu, 0.5, {"AOS"}}}});
  b.launch({"", "t", {"2"}, {"i"}, {{"s", {}, "R"}}});
  b.launch({"", "u", {}, {}, {}});
  EXPECT_EQ(b.build().error().format(),
            "error: launch 't', argument 0: there is no region or partition 's'\nhint: expected one of: r");
  EXPECT_EQ(ProgramBuilder("empty").build().error().message, "the program 'empty' launches no task");
}

} // namespace
} // namespace mapwright::mapper
