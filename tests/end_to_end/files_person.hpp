// Somebody who answers the questions that the files provider puts into a folder.
#pragma once

#include "end_to_end/command.hpp"

#include <chrono>
#include <filesystem>
#include <functional>
#include <string>
#include <thread>
#include <utility>

namespace mapwright::test {

/// Makes the folder and answers each NUMBER.prompt.md there with what `answer` says to its text, until the thread is
/// destroyed. Replies appear whole.
inline std::jthread person_at(const std::filesystem::path& folder,
                              std::function<std::string(const std::string& prompt)> answer) {
  std::filesystem::create_directories(folder);
  return std::jthread([folder, answer = std::move(answer)](const std::stop_token& over) {
    const auto draft = folder.parent_path() / "answer.tmp";
    while (!over.stop_requested()) {
      for (const auto& entry : std::filesystem::directory_iterator(folder)) {
        const std::string name = entry.path().filename().string();
        const std::size_t at = name.find(".prompt.md");
        const auto reply = folder / (name.substr(0, at) + ".reply.md");
        if (at != std::string::npos && !std::filesystem::exists(reply)) {
          write_text(draft, answer(read_text(entry.path())));
          std::filesystem::rename(draft, reply);
        }
      }
      std::this_thread::sleep_for(std::chrono::milliseconds(20));
    }
  });
}

} // namespace mapwright::test
