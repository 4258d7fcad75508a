// Damaging archives, and seeing what comes of it.
#pragma once

#include "archive/examples.hpp"

#include <map>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace mapwright::archive {

/// Everything that is in an archive.
struct Everything {
  std::vector<Run> runs;
  std::vector<std::vector<Step>> steps;
  std::vector<std::vector<Exchange>> exchanges;
  std::vector<std::vector<Finding>> findings;
  std::vector<std::optional<RunEnd>> ends;
  friend bool operator==(const Everything&, const Everything&) = default;
};

inline Result<Everything> read_everything(const std::filesystem::path& file, Access access = Access::read) {
  Result<Archive> archive = Archive::open(file, access);
  if (!archive) {
    return forward(archive);
  }
  Everything all;
  Result<std::vector<Run>> runs = archive->runs();
  if (!runs) {
    return forward(runs);
  }
  all.runs = *runs;
  for (const Run& run : all.runs) {
    std::vector<Step>& steps = all.steps.emplace_back();
    const Result<void> read = archive->for_each_step(run.id, [&](Step&& step) -> Result<void> {
      steps.push_back(std::move(step));
      return {};
    });
    const auto exchanges = archive->exchanges(run.id);
    const auto findings = archive->findings(run.id);
    const auto end = archive->end(run.id);
    if (!read || !exchanges || !findings || !end) {
      return tl::unexpected<Error>(!read        ? read.error()
                                   : !exchanges ? exchanges.error()
                                   : !findings  ? findings.error()
                                                : end.error());
    }
    all.exchanges.push_back(*exchanges);
    all.findings.push_back(*findings);
    all.ends.push_back(*end);
  }
  return all;
}

/// Names and contents of all files of a directory.
inline std::map<std::string, std::string> files_of(const std::filesystem::path& directory) {
  std::map<std::string, std::string> files;
  for (const std::filesystem::directory_entry& entry : std::filesystem::directory_iterator(directory)) {
    files[entry.path().filename()] = entry.is_regular_file() ? contents(entry.path()) : "";
  }
  return files;
}

inline void write_runs(Archive& archive) {
  for (std::uint64_t run = 0; run < 2; ++run) {
    auto journal = archive.begin(example_run());
    ASSERT_TRUE(journal);
    for (std::uint64_t i = 0; i < 12; ++i) {
      ASSERT_TRUE(journal->append(example_step(i)) && journal->append(example_exchange(i)));
    }
    Step large = example_step(12); // several pages
    large.candidate->content.assign(20'000, 'c');
    large.samples.front().values.assign(2'000, 0.5);
    ASSERT_TRUE(journal->append(large) && journal->append(example_finding()) && journal->finish(example_end()));
  }
}

class CorruptArchive : public testing::Test {
protected:
  /// Writes `bytes` alone into a directory; expects that it is refused and nothing changed, or read rightly.
  /// Returns whether it was refused.
  bool refused_or_right(const std::string& bytes, const std::string& what, Access access = Access::read) {
    const TemporaryDirectory directory;
    overwrite(directory / "a", bytes);
    const auto before = files_of(directory.path());
    const Result<Everything> read = read_everything(directory / "a", access);
    if (read) {
      EXPECT_TRUE(*read == original_) << what << ": other contents";
      return false;
    }
    EXPECT_EQ(read.error().kind, ErrorKind::input) << what << ": " << read.error().format();
    EXPECT_FALSE(read.error().hint.empty()) << what;
    EXPECT_TRUE(files_of(directory.path()) == before) << what << ": modified; " << read.error().format();
    return true;
  }

  void expect_refused(const std::string& bytes, const std::string& why) {
    for (const Access access : {Access::read, Access::write, Access::create}) {
      const TemporaryDirectory directory;
      overwrite(directory / "a", bytes);
      const auto before = files_of(directory.path());
      const Result<Archive> archive = Archive::open(directory / "a", access);
      ASSERT_FALSE(archive) << why;
      EXPECT_EQ(archive.error().kind, ErrorKind::input);
      EXPECT_THAT(archive.error().message, testing::HasSubstr(why));
      EXPECT_FALSE(archive.error().hint.empty());
      EXPECT_EQ(files_of(directory.path()), before) << why;
    }
  }

  std::string with_number(std::size_t offset, unsigned char last_byte) const {
    std::string bytes = bytes_;
    bytes[offset + 3] = static_cast<char>(last_byte);
    return bytes;
  }

  TemporaryDirectory whole_;
  std::string bytes_ = written(whole_ / "a");
  Everything original_ = read_everything(whole_ / "a").value();

private:
  static std::string written(const std::filesystem::path& file) {
    {
      auto archive = Archive::open(file, Access::create);
      write_runs(*archive);
    }
    return contents(file);
  }
};

} // namespace mapwright::archive
