// Every `console` block of the documents is what the program prints: "$ command", then its output and errors. A block
// whose fence ends with a file name (```cpp mine.cpp) is that file, for the commands below it.
#include "end_to_end/command.hpp"
#include "index_map/learn/regression_proposer.hpp"
#include "sandbox/level.hpp"

#include <algorithm>
#include <cctype>
#include <cstdio>
#include <regex>

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

/// The text without what differs from run to run: times, rates, and how much a search compared in its time.
std::string timeless(const std::string& text) {
  static const std::regex time(R"(\([0-9.]+ (ns|us|ms|s)(, [^()]*indices/s)?\))");
  static const std::regex compared("\ncompared +[0-9 ]+ indices\n");
  // Of runs: when, where, how long.
  static const std::regex date("[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9:]{8}Z");
  static const std::regex machine("\nmachine +[^\n]*(\n +[^\n]*)?");
  static const std::regex duration("[0-9.]+ (ns|us|ms|s)\\b");
  // A long run says on standard error how it is going.
  static const std::regex progress("(^|\n)step [0-9]+ \\([^\n]*/s\\)[^\n]*(?=\n)");
  std::string bare = std::regex_replace(text, time, "(time)");
  bare = std::regex_replace(bare, progress, "");
  bare = std::regex_replace(bare, compared, "\ncompared\n");
  bare = std::regex_replace(bare, date, "DATE");
  bare = std::regex_replace(bare, machine, "\nmachine");
  // Columns are as wide as their widest time.
  static const std::regex column(" {2,}");
  return std::regex_replace(std::regex_replace(bare, duration, "TIME"), column, "  ");
}

/// The file name in "```cpp mine.cpp", or nothing.
std::string named_file(const std::string& fence) {
  const std::size_t space = fence.find(' ');
  return space == std::string::npos ? std::string() : fence.substr(space + 1);
}

class Docs : public testing::TestWithParam<const char*> {};

TEST_P(Docs, ConsoleBlocksAreRealOutput) {
  const bool runs_native_code = GetParam() == std::string("docs/verify.md") ||
                                GetParam() == std::string("docs/audit.md") || GetParam() == std::string("docs/runs.md");
  if (runs_native_code && sandbox::detect_level().level != sandbox::Level::full) {
    GTEST_SKIP() << "this machine cannot contain native code, which the page compiles and runs";
  }
  if (const auto missing = index_map::learn::regression_missing();
      missing && GetParam() == std::string("docs/study.md")) {
    GTEST_SKIP() << *missing << ", which the page shows";
  }
  if (GetParam() == std::string("docs/own-application.md") &&
      !std::filesystem::exists(binary().parent_path() / "mapwright-starpu-engine")) {
    GTEST_SKIP() << "StarPU is not installed, on which the page runs its program";
  }
#if defined(__x86_64__)
  if (GetParam() == std::string("docs/audit.md") && __builtin_cpu_supports("fma") == 0) {
    GTEST_SKIP() << "this processor cannot fuse products and sums, which the page shows";
  }
#endif
  const std::filesystem::path path = source_dir() / GetParam();
  std::istringstream document(read_text(path));
  const TemporaryDirectory directory;
  std::string fresh;
  std::string file;
  std::string content;
  bool in_block = false;
  bool in_console = false;
  int commands = 0;
  for (std::string line; std::getline(document, line);) {
    const bool fence = line.starts_with("```");
    if (fence) {
      in_block = !in_block;
      in_console = in_block && line == "```console";
      if (!in_block && !file.empty()) {
        write_text(directory.path() / file, content);
      }
      file = in_block ? named_file(line) : "";
      content.clear();
    } else if (in_block) {
      content += line + "\n";
    }
    if (fence || !in_console) {
      fresh += line + "\n";
    } else if (line.starts_with("$ ")) {
      fresh += line + "\n" + shell(line.substr(2), directory.path());
      ++commands;
    }
  }
  EXPECT_GT(commands, 3);
  if (std::getenv("MAPWRIGHT_UPDATE_GOLDEN") != nullptr) {
    write_text(path, fresh);
  }
  EXPECT_EQ(timeless(fresh), timeless(read_text(path)))
      << path << " is out of date; MAPWRIGHT_UPDATE_GOLDEN=1 rewrites it";
}

INSTANTIATE_TEST_SUITE_P(Pages, Docs,
                         testing::Values("README.md", "docs/cli.md", "docs/index-maps.md", "docs/inference.md",
                                         "docs/verify.md", "docs/audit.md", "docs/runs.md", "docs/study.md",
                                         "docs/kernel-external.md", "docs/mappers.md", "docs/own-application.md",
                                         "docs/applications.md", "docs/applications-mesh.md", "docs/mapper-explain.md",
                                         "docs/mapper-export.md", "docs/mapper-search.md", "docs/mapper-guidance.md",
                                         "docs/collapse.md", "docs/attention-tiles.md", "docs/space-filling.md",
                                         "docs/orders.md"),
                         [](const auto& page) {
                           std::string name = page.param;
                           std::replace_if(
                               name.begin(), name.end(), [](char c) { return std::isalnum(c) == 0; }, '_');
                           return name;
                         });

} // namespace
} // namespace mapwright::test
