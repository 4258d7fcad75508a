// A fixture with a folder of its own.
#pragma once

#include "sandbox/scratch.hpp"

#include <filesystem>
#include <fstream>
#include <optional>
#include <string>

#include <gtest/gtest.h>

namespace mapwright::test {

/// The folder is there from SetUp on and goes with the test.
class ScratchTest : public ::testing::Test {
protected:
  void SetUp() override {
    auto created = sandbox::ScratchDirectory::create();
    ASSERT_TRUE(created) << created.error().format();
    directory = std::move(*created);
  }

  /// A file of the folder with these contents.
  std::filesystem::path write(const std::string& name, const std::string& contents) const {
    auto file = directory->path() / name;
    std::ofstream(file) << contents;
    return file;
  }

  std::optional<sandbox::ScratchDirectory> directory;
};

} // namespace mapwright::test
