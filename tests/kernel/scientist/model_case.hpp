// A model that answers by a script, and answers to each role's question.
#pragma once

#include "scientist_case.hpp"

#include <memory>
#include <string>
#include <vector>

#include <nlohmann/json.hpp>

namespace mapwright::kernel::scientist::test {

/// Tools with the model "m", which gives these replies.
struct Asked {
  std::shared_ptr<mapwright::test::ScriptedProvider> provider;
  RoleTools tools;

  explicit Asked(const std::vector<std::string>& replies)
      : provider(std::make_shared<mapwright::test::ScriptedProvider>(replies)), tools(toy_tools({{"m", provider}})) {}

  [[nodiscard]] std::string system(std::size_t question = 0) const {
    return provider->questions().at(question).messages.at(0).text;
  }
  [[nodiscard]] std::string question(std::size_t which = 0) const {
    return provider->questions().at(which).messages.back().text;
  }
};

/// A start, a version that is faster and one that did not compile, and a document.
inline Scene known_scene() {
  Scene scene;
  scene.add(version_of(1, scene.versions[0], "tile", {0.5, 0.4})).behaviour = {2, 0, 1};
  scene.add(failed_version(2, scene.versions[0], "simd"));
  scene.knowledge.documents.push_back({"device.md", "", "The cache has 48 KB.\n"});
  return scene;
}

/// Ten avenues and five plans.
inline nlohmann::json design_reply() {
  nlohmann::json avenues = nlohmann::json::array();
  for (int i = 0; i < 10; ++i) {
    avenues.push_back({{"title", "avenue " + std::to_string(i)}, {"kind", "memory"}, {"why", "because"}});
  }
  nlohmann::json plans = nlohmann::json::array();
  for (int i = 0; i < 5; ++i) {
    plans.push_back({{"name", "plan " + std::to_string(i)},
                     {"kind", "compute"},
                     {"description", "do"},
                     {"rubric", {"Add `x`."}},
                     {"gain", {1 + 0.1 * i, 3 - 0.1 * i}},
                     {"innovation", i == 3 ? 90 : 10},
                     {"site", ""},
                     {"cites", {"F1", "device.md"}}});
  }
  return {{"avenues", avenues}, {"plans", plans}};
}

/// An edit of the toy kernel with an account.
inline const std::string edits =
    "<account>\nI multiply.\n</account>\n<<<<<<< SEARCH\n    c[i] = a[i] + a[i];\n=======\n"
    "    c[i] = 2 * a[i];\n>>>>>>> REPLACE\n";

} // namespace mapwright::kernel::scientist::test
