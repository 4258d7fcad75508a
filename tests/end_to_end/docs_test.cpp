// Every `console` block of the documents is what the program prints: "$ command", then its output and errors.
#include "end_to_end/command.hpp"

#include <algorithm>
#include <cctype>
#include <cstdio>

namespace mapwright::test {
namespace {

/// What a shell command prints, with `mapwright` in the path.
std::string shell(const std::string& command, const std::filesystem::path& directory) {
  const std::string line = "cd '" + directory.string() + "' && PATH='" + binary().parent_path().string() +
                           "':\"$PATH\" && { " + command + "; } 2>&1";
  FILE* pipe = popen(line.c_str(), "r");
  std::string text;
  for (int c = fgetc(pipe); c != EOF; c = fgetc(pipe)) {
    text += static_cast<char>(c);
  }
  pclose(pipe);
  return text;
}

class Docs : public testing::TestWithParam<const char*> {};

TEST_P(Docs, ConsoleBlocksAreRealOutput) {
  const std::filesystem::path path = source_dir() / GetParam();
  std::istringstream document(read_text(path));
  const TemporaryDirectory directory;
  std::string fresh;
  bool in_block = false;
  int commands = 0;
  for (std::string line; std::getline(document, line);) {
    const bool fence = line.starts_with("```");
    if (!in_block || fence) {
      fresh += line + "\n";
      in_block = !in_block && line == "```console";
    } else if (line.starts_with("$ ")) {
      fresh += line + "\n" + shell(line.substr(2), directory.path());
      ++commands;
    }
  }
  EXPECT_GT(commands, 3);
  if (std::getenv("MAPWRIGHT_UPDATE_GOLDEN") != nullptr) {
    write_text(path, fresh);
  }
  EXPECT_EQ(fresh, read_text(path)) << path << " is out of date; MAPWRIGHT_UPDATE_GOLDEN=1 rewrites it";
}

INSTANTIATE_TEST_SUITE_P(Pages, Docs,
                         testing::Values("README.md", "docs/cli.md", "docs/index-maps.md", "docs/inference.md"),
                         [](const auto& page) {
                           std::string name = page.param;
                           std::replace_if(
                               name.begin(), name.end(), [](char c) { return std::isalnum(c) == 0; }, '_');
                           return name;
                         });

} // namespace
} // namespace mapwright::test
