// The difference of two texts, line by line, in pieces that can be applied one without the other.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace mapwright::kernel::scientist {

/// Lines that were taken out at one place, and those put there. Lines keep their '\n'; the last of a text may lack it.
struct Hunk {
  std::size_t before = 0; ///< lines of the old text that precede it
  std::size_t after = 0;  ///< lines of the new text that precede it
  std::vector<std::string> removed{};
  std::vector<std::string> added{};
  friend bool operator==(const Hunk&, const Hunk&) = default;
};

/// The lines of a text with their ends; joined they are the text.
std::vector<std::string> lines_of(std::string_view text);

/// A shortest difference (Myers, "An O(ND) Difference Algorithm and Its Variations", 1986), in the order of the lines;
/// texts that have almost nothing in common may come as one hunk.
std::vector<Hunk> difference(std::string_view before, std::string_view after);

/// The difference as changes that mean something by themselves: hunks with nothing but blank lines and brackets between
/// them are one.
std::vector<Hunk> changes(std::string_view before, std::string_view after);

/// `before` with the hunks for which `keep` is true. REQUIRES: hunks of a difference from `before`; one flag for each.
std::string apply(std::string_view before, const std::vector<Hunk>& hunks, const std::vector<bool>& keep);

/// The difference as `diff -u` prints it, with three lines around each change; empty when there is none.
std::string unified_diff(std::string_view before, std::string_view after, std::string_view before_name,
                         std::string_view after_name);

/// Puts the changes from `ancestor` to `a` and those to `b` into one text. Nothing when both change the same lines, or
/// lines that touch, in different ways.
std::optional<std::string> merge(std::string_view ancestor, std::string_view a, std::string_view b);

} // namespace mapwright::kernel::scientist
