// Mappers exported for Legion, compiled against the stand-in for its interface, and asked.
#pragma once

#include "mapper/export/export_scene.hpp"

namespace mapwright::mapper {

/// A program that knows several exported mappers.
class AskedMappers {
public:
  explicit AskedMappers(std::filesystem::path folder) : folder_(std::move(folder)) {}

  void add(const std::string& name, const std::string& text, const Program* program = nullptr) {
    const ExportedMapper made = sure(export_to_legion({{text, name + ".mapper"}, name, program}));
    std::ofstream(folder_ / made.files.at(0).name) << made.files.at(0).text;
    includes_ += "#include \"" + made.files.at(0).name + "\"\n";
    if (name == "rich") {
      includes_ += "#define FACTORS_OF rich_mapper\n";
    }
    names_ += "    {\"" + name + "\", " + name + "_mapper::register_mappers},\n";
  }

  /// Compiles; what the compiler says, which is nothing.
  [[nodiscard]] std::string compile() const {
    std::ofstream(folder_ / "mappers_here.h")
        << includes_ << "#include <utility>\n"
        << "using Register = void (*)(Legion::Machine, Legion::Runtime*, const std::set<Legion::Processor>&);\n"
        << "const std::vector<std::pair<std::string, Register>> mappers_here = {\n"
        << names_ << "};\n";
    const std::string stub = (test::source_dir() / "tests/mapper/export/legion_stub").string();
    return run_shell("g++ -std=c++17 -O0 -Wall -Wextra -Wno-missing-field-initializers -Werror -I '" + stub + "' -I '" +
                     folder_.string() + "' '" + stub + "/driver.cpp' -o '" + program() + "'")
        .output;
  }

  /// The answers to these questions, a line each.
  [[nodiscard]] std::string answers(const std::string& questions) const {
    std::ofstream(folder_ / "questions") << questions;
    return run_shell("'" + program() + "' < '" + (folder_ / "questions").string() + "'").output;
  }

private:
  [[nodiscard]] std::string program() const { return (folder_ / "asked").string(); }

  std::filesystem::path folder_;
  std::string includes_;
  std::string names_;
};

} // namespace mapwright::mapper
