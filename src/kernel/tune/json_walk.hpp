// A walk through a JSON document that knows where it is, so that every mistake is told at its place.
#pragma once

#include "core/error.hpp"
#include "kernel/tune/json_place.hpp"

#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <nlohmann/json.hpp>

namespace mapwright::kernel {

/// The first mistake of a walk is kept; after it the walk may go on with values that are not there.
class JsonWalk {
public:
  /// Both must outlive the walk.
  JsonWalk(std::string_view text, const std::string& file) : text_(text), file_(file) {}

  /// A mistake at the path walked, or at byte `within` of the text that stands there.
  void refuse(std::string_view mistake, std::string hint = {}, std::size_t within = 0);

  /// A mistake in a text of the document: `error` has its place in that text.
  void refuse(const Error& error);

  /// Does something one step further in.
  template <class Do> void within(JsonStep step, const Do& action) {
    path_.push_back(std::move(step));
    action();
    path_.pop_back();
  }

  /// Calls `read` on a member. Refuses its lack when it is needed, and another type than `type` (number_float: any
  /// number; discarded: any type).
  template <class Read>
  void member(const nlohmann::json& object, const std::string& key, nlohmann::json::value_t type, bool needed,
              const Read& read) {
    const auto found = object.find(key);
    if (found == object.end()) {
      if (needed) {
        refuse("'" + key + "' is missing");
      }
      return;
    }
    within(key, [&] {
      if (has_type(*found, type)) {
        read(*found);
      } else {
        refuse(std::string("must be ") + name_of(type));
      }
    });
  }

  /// Calls `read` on every element of a list; each must be an object.
  template <class Read> void objects(const nlohmann::json& list, const Read& read) {
    for (std::size_t i = 0; i < list.size(); ++i) {
      within(i, [&] {
        if (list[i].is_object()) {
          read(list[i]);
        } else {
          refuse("must be an object");
        }
      });
    }
  }

  /// The text of a member; empty without one.
  std::string text(const nlohmann::json& object, const std::string& key, bool needed);

  [[nodiscard]] const std::optional<Error>& error() const { return error_; }

private:
  static bool has_type(const nlohmann::json& value, nlohmann::json::value_t type);
  static const char* name_of(nlohmann::json::value_t type);

  std::string_view text_;
  const std::string& file_;
  std::vector<JsonStep> path_{};
  std::optional<Error> error_{};
};

} // namespace mapwright::kernel
