// What people see when a mapper is wrong, to the character: tests/golden/mapper/diagnostics.txt.
#include "mapper/language/mapper.hpp"
#include "support/paths.hpp"

#include <cstdlib>
#include <fstream>
#include <sstream>
#include <string>

#include <gtest/gtest.h>

namespace mapwright::mapper::language {
namespace {

/// Faulty mappers, each with what is wrong in its first line.
const std::string faulty[] = {
    // Syntax.
    "# a colon, as other languages write it\ndef f(Task t): {\n  return Machine(GPU)[0, 0];\n}\n",
    "# a body without braces\ndef f(Task t):\n  m = Machine(GPU);\n  return m[0, 0];\nIndexTaskMap a f;\n",
    "# missing semicolons\nTask a GPU\nm = Machine(GPU)\ndef f(Task t) {\n  x = 1\n  return m[0, x]\n}\nIndexTaskMap a "
    "f\n",
    "# misspelt words\nTaks a GPU;\nTask a GPUS;\nRegion a b GPU FBMEN;\nLayout * * * SAO;\nreturn 1;\n",
    "# a layout for a kind of processor\nLayout * * CPU SOA;\nLayout * * * SOA No_Align;\nLayout * * * Align=64;\n",
    "# words of other languages\nx = 1 and 2;\ny = !True;\nz = 2 ** 3;\nw = 'a';\n",
    "# integer division of other languages\nx = 7 // 2;\ny = (7 // 2);\nz = 1;\n",
    "# reserved words as names\nTask size GPU;\nparent = 1;\nRegion a len * FBMEM;\n",
    "# untyped parameters\ndef f(t) {\n  return Machine(CPU)[0, 0];\n}\ndef g(Tsk t) { return 1; }\n",
    "# brackets\nx = (1, 2;\ny = m[1, 2;\nz = ();\nm = Machine(CPU);\nw = m[0, *];\nv = f(*);\n}\n",
    "# numbers and texts\nx = 99999999999999999999;\ny = 3x;\nprint(\"open);\nz = 1.5;\n",
    "# an error in a function, others after it\ndef f(Task t) {\n  x = ;\n  return Machine(CPU)[0, x];\n}\nTask a "
    "XPU;\n",
    "# no end\ndef f(Task t) {\n  return 1;\n",
    // Names.
    "# undefined names\nx = mgpu.size[0];\nmachine = Machine(GPU);\ny = machin.size[0];\nIndexTaskMap a f;\nz = "
    "g(1);\n",
    "# order of definitions\ny = x;\nx = 1;\nIndexTaskMap a f;\ndef f(Task t) {\n  return m[0, 0];\n}\nm = "
    "Machine(CPU);\n",
    "# definitions twice\nx = 1;\nx = 2;\ndef f(Task t) { return Machine(CPU)[0, 0]; }\ndef f(Task t) { return "
    "Machine(CPU)[0, 1]; }\n"
    "def g(int a, int a) {\n  b = 1;\n  b = 2;\n  x = 3;\n  return b;\n  c = 1;\n}\ndef h(int a) { b = a; }\nMachine = "
    "1;\n",
    // Types.
    "# types\nm = Machine(GPU);\na = m + 1;\nb = (1, 2) * 3;\nc = (1, 2) + (1, 2, 3);\nd = 1 ? 2 : 3;\ne = 1 < 2 < 3;\n"
    "f = True + 1;\ng = m.size[2];\nh = m[0];\ni = (1, m);\nj = m.ipoint;\nk = m.split(0);\nl = GPU;\nn = m.len();\n"
    "o = -m;\np = m.auto_split(0, 2);\nq = True ? 1 : (1, 2);\nr = 1[0];\ns = m.siz;\nt = Machine(4);\n",
    "# mapping functions\nm = Machine(GPU);\ndef f(int i) { return m[0, i]; }\ndef g(Task t) { return 1; }\n"
    "def h(Task t) { return m[*t.parent.processor(m)]; }\ndef i(Task t) { return m[0, t.ipoint[0]]; }\n"
    "IndexTaskMap a f;\nIndexTaskMap b g;\nIndexTaskMap c h;\nSingleTaskMap d i;\nIndexTaskMap * i;\n",
    // Statements without effect.
    "# second statements for one key\nTask a GPU;\nTask a, b CPU;\nRegion a * GPU FBMEM;\nRegion a * GPU ZCMEM;\n"
    "Layout a 0 * SOA;\nLayout a 0 * AOS;\nLayout b * * SOA AOS C_order F_order;\nInstanceLimit a 1;\nInstanceLimit a "
    "2;\n"
    "InstanceLimit b 0;\nCollectMemory a *;\nCollectMemory a *;\nTaskSteal a CPU SAME_NODE;\nTaskSteal a CPU "
    "ANY_NODE;\n"
    "ControlReplicate a, a;\nLayout c * * Align==0;\n",
};

TEST(MapperDiagnostics, AreTheGoldenText) {
  std::string text;
  for (const std::string& mapper : faulty) {
    const Examined examined = examine({mapper, "M"});
    text += mapper + "----\n";
    for (const Diagnostic& diagnostic : examined.diagnostics.sorted()) {
      text += format(diagnostic, examined.source) + "\n";
    }
    text += "====\n";
    EXPECT_GT(examined.diagnostics.errors() + examined.diagnostics.warnings(), 0U) << mapper;
  }
  const std::filesystem::path path = test::golden_dir() / "mapper" / "diagnostics.txt";
  if (std::getenv("MAPWRIGHT_UPDATE_GOLDEN") != nullptr) {
    std::ofstream(path, std::ios::binary) << text;
  }
  std::ostringstream expected;
  expected << std::ifstream(path, std::ios::binary).rdbuf();
  EXPECT_EQ(text, expected.str()) << path << " differs; MAPWRIGHT_UPDATE_GOLDEN=1 rewrites it";
}

/// Applies the first edit that is offered.
std::string repaired(const Examined& examined) {
  for (const Diagnostic& diagnostic : examined.diagnostics.sorted()) {
    if (diagnostic.fix) {
      std::string text = examined.source.text;
      const Span where = diagnostic.fix->where;
      return text.replace(where.begin, where.end - where.begin, diagnostic.fix->text);
    }
  }
  return examined.source.text;
}

TEST(MapperDiagnostics, OfferEditsThatRepair) {
  for (const std::string broken : {
           "def f(Task t): { return Machine(GPU)[0, 0]; }",
           "Task a GPU\nTask b CPU\nTask c OMP",
           "Taks a GPU;",
           "Task a GPUS;",
           "Region * * * FBMEN;",
           "Layout * * CPU SOA;",
           "Layout * * * SAO;",
           "Layout * * * Align=64;",
           "def f(t) { return Machine(GPU)[0, 0]; }",
           "machine = Machine(GPU);\ny = machin.size[0];",
           "def f(Task t) { return Machine(GPU)[0, 0]; }\nIndexTaskMap a ff;",
           "def f(Task t) { return Machine(GPU)[0, t.ipont[0]]; }",
           "x = 1; }",
           "print(\"open",
       }) {
    std::string text = broken;
    std::size_t errors = examine({text, "M"}).diagnostics.errors();
    EXPECT_GT(errors, 0U) << broken;
    for (int i = 0; i < 4 && errors > 0; ++i) {
      text = repaired(examine({text, "M"}));
      errors = examine({text, "M"}).diagnostics.errors();
    }
    if (!text.starts_with("print")) { // its parenthesis is still missing
      EXPECT_EQ(errors, 0U) << broken << "\nbecame\n" << text;
    }
  }
}

TEST(MapperDiagnostics, FindNothingInGoodMappers) {
  for (const std::string good : {
           "Task * GPU,CPU; Task checker CPU;\nRegion * * GPU FBMEM; Region * * CPU SYSMEM;\n"
           "Region push edges GPU ZCMEM; Region a 0 * RDMEM;\nLayout * * * C_order SOA Align==64;\n",
           "g = Machine(GPU);\n"
           "def blockcyc(Task t) {          # blocks over nodes, cyclic inside a node, any 2-D launch\n"
           "  a = g.auto_split(0, t.ispace);                    # (n0,n1,P)\n"
           "  b = a.auto_split(2, t.ispace / a[:-1]);           # (n0,n1,p0,p1)\n"
           "  return b[t.ipoint[0]*b.size[0]/t.ispace[0], t.ipoint[1]*b.size[1]/t.ispace[1],\n"
           "           t.ipoint[0]%b.size[2], t.ipoint[1]%b.size[3]]; }\n"
           "IndexTaskMap sweep blockcyc;\n"
           "def withparent(Task t) { return g[*t.parent.processor(g)]; }\n"
           "SingleTaskMap leaf withparent;\nInstanceLimit leaf 1;  CollectMemory leaf *; CollectMemory leaf 2;\n",
           "ControlReplicate a, b; TaskSteal * CPU SAME_NODE; TaskSteal a, b GPU ANY_NODE; TaskSteal c GPU ANY_NODE;\n"
           "x = (1, 2, 3)[0:2]; y = x[0] > 1 && True ? -x[-1] : 2; print(\"x {}\", x);\n"
           "def h(IPoint p, ISpace s, MSpace m, int i, bool b, tuple u) { return b ? p / s : u; }\n"
           "m = Machine(OMP).merge(0, 1).split(0, 1).reverse(0).swap(0, 1).slice(0, 0, 0).balance_split(1, 2);\n"
           "v = m.volume + m.len + m.size.len; w = tuple(m.size[i] for i in (0, 1));\n"
           "z = h((1, 2), (1, 2), m, 1, True, (*x, 1)); n = Machine(CPU)[0, 0].has(SYSMEM);\n",
       }) {
    const Examined examined = examine({good, "M"});
    for (const Diagnostic& diagnostic : examined.diagnostics.sorted()) {
      ADD_FAILURE() << format(diagnostic, examined.source);
    }
  }
}

TEST(MapperDiagnostics, SurviveHostileDepthAndLength) {
  const std::string deep = "x = " + std::string(100'000, '(') + "1;";
  EXPECT_GT(examine({deep, "M"}).diagnostics.errors(), 0U);
  const std::string signs = "x = " + std::string(100'000, '-') + "1;";
  EXPECT_GT(examine({signs, "M"}).diagnostics.errors(), 0U);
  std::string chain = "x = 1";
  std::string steps = "x = m";
  std::string choices = "x = ";
  for (int i = 0; i < 10'000; ++i) {
    chain += " + 1";
    steps += ".size";
    choices += "True ? 1 : ";
  }
  for (const std::string& text : {chain + ";", steps + ";", choices + "1;"}) {
    const Examined examined = examine({text, "M"});
    EXPECT_GT(examined.diagnostics.errors(), 0U);
    EXPECT_FALSE(format(examined.diagnostics.sorted().front(), examined.source).empty());
  }
  EXPECT_GT(examine({std::string(2'000'000, ' '), "M"}).diagnostics.errors(), 0U);
  EXPECT_EQ(examine({std::string(5'000, '}'), "M"}).diagnostics.errors(), 5'000U);
  std::string names;
  for (int i = 0; i < 8'000; ++i) {
    names += "v" + std::to_string(i) + " = w" + std::to_string(i) + "; Task a CPU;\n";
  }
  const Examined many = examine({names, "M"});
  EXPECT_EQ(many.diagnostics.errors(), 8'000U);
  EXPECT_EQ(many.diagnostics.warnings(), 7'999U);
  EXPECT_EQ(many.diagnostics.sorted().size(), Diagnostics::most);
}

TEST(MapperDiagnostics, CountTheErrorsAndGiveTheFirst) {
  const auto mapper = Mapper::make({"Task a XPU;\nTask b YPU;\n", "M"}, {});
  ASSERT_FALSE(mapper.has_value());
  EXPECT_EQ(mapper.error().where->line, 1);
  EXPECT_NE(mapper.error().hint.find("all 2 errors"), std::string::npos) << mapper.error().hint;
}

} // namespace
} // namespace mapwright::mapper::language
