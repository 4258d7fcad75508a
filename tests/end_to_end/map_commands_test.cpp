// The map commands from outside: output to the character, exit codes, and one JSON document where asked for.
#include "end_to_end/command.hpp"

#include <gmock/gmock.h>
#include <nlohmann/json.hpp>

namespace mapwright::test {
namespace {

using nlohmann::json;
using ::testing::HasSubstr;

TEST(MapEval, PrintsIndexAndDimensionsAsCsv) {
  const Ran ran = mapwright({"map", "eval", "triangle", "--param", "n=10", "--from", "50", "--count", "5", "--csv"});
  EXPECT_EQ(ran.code, 0) << ran.err;
  EXPECT_EQ(ran.out, "index,i,j\n50,9,5\n51,9,6\n52,9,7\n53,9,8\n54,9,9\n");
  EXPECT_EQ(ran.err, "");
}

TEST(MapEval, GoesToTheEndWithoutACount) {
  const Ran ran = mapwright({"map", "eval", "[n] -> { [a,b] : 0 <= b < a < n }", "--param", "n=4", "--csv"});
  EXPECT_EQ(ran.code, 0) << ran.err;
  EXPECT_EQ(ran.out, "index,a,b\n0,1,0\n1,2,0\n2,2,1\n3,3,0\n4,3,1\n5,3,2\n");
}

TEST(MapEval, AnEmptyDomainHasOnlyAHeader) {
  const Ran ran = mapwright({"map", "eval", "triangle", "--param", "n=0", "--csv"});
  EXPECT_EQ(ran.code, 0) << ran.err;
  EXPECT_EQ(ran.out, "index,i,j\n");
}

TEST(MapEval, MasksAreRowsThenColumnsAndLayersFirst) {
  EXPECT_EQ(mapwright({"map", "eval", "fractal:2:10,11", "--param", "level=1", "--csv"}).out,
            "index,row,col\n0,0,0\n1,1,0\n2,1,1\n");
  const Ran ran = mapwright({"map", "eval", "fractal:2:11,10/10,00", "--param", "level=1", "--csv"});
  EXPECT_EQ(ran.code, 0) << ran.err;
  EXPECT_EQ(ran.out, "index,layer,row,col\n0,0,0,0\n1,0,0,1\n2,0,1,0\n3,1,0,0\n");
}

TEST(MapEval, AlignsForPeople) {
  const Ran ran = mapwright({"map", "eval", "triangle", "--param", "n=20", "--from", "8", "--count", "3"});
  EXPECT_EQ(ran.code, 0) << ran.err;
  EXPECT_EQ(ran.out, "index  i  j\n"
                     "    8  3  2\n"
                     "    9  3  3\n"
                     "   10  4  0\n");
}

TEST(MapEval, JsonIsOneDocumentAndBigIntegersAreText) {
  const Ran ran = mapwright({"map", "eval", "triangle", "--param", "n=4294967296", "--from", "9223372039002259455",
                             "--count", "1", "--json"});
  EXPECT_EQ(ran.code, 0) << ran.err;
  const json document = json::parse(ran.out);
  EXPECT_EQ(document.at("schema_version"), 1);
  EXPECT_EQ(document.at("sizes").at("n"), 4294967296);
  EXPECT_EQ(document.at("count"), "9223372039002259456");
  EXPECT_EQ(document.at("from"), "9223372039002259455");
  EXPECT_EQ(document.at("points"), json::parse("[[4294967295, 4294967295]]"));
}

TEST(MapEval, HugeIndicesNeedNoEnumeration) {
  // Index 2^62 of the triangle: row r with r(r+1)/2 <= 2^62 < (r+1)(r+2)/2.
  const Ran ran = mapwright({"map", "eval", "triangle", "--param", "n=1000000000000000000", "--from",
                             "4611686018427387904", "--count", "1", "--csv"});
  EXPECT_EQ(ran.code, 0) << ran.err;
  EXPECT_EQ(ran.out, "index,i,j\n4611686018427387904,3037000499,1445763154\n");
}

TEST(MapEval, RefusesWhatDoesNotFit) {
  const Ran ran = mapwright({"map", "eval", "triangle", "--param", "n=99999999999999999999999", "--count", "1"});
  EXPECT_EQ(ran.code, 2);
  EXPECT_THAT(ran.err, HasSubstr("127 bits"));
  EXPECT_EQ(ran.out, "");
}

TEST(MapEval, TellsTheCountWhenTheIndexIsOutside) {
  for (const std::vector<std::string>& range :
       {std::vector<std::string>{"--from", "55"}, {"--from", "-1"}, {"--from", "50", "--count", "6"}}) {
    std::vector<std::string> arguments{"map", "eval", "triangle", "--param", "n=10"};
    arguments.insert(arguments.end(), range.begin(), range.end());
    const Ran ran = mapwright(arguments);
    EXPECT_EQ(ran.code, 2) << ran.out;
    EXPECT_THAT(ran.err, HasSubstr("[0, 55)"));
    EXPECT_THAT(ran.err, HasSubstr("the domain has 55 points at n = 10"));
    EXPECT_EQ(ran.out, "");
  }
}

TEST(MapEval, DoesNotPrintMillionsUnasked) {
  const Ran ran = mapwright({"map", "eval", "triangle", "--param", "n=100000", "--csv"});
  EXPECT_EQ(ran.code, 2);
  EXPECT_THAT(ran.err, HasSubstr("--count 5000050000"));
}

TEST(MapEval, ReadsTheDomainFromStandardInput) {
  const Ran ran = mapwright({"map", "eval", "-", "--param", "n=2", "--csv"}, "[n] -> { [i,j] : 0 <= j <= i < n }\n");
  EXPECT_EQ(ran.code, 0) << ran.err;
  EXPECT_EQ(ran.out, "index,i,j\n0,0,0\n1,1,0\n2,1,1\n");
}

TEST(MapEval, RaggedRowsFollowFromTheirTable) {
  const Ran ran = mapwright({"map", "eval", "ragged", "--table", "cu_seqlens=0,2,2,3", "--csv"});
  EXPECT_EQ(ran.code, 0) << ran.err;
  EXPECT_EQ(ran.out, "index,b,j\n0,0,0\n1,0,1\n2,2,0\n");
  const Ran missing = mapwright({"map", "eval", "ragged", "--param", "batch=3"});
  EXPECT_EQ(missing.code, 2);
  EXPECT_THAT(missing.err, HasSubstr("cu_seqlens"));
}

TEST(MapRank, IsTheInverse) {
  const Ran ran = mapwright({"map", "rank", "triangle", "--param", "n=10", "--point", "4,2"});
  EXPECT_EQ(ran.code, 0) << ran.err;
  EXPECT_EQ(ran.out, "12\n");
  const Ran points = mapwright({"map", "eval", "disk", "--param", "r=5", "--csv"});
  const Ran back = mapwright({"map", "rank", "disk", "--param", "r=5", "--points", "-", "--csv"}, points.out);
  EXPECT_EQ(back.code, 0) << back.err;
  EXPECT_EQ(back.out, points.out);
}

TEST(MapRank, SaysNoToAPointOutside) {
  const Ran ran = mapwright({"map", "rank", "triangle", "--param", "n=10", "--point", "2,4"});
  EXPECT_EQ(ran.code, 1);
  EXPECT_EQ(ran.out, "");
  EXPECT_EQ(ran.err, "no: (2, 4) is not a point of the domain at n = 10\n");
  const Ran many =
      mapwright({"map", "rank", "triangle", "--param", "n=10", "--point", "4,2", "--point", "-1,0", "--json"});
  EXPECT_EQ(many.code, 1);
  const json document = json::parse(many.out);
  EXPECT_EQ(document.at("results").at(0).at("index"), 12);
  EXPECT_EQ(document.at("results").at(1).at("index"), nullptr);
  EXPECT_EQ(document.at("results").at(1).at("member"), false);
}

TEST(MapDerive, JsonHasTheDocumentedKeys) {
  const Ran ran = mapwright({"map", "derive", "triangle", "--json"});
  EXPECT_EQ(ran.code, 0) << ran.err;
  const json document = json::parse(ran.out);
  for (const char* key : {"schema_version",   "domain",     "summary",     "parameters",
                          "dimensions",       "sizes",      "count",       "count_value",
                          "count_function",   "unrank",     "rank",        "contains",
                          "successor",        "tables",     "complexity",  "method",
                          "formulas",         "considered", "waste_ratio", "waste_ratio_limit",
                          "waste_ratio_text", "certificate"}) {
    EXPECT_TRUE(document.contains(key)) << key;
  }
  EXPECT_EQ(document.at("count"), "n*(n + 1)/2");
  EXPECT_EQ(document.at("parameters"), json::parse(R"(["n"])"));
  EXPECT_EQ(document.at("dimensions"), json::parse(R"(["i", "j"])"));
  EXPECT_EQ(document.at("waste_ratio"), 2);
  EXPECT_EQ(document.at("certificate").at("status"), "proved");
  EXPECT_GT(document.at("certificate").at("range").at("bits32").at("n"), 30000);
  EXPECT_GT(document.at("certificate").at("range").at("bits64").at("n"), 2000000000);
}

TEST(MapDerive, TheCountIsThatOfTheDomainNotOfItsRowsOrInnerPoints) {
  const auto count = [](const std::string& domain) {
    return json::parse(mapwright({"map", "derive", domain, "--json"}).out).at("count").get<std::string>();
  };
  EXPECT_EQ(count("ragged-causal"), "row_starts[batch]");
  EXPECT_THAT(count("eri"), HasSubstr(", n*(n + 1)/2, 0) + 1)/2"));
}

TEST(MapDerive, RowsOfFixedLengthsNeedNoSizeAndNoTable) {
  const TemporaryDirectory directory;
  write_text(directory.path() / "documents.toml", "[ragged]\nrows = \"triangle\"\nrow_lengths = [2, 0, 3]\n");
  const auto run = [&](std::vector<std::string> arguments) { return mapwright(arguments, {}, directory.path()); };
  EXPECT_EQ(run({"map", "derive", "documents.toml"}).code, 0);
  EXPECT_EQ(run({"map", "eval", "documents.toml", "--from", "2", "--count", "2", "--csv"}).out,
            "index,b,i,j\n2,0,1,1\n3,2,0,0\n");
  EXPECT_EQ(run({"map", "rank", "documents.toml", "--point", "2,2,2"}).out, "8\n");
  EXPECT_THAT(run({"map", "verify", "documents.toml"}).out, HasSubstr("VERIFIED"));
  EXPECT_EQ(run({"map", "emit", "documents.toml", "--lang", "cuda"}).code, 0);
  write_text(directory.path() / "empty.toml", "[ragged]\nrows = \"triangle\"\nrow_lengths = [0, 0]\n");
  const Ran empty = run({"map", "derive", "empty.toml"});
  EXPECT_EQ(empty.code, 2);
  EXPECT_THAT(empty.err, HasSubstr("no row has a point"));
}

TEST(MapDerive, SizesGiveCountAndWaste) {
  const Ran ran = mapwright({"map", "derive", "triangle", "--param", "n=10", "--json"});
  EXPECT_EQ(ran.code, 0) << ran.err;
  const json document = json::parse(ran.out);
  EXPECT_EQ(document.at("count_value"), 55);
  EXPECT_DOUBLE_EQ(document.at("waste_ratio"), 100.0 / 55);
  EXPECT_EQ(document.at("waste_ratio_limit"), 2);
  EXPECT_EQ(document.at("sizes").at("n"), 10);
}

TEST(MapDerive, WritesACertificateThatVerifies) {
  const TemporaryDirectory directory;
  const std::string file = (directory.path() / "triangle.json").string();
  EXPECT_EQ(mapwright({"map", "derive", "triangle", "--certificate", file}).code, 0);
  const Ran verified = mapwright({"map", "verify", "--certificate", file, "--json"});
  EXPECT_EQ(verified.code, 0) << verified.out << verified.err;
  EXPECT_EQ(json::parse(verified.out).at("verdict"), "proved");
  json forged = json::parse(read_text(file));
  forged["range"]["bits32"]["n"] = 1000000;
  write_text(file, forged.dump());
  const Ran refused = mapwright({"map", "verify", "--certificate", file});
  EXPECT_EQ(refused.code, 1);
  EXPECT_THAT(refused.out, HasSubstr("NOT PROVED"));
}

TEST(MapVerify, ComparesEveryIndex) {
  const Ran ran = mapwright({"map", "verify", "triangle", "--param", "n=300", "--exhaustive", "--json"});
  EXPECT_EQ(ran.code, 0) << ran.err;
  const json document = json::parse(ran.out);
  EXPECT_EQ(document.at("verdict"), "verified");
  EXPECT_EQ(document.at("indices"), 45150);
  EXPECT_EQ(document.at("exhaustive").at(0).at("sizes").at("n"), 300);
  EXPECT_GT(document.at("exhaustive").at(0).at("indices_per_second"), 0);
}

TEST(MapVerify, ChoosesSizesOfItsOwn) {
  for (const char* domain : {"triangle", "gasket", "ragged-causal", "disk", "eri"}) {
    const Ran ran = mapwright({"map", "verify", domain});
    EXPECT_EQ(ran.code, 0) << domain << ": " << ran.out << ran.err;
    EXPECT_THAT(ran.out, HasSubstr("VERIFIED"));
  }
}

TEST(MapEmit, WritesSourceForEveryLanguage) {
  const TemporaryDirectory directory;
  for (const char* language : {"cpp", "opencl", "cuda", "hip", "sycl", "python", "numpy", "triton"}) {
    const Ran ran = mapwright({"map", "emit", "triangle", "--lang", language});
    EXPECT_EQ(ran.code, 0) << ran.err;
    EXPECT_THAT(ran.out, HasSubstr("triangle"));
    const Ran file =
        mapwright({"map", "emit", "triangle", "--lang", language, "-o", directory.path().string(), "--json"});
    EXPECT_EQ(file.code, 0) << file.err;
    const json document = json::parse(file.out);
    EXPECT_EQ(read_text(document.at("file").get<std::string>()), ran.out);
    EXPECT_EQ(document.at("source"), ran.out);
  }
}

TEST(MapEmit, TakesANameAndAWordSize) {
  const Ran ran = mapwright({"map", "emit", "triangle", "--lang", "cpp", "--bits", "32", "--name", "my_rows"});
  EXPECT_EQ(ran.code, 0) << ran.err;
  EXPECT_THAT(ran.out, HasSubstr("my_rows"));
  EXPECT_EQ(mapwright({"map", "emit", "triangle", "--lang", "cpp", "--bits", "16"}).code, 2);
  EXPECT_EQ(mapwright({"map", "emit", "triangle", "--lang", "cpp", "--name", "a b"}).code, 2);
  const Ran language = mapwright({"map", "emit", "triangle", "--lang", "fortran"});
  EXPECT_EQ(language.code, 2);
  EXPECT_THAT(language.err, HasSubstr("cpp, opencl, cuda, hip, sycl, python, numpy, triton"));
}

TEST(MapList, NamesTheCatalogue) {
  const Ran ran = mapwright({"map", "list"});
  EXPECT_EQ(ran.code, 0) << ran.err;
  expect_golden("map_list.txt", ran.out);
  for (const std::string& line : [&] {
         std::vector<std::string> lines;
         std::istringstream text(ran.out);
         for (std::string line; std::getline(text, line);) {
           lines.push_back(line);
         }
         return lines;
       }()) {
    EXPECT_LE(line.size(), 120U) << line;
  }
  const json document = json::parse(mapwright({"map", "list", "--json"}).out);
  EXPECT_EQ(document.at("domains").at(0).at("name"), "triangle");
  EXPECT_EQ(document.at("domains").at(0).at("waste_ratio"), 2);
}

TEST(MapListSlow, ChecksEveryDomain) {
  const Ran ran = mapwright({"map", "list", "--check", "--json"});
  EXPECT_EQ(ran.code, 0) << ran.out;
  EXPECT_EQ(json::parse(ran.out).at("failures"), 0);
}

TEST(Golden, Derivations) {
  for (const auto& [name, arguments] : std::vector<std::pair<std::string, std::vector<std::string>>>{
           {"derive_triangle.txt", {"triangle"}},
           {"derive_triangle_1000.txt", {"triangle", "--param", "n=1000"}},
           {"derive_carpet.txt", {"carpet", "--param", "level=8"}},
           {"derive_disk.txt", {"disk"}}}) {
    std::vector<std::string> all{"map", "derive"};
    all.insert(all.end(), arguments.begin(), arguments.end());
    const Ran ran = mapwright(all);
    EXPECT_EQ(ran.code, 0) << ran.err;
    expect_golden(name, ran.out);
  }
}

TEST(Golden, DerivationAsJson) {
  const Ran ran = mapwright({"map", "derive", "triangle", "--json"});
  ASSERT_EQ(ran.code, 0) << ran.err;
  auto document = nlohmann::ordered_json::parse(ran.out);
  document["certificate"]["hash"] = "(of the proof)";
  expect_golden("derive_triangle.json", document.dump(2) + "\n");
}

} // namespace
} // namespace mapwright::test
