// Every kind of bad input: exit code 2 (or what it is), a message that names the fault, nothing on standard output,
// and with --json exactly one error document there.
#include "end_to_end/command.hpp"

#include <gmock/gmock.h>
#include <nlohmann/json.hpp>

namespace mapwright::test {
namespace {

using nlohmann::json;
using ::testing::HasSubstr;

struct BadCase {
  const char* name;
  std::vector<std::string> arguments;
  const char* message; ///< part of what standard error says
};

void PrintTo(const BadCase& c, std::ostream* out) {
  *out << c.name;
}

class BadInput : public ::testing::TestWithParam<BadCase> {};

TEST_P(BadInput, IsRefusedInWords) {
  const Ran ran = mapwright(GetParam().arguments);
  EXPECT_EQ(ran.code, 2) << ran.out << ran.err;
  EXPECT_THAT(ran.err, HasSubstr("error: "));
  EXPECT_THAT(ran.err, HasSubstr(GetParam().message));
  EXPECT_EQ(ran.out, "");
}

TEST_P(BadInput, IsOneJsonDocument) {
  std::vector<std::string> arguments = GetParam().arguments;
  arguments.emplace_back("--json");
  const Ran ran = mapwright(arguments);
  EXPECT_EQ(ran.code, 2) << ran.out << ran.err;
  const json document = json::parse(ran.out);
  EXPECT_EQ(document.at("schema_version"), 1);
  EXPECT_EQ(document.at("error").at("kind"), "input");
  EXPECT_EQ(document.at("error").at("exit_code"), 2);
  EXPECT_THAT(ran.err, HasSubstr(GetParam().message));
}

const std::vector<BadCase> cases{
    {"Malformed", {"map", "derive", "[n] -> { [i,j] : 0 <= j <= "}, "DOMAIN:1:"},
    {"Unbounded", {"map", "derive", "[n] -> { [i,j] : 0 <= j <= i }"}, "bounded"},
    {"EmptyText", {"map", "derive", ""}, "the domain is empty"},
    {"UnknownName", {"map", "derive", "tirangle"}, "did you mean 'triangle'?"},
    {"EmptyPredicate", {"map", "derive", "where:[x] in [0,5] : x > 9"}, "no point of the box"},
    {"EmptyMask", {"map", "derive", "fractal:3:000,000,000"}, "DOMAIN:1:"},
    {"RaggedMask", {"map", "derive", "fractal:3:111,11,111"}, "DOMAIN:1:"},
    {"MissingFile", {"map", "derive", "no-such-file.toml"}, "no-such-file.toml"},
    {"UnknownParameter", {"map", "derive", "band", "--param", "nn=10"}, "did you mean 'n'?"},
    {"NotAnInteger", {"map", "eval", "triangle", "--param", "n=ten"}, "parameter 'n' is not an integer: 'ten'"},
    {"AuditWithoutAFile", {"map", "audit", "no-such-file.cu", "--domain", "triangle"}, "cannot open source"},
    {"AuditWithoutADomain", {"map", "audit", "f.cu"}, "--domain is required"},
    {"Fraction", {"map", "eval", "triangle", "--param", "n=1.5"}, "not an integer: '1.5'"},
    {"NoValue", {"map", "eval", "triangle", "--param", "n"}, "NAME=VALUE"},
    {"EmptyValue", {"map", "eval", "triangle", "--param", "n="}, "not an integer"},
    {"BeyondInt", {"map", "eval", "triangle", "--param", "n=999999999999999999999999999999999999999999"}, "127 bits"},
    {"Overflow", {"map", "eval", "triangle", "--param", "n=99999999999999999999999999999"}, "127 bits"},
    {"TwiceGiven", {"map", "eval", "triangle", "--param", "n=1", "--param", "n=2"}, "given twice"},
    {"MissingSize", {"map", "eval", "triangle"}, "needs a value for the parameter n"},
    {"NegativeLevel", {"map", "eval", "carpet", "--param", "level=-1"}, "must not be negative"},
    {"IndexOutside", {"map", "eval", "triangle", "--param", "n=3", "--from", "6"}, "index 6 is outside [0, 6)"},
    {"IndexNotANumber", {"map", "eval", "triangle", "--param", "n=3", "--from", "x"}, "--from is not an integer"},
    {"PointTooShort", {"map", "rank", "triangle", "--param", "n=3", "--point", "1"}, "has 1 coordinates"},
    {"PointNotANumber", {"map", "rank", "triangle", "--param", "n=3", "--point", "1,b"}, "coordinate j"},
    {"NoPoint", {"map", "rank", "triangle", "--param", "n=3"}, "needs a point"},
    {"NoPointsFile", {"map", "rank", "triangle", "--param", "n=3", "--points", "nowhere.csv"}, "nowhere.csv"},
    {"UnknownTable", {"map", "eval", "triangle", "--param", "n=3", "--table", "t=1,2"}, "reads no table 't'"},
    {"DescendingTable", {"map", "eval", "ragged", "--table", "cu_seqlens=0,3,2"}, "descend"},
    {"WrongBatch", {"map", "eval", "ragged", "--param", "batch=5", "--table", "cu_seqlens=0,3"}, "batch = 5"},
    {"UnknownForm", {"map", "derive", "carpet", "--form", "magic"}, "magic"},
    {"UnknownFormOfAnAffineDomain", {"map", "derive", "triangle", "--form", "magic"}, "use auto or bisection"},
    {"ConstantOutOfRange", {"map", "derive", "combinations", "--param", "k=40"}, "from 1 to 6"},
    {"UnknownCommand", {"map", "dervie", "triangle"}, "did you mean 'derive'?"},
    {"NoCommand", {"map"}, "'mapwright map'"},
    {"UnknownOption", {"map", "derive", "triangle", "--parm", "n=3"}, "did you mean '--param'?"},
    {"TwoDomains", {"map", "derive", "triangle", "band"}, "does not expect 'band'"},
    {"NoDomain", {"map", "derive"}, "DOMAIN"},
    {"NoLanguage", {"map", "emit", "triangle"}, "--lang"},
    {"EmitBeyondTheRange",
     {"map", "emit", "triangle", "--lang", "cpp", "--bits", "32", "--param", "n=99999"},
     "n = 99999 is beyond the certified range of 32-bit words: n <= 46340"},
    {"EmitOfANegativeSize", {"map", "emit", "triangle", "--lang", "cpp", "--param", "n=-1"}, "n = -1 is beyond"},
    {"OutputNowhere", {"map", "emit", "triangle", "--lang", "cpp", "-o", "/nowhere/at/all.hpp"}, "cannot write"},
    {"NoCertificate", {"map", "verify", "--certificate", "nowhere.json"}, "nowhere.json"},
    {"NothingToVerify", {"map", "verify"}, "needs a DOMAIN or --certificate"},
    {"NoProblem", {"run", "nowhere.toml"}, "nowhere.toml"},
    {"NoFunction", {"map", "verify", "triangle", "--map", "nowhere.map"}, "nowhere.map"},
};

INSTANTIATE_TEST_SUITE_P(Cases, BadInput, ::testing::ValuesIn(cases),
                         [](const ::testing::TestParamInfo<BadCase>& tested) {
                           return std::string(tested.param.name);
                         });

TEST(BadCertificate, MalformedFilesAreInputErrors) {
  const TemporaryDirectory directory;
  const std::string file = (directory.path() / "c.json").string();
  for (const char* text :
       {"", "{", "[]", "{}", "3", R"({"domain": 3})",
        R"({"schema_version": "x", "domain": "triangle", "kind": "table", "proof": 1, "range": 2})"}) {
    write_text(file, text);
    const Ran ran = mapwright({"map", "verify", "--certificate", file});
    EXPECT_EQ(ran.code, 2) << text << ": " << ran.out << ran.err;
    EXPECT_THAT(ran.err, HasSubstr("certificate"));
  }
}

} // namespace
} // namespace mapwright::test
