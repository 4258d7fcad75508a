// Every file of examples/audit/ says in comments how it is audited and what the audit finds:
//   // audit: --function f --domain triangle
//   // finds: proven-first n = 4608, w = 10619135: (4608, -1)      or: clean
//   // kinds: off-by-a-row, out-of-domain
//   // fused: the same with products and sums fused, where it differs
#include "end_to_end/command.hpp"
#include "sandbox/level.hpp"

#include <algorithm>
#include <cctype>

#include <nlohmann/json.hpp>

namespace mapwright::test {
namespace {

using nlohmann::ordered_json;

std::filesystem::path examples() {
  return source_dir() / "examples" / "audit";
}

std::vector<std::string> example_names() {
  std::vector<std::string> names;
  for (const auto& entry : std::filesystem::directory_iterator(examples())) {
    names.push_back(entry.path().filename().string());
  }
  std::sort(names.begin(), names.end());
  return names;
}

/// What follows "// KEY: " in the text, or nothing.
std::string said(const std::string& text, const std::string& key) {
  const std::string mark = "// " + key + ": ";
  const std::size_t at = text.find(mark);
  return at == std::string::npos ? "" : text.substr(at + mark.size(), text.find('\n', at) - at - mark.size());
}

/// Words of a command line; double quotes hold one together.
std::vector<std::string> words(const std::string& line) {
  std::vector<std::string> all;
  std::string word;
  bool quoted = false;
  for (const char c : line + " ") {
    if (c == '"') {
      quoted = !quoted;
    } else if (c != ' ' || quoted) {
      word += c;
    } else if (!word.empty()) {
      all.push_back(word);
      word.clear();
    }
  }
  return all;
}

std::string text_of(const ordered_json& value) {
  return value.is_string() ? value.get<std::string>() : value.dump();
}

std::string point(const ordered_json& coordinates) {
  std::string text;
  for (const auto& c : coordinates) {
    text += (text.empty() ? "" : ", ") + text_of(c);
  }
  return "(" + text + ")";
}

std::string headline(const ordered_json& verdict) {
  const ordered_json& fault = verdict.at("fault");
  if (fault.is_null()) {
    return "clean";
  }
  std::string text = fault.at("claim").get<std::string>() + " ";
  for (const auto& [name, value] : fault.at("sizes").items()) {
    text += name + " = " + text_of(value) + ", ";
  }
  text += "w = " + text_of(fault.at("index")) + ": ";
  text += fault.at("point").is_null() ? fault.at("stopped").get<std::string>() : point(fault.at("point"));
  return text;
}

std::string kinds(const ordered_json& fault) {
  std::string text;
  for (const auto& kind : fault.is_null() ? ordered_json::array() : fault.at("kinds")) {
    text += (text.empty() ? "" : ", ") + kind.at("kind").get<std::string>();
  }
  return text;
}

/// The text with what is found in place of what it announced.
std::string with_findings(std::string text, const std::vector<std::pair<std::string, std::string>>& findings) {
  std::string lines;
  for (const auto& [key, value] : findings) {
    const std::size_t at = text.find("// " + key + ": ");
    if (at != std::string::npos) {
      text.erase(at, text.find('\n', at) + 1 - at);
    }
    lines += value.empty() ? "" : "// " + key + ": " + value + "\n";
  }
  return text.insert(text.find('\n', text.find("// audit: ")) + 1, lines);
}

class AuditExamples : public testing::TestWithParam<std::string> {};

TEST_P(AuditExamples, FindWhatTheyAnnounce) {
  if (sandbox::detect_level().level != sandbox::Level::full) {
    GTEST_SKIP() << "this machine cannot contain native code";
  }
  const std::filesystem::path file = examples() / GetParam();
  const std::string text = read_text(file);
  std::vector<std::string> arguments{"map", "audit", file.string(), "--json"};
  for (const std::string& word : words(said(text, "audit"))) {
    arguments.push_back(word);
  }
  const Ran ran = mapwright(arguments);
  ASSERT_TRUE(ran.code == 0 || ran.code == 1) << ran.err;
  const ordered_json document = ordered_json::parse(ran.out);
  const std::string finds = headline(document);
  const std::string other = document.at("contracted").is_null() ? "" : headline(document.at("contracted"));
  const std::string fused = other == finds ? "" : other;
  if (std::getenv("MAPWRIGHT_UPDATE_GOLDEN") != nullptr) {
    write_text(file, with_findings(text, {{"finds", finds}, {"kinds", kinds(document.at("fault"))}, {"fused", fused}}));
  }
  const std::string now = read_text(file);
  EXPECT_EQ(finds, said(now, "finds")) << "MAPWRIGHT_UPDATE_GOLDEN=1 rewrites it";
  EXPECT_EQ(kinds(document.at("fault")), said(now, "kinds"));
  if (!document.at("contracted").is_null()) {
    EXPECT_EQ(fused, said(now, "fused"));
  }
  EXPECT_EQ(ran.code, finds == "clean" && fused.empty() ? 0 : 1);
  EXPECT_EQ(document.at("verdict"), ran.code == 0 ? "clean" : "fault");
  if (ran.code == 1) {
    EXPECT_NE(document.at("replacement").at("source").get<std::string>().find("proved"), std::string::npos);
  }
}

INSTANTIATE_TEST_SUITE_P(Files, AuditExamples, testing::ValuesIn(example_names()), [](const auto& file) {
  std::string name = file.param;
  std::replace_if(
      name.begin(), name.end(), [](char c) { return std::isalnum(c) == 0; }, '_');
  return name;
});

} // namespace
} // namespace mapwright::test
