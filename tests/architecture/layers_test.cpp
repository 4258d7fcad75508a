// The layer rule: a file of src/ includes only its own folder, include/mapwright/, and folders of a lower row.

#include "architecture/source_tree.hpp"

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <gtest/gtest.h>

namespace mapwright::test {
namespace {

// Lowest row first, as docs/architecture.md draws them.
const std::vector<std::vector<std::string_view>> rows = {
    {"core"},
    {"expr"},
    {"domain"},
    {"emit", "measure", "sandbox"},
    {"device", "archive", "llm"},
    {"loop"},
    {"index_map", "kernel", "mapper"},
    {"report", "starpu_engine"},
    {"cli"},
};

std::optional<std::size_t> row_of(std::string_view folder) {
  for (std::size_t row = 0; row < rows.size(); ++row) {
    for (const std::string_view member : rows[row]) {
      if (member == folder) {
        return row;
      }
    }
  }
  return std::nullopt;
}

std::string first_folder(std::string_view path) {
  return std::string(path.substr(0, path.find('/')));
}

/// The text between the quotes of `#include "..."`; nothing for any other line.
std::optional<std::string> quoted_include(const std::string& line) {
  const std::size_t hash = line.find_first_not_of(" \t");
  if (hash == std::string::npos || line[hash] != '#') {
    return std::nullopt;
  }
  const std::size_t word = line.find_first_not_of(" \t", hash + 1);
  if (word == std::string::npos || line.compare(word, 7, "include") != 0) {
    return std::nullopt;
  }
  const std::size_t open = line.find_first_not_of(" \t", word + 7);
  if (open == std::string::npos || line[open] != '"') {
    return std::nullopt;
  }
  const std::size_t close = line.find('"', open + 1);
  return close == std::string::npos ? std::nullopt : std::optional(line.substr(open + 1, close - open - 1));
}

/// Why a file of `folder` must not include `included`; nothing when it may.
std::optional<std::string> objection(const std::string& folder, const std::string& included) {
  const std::string target = first_folder(included);
  if (target == folder || target == "mapwright") {
    return std::nullopt;
  }
  const std::optional<std::size_t> from = row_of(folder);
  const std::optional<std::size_t> to = row_of(target);
  if (!from) {
    return "folder src/" + folder + " has no row; give it one in tests/architecture/layers_test.cpp";
  }
  if (!to) {
    return "'" + included + "' is not written from the src/ root";
  }
  if (*to == *from) {
    return folder + " and " + target + " share a row, so neither may include the other";
  }
  if (*to > *from) {
    return target + " lies above " + folder;
  }
  return std::nullopt;
}

/// "file:line: include "...": why", for every include of the file that breaks the rule.
std::vector<std::string> violations(const TextFile& file) {
  std::vector<std::string> found;
  const std::string folder = first_folder(std::string_view(file.path).substr(std::string_view("src/").size()));
  int number = 0;
  for (const std::string& line : lines(file.text)) {
    ++number;
    const std::optional<std::string> included = quoted_include(line);
    if (!included) {
      continue;
    }
    if (const std::optional<std::string> why = objection(folder, *included)) {
      found.push_back(file.path + ":" + std::to_string(number) + ": #include \"" + *included + "\": " + *why);
    }
  }
  return found;
}

TEST(LayerRule, HoldsInEveryFile) {
  const std::vector<TextFile> files = cpp_files("src");
  ASSERT_FALSE(files.empty());
  std::vector<std::string> found;
  for (const TextFile& file : files) {
    for (const std::string& violation : violations(file)) {
      found.push_back(violation);
    }
  }
  EXPECT_TRUE(found.empty()) << joined(found);
}

TEST(LayerRule, EveryFolderHasARowAndIsBuilt) {
  std::string cmake;
  for (const char* file : {"CMakeLists.txt", "cmake/StarPU.cmake"}) {
    std::ifstream stream(source_dir() / file);
    cmake.append(std::istreambuf_iterator<char>(stream), std::istreambuf_iterator<char>());
  }
  for (const auto& entry : std::filesystem::directory_iterator(source_dir() / "src")) {
    if (!entry.is_directory()) {
      continue;
    }
    const std::string folder = entry.path().filename().string();
    EXPECT_TRUE(row_of(folder)) << "src/" << folder << " has no row in tests/architecture/layers_test.cpp";
    const bool layer = cmake.find("mapwright_layer(" + folder + " ") != std::string::npos;
    EXPECT_TRUE(layer || cmake.find("add_library(" + folder + " ") != std::string::npos)
        << "src/" << folder << " is no layer in CMakeLists.txt, so nothing builds it";
  }
}

TEST(LayerRule, AcceptsOwnFolderPublicHeadersAndLowerRows) {
  EXPECT_TRUE(violations({"src/emit/cuda.cpp", "#include \"emit/dialect.hpp\"\n"
                                               "#include \"mapwright/version.hpp\"\n"
                                               "#include \"core/error.hpp\"\n"
                                               "#include \"domain/map.hpp\"\n"
                                               "#include <cli/anything>\n"
                                               "// #include \"cli/main.hpp\"\n"})
                  .empty());
  EXPECT_TRUE(violations({"src/mapper/language/parse.cpp", "#include \"mapper/plan/plan.hpp\"\n"}).empty());
}

TEST(LayerRule, NamesFileAndLineOfWhatItRefuses) {
  EXPECT_EQ(violations({"src/expr/expr.cpp", "#include <vector>\n\n  #  include  \"domain/map.hpp\"\n"}),
            std::vector<std::string>{"src/expr/expr.cpp:3: #include \"domain/map.hpp\": domain lies above expr"});
  EXPECT_EQ(violations({"src/emit/cuda.cpp", "#include \"measure/clock.hpp\"\n"}),
            std::vector<std::string>{"src/emit/cuda.cpp:1: #include \"measure/clock.hpp\": emit and measure share a "
                                     "row, so neither may include the other"});
  EXPECT_EQ(violations({"src/emit/cuda.cpp", "#include \"dialect.hpp\"\n"}),
            std::vector<std::string>{
                "src/emit/cuda.cpp:1: #include \"dialect.hpp\": 'dialect.hpp' is not written from the src/ root"});
}

} // namespace
} // namespace mapwright::test
